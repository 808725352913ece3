// The line to add for a move that left the book.
import type { CornerAnswer } from "../api/types";
import type { Move } from "./line";

const TENUKI = "XX";

/**
 * Returns the line that ends with the move that left the book; null if the book reaches the moves
 * before it in another order.
 */
export function lineToAdd(corner: Pick<CornerAnswer, "steps" | "left_book">): string | null {
  const left = corner.left_book;
  if (!left) return null;
  // Moves after it do not belong to the line.
  return [left.node + left.step, left.node + TENUKI + left.step].find((line) => corner.steps.startsWith(line)) ?? null;
}

/**
 * Returns the moves of a line with alternating colours; a tenuki shows only in the colours around
 * it.
 */
export function movesOf(points: readonly (string | null)[], first: string): readonly Move[] {
  const own = first === "W" ? "W" : "B";
  const other = own === "B" ? "W" : "B";
  return points.flatMap((point, index): Move[] => (point === null ? [] : [{ color: index % 2 === 0 ? own : other, point }]));
}

/** Checks whether all moves stand on the board as stones of their colours. */
export function standOn(moves: readonly Move[], stones: readonly Move[]): boolean {
  return moves.every(({ color, point }) => stones.some((stone) => stone.point === point && stone.color === color));
}
