// Finds where a move that left the book is to be added.
import { ask, bookPath, Problem } from "../api/client";
import type { BookNode, Changed, CornerAnswer } from "../api/types";
import { lineToAdd, movesOf, standOn } from "../game/adding";
import { shown } from "../game/line";
import { nodePath } from "./details";
import type { Place } from "./drafts";
import { line } from "./place";

const SIDES = ["clockwise", "counter_clockwise"] as const;

/** The place of the move that left the book, where the corner's letters say it. */
export function placeToAdd(corner: CornerAnswer, book: string): Place | null {
  const { left_book: left, first_mover: color, handedness } = corner;
  const steps = lineToAdd(corner);
  if (!left || !color || steps === null) return null;
  const side = handedness === "counter_clockwise" ? handedness : "clockwise";
  return { book, steps, corner: corner.corner, color, handedness: side, name: left.point };
}

/**
 * The place of the move after moves that the book knows in another order: its line may lie the other way round than what was
 * played. It is looked at how it lies, and the server says which line the move would end.
 * @throws {Problem} that cannot be said.
 */
export async function findPlaceToAdd(corner: CornerAnswer, book: string): Promise<Place> {
  const { left_book: left, first_mover: color } = corner;
  if (!left || !color) throw new Problem(0, { detail: "This corner did not leave the book." });
  const stones = [...line.value.stones, ...shown(line.value)];
  for (const handedness of SIDES) {
    const before: Place = { book, steps: left.node, corner: corner.corner, color, handedness, name: left.point };
    const moves = movesOf((await ask<BookNode>(nodePath(before))).value.points, color);
    if (!standOn(moves, stones)) continue;
    const text = [...moves, left].map((move) => `${move.color}:${move.point}`).join(",");
    const json = { dry_run: true, edits: [{ op: "add", moves: text, coords: "gtp" }] };
    const { value } = await ask<Changed>(`${bookPath(book)}/edits`, { json });
    const steps = value.difference.nodes.filter(({ change }) => change === "added").at(-1)?.line;
    if (steps !== undefined) return { ...before, steps };
  }
  throw new Problem(0, { detail: `It cannot be said after which line of the book ${left.point} comes.` });
}
