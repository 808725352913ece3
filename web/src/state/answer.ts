// What the book says of the position: candidates, corners, and the order it would be without the opponent.
import { computed, effect, signal } from "@preact/signals";
import { Problem, ask } from "../api/client";
import type { Answer, BatchAnswer, Books, Candidate, NextRequest, Opponents } from "../api/types";
import type { Line } from "../game/line";
import { shown } from "../game/line";
import { line, look } from "./place";
import { resource, valueOf } from "./resource";
import type { Pairs } from "./stage";
import { NOTHING, preview, takeover } from "./stage";

/** The most moves of a corner that are shown: all, as a book has fewer. */
const MOST = 100;

/** A position and how it is looked at, as `POST /v1/next` takes it. */
export function questionOf(at: Line, book: string | null, opponent: string | null): NextRequest {
  return {
    board_size: at.size,
    coords: "gtp",
    initial_stones: at.stones.map((stone) => [stone.color, stone.point]),
    moves: shown(at).map((move) => [move.color, move.point]),
    to_play: at.toPlay,
    book,
    opponent,
    limit: MOST,
    whole_board: true,
  };
}

/** An answer, and the same without the opponent. */
export interface Told {
  readonly answer: Answer;
  /** The order without the opponent; null if none is chosen. */
  readonly plain: Answer | null;
}

const asking = resource(
  () => (takeover.value ? null : questionOf(line.value, look.value.book, look.value.opponent)),
  load,
);

/** What the book says now. */
export const told = asking.now;
/** Asks again, as the book has changed. */
export const askAgain = asking.again;

/** The answer, or null while there is none. */
export const answer = computed(() => valueOf(told.value)?.answer ?? null);

/** The candidates that are looked at: all of the board, or those of the corner in view. */
export const candidates = computed((): readonly Candidate[] => {
  const moves = answer.value?.moves ?? [];
  const view = look.value.view;
  return view === "board" ? moves : moves.filter((move) => move.corner === view);
});

/** What tells a candidate from the others: a point may go on in two corners. */
export function keyOf(candidate: Candidate): string {
  return `${candidate.corner} ${candidate.point}`;
}

/** The candidate whose details are shown; null for those of the position. */
export const chosenKey = signal<string | null>(null);
export const chosen = computed(() => candidates.value.find((one) => keyOf(one) === chosenKey.value) ?? null);

// Another position: nothing of the one before is chosen or shown in advance.
effect(() => {
  void [line.value, takeover.value];
  chosenKey.value = null;
  preview.value = NOTHING;
});

/** The line of the book from a candidate on, itself first. */
export function lineOf(candidate: Candidate, color: string): Pairs {
  const moves = candidate.whole_board?.line_moves as [string, string][] | undefined;
  return moves && moves.length > 0 ? moves : [[color, candidate.point]];
}

/** The books that there are. */
export const books = resource(
  () => "/v1/books",
  async (path, signal) => (await ask<Books>(path, { signal })).value,
);

/** The opponents that there are. */
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
