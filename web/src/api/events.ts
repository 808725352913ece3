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

/** Silence after which a stream counts as broken, in milliseconds: servers send something every 15 seconds. */
const SILENCE = 40_000;

/**
 * Follows a stream of events until it ends; one with an id resumes after that event.
 * @throws {Problem} if the server rejects the request, does not respond, or stops in the middle
 */
export async function followEvents(path: string, lastId: string | null, signal: AbortSignal, each: (event: ServerEvent) => void): Promise<void> {
  const read = eventReader(each);
  const silence = new AbortController();
  const abort = () => silence.abort();
  signal.addEventListener("abort", abort, { once: true });
  // Without a network the browser may take minutes to notice that a stream is broken.
  addEventListener("offline", abort, { once: true });
  if (signal.aborted) abort();
  let timer = setTimeout(abort, SILENCE);
  const take = (line: string) => {
    clearTimeout(timer);
    timer = setTimeout(abort, SILENCE);
    read(line);
  };
  try {
    await readLines(path, { signal: silence.signal, lastId }, take);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abort);
    removeEventListener("offline", abort);
  }
}

/** How a stream is followed again and again. */
export interface Following {
  readonly path: string;
  /** Id to resume after, at each time. */
  readonly lastId?: () => string | null;
  readonly signal: AbortSignal;
  readonly each: (event: ServerEvent) => void;
  /** Called when the stream has ended, with why unless the server ended it; false ends it for good. */
  readonly ended: (error: unknown) => boolean;
  /** Pause before it is opened again, in milliseconds: at first, and at most. */
  readonly pauses: readonly [first: number, longest: number];
}

/** Follows a stream of events until it is aborted or ended for good. It is opened again after pauses that grow, and when the network returns. */
export async function followAgain({ path, lastId, signal, each, ended, pauses: [first, longest] }: Following): Promise<void> {
  let pause = first;
  const take = (event: ServerEvent) => {
    pause = first;
    each(event);
  };
  while (!signal.aborted) {
    const error: unknown = await followEvents(path, lastId?.() ?? null, signal, take).then(
      () => null,
      (error: unknown) => error,
    );
    if (signal.aborted || !ended(error)) return;
    await online(pause * (0.5 + Math.random() / 2));
    pause = Math.min(2 * pause, longest);
  }
}

/** Waits for some milliseconds, or until the network returns. */
export function online(milliseconds: number): Promise<void> {
  return new Promise((done) => {
    const end = () => {
      clearTimeout(timer);
      removeEventListener("online", end);
      done();
    };
    const timer = setTimeout(end, milliseconds);
    addEventListener("online", end);
  });
}
