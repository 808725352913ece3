// The pattern search: its rectangle, options and answer, and the board while its panel is open.
import { batch, computed, effect, signal, untracked } from "@preact/signals";
import { Problem, askGrowing, bookPath } from "../api/client";
import type { FoundGame, Hit, PatternRequest, PatternResponse } from "../api/types";
import type { Line } from "../game/line";
import { colorName, toPlay } from "../game/line";
import type { Mark } from "../game/marks";
import type { Lettered, Marked, PatternOptions } from "../game/pattern";
import { MOST_EARLIER, SYMBOLS, USUAL, asEarlier, cycled, isInside, letteredOf, markedBetween, markedInHit, requestOf, rowsOf, withEmpty } from "../game/pattern";
import { nameOf, vertexOf } from "../game/vertex";
import { goTo, line, look, play, position, refused } from "./place";
import { resource, valueOf } from "./resource";
import { showGame } from "./showing";
import { marking } from "./stage";

/** Games per page. */
const PAGE = 10;

/** Options of the next search. */
export const options = signal<PatternOptions>(USUAL);
/** Earlier searches that the next one narrows. */
export const earlier = signal<readonly PatternRequest[]>([]);
/** Whether continuations are on the board. */
export const lettersOn = signal(true);

const kept = signal<Marked | null>(null);

/** The marked rectangle; null if there is none on a board of this size. */
export const marked = computed(() => (kept.value?.size === line.value.size ? kept.value : null));

/** A search as sent, with the board that it was about. */
interface Sent {
  /** Number of the search. */
  readonly serial: number;
  readonly book: string | null;
  readonly json: PatternRequest;
  readonly line: Line;
  readonly marked: Marked;
}

const sent = signal<Sent | null>(null);

const searching = resource<Pick<Sent, "serial" | "book" | "json">, PatternResponse>(
  () => {
    if (!sent.value || sent.value.book !== look.value.book) return null;
    const { serial, book, json } = sent.value;
    return { serial, book, json };
  },
  ({ book, json }, signal, show) => search(book, json, show, signal),
);

/** State of the search. */
export const searched = searching.now;
/** Repeats the search. */
export const searchAgain = searching.again;
/** The answer, or null without one. */
export const answer = computed(() => valueOf(searched.value));

function search(book: string | null, json: PatternRequest, show: (part: PatternResponse) => void, signal?: AbortSignal): Promise<PatternResponse> {
  const asked = { json: { ...json, limit: PAGE, stream: true }, ...(signal ? { signal } : {}) };
  return askGrowing<PatternResponse>(`${bookPath(book)}/patterns`, asked, show);
}

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
  return value && answer.value ? letteredOf(answer.value.continuations, value.marked) : [];
});

/** Whether the board and the rectangle are still those of the search. */
export const isHere = computed(() => {
  const [now, then] = [marked.value, sent.value];
  if (!now || !then || now.x !== then.marked.x || now.y !== then.marked.y) return false;
  return rowsOf(now, position.value.board).join() === then.json.rows?.join();
});

/** Marks the rectangle between two points; false if one is not on the board. */
export function mark(one: string, other: string): boolean {
  const [from, to] = [vertexOf(one.trim(), line.value.size), vertexOf(other.trim(), line.value.size)];
  if (from && to) kept.value = markedBetween(from, to, line.value.size);
  return from !== null && to !== null;
}

export const unmark = () => void (kept.value = null);

/** Lets all empty points be anything, or empty again. */
export function setEmpty(free: boolean): void {
  if (marked.value) kept.value = withEmpty(marked.value, position.value.board, free ? "*" : null);
}

/** Changes options of the next search. */
export function choose(change: Partial<PatternOptions>): void {
  options.value = { ...options.value, ...change };
}

/** Searches for the marked rectangle as it stands. */
export function send(): void {
  const at = marked.value;
  if (!at) return;
  batch(() => {
    further.value = null;
    const json = requestOf(at, position.value.board, options.value, earlier.value);
    sent.value = { serial: (sent.peek()?.serial ?? 0) + 1, book: look.value.book, json, line: line.value, marked: at };
  });
}

/** Whether the next search can narrow the present one. */
export const canNarrow = computed(() => {
  const now = sent.value && JSON.stringify(asEarlier(sent.value.json));
  const isLast = now === JSON.stringify(earlier.value.at(-1));
  return answer.value !== null && !isLast && earlier.value.length < MOST_EARLIER;
});

/** Has the next search look only in the games of the present one. */
export function narrow(): void {
  if (canNarrow.value && sent.value) earlier.value = [...earlier.value, asEarlier(sent.value.json)];
}

export const dropEarlier = () => void (earlier.value = earlier.value.slice(0, -1));

/** Pages of games after the first. */
const further = signal<{ readonly games: readonly FoundGame[]; readonly next: string | null } | null>(null);

/** The games that are listed. */
export const games = computed((): readonly FoundGame[] => [...(answer.value?.found ?? []), ...(further.value?.games ?? [])]);
/** Where the next page of games begins; null if there is none. */
export const nextPage = computed(() => (further.value ? further.value.next : (answer.value?.next ?? null)));

/** Adds the next page of games. */
export async function more(): Promise<void> {
  const of = sent.peek();
  const after = nextPage.peek();
  if (!of || after === null) return;
  const page = await search(of.book, { ...of.json, after }, () => undefined);
  // Another search was sent in the meantime.
  if (sent.peek() !== of) return;
  further.value = { games: [...(further.peek()?.games ?? []), ...page.found], next: page.next ?? null };
}

/** Shows a game at a hit, with the pattern marked where it is there. */
export async function openHit(game: FoundGame, hit: Hit): Promise<void> {
  const of = sent.peek();
  const book = answer.peek()?.book.name;
  if (of && book && (await showGame(book, game.id, hit.move, { view: "board" }))) kept.value = markedInHit(of.marked, hit);
}

/** Returns to the board and the rectangle of the search. */
export function goBack(): void {
  const of = sent.peek();
  if (!of) return;
  kept.value = of.marked;
  goTo(of.line);
}

/** Whether a continuation is a move of the side to play, on the board of the search. */
export function isPlayable({ next }: Lettered): boolean {
  return isHere.value && (isColorless.value || next.color === toPlay(line.value));
}

/** Whether the pattern is its own image with exchanged colours, so that either may go on. */
export const isColorless = computed(() => answer.value !== null && (answer.value.swapped ?? null) === null);

/** Plays a continuation. */
export function playNext(one: Lettered): void {
  if (isPlayable(one)) play(one.point);
  else refused.value = `Not played: ${one.letter} is ${colorName(one.next.color)}'s move.`;
}

/** Plays the continuation on a point, or changes what may be there; returns whether it did. */
function click(point: string): boolean {
  const at = marked.value;
  const vertex = vertexOf(point, line.value.size);
  if (!at || !vertex || !isInside(at, vertex)) return false;
  const here = onBoard.value.filter((one) => one.point === point);
  const next = here.find(isPlayable) ?? here[0];
  if (next) playNext(next);
  else kept.value = cycled(at, point, position.value.board);
  return true;
}

/** The continuations that are on the board. */
const onBoard = computed(() => (lettersOn.value && isHere.value ? lettered.value : []));

const marks = computed((): ReadonlyMap<string, Mark> => {
  const found = new Map<string, Mark>();
  for (const [point, symbol] of marked.value?.free ?? []) found.set(point, { text: symbol, says: `may be ${SYMBOLS[symbol]}`, tone: "free" });
  for (const { letter, point, next } of [...onBoard.value].reverse()) {
    const tone = isColorless.value ? "good" : next.color === "B" ? "black" : "white";
    const free = marked.value?.free.get(point);
    const says = `continuation ${letter}, ${next.count} hits${free ? `, may be ${SYMBOLS[free]}` : ""}`;
    found.set(point, { text: letter, says, tone });
  }
  return found;
});

effect(() => {
  const isOpen = look.value.panel === "find";
  const wanted = isOpen ? { rectangle: marked.value, marks: marks.value, drag, click } : null;
  untracked(() => void (marking.value = wanted));
});

function drag(from: [number, number], to: [number, number]): void {
  const { size } = line.value;
  mark(nameOf(from, size), nameOf(to, size));
}
