// State machine of a quiz: question, answer and grade, and their board position.
import type { Problem } from "../api/client";
import type { Graded, QuizAnswer, QuizQuestion, QuizRequest } from "../api/types";
import type { Game } from "./games";
import { notationOf, sizeOf } from "./games";
import type { Color, Line } from "./line";
import type { Mark } from "./marks";
import { colorOf, emptyLine, movesOf, play, toPlay } from "./line";
import { nameIn, targetOf } from "./vertex";
import { number, textOf } from "../text/forms";
import { t } from "../text/text";

/** What is asked: the right moves, or in renju the third stones of its openings and fifth moves. */
export type Subject = NonNullable<QuizRequest["ask"]>;

/** How far into the book questions go, and how common they are. */
export interface Level {
  readonly name: "easy" | "medium" | "hard";
  /** Maximum number of moves before a question; null for any. */
  readonly depth: number | null;
  /** Least share of the book's games that had the position. */
  readonly share: number;
}

export const LEVELS: readonly Level[] = [
  { name: "easy", depth: 6, share: 0.01 },
  { name: "medium", depth: 12, share: 0.002 },
  { name: "hard", depth: null, share: 0 },
];
const HARDEST = LEVELS.at(-1)!;

/** Options of a quiz. */
export interface Settings {
  readonly book: string | null;
  readonly game: Game;
  readonly subject: Subject;
  /** Ask only positions below a move whose name contains this; empty for any. */
  readonly family: string;
  readonly level: Level;
  /** Number of games that the book counts. */
  readonly games: number;
  /** Colour of the player; null for either. */
  readonly color: Color | null;
  readonly hints: boolean;
  /** Player whose answers are stored; empty to store none. */
  readonly player: string;
  /** Ask only moves that are due for review. */
  readonly onlyDue: boolean;
  /** Ask only continuations of this book line; null for the whole book. */
  readonly prefix: string | null;
}

/** Phase of a quiz; in `drawing` and `grading` a request is in flight. */
export type Phase = "idle" | "drawing" | "asked" | "grading" | "graded" | "ended";

export interface Quiz {
  readonly phase: Phase;
  readonly settings: Settings;
  /** Serial number of the request; responses to older ones are ignored. */
  readonly turn: number;
  readonly question: QuizQuestion | null;
  /** The answer being graded. */
  readonly answer: string | null;
  /** The grade and the next question. */
  readonly result: QuizAnswer | null;
  /** Reason why there is no next question. */
  readonly reason: string | null;
  readonly problem: Problem | null;
  /** Numbers of answered questions and of right answers in this session. */
  readonly asked: number;
  readonly right: number;
  /** Numbers of right answers in a row: the present ones, and most in this session. */
  readonly streak: number;
  readonly longest: number;
}

/** Events of a quiz. */
export type Happening =
  | { readonly is: "start"; readonly settings: Settings }
  | { readonly is: "answer"; readonly point: string }
  | { readonly is: "told"; readonly turn: number; readonly answer: QuizAnswer }
  | { readonly is: "failed"; readonly turn: number; readonly problem: Problem }
  | { readonly is: "next" }
  | { readonly is: "stop" };

export const IDLE: Quiz = {
  phase: "idle",
  settings: {
    book: null,
    game: "go",
    subject: "moves",
    family: "",
    level: HARDEST,
    games: 0,
    color: null,
    hints: false,
    player: "",
    onlyDue: false,
    prefix: null,
  },
  turn: 0,
  question: null,
  answer: null,
  result: null,
  reason: null,
  problem: null,
  asked: 0,
  right: 0,
  streak: 0,
  longest: 0,
};

/** Applies an event; returns the same object if the event has no effect now. */
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

/** Returns the request that the quiz waits for, or null. */
export function requestOf(quiz: Quiz): QuizRequest | null {
  const { book, game, subject, family, level, games, color, hints, player, onlyDue, prefix } = quiz.settings;
  const drawn = { max_depth: level.depth, min_games: Math.floor(level.share * games), names: family ? [family] : [] };
  const asked = { ...drawn, book, ask: subject, color, hints, prefix, player: player || null, only_due: onlyDue, coords: notationOf(game) };
  if (quiz.phase === "drawing") return asked;
  const { question, answer } = quiz;
  if (quiz.phase !== "grading" || !question || answer === null) return null;
  const { id, board_size, initial_stones, moves, to_play, opening } = question;
  const board = game === "xiangqi" ? {} : { board_size, initial_stones };
  return { ...asked, ...board, question: id, moves, to_play, opening: opening?.code ?? null, answer };
}

/**
 * Returns the board of a question; after a right answer it includes that and the opponent's reply.
 */
export function boardOf(quiz: Quiz): Line | null {
  const { question, result } = quiz;
  const { game } = quiz.settings;
  if (!question) return null;
  const moves = movesOf(question.moves);
  const asked: Line = { ...emptyLine(sizeOf(game, question.board_size), game), stones: movesOf(question.initial_stones), moves, at: moves.length };
  const color = colorOf(question.to_play);
  const line = toPlay(asked) === color ? asked : { ...asked, toPlay: color };
  const graded = quiz.phase === "graded" ? result?.graded : null;
  if (!graded?.right) return line;
  const answered = play(line, graded.answer, color);
  return result?.reply ? play(answered, result.reply.point, colorOf(result.reply.color)) : answered;
}

/**
 * Returns the marks on the board: hints, the pending answer, or after grading the right moves and
 * the answer.
 */
export function marksOf(quiz: Quiz): ReadonlyMap<string, Mark> {
  const line = boardOf(quiz);
  if (line?.game !== "xiangqi") return moveMarks(quiz);
  // A move of a piece is marked where it goes, the best of several moves there.
  const marks = [...moveMarks(quiz)].flatMap(([move, mark]): [string, Mark][] => {
    const target = targetOf(move, line);
    return target ? [[nameIn(target, line), { ...mark, says: `${move}, ${mark.says}` }]] : [];
  });
  return new Map(marks.reverse());
}

function moveMarks(quiz: Quiz): ReadonlyMap<string, Mark> {
  const graded = quiz.phase === "graded" ? quiz.result?.graded : null;
  if (graded) return gradeMarks(graded);
  const choices = quiz.question?.hints?.choices ?? [];
  const hint: Mark = { text: "•", says: t.quiz.hint, tone: "plain" };
  const marks = new Map(choices.map((point) => [point, hint]));
  if (quiz.answer && quiz.answer !== "pass") marks.set(quiz.answer, { text: "…", says: t.quiz.yourAnswer, tone: "plain" });
  return marks;
}

/** Signs of the grades, so that colour is not the only cue. */
const GRADES: Record<string, string> = { best: "✓", equal: "✓", playable: "~", mistake: "✗" };

/** Returns the sign and text of a grade. */
export function gradeText(graded: Pick<Graded, "grade" | "answer">): readonly [sign: string, text: string] {
  if (graded.answer === "pass") return ["?", t.quiz.grades.shown];
  return [GRADES[graded.grade] ?? "?", textOf(t.quiz.grades, graded.grade)];
}

/** Returns the loss of a move in words; empty if negligible. */
export function lostText(lost: Graded["lost"]): string {
  if (!lost) return "";
  const parts: string[] = [];
  if (lost.mean >= 0.0005) parts.push(t.review.expected(t.words.percent(number(100 * lost.mean, 1))));
  if (lost.advantage && lost.advantage > 0) parts.push(t.review.points(number(lost.advantage, 1)));
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
  const { right: isRight } = answer.graded;
  const streak = isRight ? quiz.streak + 1 : 0;
  const counts = { asked: quiz.asked + 1, right: quiz.right + (isRight ? 1 : 0), streak, longest: Math.max(streak, quiz.longest) };
  return { ...quiz, ...counts, phase: "graded", answer: null, result: answer };
}

/**
 * After a failed draw the quiz returns to its start; after failed grading the player can answer
 * again.
 */
function failed(quiz: Quiz, problem: Problem): Quiz {
  if (quiz.phase === "drawing") return { ...IDLE, settings: quiz.settings, turn: quiz.turn, problem };
  return quiz.phase === "grading" ? { ...quiz, phase: "asked", answer: null, problem } : quiz;
}

function gradeMarks(graded: Graded): ReadonlyMap<string, Mark> {
  const marks = new Map<string, Mark>();
  for (const [index, move] of graded.accepted.entries()) {
    const [text, says] = ["✓", index === 0 ? t.quiz.bestMove : t.quiz.asGood];
    for (const point of move.points) if (!marks.has(point)) marks.set(point, { text, says, tone: "good" });
  }
  if (graded.answer === "pass") return marks;
  const [text, says] = gradeText(graded);
  const tone = graded.right ? "good" : graded.grade === "playable" ? "plain" : "bad";
  return marks.set(graded.answer, { text, tone, says: t.quiz.yourAnswerIs(says) });
}
