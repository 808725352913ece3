// The other moves of the book beside one of the line: asked for when they are opened.
import { computed, effect, signal } from "@preact/signals";
import type { Candidate } from "../api/types";
import { jump, play } from "../game/line";
import { edition, inView } from "./answer";
import { siblings } from "./hands";
import * as place from "./place";
import { resource } from "./resource";

/** The number of the move whose alternatives are shown; null if none are. */
export const branching = signal<number | null>(null);
effect(() => {
  void place.line.value;
  branching.value = null;
});

/** Returns the line before a move, with its side to move. */
function before(at: number) {
  const line = place.line.value;
  const move = line.moves[at - 1];
  if (!move) return null;
  return { line: { ...jump(line, at - 1), moves: line.moves.slice(0, at - 1), toPlay: move.color }, move };
}

const asked = computed(() => (branching.value === null ? null : before(branching.value)));

/** The book's moves at that place but the one that was played. */
export const branches = resource(
  () => asked.value && { ...asked.value, edition: edition.value },
  async ({ line, move }): Promise<readonly Candidate[]> => {
    const found = await siblings(line);
    return inView(found.moves).filter((one) => !one.points.includes(move.point));
  },
  ({ edition: _, ...rest }) => rest,
);

/** Plays another move in the place of the one whose alternatives are shown. */
export function branchTo(point: string): void {
  const from = branching.peek() === null ? null : before(branching.peek()!);
  if (from) place.goTo(play(from.line, point, from.move.color));
}
