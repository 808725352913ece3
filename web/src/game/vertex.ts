// Points: their names, and column and row from the upper left.
import type { Shape } from "./games";
import { heightOf } from "./games";

/** Column and row, both from 0, from the upper left, as in the board library. */
export type Vertex = [x: number, y: number];

/** Letters of the columns in Go; `I` is skipped. */
const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
/** Letters of the columns in other games. */
const ALL_LETTERS = "abcdefghijklmnopqrst";

/** Returns the GTP name of a vertex on a board of `size` lines: `Q16`. */
export function nameOf([x, y]: Vertex, size: number): string {
  return `${LETTERS[x]}${size - y}`;
}

/**
 * Returns the vertex of a GTP name in either case, or null if the point is not on a board of `size`
 * lines.
 */
export function vertexOf(name: string, size: number): Vertex | null {
  const read = /^([A-HJ-Z])([1-9][0-9]?)$/i.exec(name);
  if (!read) return null;
  const x = LETTERS.indexOf(read[1]!.toUpperCase());
  const y = size - Number(read[2]);
  return x < size && y >= 0 ? [x, y] : null;
}

/** Returns the name of a column. */
export function columnName(x: number, { game }: Shape): string {
  return (game === "go" ? LETTERS : ALL_LETTERS)[x]!;
}

/** Returns the name of a row; rows of xiangqi count from 0. */
export function rowName(y: number, shape: Shape): string {
  return String(heightOf(shape) - y - (shape.game === "xiangqi" ? 1 : 0));
}

/** Returns the name of a vertex in the notation of its game: `Q16`, `h8`, `e0`. */
export function nameIn([x, y]: Vertex, shape: Shape): string {
  return columnName(x, shape) + rowName(y, shape);
}

/** Returns the vertex of a name in the notation of its game; null if the board has no such point. */
export function vertexIn(name: string, shape: Shape): Vertex | null {
  if (shape.game === "go") return vertexOf(name, shape.size);
  const read = /^([a-t])(0|[1-9][0-9]?)$/i.exec(name);
  if (!read) return null;
  const height = heightOf(shape);
  const x = ALL_LETTERS.indexOf(read[1]!.toLowerCase());
  const y = height - Number(read[2]) - (shape.game === "xiangqi" ? 1 : 0);
  return x < shape.size && y >= 0 && y < height ? [x, y] : null;
}

/** Returns where a move ends: its point, or in xiangqi where the piece goes; null for a pass. */
export function targetOf(move: string, shape: Shape): Vertex | null {
  return vertexIn(shape.game === "xiangqi" ? move.slice(2) : move, shape);
}

/** Returns where a move of a piece begins; null for a stone. */
export function sourceOf(move: string, shape: Shape): Vertex | null {
  return shape.game === "xiangqi" ? vertexIn(move.slice(0, 2), shape) : null;
}

/** Returns a move as its game writes it, or null if it is not one. */
export function readMove(text: string, shape: Shape): string | null {
  const written = shape.game === "go" ? text.toUpperCase() : text.toLowerCase();
  const isMove = shape.game === "xiangqi" ? /^[a-i][0-9][a-i][0-9]$/.test(written) : vertexIn(written, shape) !== null;
  if (isMove) return written;
  return text.toLowerCase() === "pass" && shape.game !== "xiangqi" ? "pass" : null;
}
