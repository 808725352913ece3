// Pattern searches in the address: written, read, bounded, and invalid ones.
import { describe, expect, it } from "vitest";
import { PLAIN, addressOf, readAddress } from "./address";
import { positionOf } from "./board";
import type { Shape } from "./games";
import type { Line, Move } from "./line";
import { emptyLine, movesOf } from "./line";
import type { Marked, PatternOptions, PatternSearch } from "./pattern";
import { USUAL, cycled, markedBetween, searchOf, withEmpty } from "./pattern";
import { MAX_SEARCH_LENGTH, parametersOf } from "./search";
import { vertexIn } from "./vertex";

const MOVES = movesOf([
  ["B", "Q16"],
  ["W", "O17"],
]);
const LINE: Line = { ...emptyLine(), moves: MOVES, at: 2 };
const BOARD = positionOf(LINE);
const FIND = { ...PLAIN, view: "board", panel: "find" } as const;
const ROWS = "......./......./.O...../...X.../......./......./.......";
const OPTIONS: PatternOptions = {
  ...USUAL,
  swap: false,
  next: "W",
  untilMove: "60",
  since: "1990",
  until: "2009",
  strength: ["dan", "pro"],
  source: "KGS 4d,gogod",
  player: "Cho *",
  black: "a & b; c=d#?",
  white: "趙治勲",
  result: "draw",
};

function between(one: string, other: string, shape: Shape = LINE): Marked {
  return markedBetween(vertexIn(one, shape)!, vertexIn(other, shape)!, shape);
}

function searchIn(at: Marked, options: PatternOptions = USUAL, earlier: readonly PatternSearch[] = [], sequence: readonly Move[] = []): PatternSearch {
  return searchOf(at, BOARD, { options, sequence, earlier });
}

describe("a search in the address", () => {
  it("is short, and people can read it", () => {
    const search = searchIn(between("N19", "T13"));
    expect(addressOf(LINE, FIND, search)).toBe(`?moves=Q16,O17&panel=find&rect=N13:T19&rows=${ROWS}`);
    const free = searchIn(cycled(between("P17", "Q16"), "P17", BOARD), { ...USUAL, swap: false, untilMove: "60" });
    const followed = searchIn(between("R14", "R14"), USUAL, [], movesOf([["B", "R14"], ["W", "R14"]]));
    expect(addressOf(emptyLine(), FIND, followed)).toBe("?panel=find&rect=R14:R14&rows=.&sequence=B:R14,W:R14");
    expect(addressOf(emptyLine(), FIND, free)).toBe("?panel=find&rect=P16:Q17&rows=*./.X&swap=false&until_move=60");
  });

  it("comes back as it was", () => {
    const corner = searchIn(withEmpty(between("N19", "T13"), BOARD, "*"), OPTIONS, [], movesOf([["B", "R14"], ["B", "N19"]]));
    const searches = [corner, searchIn(between("A1", "T19")), searchIn(between("K10", "K10"), USUAL, [corner, searchIn(between("A1", "C3"))])];
    for (const search of searches) {
      for (const line of [LINE, emptyLine()]) {
        expect(readAddress(addressOf(line, FIND, search))).toEqual({ line, look: FIND, search, complaints: [] });
      }
    }
  });

  it("comes back in other games as well", () => {
    const games = [
      [{ ...emptyLine(15, "renju"), moves: movesOf([["B", "h8"]]), at: 1 }, "g7", "i9", {}],
      [{ ...emptyLine(9, "xiangqi"), moves: movesOf([["R", "h2e2"]]), at: 1 }, "d0", "f4", { material: "R2 c0-1", exact: true, next: "R" }],
    ] as const;
    for (const [line, from, to, options] of games) {
      const search = searchOf(between(from, to, line), positionOf(line), { options: { ...USUAL, ...options }, sequence: [], earlier: [] });
      expect(readAddress(addressOf(line, FIND, search))).toEqual({ line, look: FIND, search, complaints: [] });
    }
  });

  it("is for the board as it stands where there are no rows", () => {
    const read = readAddress("?moves=Q16,O17&rect=T19:N13&panel=find");
    expect(read.complaints).toEqual([]);
    expect(read.search).toEqual(searchIn(between("N19", "T13")));
  });

  it("is left out on a board of another size", () => {
    expect(addressOf(emptyLine(13), { ...PLAIN, view: "board" }, searchIn(between("N19", "T13")))).toBe("?board_size=13");
  });

  it("is left out where it would be too long", () => {
    const whole = searchIn(between("A1", "T19"), { ...OPTIONS, white: "趙".repeat(100) });
    expect(parametersOf(whole).length).toBeGreaterThan(0);
    expect(parametersOf({ ...whole, earlier: Array<PatternSearch>(8).fill(whole) })).toEqual([]);
  });
});

describe("an invalid search in the address", () => {
  const reads = (query: string) => {
    const { search, complaints } = readAddress(`?moves=Q16,O17&${query}`);
    return { search, complaints };
  };

  it.each([
    ["rect=N13", "invalid rect=N13: expected two points of the 19×19 board"],
    ["rect=", "invalid rect=: expected two points"],
    ["rect=N13:Z99", "invalid rect=N13:Z99"],
    ["rect=N13:T19:A1", "invalid rect=N13:T19:A1"],
    ["board_size=9&rect=N13:T19", "expected two points of the 9×9 board"],
    ["since=1990&swap=false", "missing rect: expected two points"],
    [`rect=A1:T19&rows=${"x".repeat(MAX_SEARCH_LENGTH)}`, `expected at most ${MAX_SEARCH_LENGTH}`],
  ])("is ignored without a rectangle, or if it is too long: %s", (query, complaint) => {
    const { search, complaints } = reads(query);
    expect(search).toBeNull();
    expect(complaints.at(-1)).toContain(complaint);
  });

  it.each([
    "rows=...",
    "rows=../..",
    "rows=.../..",
    "rows=.?./...",
    "rows=%0A../...",
    "sequence=B:Z99",
    "sequence=B:pass",
    "sequence=Q17,D4",
    `sequence=${Array<string>(61).fill("Q17").join(",")}`,
    "swap=no",
    "next=G",
    "until_move=-1",
    "since=last",
    "until=19900",
    "strength=pro,strong",
    "result=lost",
    `player=${"a".repeat(101)}`,
    "among=nothing",
    "among=rect%3DA1:C3",
    "among=rect%3DA1:A1%26rows%3D.%26since%3D%3F",
    `among=${Array<string>(9).fill("rect%3DA1:A1%26rows%3D.").join(";")}`,
  ])("keeps its valid parts: %s", (query) => {
    const { search, complaints } = reads(`rect=P17:R18&${query}`);
    expect(complaints).toHaveLength(1);
    expect(search).toMatchObject({ x: 14, y: 1, width: 3, height: 2, rows: ["...", "..."] });
    expect(search!.options).toEqual({ ...USUAL, strength: query.startsWith("strength") ? ["pro"] : [] });
    expect(search!.sequence.length).toBe(query.startsWith("sequence=Q17,Q17") ? 60 : query.startsWith("sequence=Q17") ? 1 : 0);
    expect(search!.earlier.length).toBeLessThanOrEqual(8);
  });
});
