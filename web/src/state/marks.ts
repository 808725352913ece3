// How stones and pieces are drawn, and the letters of the book's moves.
import { computed } from "@preact/signals";
import { candidates, keyOf } from "./answer";
import { kept } from "./kept";

/** What is written on the pieces of xiangqi. */
const faces = kept("pieces", ["characters", "letters"] as const, () => "characters");
export const pieceFaces = faces.now;
export const chooseFaces = faces.choose;

/** Without `i` and `l`, which look alike. Comments have capitals. */
const LETTERS = "abcdefghjkmnopqrstuvwxyz";

/** Returns the letter of the move of a rank, from 0; moves after `z` have numbers. */
export function letterOf(rank: number): string {
  return LETTERS[rank] ?? String(rank + 1);
}

/** The letters of the shown candidates, by their keys, in the order of the table. */
export const letters = computed((): ReadonlyMap<string, string> => new Map(candidates.value.map((one, rank) => [keyOf(one), letterOf(rank)])));
