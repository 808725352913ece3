// Changes of the shown book by others: followed as they happen, while the page is visible.
import { batch, computed, effect, signal, untracked } from "@preact/signals";
import { path } from "../api/client";
import type { ServerEvent } from "../api/events";
import { followAgain } from "../api/events";
import type { Change } from "../api/types";
import { answer, books, refreshInPlace } from "./answer";
import { key } from "./key";
import { made, madeHere } from "./made";
import { isAtTable, line, look } from "./place";
import { asProblem } from "./resource";

/** Pause before the stream is opened again, in milliseconds: at first, and at most. */
const PAUSES = [1000, 60_000] as const;
/** Changes within this time are shown as one; the response to a change of our own arrives in it. */
const TOGETHER = 400;

/** Changes by others that were not closed yet. */
export interface Changed {
  readonly book: string;
  readonly last: Change;
  readonly count: number;
}

export const changed = signal<Changed | null>(null);
export const closeChanged = () => void (changed.value = null);

/** The id to resume after, by book. */
const lastIds = new Map<string, string>();

const isVisible = signal(document.visibilityState === "visible");
document.addEventListener("visibilitychange", () => void (isVisible.value = document.visibilityState === "visible"));

/** The first answer comes before the stream. */
const hasAnswered = signal(false);
effect(() => {
  if (answer.value !== null) hasAnswered.value = true;
});

/** The followed book, with the key; a hidden page follows none, and none in a frame of another site or at a table does. */
const followed = computed(() => (isVisible.value && hasAnswered.value && !look.value.embed && !isAtTable.value ? JSON.stringify([look.value.book ?? "main", key.value]) : null));

effect(() => {
  if (followed.value === null) return undefined;
  const [book] = JSON.parse(followed.value) as [string];
  const aborter = new AbortController();
  void untracked(() => follow(book, aborter.signal));
  return () => aborter.abort();
});

// Another position or book closes the notice.
effect(() => {
  void [line.value, look.value.book];
  changed.value = null;
});

/** Follows the changes of a book, again and again, until it is aborted or not allowed. */
function follow(book: string, signal: AbortSignal): Promise<void> {
  const ended = (error: unknown) => {
    const { status, body } = asProblem(error);
    if (status === 401 || status === 403 || body.code === "unknown_book") return false;
    // Of another database: what is on the page may be, too.
    if (body.code === "unknown_change") {
      lastIds.delete(book);
      refresh();
    }
    return true;
  };
  const lastId = () => lastIds.get(book) ?? null;
  return followAgain({ path: path("/v1/changes/stream", { book }), lastId, signal, each: collector(book, signal), ended, pauses: PAUSES });
}

/** Returns a function that takes events, and shows the changes that come together. */
function collector(book: string, signal: AbortSignal): (event: ServerEvent) => void {
  let waiting: Change[] = [];
  let isAfresh = false;
  const show = () => {
    const others = waiting.filter(({ id }) => !madeHere.has(id));
    const last = others.at(-1);
    const again = isAfresh;
    [waiting, isAfresh] = [[], false];
    if (signal.aborted || (!last && !again)) return;
    batch(() => {
      if (last) changed.value = { book, last, count: others.length + (changed.peek()?.count ?? 0) };
      refresh();
    });
  };
  return ({ id, name, data }) => {
    if (id !== null) lastIds.set(book, id);
    if (name !== "change" && name !== "restart") return;
    if (waiting.length === 0 && !isAfresh) setTimeout(show, TOGETHER);
    if (name === "change") waiting.push(JSON.parse(data) as Change);
    else isAfresh = true;
  };
}

/** Asks again for everything that a change may affect; rows of moves stay where they are. */
function refresh(): void {
  batch(() => {
    made.value += 1;
    refreshInPlace();
    books.again();
  });
}
