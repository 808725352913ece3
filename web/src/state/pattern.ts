// The pattern search: its rectangle, options and answer, and the board while its panel is open.
import { batch, computed, effect, signal, untracked } from "@preact/signals";
import { Problem, askGrowing, bookPath } from "../api/client";
import type { FoundGame, Hit, PatternRequest, PatternResponse } from "../api/types";
import type { Line, Move } from "../game/line";
import type { Mark } from "../game/marks";
import type { Lettered, Marked, PatternOptions, PatternSearch } from "../game/pattern";
import {
  MOST_EARLIER,
  MOST_STONES,
  SYMBOLS,
  USUAL,
  asEarlier,
  cycled,
  isInside,
  letteredOf,
  markedBetween,
  markedInHit,
  markedOf,
  requestOf,
  rowsOf,
  searchOf,
  setupOf,
  standsOn,
  withEmpty,
  withSequence,
} from "../game/pattern";
import { parametersOf } from "../game/search";
import { nameOf, vertexOf } from "../game/vertex";
import { isGo } from "./answer";
import { goTo, line, look, playAll, position, refused, search, seek } from "./place";
import { resource, valueOf } from "./resource";
import { showGame } from "./showing";
import { marking } from "./stage";

/** Asks for a page of games, and for answers as they grow. */
const PART = { limit: 10, stream: true };

/** Options of the next search. */
export const options = signal<PatternOptions>(USUAL);
/** Whether continuations are on the board. */
export const lettersOn = signal(true);

const narrowing = signal<readonly PatternSearch[]>([]);
const kept = signal<Marked | null>(null);

/** Earlier searches that the next one narrows, on boards of this size. */
export const earlier = computed(() => narrowing.value.filter((one) => one.size === line.value.size));
/** The marked rectangle; null if there is none on a board of this size. */
export const marked = computed(() => (kept.value?.size === line.value.size ? kept.value : null));

/** The board of the search; null if the page was opened on another one. */
let searchedLine: Line | null = null;
/** The search that the panel took last. */
let shown: PatternSearch | null = null;

// The panel shows the search of the address: that of a link, and of the browser's Back and Forward.
effect(() => {
  const now = search.value;
  if (!now) return;
  untracked(() => {
    if (now.size === line.value.size && standsOn(now, position.value.board)) searchedLine = line.value;
    else if (!shown || !isSame(now, shown)) searchedLine = null;
    shown = now;
    batch(() => {
      kept.value = markedOf(now);
      options.value = now.options;
      narrowing.value = now.earlier;
    });
  });
});

/** A search with the book in which it is made. */
interface Sent {
  readonly book: string | null;
  readonly search: PatternSearch;
}

const isOpen = computed(() => look.value.panel === "find" && isGo.value);
const book = computed(() => look.value.book);
let last: Sent | null = null;

/** The present search. It stays while the panel is closed, so that its answer does. */
const sent = computed((): Sent | null => {
  if (!isOpen.value) return last;
  const now = search.value && { book: book.value, search: search.value };
  // Back and Forward may read the same search from another address.
  if (!now || !last || now.book !== last.book || !isSame(now.search, last.search)) last = now;
  return last;
});

const searching = resource<{ readonly path: string; readonly json: PatternRequest }, PatternResponse>(
  () => sent.value && { path: `${bookPath(sent.value.book)}/patterns`, json: requestOf(sent.value.search) },
  ({ path, json }, signal, show) => askGrowing(path, { json: { ...json, ...PART }, signal }, show),
);

/** State of the search. */
export const searched = searching.now;
/** The answer, or null without one. */
export const answer = computed(() => valueOf(searched.value));

/** Why the answer is missing, and what to do about it; null if it is there. */
export const problem = computed((): Problem | null => {
  if (searched.value.state !== "failed") return null;
  const { status, body } = searched.value.problem;
  const sentence = body.code && SENTENCES[body.code];
  return sentence ? new Problem(status, { title: "The games are not in memory", detail: sentence }) : searched.value.problem;
});

const SENTENCES: Record<string, string> = {
  key_missing: "The first search in this book needs a key, which has its games read. Enter a key above; the search is then repeated.",
  games_not_loaded: "The server is reading the games of this book. Try again in a few seconds.",
};

/** Continuations with their letters. */
export const lettered = computed((): readonly Lettered[] => {
  const { value } = sent;
  return value && answer.value ? letteredOf(answer.value.continuations, value.search) : [];
});

/** The sequence of the search. */
export const sequence = computed((): readonly Move[] => sent.value?.search.sequence ?? []);

/** Whether the board and the rectangle are still those of the search, but for its symbols. */
export const isOnPattern = computed(() => {
  const [now, then] = [marked.value, sent.value?.search];
  if (!now || !then || now.size !== then.size || now.width !== then.width || now.height !== then.height) return false;
  return now.x === then.x && now.y === then.y && standsOn(then, position.value.board);
});

/** Whether the symbols are those of the search as well. */
export const isHere = computed(() => {
  const [now, then] = [marked.value, sent.value?.search];
  return isOnPattern.value && rowsOf(now!, position.value.board).join() === then!.rows.join();
});

/** Marks the rectangle between two points; false if one is not on the board. */
export function mark(one: string, other: string): boolean {
  const [from, to] = [vertexOf(one.trim(), line.value.size), vertexOf(other.trim(), line.value.size)];
  if (from && to) kept.value = markedBetween(from, to, line.value.size);
  return from !== null && to !== null;
}

/** Removes the rectangle, and the search with it. */
export function unmark(): void {
  kept.value = null;
  seek(null);
}

/** Lets all empty points be anything, or empty again. */
export function setEmpty(free: boolean): void {
  if (marked.value) kept.value = withEmpty(marked.value, position.value.board, free ? "*" : null);
}

/** Changes options of the next search. */
export function choose(change: Partial<PatternOptions>): void {
  options.value = { ...options.value, ...change };
}

/** Searches for the marked rectangle as it stands. */
export const send = () => sendWith(isOnPattern.value ? sequence.value : []);

function sendWith(stones: readonly Move[]): void {
  if (!marked.value) return;
  const next = searchOf(marked.value, position.value.board, { options: options.value, sequence: stones, earlier: earlier.value });
  further.value = null;
  if (search.value && isSame(next, search.value)) searching.again();
  else seek(next);
}

/** Repeats the search. */
export const searchAgain = () => searching.again();

function isSame(one: PatternSearch, other: PatternSearch): boolean {
  return JSON.stringify(requestOf(one)) === JSON.stringify(requestOf(other));
}

/** Whether the search is not in the address, because it is too long. */
export const isTooLong = computed(() => sent.value !== null && parametersOf(sent.value.search).length === 0);

/** Whether the next search can narrow the present one. */
export const canNarrow = computed(() => {
  if (!sent.value || !answer.value || earlier.value.length >= MOST_EARLIER) return false;
  const before = earlier.value.at(-1);
  return !before || !isSame(before, asEarlier(sent.value.search));
});

/** Has the next search look only in the games of the present one. */
export function narrow(): void {
  if (canNarrow.value && sent.value) narrowing.value = [...earlier.value, asEarlier(sent.value.search)];
}

export const dropEarlier = () => void (narrowing.value = earlier.value.slice(0, -1));

/** Pages of games after the first, of a search. */
const further = signal<{ readonly of: Sent; readonly games: readonly FoundGame[]; readonly next: string | null } | null>(null);
const added = computed(() => (further.value?.of === sent.value ? further.value : null));

/** The games that are listed. */
export const games = computed((): readonly FoundGame[] => [...(answer.value?.found ?? []), ...(added.value?.games ?? [])]);
/** Where the next page of games begins; null if there is none. */
export const nextPage = computed(() => (added.value ? added.value.next : (answer.value?.next ?? null)));

/** Adds the next page of games. */
export async function more(): Promise<void> {
  const of = sent.peek();
  const after = nextPage.peek();
  if (!of || after === null) return;
  const json = { ...requestOf(of.search), ...PART, after };
  const page = await askGrowing<PatternResponse>(`${bookPath(of.book)}/patterns`, { json }, () => undefined);
  // Another search was sent in the meantime.
  if (sent.peek() !== of) return;
  further.value = { of, games: [...(added.peek()?.games ?? []), ...page.found], next: page.next ?? null };
}

/** Shows a game at a hit, with the pattern marked where it is there. */
export async function openHit(game: FoundGame, hit: Hit): Promise<void> {
  const of = sent.peek();
  const name = answer.peek()?.book.name;
  if (of && name && (await showGame(name, game.id, hit.move, { view: "board" }))) kept.value = markedInHit(markedOf(of.search), hit);
}

/** Returns to the board and the rectangle of the search. */
export function goBack(): void {
  const of = sent.peek()?.search;
  if (!of) return;
  kept.value = markedOf(of);
  goTo(searchedLine ?? setupOf(of));
}

/** Whether the pattern is its own image with exchanged colours, so that either may go on. */
export const isColorless = computed(() => answer.value !== null && (answer.value.swapped ?? null) === null);

/** Adds a continuation to the sequence, and searches for what follows it. */
export function follow({ point, next }: Lettered): void {
  const before = sequence.value;
  if (before.length >= MOST_STONES) {
    refused.value = `Not added: a sequence has at most ${MOST_STONES} stones.`;
    return;
  }
  // The colour that had to be next is that of the stone.
  choose({ next: null });
  sendSequence([...before, { color: next.color === "W" ? "W" : "B", point }]);
}

/** Takes stones of the sequence back, all but the first few, and searches again. */
export const takeBack = (remaining: number) => sendSequence(sequence.value.slice(0, remaining));

/** Searches on the pattern, which is on the board again. */
function sendSequence(next: readonly Move[]): void {
  batch(() => {
    if (!isOnPattern.value) goBack();
    sendWith(next);
  });
}

/** Plays the sequence on the board. */
export const playSequence = () => playAll(sequence.value);

/**
 * Goes on with the continuation on a point, takes its stone of the sequence back, or changes what
 * may be there; returns whether it did.
 */
function click(point: string): boolean {
  const at = marked.value;
  const vertex = vertexOf(point, line.value.size);
  if (!at || !vertex || !isInside(at, vertex)) return false;
  const next = onBoard.value.find((one) => one.point === point);
  const number = numbers.value.get(point);
  if (next) follow(next);
  else if (number !== undefined) takeBack(number - 1);
  else kept.value = cycled(at, point, position.value.board);
  return true;
}

/** The continuations that are on the board. */
const onBoard = computed(() => (lettersOn.value && isHere.value ? lettered.value : []));

/** The stones of the sequence that are on the board. */
const onPattern = computed(() => (isOnPattern.value ? sequence.value : NO_STONES));
const NO_STONES: readonly Move[] = [];

/** Number of each stone of the sequence that is not captured, by its point. */
const numbers = computed((): ReadonlyMap<string, number> => {
  const { size } = line.value;
  const board = withSequence(position.value.board, onPattern.value, size);
  const all = onPattern.value.map(({ point }, index) => [point, index + 1] as const);
  return new Map(all.filter(([point]) => board.get(vertexOf(point, size)!) !== 0));
});

const marks = computed((): ReadonlyMap<string, Mark> => {
  const found = new Map<string, Mark>();
  for (const [point, symbol] of marked.value?.free ?? []) found.set(point, { text: symbol, says: `may be ${SYMBOLS[symbol]}`, tone: "free" });
  for (const [point, number] of numbers.value) {
    const tone = onPattern.value[number - 1]!.color === "B" ? "black" : "white";
    found.set(point, { text: String(number), says: `stone ${number} of the sequence`, tone });
  }
  for (const { letter, point, next } of [...onBoard.value].reverse()) {
    const tone = isColorless.value ? "good" : next.color === "B" ? "black" : "white";
    const free = marked.value?.free.get(point);
    const says = `continuation ${letter}, ${next.count} hits${free ? `, may be ${SYMBOLS[free]}` : ""}`;
    found.set(point, { text: letter, says, tone });
  }
  return found;
});

effect(() => {
  const wanted = isOpen.value ? { rectangle: marked.value, marks: marks.value, sequence: onPattern.value, drag, click } : null;
  untracked(() => void (marking.value = wanted));
});

function drag(from: [number, number], to: [number, number]): void {
  const { size } = line.value;
  mark(nameOf(from, size), nameOf(to, size));
}
