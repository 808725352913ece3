// Positions after moves, computed by the board library.
import GoBoard from "@sabaki/go-board";
import type { Color, Line, Move } from "./line";
import { shown } from "./line";
import { vertexOf } from "./vertex";

/** 1 for Black, −1 for White, as in the board library. */
export type Sign = 0 | 1 | -1;

export function signOf(color: Color): Sign {
  return color === "B" ? 1 : -1;
}

/** A board, and the number of the first illegal move, if there is one. */
export interface Position {
  readonly board: GoBoard;
  /** Number of the first illegal move, from 1. */
  readonly illegalAt: number | null;
}

/** Cache of positions: every hover over the board needs that of a game of up to 300 moves again. */
const known = new WeakMap<Line, Position>();

/** Returns the board after the shown moves of a line. It is cached and must not be modified. */
export function positionOf(line: Line): Position {
  const found = known.get(line) ?? replayed(line);
  known.set(line, found);
  return found;
}

function replayed(line: Line): Position {
  let board: GoBoard = GoBoard.fromDimensions(line.size);
  for (const stone of line.stones) {
    const vertex = vertexOf(stone.point, line.size);
    if (vertex) board.set(vertex, signOf(stone.color));
  }
  const moves = shown(line);
  for (const [index, move] of moves.entries()) {
    if (refusal(board, move, line.size)) return { board, illegalAt: index + 1 };
    board = after(board, move, line.size);
  }
  return { board, illegalAt: null };
}

/** Returns the board after one more legal move. */
export function after(board: GoBoard, move: Move, size: number): GoBoard {
  const vertex = vertexOf(move.point, size);
  return vertex ? board.makeMove(signOf(move.color), vertex) : board.makeMove(0, [-1, -1]);
}

/**
 * Returns why a move is illegal, in words, or null. Longer cycles of superko are left to the
 * server.
 */
export function refusal(board: GoBoard, move: Move, size: number): string | null {
  if (move.point === "pass") return null;
  const vertex = vertexOf(move.point, size);
  if (!vertex) return `invalid point ${move.point} on a ${size}×${size} board`;
  const found = board.analyzeMove(signOf(move.color) as 1 | -1, vertex);
  if (found.overwrite) return `${move.point} is occupied`;
  if (found.suicide) return `${move.point} would be suicide`;
  if (found.ko) return `${move.point} retakes the ko immediately`;
  return null;
}
