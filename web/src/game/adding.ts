// Where a move that left the book would be added.
import type { CornerAnswer } from "../api/types";
import type { Move } from "./line";

const TENUKI = "XX";

/** The line that ends with the move that left the book; null where the book knows the moves before it in another order. */
export function lineToAdd(corner: Pick<CornerAnswer, "steps" | "left_book">): string | null {
  const left = corner.left_book;
  if (!left) return null;
  // What was played since is no part of it.
  return [left.node + left.step, left.node + TENUKI + left.step].find((line) => corner.steps.startsWith(line)) ?? null;
}

/** Moves of a line whose colours alternate; a tenuki is told by the colours around it. */
export function movesOf(points: readonly (string | null)[], first: string): readonly Move[] {
  const own = first === "W" ? "W" : "B";
  const other = own === "B" ? "W" : "B";
  return points.flatMap((point, index): Move[] => (point === null ? [] : [{ color: index % 2 === 0 ? own : other, point }]));
}

/** Whether all moves stand on the board as stones of their colours. */
export function standOn(moves: readonly Move[], stones: readonly Move[]): boolean {
  return moves.every(({ color, point }) => stones.some((stone) => stone.point === point && stone.color === color));
}
