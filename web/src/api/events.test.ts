import { describe, expect, it } from "vitest";
import type { ServerEvent } from "./events";
import { eventReader } from "./events";

describe("a stream of events", () => {
  const read = (text: string) => {
    const found: ServerEvent[] = [];
    const take = eventReader((event) => found.push(event));
    for (const line of text.split("\n")) take(line);
    return found;
  };

  it("has events with ids, names and data, and comments between them", () => {
    const greeting = ": changes after 8\nid: 8@0d50\n\n";
    expect(read(`${greeting}:\n\nid: 9@0d50\nevent: change\ndata: {"id":9}\n\n`)).toEqual([
      { id: "8@0d50", name: "", data: "" },
      { id: "9@0d50", name: "change", data: '{"id":9}' },
    ]);
  });

  it("may have data of several lines, and an event that has not ended is none", () => {
    expect(read("data: a\r\ndata: b: c\r\n\r\nevent: change\r\ndata: d\r")).toEqual([{ id: null, name: "", data: "a\nb: c" }]);
  });
});
