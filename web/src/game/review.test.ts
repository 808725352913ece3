import { describe, expect, it } from "vitest";
import type { JudgedMove, ReviewedCorner, ReviewedGame } from "../api/types";
import { before, costText, costsOf, isFault, isIn, judgedAt, playerText, remarkFrom, resultText, rowsOf } from "./review";
import { jump, play, toPlay } from "./line";

const FREE = { points: null, win_rate: null, error: null, evaluation: null };

function judged(number: number, kind: string, more: Partial<JudgedMove> = {}): JudgedMove {
  return {
    move: number,
    color: number % 2 === 1 ? "B" : "W",
    point: "Q16",
    step: "DD",
    node: "DD",
    kind,
    excused: false,
    text: "",
    names: [],
    offered: 3,
    tenuki_only: false,
    expected: [],
    cost: FREE,
    failed: [],
    ...more,
  };
}

function corner(name: string, ...moves: JudgedMove[]): ReviewedCorner {
  return { corner: name, state: "ongoing", steps: "", handedness: "undetermined", node: "", names: [], moves } as ReviewedCorner;
}

const game = {
  board_size: 19,
  record: {
    initial_stones: [
      ["B", "D4"],
      ["B", "Q4"],
    ],
    moves: [
      ["W", "Q16"],
      ["B", "O17"],
      ["B", "pass"],
      ["W", "D16"],
    ],
  },
} as ReviewedGame;

const rows = rowsOf([
  corner("upper_left", judged(4, "best"), judged(8, "left"), judged(12, "costly", { excused: true })),
  corner("upper_right", judged(1, "book"), judged(8, "book"), judged(13, "mistake")),
]);

describe("the moves of a review", () => {
  it("are in the order of the game", () => {
    expect(rows.map((row) => row.judged.move)).toEqual([1, 4, 8, 8, 12, 13]);
  });

  it("are faults if the book or the engine knows them to be worse", () => {
    const fault = (kind: string, more: Partial<JudgedMove> = {}) => isFault(judged(1, kind, more));
    expect(["best", "book", "left", "tenuki"].map((kind) => fault(kind))).toEqual([false, false, false, false]);
    expect(["costly", "mistake"].map((kind) => fault(kind))).toEqual([true, true]);
    expect(["costly", "mistake"].map((kind) => fault(kind, { excused: true }))).toEqual([false, false]);
    expect(fault("tenuki", { verdict: "mistake" })).toBe(true);
    const engine = (points: number | null, won: number) => fault("left", { cost: { ...FREE, evaluation: { points, win_rate: won } } });
    expect([engine(2, 0), engine(1.9, 0.5), engine(null, 0.1), engine(null, 0.09)]).toEqual([true, false, true, false]);
  });

  it("are stepped from remark to remark: faults, and moves that left the book", () => {
    expect(remarkFrom(rows, 0, 1)).toBe(8);
    expect(remarkFrom(rows, 8, 1)).toBe(13);
    expect(remarkFrom(rows, 13, 1)).toBeNull();
    expect(remarkFrom(rows, 13, -1)).toBe(8);
    expect(remarkFrom(rows, 8, -1)).toBeNull();
  });

  it("cost something in one unit, the engine's before the book's", () => {
    const cost = (win_rate: number | null, points: number | null = null) => ({ cost: { ...FREE, win_rate, evaluation: points === null ? null : { points, win_rate: null } } });
    const of = (...moves: JudgedMove[]) => costsOf(rowsOf([corner("board", ...moves)]));
    const book = of(judged(1, "book", cost(0.02)), judged(2, "left"), judged(3, "costly", cost(0.125)));
    expect(book.of.map((one) => [one.move, one.cost])).toEqual([[1, 0.02], [2, null], [3, 0.125]]);
    expect(book.text(book.most)).toBe("13 % of the expected result");
    const engine = of(judged(1, "book", cost(0.02)), judged(2, "left", cost(null, 3)));
    expect(engine.of.map((one) => one.cost)).toEqual([null, 3]);
    // Of several corners, the fault counts.
    const both = costsOf(rowsOf([corner("upper_left", judged(1, "book", cost(0.3))), corner("upper_right", judged(1, "costly", cost(0.1)))]));
    expect(both.of.map((one) => one.cost)).toEqual([0.1]);
  });

  it("list faults of a stone first", () => {
    const both = rowsOf([corner("upper_left", judged(8, "book")), corner("upper_right", judged(8, "costly"))]);
    expect(judgedAt(both, 8).map((row) => row.judged.kind)).toEqual(["costly", "book"]);
    expect(judgedAt(rows, 2)).toEqual([]);
  });
});

describe("a game on the board", () => {
  it("is set before a move, with its player to move", () => {
    const first = before(game, 1)!;
    expect([first.at, toPlay(first), first.stones.length]).toEqual([0, "W", 2]);
    const third = before(game, 3)!;
    expect([third.at, third.toPlay, third.moves.length]).toEqual([2, "B", 4]);
    expect(before(game, 99)!.at).toBe(4);
    expect(before({ ...game, record: null } as ReviewedGame, 1)).toBeNull();
  });

  it("contains every position of the game, and none after a deviation", () => {
    const line = before(game, 3)!;
    expect([0, 1, 2, 3, 4].every((at) => isIn(game, jump(line, at)))).toBe(true);
    const other = play(line, "R14");
    expect(isIn(game, other)).toBe(false);
    expect(isIn(game, jump(other, 2))).toBe(true);
    expect(isIn(game, { ...line, stones: [] })).toBe(false);
    expect(isIn({ ...game, board_size: 13 } as ReviewedGame, line)).toBe(false);
    expect(isIn(game, play(jump(line, 4), "C3"))).toBe(false);
  });
});

describe("words of a review", () => {
  it("state known, non-zero costs", () => {
    expect(costText(FREE)).toBe("");
    expect(costText({ ...FREE, win_rate: 0.002 })).toBe("");
    const all = { points: 1.25, win_rate: 0.08, error: 0.1, evaluation: { points: 2, win_rate: 0.1 } };
    expect(costText(all)).toBe("1.3 points, 8 %, engine 2.0 points");
    expect(costText({ ...FREE, evaluation: { points: null, win_rate: 0.1 } })).toBe("engine 10 %");
  });

  it("name players and results", () => {
    expect(resultText({ winner: "W", margin: 2.5 })).toBe("White won by 2.5");
    expect(resultText({ winner: "B", margin: null })).toBe("Black won");
    expect(resultText({ winner: "draw", margin: null })).toBe("a draw");
    expect(resultText({ winner: null, margin: null })).toBe("no result");
    expect(playerText({ name: "", rank: "3d" })).toBe("unknown 3d");
  });
});
