// Server-sent events: read over `fetch`, which unlike `EventSource` sends the key.

/** An event of a stream. */
export interface ServerEvent {
  /** `change`, `restart`, `table`, `thinking` or `end`. */
  readonly name: string;
  /** Its JSON; null without any. */
  readonly data: unknown;
  /** Id to go on after; null if none came yet. */
  readonly id: string | null;
}

/** Reads the lines of a stream. */
export class EventReader {
  #id: string | null;
  #name = "";
  #data: string[] = [];

  /** Id of the last event that came whole. */
  lastId: string | null;

  constructor(lastId: string | null) {
    this.lastId = this.#id = lastId;
  }

  /** Takes a line without its end; returns the event that it ends. */
  take(line: string): ServerEvent | null {
    if (line !== "") {
      const colon = line.indexOf(":");
      const field = colon < 0 ? line : line.slice(0, colon);
      const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
      if (field === "id") this.#id = value;
      else if (field === "event") this.#name = value;
      else if (field === "data") this.#data.push(value);
      return null;
    }
    const [name, text] = [this.#name, this.#data.join("\n")];
    [this.#name, this.#data, this.lastId] = ["", [], this.#id];
    // A comment, or the greeting, which has an id alone, is no event.
    return name === "" ? null : { name, data: text === "" ? null : JSON.parse(text), id: this.lastId };
  }
}

/** Cuts a body into lines; `read` gets the next piece of it, or null at its end. */
export async function* linesOf(read: () => Promise<Uint8Array | null>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let rest = "";
  for (let piece = await read(); piece !== null; piece = await read()) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) yield line.replace(/\r$/, "");
  }
}
