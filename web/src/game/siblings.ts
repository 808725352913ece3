// Siblings of a move: the book's other moves of the position before it.

/** A move of the book with its mirrored twins. */
interface Sibling {
  readonly points: readonly string[];
}

/**
 * Returns the move after or before the played one, best first, without end; null if there is no
 * other. From a move that is not in the book the first one follows.
 */
export function siblingOf(moves: readonly Sibling[], played: string, step: 1 | -1): string | null {
  const here = moves.findIndex((move) => move.points.includes(played));
  const from = here < 0 && step < 0 ? 0 : here;
  const next = moves[(from + step + moves.length) % moves.length];
  return !next || next.points.includes(played) ? null : next.points[0]!;
}
