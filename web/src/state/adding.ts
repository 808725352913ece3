// Finds the place at which to add a move that left the book.
import { ask, bookPath, Problem } from "../api/client";
import type { BookNode, Changed, CornerAnswer } from "../api/types";
import { lineToAdd, movesOf, standOn } from "../game/adding";
import { shown } from "../game/line";
import { nodePath } from "./details";
import type { Place } from "./drafts";
import { line } from "./place";
import { t } from "../text/text";

const SIDES = ["clockwise", "counter_clockwise"] as const;

/** Returns the place of the move that left the book, if the corner's steps determine it. */
export function placeToAdd(corner: CornerAnswer, book: string): Place | null {
  const { left_book: left, first_mover: color, handedness } = corner;
  const steps = lineToAdd(corner);
  if (!left || !color || steps === null) return null;
  const side = handedness === "counter_clockwise" ? handedness : "clockwise";
  return { book, steps, corner: corner.corner, color, handedness: side, moves: null, name: left.point };
}

/**
 * Finds the place of a move after moves that the book has in another order. The book's line may
 * have the other handedness: its orientation is read from the board, and a dry run of the server
 * tells which line the move would end.
 * @throws {Problem} if no line can be determined
 */
export async function findPlaceToAdd(corner: CornerAnswer, book: string): Promise<Place> {
  const { left_book: left, first_mover: color } = corner;
  if (!left || !color) throw new Problem(0, { detail: t.corners.notLeft });
  const stones = [...line.value.stones, ...shown(line.value)];
  for (const handedness of SIDES) {
    const before: Place = { book, steps: left.node, corner: corner.corner, color, handedness, moves: null, name: left.point };
    const moves = movesOf((await ask<BookNode>(nodePath(before))).value.points, color);
    if (!standOn(moves, stones)) continue;
    const text = [...moves, left].map((move) => `${move.color}:${move.point}`).join(",");
    const json = { dry_run: true, edits: [{ op: "add", moves: text, coords: "gtp" }] };
    const { value } = await ask<Changed>(`${bookPath(book)}/edits`, { json });
    const steps = value.difference.nodes.filter(({ change }) => change === "added").at(-1)?.line;
    if (steps !== undefined) return { ...before, steps };
  }
  throw new Problem(0, { detail: t.corners.noLine(left.point) });
}
