// What was typed of a move and is not saved yet: one draft for each move, and none is lost by looking elsewhere.
import { effect, signal } from "@preact/signals";
import type { Problem } from "../api/client";
import type { Fields } from "../game/fields";
import { changed } from "../game/fields";
import type { Difference } from "../game/merge";
import type { Placed, ReadNode } from "./details";

/** A move of a book, as it lies on the board: points in its texts are read and written so. */
export interface Place extends Omit<Placed, "version" | "point"> {
  /** Its point, to speak of it. */
  readonly name: string;
}

/** What became of saving a draft. */
export type Saving =
  | { readonly is: "typed" }
  | { readonly is: "saving" }
  | { readonly is: "failed"; readonly problem: Problem }
  /** Somebody else changed it meanwhile. */
  | { readonly is: "conflict"; readonly differences: readonly Difference[]; readonly theirs: Known }
  /** Somebody else deleted it meanwhile. */
  | { readonly is: "gone" };

/** What is known of a move at the server. */
export interface Known {
  readonly fields: Fields;
  readonly etag: string;
  readonly revision: number;
  /** Whether it is out of use. */
  readonly retired: boolean;
}

export interface Draft {
  readonly place: Place;
  /** What the fields were when typing began. */
  readonly base: Fields;
  /** What was seen then; null for a move that is to be added. */
  readonly etag: string | null;
  readonly mine: Fields;
  /** Why, for the log. */
  readonly reason: string;
  /** Whether saving takes it back into use. */
  readonly restores: boolean;
  readonly saving: Saving;
}

/** All drafts, by their moves. */
export const drafts = signal<ReadonlyMap<string, Draft>>(new Map());

/** What tells a move, as it lies, from all others. */
export function keyOf(place: Place): string {
  return [place.book, place.steps, place.corner, place.handedness, place.color].join(" ");
}

/** The place of a node that is shown. */
export function placeOf(at: Placed, found: ReadNode): Place {
  const { book, steps, corner, color, handedness } = at;
  return { book, steps, corner, color, handedness, name: found.value.points.at(-1) ?? "tenuki" };
}

/** Keeps a draft; one that says nothing is none. */
export function keep(draft: Draft): void {
  const next = new Map(drafts.value);
  const { saving, reason, etag } = draft;
  // The problem of a move that was to be added without a word is shown too.
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

/** Whether something would be lost. */
export function isUnsaved(draft: Draft): boolean {
  return draft.saving.is === "saving" || draft.restores || changed(draft.base, draft.mine).length > 0;
}

const warn = (event: BeforeUnloadEvent) => event.preventDefault();

effect(() => {
  if ([...drafts.value.values()].some(isUnsaved)) addEventListener("beforeunload", warn);
  else removeEventListener("beforeunload", warn);
});
