// Positions after moves. The board library computes those of Go.
import GoBoard from "@sabaki/go-board";
import type { Shape } from "./games";
import { heightOf } from "./games";
import type { Color, Line, Move } from "./line";
import { colorName, shown } from "./line";
import { sourceOf, targetOf, vertexIn } from "./vertex";
import type { Pieces } from "./xiangqi";
import { START, at, colorOfPiece, moved, pieceName, readFen, targetsOf } from "./xiangqi";
import { t } from "../text/text";

/** 1 for the side that begins, Black or Red, −1 for the other, as in the board library. */
export type Sign = 0 | 1 | -1;

export function signOf(color: Color, { game }: Pick<Shape, "game"> = { game: "go" }): Sign {
  return (color === "B") === (game !== "xiangqi") ? 1 : -1;
}

/** A board, and the number of the first illegal move, if there is one. */
export interface Position {
  readonly shape: Shape;
  /** The side of each stone or piece. */
  readonly board: GoBoard;
  /** The pieces of xiangqi; null for stones. */
  readonly pieces: Pieces | null;
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
  let position = startOf(line);
  for (const [index, move] of shown(line).entries()) {
    if (refusal(position, move)) return { ...position, illegalAt: index + 1 };
    position = after(position, move);
  }
  return position;
}

/** Returns the position before the first move of a line. */
export function startOf(line: Line): Position {
  const shape: Shape = { game: line.game, size: line.size };
  if (line.game === "xiangqi") return withPieces(shape, (readFen(line.fen ?? START) ?? readFen(START)!).pieces);
  const board = GoBoard.fromDimensions(shape.size, heightOf(shape));
  for (const stone of line.stones) {
    const vertex = vertexIn(stone.point, shape);
    if (vertex) board.set(vertex, signOf(stone.color));
  }
  return { shape, board, pieces: null, illegalAt: null };
}

function withPieces(shape: Shape, pieces: Pieces): Position {
  const sign = (piece: string) => (piece ? signOf(colorOfPiece(piece), shape) : 0);
  return { shape, board: new GoBoard(pieces.map((row) => row.map(sign))), pieces, illegalAt: null };
}

/** Returns the position after one more legal move. */
export function after(position: Position, move: Move): Position {
  const { shape, board, pieces } = position;
  const target = targetOf(move.point, shape);
  const source = sourceOf(move.point, shape);
  if (pieces) return target && source ? withPieces(shape, moved(pieces, source, target)) : position;
  const sign = signOf(move.color);
  if (shape.game === "go") return { ...position, board: target ? board.makeMove(sign, target) : board.makeMove(0, [-1, -1]) };
  return target ? { ...position, board: board.clone().set(target, sign) } : position;
}

/**
 * Returns why a move is illegal, in words, or null. Longer cycles of superko and the forbidden
 * points of renju are left to the server.
 */
export function refusal({ shape, board, pieces }: Position, move: Move): string | null {
  if (move.point === "pass" && !pieces) return null;
  const target = targetOf(move.point, shape);
  if (!target) return t.refused.invalidPoint(move.point, shape.size, heightOf(shape));
  if (pieces) return refusedPiece(shape, pieces, move);
  if (board.get(target) !== 0) return t.refused.occupied(move.point);
  if (shape.game !== "go") return null;
  const found = board.analyzeMove(signOf(move.color) as 1 | -1, target);
  if (found.suicide) return t.refused.suicide(move.point);
  if (found.ko) return t.refused.ko(move.point);
  return null;
}

function refusedPiece(shape: Shape, pieces: Pieces, { color, point }: Move): string | null {
  const [source, target] = [sourceOf(point, shape), targetOf(point, shape)];
  const piece = source ? at(pieces, source) : "";
  if (!source || !target || !piece) return t.refused.noPiece(point.slice(0, 2));
  if (colorOfPiece(piece) !== color) return t.refused.notItsTurn(colorName(color));
  if (targetsOf(pieces, source).some(([x, y]) => x === target[0] && y === target[1])) return null;
  return t.refused.cannotGo(pieceName(piece), point.slice(0, 2), point.slice(2));
}
