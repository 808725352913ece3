// Patterns: rectangles, symbols, anchors, requests, letters and hits.
import { describe, expect, it } from "vitest";
import type { Continuation } from "../api/types";
import { positionOf } from "./board";
import type { Shape } from "./games";
import { alternating, emptyLine, movesOf } from "./line";
import type { Marked, PatternOptions } from "./pattern";
import { USUAL, anchorOf, asEarlier, cornersOf, cycled, isInside, letteredOf, markedBetween, markedInHit, markedOf, requestOf, rowsOf, searchOf, setupOf, standsOn, withEmpty, withSequence } from "./pattern";
import { vertexIn, vertexOf } from "./vertex";

const MOVES = movesOf([
  ["B", "Q16"],
  ["W", "O17"],
]);
const PLAIN = { options: USUAL, sequence: [], earlier: [] };
const BOARD = positionOf({ ...emptyLine(), moves: MOVES, at: 2 });

function between(one: string, other: string, shape: Shape = { game: "go", size: 19 }): Marked {
  return markedBetween(vertexIn(one, shape)!, vertexIn(other, shape)!, shape);
}

describe("a marked rectangle", () => {
  it("is the same from any of its corners", () => {
    for (const [one, other] of [["N19", "T13"], ["T13", "N19"], ["N13", "T19"], ["T19", "N13"]]) {
      expect(between(one!, other!)).toEqual({ game: "go", size: 19, x: 12, y: 0, width: 7, height: 7, free: new Map() });
    }
    expect(cornersOf(between("T19", "N13"))).toEqual(["N13", "T19"]);
    expect(cornersOf(between("C3", "C3"))).toEqual(["C3", "C3"]);
  });

  it("has its points and no others", () => {
    const at = between("C3", "E4");
    expect(["C3", "E4", "D3"].every((point) => isInside(at, vertexOf(point, 19)!))).toBe(true);
    expect(["B3", "F4", "D5", "D2"].some((point) => isInside(at, vertexOf(point, 19)!))).toBe(false);
  });

  it("has the stones of the board", () => {
    expect(rowsOf(between("N18", "R15"), BOARD)).toEqual([".....", ".O...", "...X.", "....."]);
  });
});

describe("the anchor", () => {
  it("keeps the edges of the board that the rectangle has", () => {
    expect(anchorOf(between("N19", "T13"))).toEqual({ left: 12, right: 12, top: 0, bottom: 0 });
    expect(anchorOf(between("A1", "C5"))).toEqual({ left: 0, right: 0, top: 14, bottom: 14 });
  });

  it("leaves the other directions open", () => {
    expect(anchorOf(between("K19", "M17"))).toEqual({ left: 0, right: 16, top: 0, bottom: 0 });
    expect(anchorOf(between("A10", "C6"))).toEqual({ left: 0, right: 0, top: 0, bottom: 14 });
    expect(anchorOf(between("K10", "M11"))).toEqual({ left: 0, right: 16, top: 0, bottom: 17 });
  });

  it("is the only place of the whole board", () => {
    expect(anchorOf(between("A1", "T19"))).toEqual({ left: 0, right: 0, top: 0, bottom: 0 });
    expect(anchorOf(between("A1", "N13", { game: "go", size: 13 }))).toEqual({ left: 0, right: 0, top: 0, bottom: 0 });
  });
});

describe("symbols", () => {
  const at = between("O17", "Q16");

  it("cycle at clicks: four on an empty point, two on a stone", () => {
    let now = at;
    const seen = (point: string) => {
      now = cycled(now, point, BOARD);
      return now.free.get(point) ?? null;
    };
    expect(["P17", "P17", "P17", "P17"].map(seen)).toEqual(["*", "x", "o", null]);
    expect(["Q16", "Q16", "Q16"].map(seen)).toEqual(["*", null, "*"]);
    expect(rowsOf(now, BOARD)).toEqual(["O..", "..*"]);
  });

  it("of all empty points change together", () => {
    const free = withEmpty(cycled(at, "Q16", BOARD), BOARD, "*");
    expect(rowsOf(free, BOARD)).toEqual(["O**", "***"]);
    expect(rowsOf(withEmpty(free, BOARD, null), BOARD)).toEqual(["O..", "..*"]);
  });
});

describe("the request", () => {
  const at = between("N19", "T13");
  const requestWith = (change: Partial<PatternOptions>) => requestOf(searchOf(at, BOARD, { ...PLAIN, options: { ...USUAL, ...change } }));

  it("has the pattern, its place, and nothing that was not chosen", () => {
    const request = requestWith({});
    expect(Object.keys(request).sort()).toEqual(["anchor", "board_size", "rows", "swap"]);
    expect(request).toMatchObject({ board_size: 19, swap: true, anchor: { left: 12, right: 12, top: 0, bottom: 0 } });
  });

  it("has every option", () => {
    const earlier = searchOf(between("A1", "C3"), BOARD, PLAIN);
    const games = { since: "1990", until: "2009 ", strength: ["pro"], source: " gogod,, KGS 4d,", result: "draw" } as const;
    const players = { player: " Cho * ", black: "Cho Chikun", white: "* Koichi " };
    const options: PatternOptions = { ...USUAL, swap: false, next: "W", untilMove: " 60", ...games, ...players };
    const search = searchOf(at, BOARD, { options, sequence: [{ color: "W", point: "R14" }], earlier: [earlier] });
    expect(requestOf(search)).toMatchObject({
      swap: false,
      sequence: [{ color: "W", x: 4, y: 5 }],
      next: "W",
      until_move: 60,
      since: 1990,
      until: 2009,
      strength: ["pro"],
      source: ["gogod", "KGS 4d"],
      player: "Cho *",
      black: "Cho Chikun",
      white: "* Koichi",
      result: "draw",
      among: [requestOf(earlier)],
    });
    expect(requestOf(asEarlier(search))).not.toHaveProperty("among");
  });

  it("leaves out a year and a number of moves that are none", () => {
    const request = requestWith({ since: "last", untilMove: "-1" });
    expect(request).not.toHaveProperty("since");
    expect(request).not.toHaveProperty("until_move");
  });
});

describe("a search", () => {
  const at = cycled(cycled(between("N19", "T13"), "S15", BOARD), "O17", BOARD);
  const search = searchOf(at, BOARD, PLAIN);

  it("has its rectangle with the symbols", () => {
    expect(markedOf(search)).toEqual(at);
  });

  it("knows the boards that it was made on", () => {
    expect(standsOn(search, BOARD)).toBe(true);
    // A stone where anything may be makes no difference.
    expect(standsOn(search, positionOf({ ...emptyLine(), moves: MOVES, at: 1 }))).toBe(true);
    expect(standsOn(search, positionOf(emptyLine()))).toBe(false);
  });

  it("can be set up with its stones", () => {
    expect(setupOf(search)).toEqual({ ...emptyLine(), stones: [{ color: "B", point: "Q16" }] });
    expect(standsOn(search, positionOf(setupOf(search)!))).toBe(true);
  });
});

describe("a sequence", () => {
  const pairs = (...pairs: [string, string][]) => movesOf(pairs);

  it("is on the board, with its captures", () => {
    const stones = pairs(["B", "O18"], ["B", "N17"], ["B", "O16"], ["B", "P17"]);
    expect(rowsOf(between("N18", "P16"), withSequence(BOARD, stones))).toEqual([".X.", "X.X", ".X."]);
    // The board before it stays as it was.
    expect(rowsOf(between("N18", "P16"), BOARD)).toEqual(["...", ".O.", "..."]);
  });

  it("may have a stone where the board has one, if anything may be there", () => {
    expect(rowsOf(between("O17", "Q16"), withSequence(BOARD, pairs(["B", "O17"], ["W", "P17"])))).toEqual(["XO.", "..X"]);
  });
});

describe("continuations", () => {
  const next = (color: string, x: number, y: number, count: number): Continuation => ({ color, x, y, count, later: 0, games: count });

  it("have letters, the most frequent first, one for each point", () => {
    const found = letteredOf([next("B", 5, 5, 3), next("B", 1, 2, 9), next("W", 1, 2, 4), next("W", 0, 0, 0)], { ...between("N19", "T13"), rows: [] });
    expect(found.map((one) => [one.letter, one.point, one.color, one.next.count])).toEqual([
      ["A", "O17", "B", 9],
      ["A", "O17", "W", 4],
      ["C", "S14", "B", 3],
    ]);
  });

  it("have at most fifteen letters", () => {
    const many = Array.from({ length: 40 }, (_, index) => next("B", index % 7, Math.floor(index / 7), 100 - index));
    expect(letteredOf(many, { ...between("N19", "T13"), rows: [] }).map((one) => one.letter).join("")).toBe("ABCDEFGHIJKLMNO");
  });
});

describe("a hit", () => {
  // Symbols in three corners of a rectangle of 3 by 2 tell all symmetries apart.
  const at: Marked = { ...between("C17", "E16"), free: new Map([["C17", "*"], ["E17", "x"], ["C16", "o"]]) };
  const turned = (symmetry: string, swapped = false) => {
    const image = markedInHit(at, { move: 5, x: 10, y: 4, symmetry, swapped });
    return rowsOf(image, positionOf(emptyLine()));
  };

  it.each([
    ["identity", ["*.x", "o.."]],
    ["transpose", ["*o", "..", "x."]],
    ["mirror_left_right", ["x.*", "..o"]],
    ["rotate_90", ["o*", "..", ".x"]],
    ["mirror_top_bottom", ["o..", "*.x"]],
    ["rotate_270", ["x.", "..", "*o"]],
    ["rotate_180", ["..o", "x.*"]],
    ["anti_transpose", [".x", "..", "o*"]],
  ])("turns the symbols: %s", (symmetry, rows) => {
    expect(turned(symmetry)).toEqual(rows);
  });

  it("exchanges the colours of the symbols", () => {
    expect(turned("identity", true)).toEqual(["*.o", "x.."]);
  });
});

describe("five in a row", () => {
  const shape = { game: "renju", size: 15 } as const;

  it("has the same patterns, without captures", () => {
    const position = positionOf(alternating(["h8", "a1", "b1", "o15"], "B", "renju"));
    const at = between("a1", "c2", shape);
    expect(rowsOf(at, position)).toEqual(["...", "OX."]);
    expect(rowsOf(at, withSequence(position, movesOf([["B", "a2"]])))).toEqual(["X..", "OX."]);
    expect(requestOf(searchOf(at, position, PLAIN))).toMatchObject({ board_size: 15, anchor: { left: 0, right: 0, top: 13, bottom: 13 } });
  });
});

describe("xiangqi", () => {
  const shape = { game: "xiangqi", size: 9 } as const;
  const position = positionOf(alternating(["h2e2"], "R", "xiangqi"));
  const search = searchOf(cycled(between("d3", "e1", shape), "d1", position), position, { ...PLAIN, options: { ...USUAL, material: "R2, c0-1 Z9", exact: true } });
  const anything = Array<string>(6).fill("*********");

  it("is searched on the whole board, with anything outside the rectangle, and by material", () => {
    expect(search.rows).toEqual([".P", ".C", "*."]);
    expect(requestOf(search)).toEqual({
      rows: [...anything, "***.P****", "***.C****", "****.****", "*********"],
      material: { R: 2, c: [0, 1] },
      exact: true,
      swap: true,
    });
    const plain = { ...search, rows: ["**", "**", "**"] };
    expect(requestOf(plain)).not.toHaveProperty("rows");
  });

  it("goes on with moves of pieces, whose letters are where they go", () => {
    const next = (play: string): Continuation => ({ play, count: 2, later: 0, games: 2 });
    const found = letteredOf([next("e2e6"), next("h9g7")], search);
    expect(found.map(({ letter, move, point, color }) => [letter, move, point, color])).toEqual([
      ["A", "e2e6", "e6", "R"],
      ["B", "h9g7", "g7", null],
    ]);
  });

  it("is found mirrored, and with the board turned over", () => {
    const image = (symmetry: string, swapped: boolean) => markedInHit(markedOf(search), { move: 1, x: 0, y: 0, symmetry, swapped });
    expect(image("mirror_left_right", false)).toEqual({ ...between("e3", "f1", shape), free: new Map([["f1", "*"]]) });
    expect(cornersOf(image("rotate_180", true))).toEqual(["e6", "f8"]);
  });

  it("is set up if it has both generals", () => {
    expect(setupOf(search)).toBeNull();
    const whole = searchOf(between("a0", "i9", shape), position, PLAIN);
    expect(positionOf(setupOf(whole)!).pieces).toEqual(position.pieces);
  });
});
