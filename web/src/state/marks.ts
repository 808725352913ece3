// How stones and pieces are drawn, and the letters of the book's moves.
import { computed } from "@preact/signals";
import { libertiesOf, numbersOf } from "../game/numbers";
import { keyOf, rows } from "./answer";
import { kept } from "./kept";
import { staged, stones } from "./stage";

/** What is written on the pieces of xiangqi. */
const faces = kept("pieces", ["characters", "letters"] as const, () => "characters");
export const pieceFaces = faces.now;
export const chooseFaces = faces.choose;

/** What stands on stones. */
export const STONE_TEXTS = ["none", "numbers", "liberties"] as const;
export type StoneTexts = (typeof STONE_TEXTS)[number];
const texts = kept<StoneTexts>("stones", STONE_TEXTS, () => "none");
export const chooseTexts = texts.choose;
/** What stands on the stones of the present game: only Go has liberties. */
export const stoneTexts = computed((): StoneTexts => (texts.now.value === "liberties" && staged.value.game !== "go" ? "none" : texts.now.value));

/** Texts on stones and pieces, by their points. */
export const onStones = computed((): ReadonlyMap<string, string> => {
  if (stoneTexts.value === "numbers") return numbersOf(staged.value, stones.value);
  return stoneTexts.value === "liberties" ? libertiesOf(stones.value) : new Map();
});

/** Without `i` and `l`, which look alike. Comments have capitals. */
const LETTERS = "abcdefghjkmnopqrstuvwxyz";

/** Returns the letter of the move of a rank, from 0; moves after `z` have numbers. */
export function letterOf(rank: number): string {
  return LETTERS[rank] ?? String(rank + 1);
}

/** The letters of the shown candidates, by their keys: those of their rows in the table. */
export const letters = computed((): ReadonlyMap<string, string> => {
  const named = rows.value.map(({ first, twins }, rank) => [first, ...twins].map((one) => [keyOf(one), letterOf(rank)] as const));
  return new Map(named.flat());
});
