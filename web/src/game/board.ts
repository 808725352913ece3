// The stones after moves, by the board library.
import GoBoard from "@sabaki/go-board";
import type { Color, Line, Move } from "./line";
import { shown } from "./line";
import { vertexOf } from "./vertex";

/** 1 for Black, −1 for White, as the board library has it. */
export type Sign = 0 | 1 | -1;

export function signOf(color: Color): Sign {
  return color === "B" ? 1 : -1;
}

/** A board, and the first move that could not be played there, if there is one. */
export interface Position {
  readonly board: GoBoard;
  /** The number of the first move that the rules forbid, from 1. */
  readonly illegalAt: number | null;
}

/** Boards that were worked out before: a game of 300 moves is looked at again with every hover. */
const known = new WeakMap<Line, Position>();

/** The board after the moves of a line that are shown. Nobody may put stones on it: it is kept. */
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

/** The board after one move more, which is legal. */
export function after(board: GoBoard, move: Move, size: number): GoBoard {
  const vertex = vertexOf(move.point, size);
  return vertex ? board.makeMove(signOf(move.color), vertex) : board.makeMove(0, [-1, -1]);
}

/** Why a move cannot be played, in words, or null. The longer cycles of superko are the server's to see. */
export function refusal(board: GoBoard, move: Move, size: number): string | null {
  if (move.point === "pass") return null;
  const vertex = vertexOf(move.point, size);
  if (!vertex) return `${move.point} is no point of a board of ${size} lines`;
  const found = board.analyzeMove(signOf(move.color) as 1 | -1, vertex);
  if (found.overwrite) return `a stone stands on ${move.point} already`;
  if (found.suicide) return `${move.point} would be suicide`;
  if (found.ko) return `${move.point} takes the ko back at once`;
  return null;
}
