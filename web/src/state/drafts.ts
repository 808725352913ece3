// Unsaved edits: one draft per move, kept while other moves are shown.
import { effect, signal } from "@preact/signals";
import type { Problem } from "../api/client";
import type { Fields } from "../game/fields";
import { changed } from "../game/fields";
import type { Difference } from "../game/merge";
import type { Placed, ReadNode } from "./details";

/** A move of a book in its orientation on the board; points in its texts are in that frame. */
export interface Place extends Omit<Placed, "version" | "point"> {
  /** Point of the move, for messages. */
  readonly name: string;
}

/** State of a draft. */
export type Saving =
  | { readonly is: "typed" }
  | { readonly is: "saving" }
  | { readonly is: "failed"; readonly problem: Problem }
  /** Someone else has changed the move. */
  | { readonly is: "conflict"; readonly differences: readonly Difference[]; readonly theirs: Known }
  /** Someone else has deleted the move. */
  | { readonly is: "gone" };

/** State of a move on the server. */
export interface Known {
  readonly fields: Fields;
  readonly etag: string;
  readonly revision: number;
  /** Whether the move is retired. */
  readonly retired: boolean;
}

export interface Draft {
  readonly place: Place;
  /** Fields when editing began. */
  readonly base: Fields;
  /** Entity tag when editing began; null for a new move. */
  readonly etag: string | null;
  readonly mine: Fields;
  /** Reason, for the log. */
  readonly reason: string;
  /** Whether saving restores the move. */
  readonly restores: boolean;
  readonly saving: Saving;
}

/** All drafts by key. */
export const drafts = signal<ReadonlyMap<string, Draft>>(new Map());

/** Returns the key of a move in its orientation. */
export function keyOf(place: Place): string {
  return [place.book, place.steps, place.corner, place.handedness, place.color, place.moves ?? ""].join(" ");
}

/** Returns the place of a shown node. */
export function placeOf(at: Placed, found: ReadNode): Place {
  const { version: _, point: __, ...place } = at;
  return { ...place, name: found.value.points.at(-1) ?? "tenuki" };
}

/** Stores a draft; one without content is removed. */
export function keep(draft: Draft): void {
  const next = new Map(drafts.value);
  const { saving, reason, etag } = draft;
  // A failed new move without content still shows its problem.
  const rests = saving.is === "typed" || (saving.is === "failed" && etag !== null);
  const empty = rests && reason === "" && !isUnsaved(draft);
  if (empty) next.delete(keyOf(draft.place));
  else next.set(keyOf(draft.place), draft);
  drafts.value = next;
}

export function discard(place: Place): void {
  const next = new Map(drafts.value);
  next.delete(keyOf(place));
  drafts.value = next;
}

/** Returns whether discarding a draft would lose anything. */
export function isUnsaved(draft: Draft): boolean {
  return draft.saving.is === "saving" || draft.restores || changed(draft.base, draft.mine).length > 0;
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

effect(() => {
  if ([...drafts.value.values()].some(isUnsaved)) addEventListener("beforeunload", warn);
  else removeEventListener("beforeunload", warn);
});
