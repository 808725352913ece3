// The running quiz: its requests, and the board while its panel is open.
import { computed, effect, signal, untracked } from "@preact/signals";
import { ask } from "../api/client";
import type { QuizAnswer } from "../api/types";
import { positionOf, refusal } from "../game/board";
import type { Happening, Settings } from "../game/quiz";
import { IDLE, boardOf, gradeText, marksOf, requestOf, step } from "../game/quiz";
import { colorName, toPlay } from "../game/line";
import { goTo, look, open, refused, reveal, said } from "./place";
import { asProblem } from "./resource";
import type { Takeover } from "./stage";
import { takeover } from "./stage";

/** State of the quiz. */
export const quiz = signal(IDLE);

let aborter: AbortController | null = null;

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
  refused.value = why && `Not played: ${why}.`;
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
    const last = question.moves.at(-1);
    const played = last?.[1] === "pass" ? "played elsewhere" : last?.[1];
    const before = last ? `after ${colorName(last[0])} ${played}` : "on the empty board";
    return `Question ${asked + 1}: ${colorName(question.to_play)} to play in the ${question.corner.replace("_", " ")} corner, ${before}.`;
  }
  if (phase !== "graded" || !result?.graded) return "";
  const { graded, reply } = result;
  const best = graded.accepted.map((move) => move.point).join(", ");
  const replied = reply ? ` ${colorName(reply.color)} answers ${reply.point}.` : "";
  return `${graded.answer === "pass" ? "" : `${graded.answer}. `}${gradeText(graded)[1]}. The book has ${best || "nothing"}.${replied}`;
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

// The quiz has the board while its panel is open and there is a question; it never replaces another
// takeover.
let mine: Takeover | null = null;
effect(() => {
  const line = look.value.panel === "quiz" ? boardOf(quiz.value) : null;
  const wanted = line && { line, play: answer, marks: marksOf(quiz.value) };
  untracked(() => {
    if (wanted || takeover.value === mine) takeover.value = wanted;
    mine = wanted;
  });
});

effect(() => {
  if (look.value.panel === "quiz") said.value = spoken.value;
});

// Shows the corner of the question if another one is in view.
effect(() => {
  const corner = look.value.panel === "quiz" ? quiz.value.question?.corner : null;
  if (!corner) return;
  untracked(() => reveal(corner));
});
