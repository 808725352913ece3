// Server-sent events: read over `fetch`, which unlike `EventSource` sends the API key.
import { readLines } from "./client";

/** An event; the greeting of a stream has an id alone. */
export interface ServerEvent {
  /** Id to resume after; null without one. */
  readonly id: string | null;
  /** Name of the event; empty for none. */
  readonly name: string;
  readonly data: string;
}

const NO_EVENT: ServerEvent = { id: null, name: "", data: "" };

/** Returns a function that takes the lines of a stream, and calls `each` with its events. */
export function eventReader(each: (event: ServerEvent) => void): (line: string) => void {
  let event = NO_EVENT;
  return (line) => {
    const text = line.replace(/\r$/, "");
    if (text === "") {
      if (event !== NO_EVENT) each(event);
      event = NO_EVENT;
      return;
    }
    const [, field, value] = /^([^:]*):? ?(.*)$/.exec(text)!;
    if (field === "id") event = { ...event, id: value! };
    else if (field === "event") event = { ...event, name: value! };
    else if (field === "data") event = { ...event, data: event.data === "" ? value! : `${event.data}\n${value}` };
  };
}

/**
 * Follows a stream of events until it ends; one with an id resumes after that event.
 * @throws {Problem} if the server rejects the request, does not respond, or stops in the middle
 */
export async function followEvents(path: string, lastId: string | null, signal: AbortSignal, each: (event: ServerEvent) => void): Promise<void> {
  await readLines(path, { signal, lastId }, eventReader(each));
}
