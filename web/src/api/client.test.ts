// Growing responses: each line is shown as it comes, however it is cut into pieces.
import { afterEach, describe, expect, it, vi } from "vitest";
import { Problem, askGrowing } from "./client";

interface Part {
  readonly games: number;
  readonly name?: string;
}

/** Responds with pieces of text, and ends or breaks off after them. */
function respondWith(pieces: readonly (string | Uint8Array)[], status = 200, breaksOff = false): void {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (const piece of pieces) controller.enqueue(typeof piece === "string" ? new TextEncoder().encode(piece) : piece);
      if (breaksOff) controller.error(new Error("broken"));
      else controller.close();
    },
  });
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(body, { status })));
}

async function shownParts(): Promise<readonly [shown: readonly Part[], last: Part]> {
  const shown: Part[] = [];
  const last = await askGrowing<Part>("/v1/books/main/patterns", { json: {} }, (part) => void shown.push(part));
  return [shown, last];
}

afterEach(() => vi.unstubAllGlobals());

describe("a growing response", () => {
  it("is shown line by line, and its last line is returned", async () => {
    respondWith(['{"games":1}\n{"ga', 'mes":2}', "\n", '{"games":3}\n']);
    expect(await shownParts()).toEqual([[{ games: 1 }, { games: 2 }, { games: 3 }], { games: 3 }]);
  });

  it("may end without a newline, and be cut within a letter", async () => {
    const bytes = new TextEncoder().encode('{"games":1,"name":"轻"}');
    respondWith([bytes.slice(0, 20), bytes.slice(20)]);
    expect(await shownParts()).toEqual([[], { games: 1, name: "轻" }]);
  });

  it("that is rejected is a problem", async () => {
    respondWith(['{"title":"Missing API key","code":"key_missing"}'], 401);
    await expect(shownParts()).rejects.toMatchObject({ status: 401, body: { code: "key_missing" } });
  });

  it("that breaks off, or has no JSON, is a problem", async () => {
    respondWith(['{"games":1}\n'], 200, true);
    await expect(shownParts()).rejects.toBeInstanceOf(Problem);
    respondWith(["no answer\n"]);
    await expect(shownParts()).rejects.toThrow("not JSON");
    respondWith([]);
    await expect(shownParts()).rejects.toThrow("not JSON");
  });
});
