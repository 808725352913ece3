// The visible part of the board: all of it, or in Go one corner.
import type { Shape } from "./games";
import { heightOf } from "./games";
import type { Line, Move } from "./line";
import type { Vertex } from "./vertex";
import { vertexIn } from "./vertex";

/** Corners of the board, the one that opens first on an empty board in front. */
export const CORNERS = ["upper_right", "upper_left", "lower_left", "lower_right"] as const;
export type Corner = (typeof CORNERS)[number];
/** The whole board, or one corner. */
export type View = "board" | Corner;

/** Visible columns and rows, first and last. */
export interface Range {
  readonly x: [number, number];
  readonly y: [number, number];
}

/** Returns the visible part: the whole board, or a corner with what is played from it along the sides. */
export function rangeOf(shape: Shape, view: View): Range {
  const { size } = shape;
  if (view === "board" || shape.game !== "go") return { x: [0, size - 1], y: [0, heightOf(shape) - 1] };
  const reach = Math.floor((2 * size) / 3);
  const near: [number, number] = [0, reach];
  const far: [number, number] = [size - 1 - reach, size - 1];
  return { x: view.endsWith("left") ? near : far, y: view.startsWith("upper") ? near : far };
}

export function isWithin([x, y]: Vertex, range: Range): boolean {
  return x >= range.x[0] && x <= range.x[1] && y >= range.y[0] && y <= range.y[1];
}

/** Returns whether a view shows all of some stones; passes are nowhere. */
function showsAll(shape: Shape, view: View, stones: readonly Move[]): boolean {
  const range = rangeOf(shape, view);
  return stones.every(({ point }) => {
    const vertex = vertexIn(point, shape);
    return vertex === null || isWithin(vertex, range);
  });
}

/**
 * Returns the view in which a line opens: the corner that shows all of its stones, else the whole
 * board. Small boards and those of other games are always whole.
 */
export function usualView(line: Line): View {
  if (line.game !== "go" || line.size !== 19) return "board";
  const stones = [...line.stones, ...line.moves];
  const first = stones.map(({ point }) => vertexIn(point, line)).find((vertex) => vertex !== null);
  const corners = CORNERS.filter((corner) => showsAll(line, corner, stones));
  return corners.find((corner) => first && isNear(corner, first, line.size)) ?? corners[0] ?? "board";
}

/** Returns whether no other corner is nearer. */
function isNear(corner: Corner, [x, y]: Vertex, size: number): boolean {
  const middle = (size - 1) / 2;
  return (corner.endsWith("left") ? x <= middle : x >= middle) && (corner.startsWith("upper") ? y <= middle : y >= middle);
}

/** Returns the view after a change of the line: another one if the new stones are outside. */
export function viewAfter(view: View, before: Line, next: Line): View {
  if (view === "board") return view;
  if (next.game !== before.game || next.size !== before.size) return usualView(next);
  const known = new Set([...before.stones, ...before.moves].map(({ point }) => point));
  const added = [...next.stones, ...next.moves].filter(({ point }) => !known.has(point));
  return showsAll(next, view, added) ? view : usualView(next);
}
