// Moves of the book by words of their names: the words, what was found, and the one that is chosen.
import { computed, effect, signal } from "@preact/signals";
import { ask, bookPath } from "../api/client";
import type { FoundNode, FoundNodes } from "../api/types";
import { notationOf } from "../game/games";
import type { Line } from "../game/line";
import { alternating, colorOf } from "../game/line";
import { usualView } from "../game/range";
import { game, isUnsure } from "./answer";
import { goTo, look, see } from "./place";
import { resource, valueOf } from "./resource";

/** Most moves that are shown. */
const MOST = 12;
/** Pause in typing after which the server is asked, in milliseconds. */
const PAUSE = 150;

/** The words in the search box. */
export const words = signal("");
/** Whether what was found is shown. */
export const isShown = signal(false);
/** The index of the chosen move. */
export const chosenIndex = signal(0);

const asked = signal("");
effect(() => {
  const text = words.value.trim();
  const timer = setTimeout(() => (asked.value = text), text === "" ? 0 : PAUSE);
  return () => clearTimeout(timer);
});

export const found = resource(
  () => (asked.value === "" || isUnsure.value ? null : { path: bookPath(look.value.book), q: asked.value, coords: notationOf(game.value) }),
  async ({ path, q, coords }, signal) => {
    const query = new URLSearchParams({ q, coords, limit: String(MOST) });
    return (await ask<FoundNodes>(`${path}/search?${query}`, { signal })).value;
  },
);

/** The moves that were found. */
export const nodes = computed(() => valueOf(found.now.value)?.nodes ?? []);
// What was chosen is of other words.
effect(() => {
  void nodes.value;
  chosenIndex.value = 0;
});

/** Returns the moves that lead to a found one. */
export function lineTo(node: FoundNode): Line {
  return alternating(node.points.map((point) => point ?? null), colorOf(node.color), game.peek());
}

/** Opens a found move on the board. */
export function openNode(node: FoundNode): void {
  const line = lineTo(node);
  see({ panel: "moves", view: usualView(line) });
  goTo(line);
  hide();
}

/** Closes what was found; the words stay. */
export function hide(): void {
  isShown.value = false;
}
