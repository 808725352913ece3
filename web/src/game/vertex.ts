// Points: GTP names, and column and row from the upper left.

/** Column and row, both from 0, from the upper left, as in the board library. */
export type Vertex = [x: number, y: number];

/** Letters of the columns; `I` is skipped. */
export const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

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
