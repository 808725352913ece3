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
    expect(addressOf({ ...line, at: 1 }, { ...PLAIN, book: "mine", view: "board" })).toBe(
      "?moves=Q16,O17,R14&at=1&book=mine&view=board",
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
      { book: "b & c=d?#", opponent: "ä 碁", counted: { players: "engine", since: 2016, until: null }, view: "lower_left", overlay: "territory", model: "ryder", panel: "quiz", embed: true, lang: "ja" },
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

describe("addresses of other games", () => {
  it("are read again as they are written", () => {
    const renju = play(play(emptyLine(undefined, "renju"), "h8"), "i9");
    const xiangqi = play(emptyLine(undefined, "xiangqi"), "h2e2");
    const fen = "3k5/9/9/4N4/2N6/9/9/9/9/4K4 b";
    for (const one of [renju, xiangqi, { ...emptyLine(undefined, "xiangqi"), fen }, emptyLine(20, "gomoku")]) {
      const read = readAddress(addressOf(one, PLAIN));
      expect(read.line).toEqual(one);
      expect(read.complaints).toEqual([]);
    }
    expect(addressOf(renju, { ...PLAIN, view: "board" })).toBe("?game=renju&moves=h8,i9");
  });

  it("reject what the game does not have", () => {
    expect(readAddress("?game=xiangqi&moves=h2e2").line.moves).toEqual([{ color: "R", point: "h2e2" }]);
    expect(readAddress("?game=chess").complaints).toHaveLength(1);
    expect(readAddress("?game=renju&board_size=19").complaints).toEqual(["invalid board_size=19: expected 15"]);
    expect(readAddress("?fen=9").complaints).toEqual(["invalid fen=9: expected a position of xiangqi"]);
  });
});
