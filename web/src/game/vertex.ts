// Points by their GTP names, and as column and row from the upper left.

/** Column and row, both from 0, from the upper left: how the board library names a point. */
export type Vertex = [x: number, y: number];

/** The letters of the columns. `I` is left out. */
export const LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";

/** The GTP name of a vertex on a board of `size` lines: `Q16`. */
export function nameOf([x, y]: Vertex, size: number): string {
  return `${LETTERS[x]}${size - y}`;
}

/** The vertex of a GTP name in any case, or null if it names no point of a board of `size` lines. */
export function vertexOf(name: string, size: number): Vertex | null {
  const read = /^([A-HJ-Z])([1-9][0-9]?)$/i.exec(name);
  if (!read) return null;
  const x = LETTERS.indexOf(read[1]!.toUpperCase());
  const y = size - Number(read[2]);
  return x < size && y >= 0 ? [x, y] : null;
}
