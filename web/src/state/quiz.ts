// The quiz that goes on: its requests, and the board while its panel is open.
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

/** How it stands. */
export const quiz = signal(IDLE);

let aborter: AbortController | null = null;

export const start = (settings: Settings) => happen({ is: "start", settings });
export const next = () => happen({ is: "next" });
export const stop = () => happen({ is: "stop" });
/** An answer that nothing is known of: the grade shows what is right. */
export const giveUp = () => happen({ is: "answer", point: "pass" });

/** Answers the question with a point, if a stone can be put there. */
export function answer(point: string): void {
  const line = boardOf(quiz.value);
  if (!line || quiz.value.phase !== "asked") return;
  const why = refusal(positionOf(line).board, { point, color: toPlay(line) }, line.size);
  refused.value = why && `Not played: ${why}.`;
  if (!why) happen({ is: "answer", point });
}

/** Leaves the quiz with its position on the board; coming back goes on with it. */
export function explore(): void {
  const line = boardOf(quiz.value);
  if (!line) return;
  open("moves");
  goTo(line);
}

/** What a screen reader is told. */
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

/** Takes what happened, and asks the server what that needs. */
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

// The board is the quiz's while its panel is open and there is a question, and nobody else's is taken away.
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

// A question in another corner than the one in view would not be seen.
effect(() => {
  const corner = look.value.panel === "quiz" ? quiz.value.question?.corner : null;
  if (!corner) return;
  untracked(() => reveal(corner));
});
