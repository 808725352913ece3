// The quiz: a question on the board, its grade, and the opponent's reply.
import "../style/quiz.css";
import { useEffect } from "preact/hooks";
import type { QuizQuestion } from "../api/types";
import type { Quiz as State } from "../game/quiz";
import * as state from "../state/quiz";
import { Failure } from "./Failure";
import { QuizGrade } from "./QuizGrade";
import { QuizSetup } from "./QuizSetup";
import { Side } from "./Side";
import { colorName, percent, spaced } from "./words";

export function Quiz() {
  const quiz = state.quiz.value;
  const { phase, problem } = quiz;
  return (
    <section class="quiz" aria-labelledby="quiz-title" aria-busy={phase === "drawing" || phase === "grading"}>
      <div class="row">
        <h2 id="quiz-title">Quiz</h2>
        {quiz.asked > 0 && (
          <span>
            <strong>
              {quiz.right} of {quiz.asked}
            </strong>{" "}
            right{quiz.streak > 1 && ` · ${quiz.streak} in a row`}
            {quiz.longest > Math.max(quiz.streak, 1) && ` · longest row ${quiz.longest}`}
          </span>
        )}
        {phase !== "idle" && (
          <button type="button" class="stop" onClick={state.stop}>
            New quiz
          </button>
        )}
      </div>
      {problem && <Failure problem={problem} />}
      {phase === "idle" && <QuizSetup settings={quiz.settings} />}
      {phase === "drawing" && <p class="faint">Drawing a question…</p>}
      {phase === "ended" && <p role="status">{endText(quiz.reason)}</p>}
      {quiz.question && <Question question={quiz.question} quiz={quiz} />}
      {phase === "graded" && quiz.result?.graded && <QuizGrade result={quiz.result} graded={quiz.result.graded} />}
    </section>
  );
}

function Question({ question, quiz }: { readonly question: QuizQuestion; readonly quiz: State }) {
  const { to_play: color, names, hints, recall } = question;
  const open = quiz.phase === "asked";
  // After “Next” the focus returns to the board, where the answer is given.
  useEffect(() => {
    const lost = document.activeElement === document.body || document.activeElement === null;
    if (open && quiz.asked > 0 && lost) document.querySelector<HTMLElement>('.grid [tabindex="0"]')?.focus();
  }, [open, question.id, quiz.asked]);
  return (
    <div>
      <p class="question">
        <Side color={color} /> <strong>{colorName(color)}</strong> to play
        {question.corner !== "board" && (
          <>
            {" "}
            in the <strong>{spaced(question.corner)}</strong> corner
          </>
        )}
        . {question.opening ? <>Which stone makes the opening {openingText(question.opening)}?</> : "Which move is right?"}
      </p>
      <p class="faint">
        {[drawnText(question.drawn), recall !== null && recall !== undefined && `recall ${percent(recall)}`, !question.opening && names[0]]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {hints && quiz.phase !== "graded" && (
        <p>
          {hints.right_moves === 1 ? "1 move is" : `${hints.right_moves} moves are`} right; all book moves, good
          and bad, are marked with •.
        </p>
      )}
      {quiz.phase !== "graded" && (
        <div class="row">
          <button type="button" disabled={!open} onClick={state.giveUp}>
            I don't know
          </button>
          <button type="button" onClick={state.explore}>
            Explore this position
          </button>
          {quiz.phase === "grading" && <span class="faint">{quiz.answer === "pass" ? "Looking it up…" : `${quiz.answer}…`}</span>}
        </div>
      )}
    </div>
  );
}

function openingText({ name, code, chinese }: NonNullable<QuizQuestion["opening"]>): string {
  return `${name} (${code}, ${chinese})`;
}

function drawnText(drawn: string): string {
  const words: Record<string, string> = { new: "new", review: "due for review", continued: "same line continued", given: "" };
  return words[drawn] ?? drawn;
}

function endText(reason: string | null): string {
  const words: Record<string, string> = {
    nothing_due: "Nothing is due for review. Come back later, or include new positions.",
    nothing_found: "The book has no matching position.",
    empty_book: "The book is empty.",
  };
  return (reason && words[reason]) || "There are no more questions.";
}
