// The running quiz: its requests, and the board while its panel is open.
import { computed, effect, signal, untracked } from "@preact/signals";
import { ask, path } from "../api/client";
import type { BatchAnswer, Candidate, Progress, QuizAnswer } from "../api/types";
import { positionOf, refusal } from "../game/board";
import { ALL_GAMES } from "../game/counted";
import type { Happening, Settings } from "../game/quiz";
import { IDLE, boardOf, gradeText, marksOf, requestOf, step } from "../game/quiz";
import { colorName, emptyLine, play, toPlay } from "../game/line";
import { books, game, isUnsure, questionOf } from "./answer";
import { keptText } from "./kept";
import { key } from "./key";
import { goTo, look, open, refused, reveal, said } from "./place";
import { asProblem, resource, valueOf } from "./resource";
import type { Takeover } from "./stage";
import { takeover } from "./stage";
import { textOf } from "../text/forms";
import { t } from "../text/text";

/** State of the quiz. */
export const quiz = signal(IDLE);

let aborter: AbortController | null = null;

/** Number of games that the book counts, 0 if it counts none. */
export const countedGames = computed(() => valueOf(books.now.value)?.books.find((one) => one.name === (look.value.book ?? "main"))?.counted_games ?? 0);

/** A move with its names, the first of which asks for it. */
export interface NamedMove {
  readonly name: string;
  readonly names: readonly string[];
}

/** Moves of a family with a name: the first move, and the answers to it. */
export interface Family extends NamedMove {
  readonly answers: readonly NamedMove[];
}

/** Maximum number of first moves and of answers whose names are offered. */
const MAX_FAMILIES = 24;

/** The names of the book's first moves and of the answers to them. */
export const families = resource(
  () => (look.value.panel === "quiz" && quiz.value.phase === "idle" && !isUnsure.value ? { book: look.value.book, game: game.value } : null),
  async ({ book, game }, signal): Promise<readonly Family[]> => {
    const empty = emptyLine(undefined, game);
    const queries = (lines: readonly (typeof empty)[]) => lines.map((line) => ({ ...questionOf(line, { book, opponent: null, counted: ALL_GAMES }), limit: MAX_FAMILIES, whole_board: false, kinds: false }));
    const askAll = async (lines: readonly (typeof empty)[]) => {
      const { value } = await ask<BatchAnswer>("/v1/next/batch", { json: { queries: queries(lines) }, signal });
      return value.answers.map((one) => ("moves" in one ? (one.moves as Candidate[]) : []));
    };
    const [first = []] = await askAll([empty]);
    const named = firstOfName(first).slice(0, MAX_FAMILIES);
    const answers = named.length > 0 ? await askAll(named.map((move) => play(empty, move.point))) : [];
    const names = new Set(named.map(nameOf));
    return named.map((move, index) => ({
      ...namedMove(move),
      // In Go the empty corners have the first moves again.
      answers: firstOfName(answers[index] ?? []).map(namedMove).filter(({ name }) => !names.has(name)),
    }));
  },
).now;

const nameOf = (move: Candidate) => move.names[0] ?? "";
const namedMove = (move: Candidate): NamedMove => ({ name: nameOf(move), names: move.names });

/** Returns the moves with a name, the first of each. */
function firstOfName(moves: readonly Candidate[]): readonly Candidate[] {
  return moves.filter((move, index) => move.names[0] !== undefined && moves.findIndex((one) => nameOf(one) === nameOf(move)) === index);
}

/** The player's name, which the browser stores. */
const playerName = keptText<string>("player", (text) => text ?? "");
export const player = playerName.now;
export const choosePlayer = playerName.choose;

/** The progress of the player in the book; null for one who has not answered yet. */
export const progress = resource(
  () => (look.value.panel === "quiz" && player.value !== "" && key.value !== null ? { player: player.value, book: look.value.book, asked: quiz.value.asked } : null),
  async ({ player, book }, signal): Promise<Progress | null> => {
    try {
      return (await ask<Progress>(path(`/v1/quiz/players/${encodeURIComponent(player)}`, { book }), { signal })).value;
    } catch (error) {
      if (asProblem(error).body.code === "unknown_player") return null;
      throw error;
    }
  },
  ({ player, book }) => ({ player, book }),
).now;

export const start = (settings: Settings) => happen({ is: "start", settings });
export const next = () => happen({ is: "next" });
export const stop = () => happen({ is: "stop" });
/** Gives up: a pass is graded, which shows the right moves. */
export const giveUp = () => happen({ is: "answer", point: "pass" });

/** Answers the question with a point, if the move is legal. */
export function answer(point: string): void {
  const line = boardOf(quiz.value);
  if (!line || quiz.value.phase !== "asked") return;
  const why = refusal(positionOf(line), { point, color: toPlay(line) });
  refused.value = why && t.refused.notPlayed(why);
  if (!why) happen({ is: "answer", point });
}

/** Leaves the quiz with its position on the board; reopening the panel resumes the quiz. */
export function explore(): void {
  const line = boardOf(quiz.value);
  if (!line) return;
  open("moves");
  goTo(line);
}

/** Text for screen readers. */
export const spoken = computed((): string => {
  const { phase, question, result, problem, asked } = quiz.value;
  if (problem) return problem.message;
  if (phase === "asked" && question) {
    const [color, point] = question.moves.at(-1) ?? [];
    const played = point === "pass" ? t.quiz.afterElsewhere(colorName(color)) : t.quiz.after(colorName(color), point ?? "");
    const side = colorName(question.to_play);
    const turn = question.corner === "board" ? t.quiz.turn(side) : t.quiz.turnIn(side, textOf(t.words.corners, question.corner));
    const asks = question.opening ? t.words.gap + t.quiz.whichStone(t.words.openingInShort(question.opening)) : "";
    return t.quiz.question(asked + 1, turn, color ? played : t.quiz.onEmpty) + asks;
  }
  if (phase !== "graded" || !result?.graded) return "";
  const { graded, reply } = result;
  const best = graded.accepted.map((move) => move.point).join(", ");
  const replied = reply ? t.words.gap + t.quiz.answers(colorName(reply.color), reply.point) : "";
  const grade = gradeText(graded)[1];
  return `${graded.answer === "pass" ? "" : `${graded.answer}. `}${best ? t.quiz.graded(grade, best) : t.quiz.gradedNothing(grade)}${replied}`;
});

/** Applies an event, and sends the request it leads to. */
function happen(happening: Happening): void {
  const before = quiz.value;
  const now = step(before, happening);
  if (now === before) return;
  quiz.value = now;
  if (now.turn === before.turn) return;
  refused.value = null;
  aborter?.abort();
  aborter = new AbortController();
  const json = requestOf(now);
  if (!json) return;
  ask<QuizAnswer>("/v1/quiz", { json, signal: aborter.signal }).then(
    ({ value }) => happen({ is: "told", turn: now.turn, answer: value }),
    (error: unknown) => happen({ is: "failed", turn: now.turn, problem: asProblem(error) }),
  );
}

/** The right moves once the answer is graded; after a right one the board has gone on. */
function rightMoves({ phase, result }: typeof IDLE): readonly string[] {
  const graded = phase === "graded" ? result?.graded : null;
  return graded && !graded.right ? graded.accepted.map((move) => move.point) : [];
}

// The quiz has the board while its panel is open and there is a question; it never replaces another
// takeover.
let mine: Takeover | null = null;
effect(() => {
  const line = look.value.panel === "quiz" ? boardOf(quiz.value) : null;
  const wanted = line && { line, takes: "moves" as const, play: answer, marks: marksOf(quiz.value), arrows: rightMoves(quiz.value) };
  untracked(() => {
    if (wanted || takeover.value === mine) takeover.value = wanted;
    mine = wanted;
  });
});

effect(() => {
  if (look.value.panel === "quiz") said.value = spoken.value;
});

// The board of a quiz is that of its game.
effect(() => {
  if (quiz.value.phase !== "idle" && quiz.value.settings.game !== game.value) untracked(stop);
});

// Shows the corner of the question if another one is in view.
effect(() => {
  const corner = look.value.panel === "quiz" ? quiz.value.question?.corner : null;
  if (!corner) return;
  untracked(() => reveal(corner));
});
