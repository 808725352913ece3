// The change log of a book or a move, and reverting changes.
import { computed, signal } from "@preact/signals";
import { ask, bookPath, path } from "../api/client";
import type { ChangeInFull, Changes, NodeChanges, Reverted } from "../api/types";
import { placed } from "./details";
import type { Notice } from "./editing";
import { tell } from "./editing";
import { historyOf, made } from "./made";
import { look } from "./place";
import { resource } from "./resource";
import { t } from "../text/text";

/** Changes per page. */
const PAGE = 30;
/** Maximum number of nodes of a change to show at once. */
export const NODES = 50;

const book = computed(() => look.value.book ?? "main");

/** Path of the shown log, without the page. */
const subject = computed(() => {
  const at = placed.value;
  if (historyOf.value === "move") return at && `${bookPath(at.book)}/nodes/${at.steps}/changes`;
  return `${bookPath(book.value)}/changes`;
});

/** Visited pages of one log; each entry is the change before which the page starts. */
const turned = signal<{ readonly of: string | null; readonly pages: readonly number[] }>({ of: null, pages: [] });

/** Visited pages of the shown log. */
export const pages = computed(() => (turned.value.of === subject.value ? turned.value.pages : []));

export function older(before: number): void {
  turned.value = { of: subject.value, pages: [...pages.value, before] };
}

export function newer(): void {
  turned.value = { of: subject.value, pages: pages.value.slice(0, -1) };
}

/** A page of the log of a book, or of a node with the effect of each change on it. */
export const log = resource(
  () => {
    const of = look.value.panel === "history" ? subject.value : null;
    return of === null ? null : { of, before: pages.value.at(-1) ?? null, made: made.value };
  },
  async ({ of, before }, signal) => {
    return (await ask<Changes | NodeChanges>(path(of, { before, limit: PAGE }), { signal })).value;
  },
  ({ of, before }) => ({ of, before }),
);

/** Returns the details of a change, starting after a line. */
export async function changeInFull(id: number, after: string | null): Promise<ChangeInFull> {
  return (await ask<ChangeInFull>(path(`/v1/changes/${id}`, { after, limit: NODES }))).value;
}

/** A change to revert. */
export interface Revert {
  readonly book: string;
  readonly change: number;
  /** Handling of later changes to the same moves. */
  readonly later: "refuse" | "keep" | "drop";
  readonly reason: string;
}

/** Runs the revert as a dry run. */
export async function tryRevert({ book: of, ...asked }: Revert): Promise<Reverted> {
  return (await ask<Reverted>(`${bookPath(of)}/revert`, { json: { ...asked, dry_run: true } })).value;
}

/** Reverts a change; the notice appears at `where`. */
export async function revert({ book: of, ...asked }: Revert, where: string): Promise<void> {
  const { value } = await ask<Reverted>(`${bookPath(of)}/revert`, { json: asked });
  const change = value.change ?? null;
  const text = change === null ? t.history.alreadyReverted(asked.change) : t.history.isReverted(asked.change, change);
  tell({ where, book: of, text, change });
}

/** Undoes the last change. */
export function takeBack(done: Notice, change: number): Promise<void> {
  return revert({ book: done.book, change, later: "refuse", reason: "" }, done.where);
}
