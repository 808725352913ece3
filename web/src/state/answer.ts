// The book's answer for the position: candidates, corners, and their order without the opponent.
import { computed, effect, signal, untracked } from "@preact/signals";
import { Problem, ask } from "../api/client";
import type { Answer, BatchAnswer, Books, Candidate, CornerAnswer, NextRequest, Opponents } from "../api/types";
import type { Look } from "../game/address";
import { filterOf } from "../game/counted";
import { gameOf, notationOf } from "../game/games";
import type { Line } from "../game/line";
import { shown } from "../game/line";
import type { Row } from "../game/rows";
import { rowsOf } from "../game/rows";
import { made } from "./made";
import { adopt, isAtTable, line, look } from "./place";
import { resource, valueOf } from "./resource";
import type { Pairs } from "./stage";
import { NOTHING, hovered, picked, pinned, takeover } from "./stage";

/** Maximum number of moves to show for a corner; books have fewer. */
const MOST = 100;

/** Returns the `POST /v1/next` request of a position. */
export function questionOf(at: Line, { book, opponent, counted }: Pick<Look, "book" | "opponent" | "counted">): NextRequest {
  const { game } = at;
  return {
    ...(game === "xiangqi" ? { fen: at.fen } : { board_size: at.size, initial_stones: at.stones.map((stone) => [stone.color, stone.point]) }),
    coords: notationOf(game),
    moves: shown(at).map((move) => [move.color, move.point]),
    to_play: at.toPlay,
    book,
    opponent,
    limit: MOST,
    whole_board: game === "go",
    kinds: true,
    ...filterOf(counted),
  };
}

/** The book's answer, with and without the opponent. */
export interface Told {
  readonly answer: Answer;
  /** Answer without the opponent; null if none is chosen. */
  readonly plain: Answer | null;
}

/** All books. */
export const books = resource(
  () => "/v1/books",
  async (path, signal) => (await ask<Books>(path, { signal })).value,
);

/** The game of the book; null until the list of books has it. */
const bookGame = computed(() => {
  const own = valueOf(books.now.value)?.books.find((one) => one.name === (look.value.book ?? "main"));
  return gameOf(own?.game);
});

/**
 * Whether the page has yet to learn the game of the book: an address may name a book of another
 * game without saying so.
 */
export const isUnsure = computed(() => {
  if (bookGame.value !== null) return bookGame.value !== line.value.game;
  return look.value.book !== null && line.value.game === "go" && books.now.value.state === "asking";
});

const question = computed(() => (takeover.value || isAtTable.value || isUnsure.value ? null : questionOf(line.value, look.value)));
const asking = resource(() => question.value, load);

/** The present answer. */
export const told = asking.now;
/** Repeats the request after a change of the book. */
export function askAgain(): void {
  steady.value = null;
  asking.again();
}

/** The order of the rows of a request, which stays while others change the book. */
const steady = signal<{ readonly of: string; readonly ranks: ReadonlyMap<string, number> } | null>(null);

/** Repeats the request after a change by others: no row moves while the user reads, and new ones are last. */
export function refreshInPlace(): void {
  const moves = ranked(answer.peek()?.moves ?? []);
  if (moves.length > 0) steady.value = { of: JSON.stringify(question.peek()), ranks: new Map(moves.map((move, rank) => [keyOf(move), rank])) };
  asking.again();
}

function ranked(moves: readonly Candidate[]): readonly Candidate[] {
  if (steady.value?.of !== JSON.stringify(question.value)) return moves;
  const { ranks } = steady.value;
  const rank = (move: Candidate) => ranks.get(keyOf(move)) ?? ranks.size;
  return [...moves].sort((one, other) => rank(one) - rank(other));
}

/** The answer, or null without one. */
export const answer = computed(() => valueOf(told.value)?.answer ?? null);

let lastVersion = 0;
/** The edition of the book that the page knows of: what was read of another one may be stale. */
export const edition = computed(() => {
  lastVersion = answer.value?.book.version ?? lastVersion;
  return `${lastVersion} ${made.value}`;
});

/** The shown candidates: of the whole board, or of the corner in view; only Go has corners. */
export const candidates = computed((): readonly Candidate[] => (answer.value ? inView(answer.value.moves) : []));

/** Returns the moves of the corner in view, or all of them, in their steady order. */
export function inView(all: readonly Candidate[]): readonly Candidate[] {
  const moves = ranked(all);
  const { view } = look.value;
  return view === "board" || !isGo.value ? moves : moves.filter((move) => move.corner === view);
}

/** The corners in view. */
export const cornersInView = computed((): readonly CornerAnswer[] => {
  const { view } = look.value;
  return (answer.value?.corners ?? []).filter((corner) => view === "board" || !isGo.value || corner.corner === view);
});

/** Whether a move is in a corner where neither side has to play. */
export function isInSettled({ corner }: Candidate): boolean {
  return answer.value?.corners.some((one) => one.corner === corner && one.settled !== null) ?? false;
}

/** Returns the rows of an answer in the present view; empty corners share theirs. */
export function rowsIn(found: Answer): Row<Candidate>[] {
  return rowsOf(inView(found.moves), new Set(found.corners.filter((corner) => corner.state === "empty").map((corner) => corner.corner)));
}

/** The rows of the table. */
export const rows = computed(() => (answer.value ? rowsIn(answer.value) : []));

/**
 * Returns the key of a candidate; the point alone is not unique, as it may be a move of two
 * corners.
 */
export function keyOf(candidate: Candidate): string {
  return `${candidate.corner} ${candidate.point}`;
}

/** Key of the candidate whose details are shown; null for the position itself. */
export const chosenKey = signal<string | null>(null);
export const chosen = computed(() => candidates.value.find((one) => keyOf(one) === chosenKey.value) ?? null);

// A new position clears the choice, the preview and the picked piece.
effect(() => {
  void [line.value, takeover.value];
  chosenKey.value = null;
  hovered.value = NOTHING;
  picked.value = null;
  pinned.value = null;
});

/** Returns the book's line from a candidate on, the candidate first. */
export function lineOf(candidate: Candidate, color: string): Pairs {
  const moves = candidate.whole_board?.line_moves as [string, string][] | undefined;
  return moves && moves.length > 0 ? moves : [[color, candidate.point]];
}

/** The game that the page is about. */
export const game = computed(() => bookGame.value ?? line.value.game);
/** Whether it is Go, which has corners and an influence on the whole board. */
export const isGo = computed(() => game.value === "go");

effect(() => {
  const game = bookGame.value;
  if (game !== null) untracked(() => adopt(game));
});

/** All opponents. */
export const opponents = resource(
  () => "/v1/opponents?limit=1000",
  async (path, signal) => (await ask<Opponents>(path, { signal })).value,
);

async function load(question: NextRequest, signal: AbortSignal): Promise<Told> {
  if (!question.opponent) {
    const { value } = await ask<Answer>("/v1/next", { json: question, signal });
    return { answer: value, plain: null };
  }
  const queries = [question, { ...question, opponent: null, whole_board: false }];
  const { value } = await ask<BatchAnswer>("/v1/next/batch", { json: { queries }, signal });
  const [first, second] = value.answers as (Answer | { error?: object; status?: number; detail?: string })[];
  if (!first || !("moves" in first)) throw refusedItem(first);
  return { answer: first, plain: second && "moves" in second ? second : null };
}

function refusedItem(item: object | undefined): Problem {
  const body = item && "error" in item ? (item as { error: object }).error : (item ?? {});
  return new Problem((body as { status?: number }).status ?? 0, body);
}
