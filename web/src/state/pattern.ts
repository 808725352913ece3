// The pattern search: its rectangle, options and answer, and the board while its panel is open.
import { batch, computed, effect, signal, untracked } from "@preact/signals";
import { Problem, ask, askGrowing, bookPath } from "../api/client";
import type { Book, FoundGame, Hit, PatternRequest, PatternResponse } from "../api/types";
import type { Shape } from "../game/games";
import { heightOf } from "../game/games";
import type { Line, Move } from "../game/line";
import type { Mark } from "../game/marks";
import type { Lettered, Marked, PatternOptions, PatternSearch } from "../game/pattern";
import {
  MAX_EARLIER,
  MAX_STONES,
  USUAL,
  asEarlier,
  cycled,
  isAnything,
  isInside,
  letteredOf,
  markedBetween,
  markedInHit,
  markedOf,
  markedWhole,
  requestOf,
  rowsOf,
  searchOf,
  setupOf,
  standsOn,
  symbolText,
  verticesOf,
  withEmpty,
  withSequence,
} from "../game/pattern";
import { parametersOf } from "../game/search";
import type { Vertex } from "../game/vertex";
import { nameIn, sourceOf, vertexIn } from "../game/vertex";
import { at, colorOfPiece } from "../game/xiangqi";
import { isUnsure } from "./answer";
import { goTo, line, look, playAll, position, refused, search, seek } from "./place";
import { resource, valueOf } from "./resource";
import { showGame } from "./showing";
import { marking } from "./stage";
import { t } from "../text/text";

/** Asks for a page of games, and for answers as they grow. */
const PART = { limit: 10, stream: true };

/** Options of the next search. */
export const options = signal<PatternOptions>(USUAL);
/** Whether continuations are on the board. */
export const lettersOn = signal(true);

/** The book while its games are searched. */
const headOfBook = resource(
  () => (look.value.panel === "find" && !isUnsure.value ? bookPath(look.value.book) : null),
  async (path, signal) => (await ask<Book>(path, { signal })).value,
);
/** The collections of the book's games. */
export const collections = computed(() => (valueOf(headOfBook.now.value)?.collections ?? []).map((one) => one.name));

const narrowing = signal<readonly PatternSearch[]>([]);
const kept = signal<Marked | null>(null);

const isOfBoard = (one: Shape) => one.game === line.value.game && one.size === line.value.size;
/** Earlier searches that the next one narrows, on boards like this one. */
export const earlier = computed(() => narrowing.value.filter(isOfBoard));
/** The marked rectangle; null if there is none on a board like this one. */
export const marked = computed(() => (kept.value && isOfBoard(kept.value) ? kept.value : null));
/** Whether the search is for positions of pieces, which are of the whole board and have no sequence. */
export const isOfPieces = computed(() => line.value.game === "xiangqi");
/** What the next search is for: the rectangle, or without one the material alone. */
const wanted = computed((): Marked | null => {
  if (marked.value || !isOfPieces.value || options.value.material.trim() === "") return marked.value;
  const whole = markedWhole(line.value);
  return { ...whole, free: new Map(verticesOf(whole).map((vertex) => [nameIn(vertex, whole), "*"])) };
});
/** Whether there is anything to search for. */
export const canSend = computed(() => wanted.value !== null);

/** The board of the search; null if the page was opened on another one. */
let searchedLine: Line | null = null;
/** The search that the panel took last. */
let shown: PatternSearch | null = null;

// The panel shows the search of the address: that of a link, and of the browser's Back and Forward.
effect(() => {
  const now = search.value;
  if (!now) return;
  untracked(() => {
    if (isOfBoard(now) && standsOn(now, position.value)) searchedLine = line.value;
    else if (!shown || !isSame(now, shown)) searchedLine = null;
    shown = now;
    batch(() => {
      kept.value = rectangleOf(now);
      options.value = now.options;
      narrowing.value = now.earlier;
    });
  });
});

/** Returns the rectangle of a search; null for one of material alone. */
function rectangleOf(of: PatternSearch): Marked | null {
  return isAnything(of) && of.options.material !== "" ? null : markedOf(of);
}

/** A search with the book in which it is made. */
interface Sent {
  readonly book: string | null;
  readonly search: PatternSearch;
}

const isOpen = computed(() => look.value.panel === "find" && !isUnsure.value);
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
  const sentence = body.code && (t.find.problems as Partial<Record<string, string>>)[body.code];
  return sentence ? new Problem(status, { title: t.find.notInMemory, detail: sentence }) : searched.value.problem;
});

/** Continuations with their letters. */
export const lettered = computed((): readonly Lettered[] => {
  const { value } = sent;
  return value && answer.value ? letteredOf(answer.value.continuations, value.search) : [];
});

/** The sequence of the search. */
export const sequence = computed((): readonly Move[] => sent.value?.search.sequence ?? []);

/** Whether the board and the rectangle are still those of the search, but for its symbols. */
export const isOnPattern = computed(() => {
  const [now, then] = [wanted.value, sent.value?.search];
  if (!now || !then || !isOfBoard(then) || now.width !== then.width || now.height !== then.height) return false;
  return now.x === then.x && now.y === then.y && standsOn(then, position.value);
});

/** Whether the symbols are those of the search as well. */
export const isHere = computed(() => {
  const [now, then] = [wanted.value, sent.value?.search];
  return isOnPattern.value && rowsOf(now!, position.value).join() === then!.rows.join();
});

/** Marks the rectangle between two points; false if one is not on the board. */
export function mark(one: string, other: string): boolean {
  const [from, to] = [vertexIn(one.trim(), line.value), vertexIn(other.trim(), line.value)];
  if (from && to) kept.value = markedBetween(from, to, line.value);
  return from !== null && to !== null;
}

/** Marks the whole board. */
export const markWhole = () => void (kept.value = markedWhole(line.value));

/** Removes the rectangle, and the search with it. */
export function unmark(): void {
  kept.value = null;
  seek(null);
}

/** Lets all empty points be anything, or empty again. */
export function setEmpty(free: boolean): void {
  if (marked.value) kept.value = withEmpty(marked.value, position.value, free ? "*" : null);
}

/** Changes options of the next search. */
export function choose(change: Partial<PatternOptions>): void {
  options.value = { ...options.value, ...change };
}

/** Searches for the marked rectangle as it stands. */
export const send = () => sendWith(isOnPattern.value ? sequence.value : []);

function sendWith(stones: readonly Move[]): void {
  if (!wanted.value) return;
  const next = searchOf(wanted.value, position.value, { options: options.value, sequence: stones, earlier: earlier.value });
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
  if (!sent.value || !answer.value || earlier.value.length >= MAX_EARLIER) return false;
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
  if (of && name && (await showGame(name, game.id, hit.move, { view: "board" }))) {
    const at = rectangleOf(of.search);
    kept.value = at && markedInHit(at, hit);
  }
}

/** Returns to the board and the rectangle of the search. */
export function goBack(): void {
  const of = sent.peek()?.search;
  if (!of) return;
  kept.value = rectangleOf(of);
  goTo(searchedLine ?? setupOf(of) ?? line.value);
}

/** Whether the pattern is its own image with exchanged colours, so that either may go on. */
export const isColorless = computed(() => answer.value !== null && (answer.value.swapped ?? null) === null);

/**
 * Adds a continuation to the sequence, and searches for what follows it. A piece moves on the board;
 * if all of that is marked, the search is for the new position.
 */
export function follow({ move, point, color }: Lettered): void {
  if (isOfPieces.value) return followPiece(move);
  const before = sequence.value;
  if (before.length >= MAX_STONES) {
    refused.value = t.find.fullSequence(MAX_STONES);
    return;
  }
  // The colour that had to be next is that of the stone.
  choose({ next: null });
  sendSequence([...before, { color: color ?? "B", point }]);
}

function followPiece(move: string): void {
  batch(() => {
    if (!isOnPattern.value) goBack();
    const piece = at(position.value.pieces ?? [], sourceOf(move, line.value)!);
    if (!piece) {
      refused.value = t.find.pieceGone(move.slice(0, 2));
      return;
    }
    const before = line.value;
    playAll([{ color: colorOfPiece(piece), point: move }]);
    // Of a part of the board the same games would be found again.
    const isWhole = marked.value?.width === line.value.size && marked.value.height === heightOf(line.value);
    if (line.value !== before && isWhole) sendWith([]);
  });
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
  const area = marked.value;
  const vertex = vertexIn(point, line.value);
  if (!area || !vertex || !isInside(area, vertex)) return false;
  const next = onBoard.value.find((one) => one.point === point);
  const number = numbers.value.get(point);
  if (next) follow(next);
  else if (number !== undefined) takeBack(number - 1);
  else kept.value = cycled(area, point, position.value);
  return true;
}

/** The continuations that are on the board. */
const onBoard = computed(() => (lettersOn.value && isHere.value ? lettered.value : []));

/** The stones of the sequence that are on the board. */
const onPattern = computed(() => (isOnPattern.value ? sequence.value : NO_STONES));
const NO_STONES: readonly Move[] = [];

/** Number of each stone of the sequence that is not captured, by its point. */
const numbers = computed((): ReadonlyMap<string, number> => {
  const { board } = withSequence(position.value, onPattern.value);
  const all = onPattern.value.map(({ point }, index) => [point, index + 1] as const);
  return new Map(all.filter(([point]) => board.get(vertexIn(point, line.value)!) !== 0));
});

const marks = computed((): ReadonlyMap<string, Mark> => {
  const found = new Map<string, Mark>();
  const { game } = line.value;
  for (const [point, symbol] of marked.value?.free ?? []) found.set(point, { text: symbol, says: t.find.mayBe(symbolText(symbol, game)), tone: "free" });
  for (const [point, number] of numbers.value) {
    const tone = onPattern.value[number - 1]!.color === "B" ? "black" : "white";
    found.set(point, { text: String(number), says: t.find.stoneOf(number), tone });
  }
  for (const { letter, point, move, color, next } of [...onBoard.value].reverse()) {
    const tone = isColorless.value || isOfPieces.value ? "good" : color === "B" ? "black" : "white";
    const free = marked.value?.free.get(point);
    const says = [t.find.continuation(move === point ? letter : `${letter}, ${move}`, next.count), free && t.find.mayBe(symbolText(free, game))];
    found.set(point, { text: letter, says: says.filter(Boolean).join(", "), tone });
  }
  return found;
});

effect(() => {
  const wanted = isOpen.value ? { rectangle: marked.value, marks: marks.value, sequence: onPattern.value, drag, click } : null;
  untracked(() => void (marking.value = wanted));
});

function drag(from: Vertex, to: Vertex): void {
  kept.value = markedBetween(from, to, line.value);
}
