// Saving, adding, retiring and deleting moves, and the notices about it.
import { batch, effect, signal } from "@preact/signals";
import type { Problem } from "../api/client";
import { ask, bookPath } from "../api/client";
import type { BookNode, Changed, EditedNode } from "../api/types";
import { fieldsOf, NO_FIELDS, patchOf, rebased } from "../game/fields";
import { merge } from "../game/merge";
import { askAgain, books } from "./answer";
import type { ReadNode } from "./details";
import { frameOf, nodePath } from "./details";
import type { Draft, Known, Place } from "./drafts";
import { discard, drafts, isUnsaved, keep, keyOf } from "./drafts";
import { made, madeHere } from "./made";
import { line } from "./place";
import { asProblem } from "./resource";
import { t } from "../text/text";

/** Notice about the last change. */
export interface Notice {
  /** Key of the changed move, or the part of the page that made the change. */
  readonly where: string;
  readonly book: string;
  readonly text: string;
  /** Number of the change, for undo; null if nothing changed. */
  readonly change: number | null;
}

export const notice = signal<Notice | null>(null);
/** State of saved moves as the server last reported it, until they are read again. */
const stored = signal<ReadonlyMap<string, Known>>(new Map());

// A new position closes the notice.
effect(() => {
  void line.value;
  notice.value = null;
});

/** Returns the draft of a move, or a fresh one. */
export function draftOf(place: Place, found: ReadNode | null): Draft {
  const kept = drafts.value.get(keyOf(place));
  if (kept) return kept;
  const plain = { place, reason: "", restores: false, saving: { is: "typed" } } as const;
  if (!found) return { ...plain, base: NO_FIELDS, etag: null, mine: NO_FIELDS };
  const saved = stored.value.get(keyOf(place));
  const now = saved && saved.revision > found.value.revision ? saved : knownOf(found.value, found.etag);
  return { ...plain, base: now.fields, etag: now.etag, mine: now.fields };
}

/**
 * Saves a draft. The outcome is stored in the draft, even if the page shows another move by then.
 */
export async function save(draft: Draft): Promise<void> {
  keep({ ...draft, saving: { is: "saving" } });
  try {
    if (draft.etag === null) await add(draft);
    else await patch(draft, draft.etag);
  } catch (error) {
    await refused(draft, asProblem(error));
  }
}

/** Rebases a draft on the others' version, with the resolved fields. */
export function onTop(draft: Draft, theirs: Known, mine: Draft["mine"], restores: boolean): Draft {
  return { ...draft, base: theirs.fields, etag: theirs.etag, mine, restores, saving: { is: "typed" } };
}

/** Turns the draft of a deleted move into one that adds it again. */
export function asNew(draft: Draft): Draft {
  return { ...draft, base: NO_FIELDS, etag: null, saving: { is: "typed" } };
}

/** Retires a move with its subtree, or restores it. */
export async function retire(place: Place, retired: boolean, etag: string | null): Promise<void> {
  const seen = etag ?? (await read(place)).etag;
  const { value } = await fresh(() => {
    const asked = { method: "PATCH", json: { retired }, ifMatch: seen } as const;
    return ask<EditedNode>(nodePath(place), asked);
  });
  const text = retired ? t.editing.isRetiredNow : t.editing.isRestored;
  done(place, text(place.name), value.change ?? null);
}

/** Returns the number of moves that a deletion would remove, this one included. */
export async function countDeleted(place: Place, etag: string | null): Promise<number> {
  const asked = { method: "DELETE", ifMatch: etag } as const;
  const { value } = await fresh(() => ask<Changed>(`${nodePath(place)}&dry_run=true`, asked));
  return value.difference.deleted;
}

/** Deletes a move with its subtree, unless any of it has changed since it was read. */
export async function remove(place: Place, etag: string | null): Promise<void> {
  const asked = { method: "DELETE", ifMatch: etag } as const;
  const { value } = await fresh(() => ask<Changed>(nodePath(place), asked));
  discard(place);
  done(place, t.editing.isDeleted(place.name, value.difference.deleted), value.change ?? null);
}

/**
 * Shows a notice, and reloads everything that the change may affect. The details follow the
 * answer, which has the book's new version: a request at once might ask for a deleted move.
 */
export function tell(next: Notice): void {
  batch(() => {
    notice.value = next;
    if (next.change !== null) madeHere.add(next.change);
    made.value += 1;
    askAgain();
    books.again();
  });
}

/** Runs a guarded change; on a failed precondition the move is read again. */
async function fresh<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (asProblem(error).status === 412) askAgain();
    throw error;
  }
}

async function patch(draft: Draft, etag: string): Promise<void> {
  const { place, base, mine, reason, restores } = draft;
  const json = { ...patchOf(base, mine), ...(restores ? { retired: false } : {}) };
  const where = nodePath(place);
  const asked = { method: "PATCH", json, ifMatch: etag } as const;
  const answered = await ask<EditedNode>(reason ? `${where}&reason=${encodeURIComponent(reason)}` : where, asked);
  const node = "line" in answered.value ? answered.value : null;
  const now = node ? knownOf(node, answered.etag) : { fields: mine, etag, revision: 0, retired: false };
  const change = answered.value.change ?? null;
  settle(draft, now, change, change === null ? t.editing.unchanged : t.editing.saved(change));
}

async function add(draft: Draft): Promise<void> {
  const { place, mine, reason } = draft;
  const edit = { op: "add", ...frameOf(place), fields: patchOf(NO_FIELDS, mine) };
  const asked = { json: { reason, edits: [edit] } };
  const { value } = await ask<Changed>(`${bookPath(place.book)}/edits`, asked);
  const { version } = value.book;
  const change = value.change ?? 0;
  const before = value.difference.added - 1;
  const now = { fields: mine, etag: `"${version}"`, revision: version, retired: false };
  settle(draft, now, value.change ?? null, before > 0 ? t.editing.addedWith(place.name, before, change) : t.editing.added(place.name, change));
}

/** Handles a stored draft: text typed since then stays a draft on top of it. */
function settle(sent: Draft, now: Known, change: number | null, text: string): void {
  batch(() => {
    const typed = drafts.value.get(keyOf(sent.place)) ?? sent;
    const mine = rebased(sent.mine, typed.mine, now.fields);
    const reason = typed.reason === sent.reason ? "" : typed.reason;
    know(sent.place, now);
    keep({ place: sent.place, base: now.fields, etag: now.etag, mine, reason, restores: false, saving: { is: "typed" } });
    done(sent.place, text, change);
  });
}

function done(place: Place, text: string, change: number | null): void {
  tell({ where: keyOf(place), book: place.book, text, change });
}

/** Handles a failed save; on a conflict it stores the differences of both sides. */
async function refused(sent: Draft, problem: Problem): Promise<void> {
  const typed = () => drafts.value.get(keyOf(sent.place)) ?? sent;
  const { code, current } = problem.body;
  if (code === "unknown_node" || (problem.status === 412 && current === null)) return keep({ ...typed(), saving: { is: "gone" } });
  if (problem.status === 412 && isNode(current)) return clash(typed(), knownOf(current, null));
  if (code !== "already_exists") return keep({ ...typed(), saving: { is: "failed", problem } });
  try {
    const found = await read(sent.place);
    clash({ ...typed(), base: NO_FIELDS }, found);
  } catch (error) {
    keep({ ...typed(), saving: { is: "failed", problem: asProblem(error) } });
  }
}

function clash(draft: Draft, theirs: Known): void {
  const differences = merge(draft.base, draft.mine, theirs.fields);
  const own = differences.some(({ by }) => by !== "theirs");
  know(draft.place, theirs);
  // Perhaps this very request was stored, and only its response was lost.
  if (!own && !theirs.retired) settle(draft, theirs, null, t.editing.sameContent);
  else keep({ ...draft, saving: { is: "conflict", differences, theirs } });
  askAgain();
}

function know(place: Place, now: Known): void {
  stored.value = new Map(stored.value).set(keyOf(place), now);
}

async function read(place: Place): Promise<Known> {
  const { value, etag } = await ask<BookNode>(nodePath(place));
  return knownOf(value, etag);
}

/** Without an entity tag, the node's revision serves as one. */
function knownOf(node: BookNode, etag: string | null): Known {
  return { fields: fieldsOf(node), etag: etag ?? `"${node.revision}"`, revision: node.revision, retired: node.retired };
}

function isNode(current: unknown): current is BookNode {
  return typeof current === "object" && current !== null && "revision" in current && "line" in current;
}

/** Returns whether a draft has anything to send. */
export function hasChanges(draft: Draft): boolean {
  return draft.etag === null || isUnsaved(draft);
}
