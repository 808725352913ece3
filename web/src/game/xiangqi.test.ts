import { describe, expect, it } from "vitest";
import { positionOf, refusal } from "./board";
import { emptyLine, play, toPlay } from "./line";
import { nameIn, readMove, vertexIn } from "./vertex";
import type { Pieces } from "./xiangqi";
import { START, at, colorOfPiece, faceOf, moved, readFen, targetsOf, writeFen } from "./xiangqi";

const SHAPE = { game: "xiangqi", size: 9 } as const;

/** Counts the lines of a length, as programs are compared by. */
function perft(pieces: Pieces, color: "R" | "B", depth: number): number {
  if (depth === 0) return 1;
  let sum = 0;
  for (let x = 0; x < 9; x += 1) {
    for (let y = 0; y < 10; y += 1) {
      const piece = at(pieces, [x, y]);
      if (!piece || colorOfPiece(piece) !== color) continue;
      for (const to of targetsOf(pieces, [x, y])) sum += perft(moved(pieces, [x, y], to), color === "R" ? "B" : "R", depth - 1);
    }
  }
  return sum;
}

describe("xiangqi", () => {
  it("has the known number of lines", () => {
    const start = readFen(START)!;
    expect(perft(start.pieces, "R", 1)).toBe(44);
    expect(perft(start.pieces, "R", 2)).toBe(1920);
    const middle = readFen("r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w")!;
    expect(perft(middle.pieces, middle.toPlay as "R", 2)).toBe(1128);
  });

  it("leaves no general in check or on an open file with the other", () => {
    const { pieces } = readFen("4k4/9/9/9/9/9/9/4R4/9/4K4 w")!;
    const from = vertexIn("e2", SHAPE)!;
    expect(targetsOf(pieces, from).every(([x]) => x === 4)).toBe(true);
  });

  it("reads and writes FEN", () => {
    for (const fen of [`${START} w`, "3k5/9/9/4N4/2N6/9/9/9/9/4K4 b"]) {
      const read = readFen(fen)!;
      expect(writeFen(read.pieces, read.toPlay)).toBe(fen);
    }
    for (const bad of ["", "9/9", `${START} x`, START.replace("r", "q"), START.replace("9", "8")]) expect(readFen(bad)).toBeNull();
  });

  it("names points from Red's left, rows from 0", () => {
    expect(nameIn([4, 9], SHAPE)).toBe("e0");
    expect(vertexIn("i9", SHAPE)).toEqual([8, 0]);
    expect(vertexIn("j0", SHAPE)).toBeNull();
    expect(readMove("H2E2", SHAPE)).toBe("h2e2");
    expect(readMove("h2", SHAPE)).toBeNull();
    expect(readMove("pass", SHAPE)).toBeNull();
  });

  it("moves pieces of a line, Red first, and says why a move is illegal", () => {
    const line = play(play(emptyLine(undefined, "xiangqi"), "h2e2"), "h9g7");
    const position = positionOf(line);
    expect(toPlay(line)).toBe("R");
    expect(position.illegalAt).toBeNull();
    expect(at(position.pieces!, vertexIn("e2", SHAPE)!)).toBe("C");
    expect(refusal(position, { color: "R", point: "g7f5" })).toBe("Red is to move");
    expect(refusal(position, { color: "R", point: "a0a5" })).toBe("the Red chariot on a0 cannot go to a5");
    expect(refusal(position, { color: "R", point: "e5e6" })).toBe("e5 has no piece");
    expect(positionOf({ ...line, moves: [{ color: "R", point: "h0h5" }], at: 1 }).illegalAt).toBe(1);
  });

  it("has characters for the two sides, and letters of the federation", () => {
    expect(faceOf("C", false)).toBe("炮");
    expect(faceOf("c", false)).toBe("砲");
    expect([..."kabnrcp"].map((piece) => faceOf(piece, true)).join("")).toBe("KAEHRCP");
  });
});
