// A quiz as a machine of states: what is asked, answered and graded, and what of it the board shows.
import type { Problem } from "../api/client";
import type { Graded, QuizAnswer, QuizQuestion, QuizRequest } from "../api/types";
import type { Color, Line } from "./line";
import type { Mark } from "./marks";
import { movesOf, play, toPlay } from "./line";

/** What is asked for. */
export interface Settings {
  readonly book: string | null;
  /** For which colour; null for either. */
  readonly color: Color | null;
  readonly hints: boolean;
  /** Whose answers are kept; empty for nobody's. */
  readonly player: string;
  /** Only what the player has probably forgotten. */
  readonly onlyDue: boolean;
  /** Only what this line of the book leads to; null for all of it. */
  readonly prefix: string | null;
}

/** Where the quiz is: between two questions or answers there is always a request on its way. */
export type Phase = "idle" | "drawing" | "asked" | "grading" | "graded" | "ended";

export interface Quiz {
  readonly phase: Phase;
  readonly settings: Settings;
  /** Which request an answer of the server belongs to: one for an older turn is not heard. */
  readonly turn: number;
  readonly question: QuizQuestion | null;
  /** The answer, while it is graded. */
  readonly answer: string | null;
  /** The grade, and what comes next. */
  readonly result: QuizAnswer | null;
  /** Why there is no next question. */
  readonly reason: string | null;
  readonly problem: Problem | null;
  /** How many were answered in this session, and how many of them right. */
  readonly asked: number;
  readonly right: number;
}

/** Whatever happens to a quiz. */
export type Happening =
  | { readonly is: "start"; readonly settings: Settings }
  | { readonly is: "answer"; readonly point: string }
  | { readonly is: "told"; readonly turn: number; readonly answer: QuizAnswer }
  | { readonly is: "failed"; readonly turn: number; readonly problem: Problem }
  | { readonly is: "next" }
  | { readonly is: "stop" };

export const IDLE: Quiz = {
  phase: "idle",
  settings: { book: null, color: null, hints: false, player: "", onlyDue: false, prefix: null },
  turn: 0,
  question: null,
  answer: null,
  result: null,
  reason: null,
  problem: null,
  asked: 0,
  right: 0,
};

/** The quiz after something happened; the very same if that means nothing now. */
export function step(quiz: Quiz, happening: Happening): Quiz {
  const turn = quiz.turn + 1;
  switch (happening.is) {
    case "start":
      return { ...IDLE, phase: "drawing", settings: happening.settings, turn };
    case "stop":
      return { ...IDLE, settings: quiz.settings, turn };
    case "answer":
      return quiz.phase === "asked" ? { ...quiz, phase: "grading", answer: happening.point, problem: null, turn } : quiz;
    case "next":
      return quiz.phase === "graded" && quiz.result ? onward(quiz, quiz.result) : quiz;
    case "told":
      return happening.turn === quiz.turn ? told(quiz, happening.answer) : quiz;
    case "failed":
      return happening.turn === quiz.turn ? failed(quiz, happening.problem) : quiz;
  }
}

/** The request that a quiz waits for; null if it waits for none. */
export function requestOf(quiz: Quiz): QuizRequest | null {
  const { book, color, hints, player, onlyDue, prefix } = quiz.settings;
  const asked = { book, color, hints, prefix, player: player || null, only_due: onlyDue, coords: "gtp" as const };
  if (quiz.phase === "drawing") return asked;
  const { question, answer } = quiz;
  if (quiz.phase !== "grading" || !question || answer === null) return null;
  const { id, board_size, initial_stones, moves, to_play } = question;
  return { ...asked, question: id, board_size, initial_stones, moves, to_play, answer };
}

/** The board of a question; after a right answer also that, and the opponent's reply. */
export function boardOf(quiz: Quiz): Line | null {
  const { question, result } = quiz;
  if (!question) return null;
  const moves = movesOf(question.moves);
  const asked: Line = { size: question.board_size, stones: movesOf(question.initial_stones), moves, at: moves.length, toPlay: null };
  const color = colorOf(question.to_play);
  const line = toPlay(asked) === color ? asked : { ...asked, toPlay: color };
  const graded = quiz.phase === "graded" ? result?.graded : null;
  if (!graded?.right) return line;
  const answered = play(line, graded.answer, color);
  return result?.reply ? play(answered, result.reply.point, colorOf(result.reply.color)) : answered;
}

/** What is marked: the choices as hints, the answer while it is graded, then the right moves and the one that was chosen. */
export function marksOf(quiz: Quiz): ReadonlyMap<string, Mark> {
  const graded = quiz.phase === "graded" ? quiz.result?.graded : null;
  if (graded) return gradeMarks(graded);
  const choices = quiz.question?.hints?.choices ?? [];
  const hint: Mark = { text: "•", says: "a move of the book, good or bad", tone: "plain" };
  const marks = new Map(choices.map((point) => [point, hint]));
  if (quiz.answer && quiz.answer !== "pass") marks.set(quiz.answer, { text: "…", says: "your answer", tone: "plain" });
  return marks;
}

/** Signs of the grades, so that no colour is needed to tell them. */
export const GRADES: Record<string, readonly [sign: string, text: string]> = {
  best: ["✓", "Right: the best move"],
  equal: ["✓", "Right: as good as the best"],
  playable: ["~", "Playable, but there is better"],
  mistake: ["✗", "A mistake"],
  unknown: ["?", "Not in the book"],
};

/** The sign and the words of a grade. */
export function gradeText(graded: Pick<Graded, "grade" | "answer">): readonly [sign: string, text: string] {
  if (graded.answer === "pass") return ["?", "This is what the book has"];
  return GRADES[graded.grade] ?? ["?", graded.grade];
}

/** What a move is worse by, in words; empty if that is nothing to speak of. */
export function lostText(lost: Graded["lost"]): string {
  if (!lost) return "";
  const parts: string[] = [];
  if (lost.mean >= 0.0005) parts.push(`${(100 * lost.mean).toFixed(1)} % of the expected result`);
  if (lost.advantage && lost.advantage > 0) parts.push(`${lost.advantage.toFixed(1)} points`);
  return parts.join(", ");
}

function onward(quiz: Quiz, { next, reason }: QuizAnswer): Quiz {
  const cleared = { ...quiz, answer: null, result: null, problem: null, turn: quiz.turn + 1 };
  if (!next) return { ...cleared, phase: "ended", question: null, reason: reason ?? null };
  return { ...cleared, phase: "asked", question: next };
}

function told(quiz: Quiz, answer: QuizAnswer): Quiz {
  if (quiz.phase === "drawing") return onward(quiz, answer);
  if (quiz.phase !== "grading" || !answer.graded) return quiz;
  const right = quiz.right + (answer.graded.right ? 1 : 0);
  return { ...quiz, phase: "graded", answer: null, result: answer, asked: quiz.asked + 1, right };
}

/** A question that could not be drawn leads back to the start; an answer that could not be graded can be given again. */
function failed(quiz: Quiz, problem: Problem): Quiz {
  if (quiz.phase === "drawing") return { ...IDLE, settings: quiz.settings, turn: quiz.turn, problem };
  return quiz.phase === "grading" ? { ...quiz, phase: "asked", answer: null, problem } : quiz;
}

function gradeMarks(graded: Graded): ReadonlyMap<string, Mark> {
  const marks = new Map<string, Mark>();
  for (const [index, move] of graded.accepted.entries()) {
    const [text, says] = ["✓", index === 0 ? "the best move" : "as good as the best move"];
    for (const point of move.points) if (!marks.has(point)) marks.set(point, { text, says, tone: "good" });
  }
  if (graded.answer === "pass") return marks;
  const [text, says] = gradeText(graded);
  const tone = graded.right ? "good" : graded.grade === "playable" ? "plain" : "bad";
  return marks.set(graded.answer, { text, tone, says: `your answer. ${says}` });
}

function colorOf(text: string): Color {
  return text === "W" ? "W" : "B";
}
