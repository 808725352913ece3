// The log of changes, of a book and of a move; and changes taken back.
import { computed, signal } from "@preact/signals";
import { ask, bookPath, path } from "../api/client";
import type { ChangeInFull, Changes, NodeChanges, Reverted } from "../api/types";
import { placed } from "./details";
import type { Notice } from "./editing";
import { made, tell } from "./editing";
import { look } from "./place";
import { resource } from "./resource";

/** Changes on a page. */
const PAGE = 30;
/** Nodes of a change that are shown at once. */
export const NODES = 50;

/** Whose changes are shown: the book's, or those of the move that is looked at. */
export const historyOf = signal<"book" | "move">("book");

const book = computed(() => look.value.book ?? "main");

/** What the log is asked for, without its page. */
const subject = computed(() => {
  const at = placed.value;
  if (historyOf.value === "move") return at && `${bookPath(at.book)}/nodes/${at.steps}/changes`;
  return `${bookPath(book.value)}/changes`;
});

/** The pages that were turned, each the change before which the next one starts. They are those of one log only. */
const turned = signal<{ readonly of: string | null; readonly pages: readonly number[] }>({ of: null, pages: [] });

/** The pages that were turned in the log that is shown. */
export const pages = computed(() => (turned.value.of === subject.value ? turned.value.pages : []));

export function older(before: number): void {
  turned.value = { of: subject.value, pages: [...pages.value, before] };
}

export function newer(): void {
  turned.value = { of: subject.value, pages: pages.value.slice(0, -1) };
}

/** A page of the log: of a book, or of a node, where what it did to it is told too. */
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

/** What a change did, from a line on. */
export async function changeInFull(id: number, after: string | null): Promise<ChangeInFull> {
  return (await ask<ChangeInFull>(path(`/v1/changes/${id}`, { after, limit: NODES }))).value;
}

/** A change to be taken back. */
export interface Revert {
  readonly book: string;
  readonly change: number;
  /** What becomes of later changes of the same. */
  readonly later: "refuse" | "keep" | "drop";
  readonly reason: string;
}

/** What would happen. */
export async function tryRevert({ book: of, ...asked }: Revert): Promise<Reverted> {
  return (await ask<Reverted>(`${bookPath(of)}/revert`, { json: { ...asked, dry_run: true } })).value;
}

/** Takes a change back; `where` is where that is told. */
export async function revert({ book: of, ...asked }: Revert, where: string): Promise<void> {
  const { value } = await ask<Reverted>(`${bookPath(of)}/revert`, { json: asked });
  const change = value.change ?? null;
  const how = change === null ? "was taken back already" : `is taken back by change ${change}`;
  tell({ where, book: of, text: `Change ${asked.change} ${how}`, change });
}

/** Takes back what was done last. */
export function takeBack(done: Notice, change: number): Promise<void> {
  return revert({ book: done.book, change, later: "refuse", reason: "" }, done.where);
}
