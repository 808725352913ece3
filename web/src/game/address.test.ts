import { describe, expect, it } from "vitest";
import type { Look } from "./address";
import { PLAIN, addressOf, movesText, readAddress } from "./address";
import type { Line, Move } from "./line";
import { emptyLine, play } from "./line";

const line = ["Q16", "O17", "R14"].reduce((before, point) => play(before, point), emptyLine());

describe("an address", () => {
  it("is that of GET /v1/next, and as short as can be", () => {
    expect(addressOf(emptyLine(), PLAIN)).toBe("");
    expect(addressOf(line, PLAIN)).toBe("?moves=Q16,O17,R14");
    expect(addressOf({ ...line, at: 1 }, { ...PLAIN, book: "mine", view: "upper_right" })).toBe(
      "?moves=Q16,O17,R14&at=1&book=mine&view=upper_right",
    );
  });

  it("includes colours where they do not alternate", () => {
    const moves: Move[] = [{ color: "W", point: "Q16" }, { color: "W", point: "pass" }];
    expect(movesText(moves)).toBe("W:Q16,W:pass");
  });

  it("comes back as it was", () => {
    const lines: Line[] = [
      emptyLine(),
      emptyLine(13),
      line,
      { ...line, at: 0 },
      { ...line, toPlay: "B" },
      { ...emptyLine(9), stones: [{ color: "B", point: "C3" }, { color: "W", point: "G7" }] },
      { ...emptyLine(), moves: [{ color: "W", point: "D4" }, { color: "W", point: "pass" }], at: 2 },
    ];
    const looks: Look[] = [
      PLAIN,
      { book: "b & c=d?#", opponent: "ä 碁", view: "lower_left", overlay: "territory", model: "ryder", panel: "quiz" },
    ];
    for (const one of lines) {
      for (const look of looks) {
        expect(readAddress(addressOf(one, look))).toEqual({ line: one, look, search: null, complaints: [] });
      }
    }
  });

  it("with invalid parts keeps the valid ones and reports the others", () => {
    const read = readAddress("?moves=Q16,Z99,D4&at=7&board_size=77&view=middle&to_play=G&overlay=<script>");
    expect(read.line).toEqual({ ...emptyLine(), moves: [{ color: "B", point: "Q16" }], at: 1 });
    expect(read.look).toEqual(PLAIN);
    expect(read.complaints).toHaveLength(6);
  });

  it("can be read however strange it is", () => {
    const strange = ["?moves=Q1%0A6", "?moves=Q1%E2%80%A86", "?stones=B:%0AX", "?stones=pass", "?moves=Q16&moves=D4", "?MOVES=Q16", "?__proto__=1"];
    for (const search of strange) {
      const read = readAddress(search);
      expect(read.complaints, search).toHaveLength(1);
      expect(read.line.moves.length, search).toBeLessThanOrEqual(1);
    }
  });

  it("holds no more than a thousand moves", () => {
    const read = readAddress(`?moves=${Array<string>(5000).fill("pass").join(",")}`);
    expect(read.line.moves).toHaveLength(1000);
    expect(read.complaints).toHaveLength(1);
  });
});
