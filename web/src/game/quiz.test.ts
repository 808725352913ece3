import { describe, expect, it } from "vitest";
import { Problem } from "../api/client";
import type { Candidate, Graded, QuizAnswer, QuizQuestion } from "../api/types";
import type { Quiz, Settings } from "./quiz";
import { IDLE, LEVELS, boardOf, gradeText, lostText, marksOf, requestOf, step } from "./quiz";
import { shown, toPlay } from "./line";

const settings: Settings = IDLE.settings;

function question(id: string): QuizQuestion {
  return {
    id,
    board_size: 19,
    initial_stones: [],
    moves: [
      ["B", "Q16"],
      ["W", "O17"],
    ],
    to_play: "B",
    corner: "upper_right",
    line: "DDCF",
    names: [],
    drawn: "new",
    hints: null,
  };
}

function move(...points: string[]): Candidate {
  return { point: points[0], points } as Candidate;
}

function graded(answer: string, right: boolean, grade = right ? "best" : "mistake"): Graded {
  return { question: "one", answer, to_play: "B", grade, right, accepted: [move("R14"), move("P17", "R15")], refutation: [], memory: [] };
}

function told(next: QuizQuestion | null, grade: Graded | null = null, reply: QuizAnswer["reply"] = null): QuizAnswer {
  const book = { name: "main", version: 1 };
  return { book, coords: "gtp", graded: grade, reply, continues: false, next, reason: next ? null : "nothing_found" };
}

/** Returns the quiz after events; a server response gets the turn of the quiz at that point. */
function after(...happenings: ((quiz: Quiz) => Parameters<typeof step>[1])[]): Quiz {
  return happenings.reduce((quiz, happening) => step(quiz, happening(quiz)), IDLE);
}

const start = () => ({ is: "start", settings }) as const;
const says = (point: string) => () => ({ is: "answer", point }) as const;
const reply = { color: "W", point: "O16", share: 1, among: 1 };
const hears = (answer: QuizAnswer) => (quiz: Quiz) => ({ is: "told", turn: quiz.turn, answer }) as const;
const marked = (right: boolean) => hears(told(question("two"), graded("R14", right), right ? reply : null));
const drawn = hears(told(question("one")));
const next = () => ({ is: "next" }) as const;

describe("a quiz", () => {
  it("goes from a question to its grade and to the next question", () => {
    expect(after(start).phase).toBe("drawing");
    expect(after(start, drawn)).toMatchObject({ phase: "asked", question: { id: "one" } });
    expect(after(start, drawn, says("R14"))).toMatchObject({ phase: "grading", answer: "R14" });
    expect(after(start, drawn, says("R14"), marked(true))).toMatchObject({ phase: "graded", asked: 1, right: 1, streak: 1, longest: 1 });
    expect(after(start, drawn, says("R14"), marked(true), next)).toMatchObject({ phase: "asked", question: { id: "two" }, asked: 1 });
    expect(after(start, drawn, says("R14"), marked(false), next, says("R14"), marked(true))).toMatchObject({ asked: 2, right: 1 });
    const broken = after(start, drawn, says("R14"), marked(true), next, says("R14"), marked(true), next, says("R14"), marked(false));
    expect(broken).toMatchObject({ asked: 3, right: 2, streak: 0, longest: 2 });
  });

  it("accepts no answer during grading, after it, or without a question", () => {
    for (const quiz of [IDLE, after(start), after(start, drawn, says("R14")), after(start, drawn, says("R14"), marked(false))]) {
      expect(step(quiz, { is: "answer", point: "P17" })).toBe(quiz);
    }
  });

  it("ignores late responses", () => {
    const first = after(start, drawn, says("R14"));
    const again = step(step(first, { is: "stop" }), { is: "start", settings });
    expect(step(again, { is: "told", turn: first.turn, answer: told(question("two"), graded("R14", true)) })).toBe(again);
    expect(step(again, { is: "failed", turn: first.turn, problem: new Problem(500, {}) })).toBe(again);
    const done = after(start, drawn, says("R14"), marked(true));
    expect(step(done, { is: "told", turn: done.turn, answer: told(question("three"), graded("R14", true)) })).toBe(done);
  });

  it("accepts an answer again after grading failed", () => {
    const asked = after(start, drawn, says("R14"), (quiz) => ({ is: "failed", turn: quiz.turn, problem: new Problem(0, {}) }));
    expect(asked).toMatchObject({ phase: "asked", question: { id: "one" }, asked: 0, answer: null });
    expect(asked.problem).not.toBeNull();
    expect(step(asked, { is: "answer", point: "R14" })).toMatchObject({ phase: "grading", problem: null });
  });

  it("returns to its start if drawing fails, and ends without a question", () => {
    expect(after(start, (quiz) => ({ is: "failed", turn: quiz.turn, problem: new Problem(401, {}) })).phase).toBe("idle");
    expect(after(start, hears(told(null)))).toMatchObject({ phase: "ended", reason: "nothing_found" });
  });
});

describe("the request to the server", () => {
  it("is a draw, then the answer to its question", () => {
    expect(requestOf(after(start))).toMatchObject({ only_due: false, player: null });
    const { moves } = question("one");
    expect(requestOf(after(start, drawn, says("R14")))).toMatchObject({ question: "one", answer: "R14", moves });
  });

  it("is for a family and a level, and of the question's opening", () => {
    const own = { ...settings, family: "komoku", level: LEVELS[0]!, games: 5230 };
    const drawing = step(IDLE, { is: "start", settings: own });
    expect(requestOf(drawing)).toMatchObject({ names: ["komoku"], max_depth: 6, min_games: 52, ask: "moves" });
    expect(requestOf(after(start))).toMatchObject({ names: [], max_depth: null, min_games: 0 });
    const opening = { code: "D7", name: "", chinese: "", aliases: [] };
    expect(requestOf(after(start, hears(told({ ...question("one"), opening })), says("R14")))).toMatchObject({ opening: "D7" });
  });

  it("is null while the player thinks", () => {
    expect(requestOf(IDLE)).toBeNull();
    expect(requestOf(after(start, drawn))).toBeNull();
    expect(requestOf(after(start, drawn, says("R14"), marked(true)))).toBeNull();
  });
});

describe("the board of a quiz", () => {
  const points = (quiz: Quiz) => shown(boardOf(quiz)!).map((played) => played.point);

  it("shows the question, and after a right answer that and the reply", () => {
    expect(boardOf(IDLE)).toBeNull();
    expect(points(after(start, drawn))).toEqual(["Q16", "O17"]);
    expect(points(after(start, drawn, says("R14"), marked(false)))).toEqual(["Q16", "O17"]);
    expect(points(after(start, drawn, says("R14"), marked(true)))).toEqual(["Q16", "O17", "R14", "O16"]);
  });

  it("has the question's side to move", () => {
    const asked = after(start, hears(told({ ...question("one"), to_play: "W" })));
    expect(toPlay(boardOf(asked)!)).toBe("W");
  });

  it("marks the right moves with their mirror twins, and the answer", () => {
    const marks = marksOf(after(start, drawn, says("C3"), hears(told(null, graded("C3", false)))));
    const seen = [...marks].map(([point, mark]) => `${point} ${mark.text} ${mark.tone}`);
    expect(seen).toEqual(["R14 ✓ good", "P17 ✓ good", "R15 ✓ good", "C3 ✗ bad"]);
  });

  it("marks hints only until it is answered", () => {
    const hints = { right_moves: 1, choices: ["R14", "C3"] };
    const asked = after(start, hears(told({ ...question("one"), hints })));
    expect([...marksOf(asked).keys()]).toEqual(["R14", "C3"]);
    expect(marksOf(after(start, drawn)).size).toBe(0);
  });

  it("is that of its game; moves of pieces are marked where they go", () => {
    const xiangqi = { ...question("one"), board_size: 10, moves: [["R", "h2e2"]], to_play: "B", hints: { right_moves: 1, choices: ["h9g7", "h7e7"] } };
    const begun = step(IDLE, { is: "start", settings: { ...settings, game: "xiangqi" } });
    const asked = step(begun, { is: "told", turn: begun.turn, answer: told(xiangqi) });
    expect(boardOf(asked)).toMatchObject({ game: "xiangqi", size: 9, moves: [{ color: "R", point: "h2e2" }], toPlay: null });
    expect([...marksOf(asked).keys()].sort()).toEqual(["e7", "g7"]);
    expect(requestOf(step(asked, { is: "answer", point: "h9g7" }))).not.toHaveProperty("board_size");
  });

  it("marks no answer after a pass", () => {
    const marks = marksOf(after(start, drawn, says("pass"), hears(told(null, graded("pass", false, "unknown")))));
    expect([...marks.keys()]).toEqual(["R14", "P17", "R15"]);
  });
});

describe("the words of a grade", () => {
  it("distinguish a pass from a move outside the book", () => {
    expect(gradeText({ grade: "unknown", answer: "pass" })[1]).not.toBe(gradeText({ grade: "unknown", answer: "K10" })[1]);
    expect(gradeText({ grade: "best", answer: "R14" })[0]).toBe("✓");
  });

  it("state the loss, and nothing without one", () => {
    expect(lostText({ mean: 0.021, advantage: 1.5 })).toBe("2.1 % of the expected result, 1.5 points");
    expect(lostText({ mean: 0, advantage: null })).toBe("");
    expect(lostText(null)).toBe("");
  });
});
