// What the position is called: the name of its node, or of the last one before it that has a name.
import { computed, effect, signal } from "@preact/signals";
import { ask, bookPath } from "../api/client";
import type { BookNode } from "../api/types";
import { shown } from "../game/line";
import { answer, isGo, told } from "./answer";
import { currentCorner } from "./details";
import { line } from "./place";
import { resource, valueOf } from "./resource";
import { ownName, t } from "../text/text";

/** A name in the language of the page, and how many moves ago the line had it. */
export interface Name {
  readonly text: string;
  /** The names in all languages. */
  readonly all: readonly string[];
  readonly ago: number;
}

/** Names by book, version and line, none for a node without one. Answers bring those of the moves that follow. */
const names = new Map<string, readonly string[]>();
const MAX_NAMES = 5000;

interface Named {
  readonly names: readonly string[];
  readonly ago: number;
}

/** A line of a book. */
interface Place {
  readonly book: string;
  readonly version: number;
  readonly steps: string;
}

const keyOf = ({ book, version, steps }: Place) => `${book} ${version} ${steps}`;

function keep(at: Place, own: readonly string[]): void {
  if (names.size >= MAX_NAMES) names.clear();
  names.set(keyOf(at), own);
}

effect(() => {
  const found = answer.value;
  if (!found) return;
  const { name: book, version } = found.book;
  for (const move of found.moves) keep({ book, version, steps: move.leads_to }, move.names);
});

/** The corner that the page is about: the one in view, else that of the last move; in other games the board. */
export const here = computed(() => (isGo.value ? currentCorner.value : (answer.value?.corners[0] ?? null)));

/** The book's line on the board; null at the start, and where the answer has the opening's name. */
const place = computed((): Place | null => {
  const found = answer.value;
  const steps = here.value?.node?.line ?? here.value?.left_book?.node ?? "";
  const isNamed = !found || found.opening != null || line.value.game === "xiangqi";
  return isNamed || steps === "" ? null : { book: found.book.name, version: found.book.version, steps };
});

const naming = resource(() => place.value, findName);

/** The name of the position; null while it is unknown, or without one. */
export const name = computed((): Name | null => {
  const found = (place.value && knownName(place.value)) ?? valueOf(naming.now.value);
  return found && { text: ownName(found.names) ?? "", all: found.names, ago: found.ago };
});

/** What the window is called instead, as on one's turn in a game; null for the position. */
export const alert = signal<string | null>(null);

/** What the position is called in short: its name, or its last moves; empty at the start, and null until it is known. */
export const title = computed((): string | null => {
  if (told.value.state === "asking") return null;
  const opening = answer.value?.opening;
  const named = opening ? t.words.openingTitle(opening) : name.value?.text;
  if (!named && naming.now.value.state === "asking") return null;
  return named ?? shown(line.value).slice(-4).map((move) => move.point).join(" ");
});

/** Letters of a step. */
const STEP = 2;

/** Goes back along the line until a node has a name. */
async function findName(at: Place, signal: AbortSignal): Promise<Named | null> {
  for (let steps = at.steps; steps !== ""; steps = steps.slice(0, -STEP)) {
    const one = { ...at, steps };
    const known = names.get(keyOf(one));
    if (known && known.length > 0) break;
    if (known) continue;
    const { value } = await ask<BookNode>(`${bookPath(at.book)}/nodes/${steps}`, { signal });
    keep(one, value.names);
    if (value.names.length > 0) break;
  }
  return knownName(at);
}

/** Returns the name as far as it is known without a request; null if there may be a later one. */
function knownName(at: Place): Named | null {
  for (let steps = at.steps; steps !== ""; steps = steps.slice(0, -STEP)) {
    const own = names.get(keyOf({ ...at, steps }));
    if (own === undefined) return null;
    if (own.length > 0) return { names: own, ago: (at.steps.length - steps.length) / STEP };
  }
  return null;
}
