// The quiz: a question on the board, its grade, and the opponent's reply.
import "../style/quiz.css";
import { useEffect } from "preact/hooks";
import type { QuizQuestion } from "../api/types";
import type { Quiz as State } from "../game/quiz";
import * as state from "../state/quiz";
import { textOf } from "../text/forms";
import { ownName, t } from "../text/text";
import { Failure } from "./Failure";
import { QuizGrade } from "./QuizGrade";
import { QuizSetup } from "./QuizSetup";
import { Side } from "./Side";
import { colorName, cornerName, percent } from "./words";

export function Quiz() {
  const quiz = state.quiz.value;
  const { phase, problem } = quiz;
  return (
    <section class="quiz" aria-labelledby="quiz-title" aria-busy={phase === "drawing" || phase === "grading"}>
      <div class="row">
        <h2 id="quiz-title">{t.quiz.title}</h2>
        {quiz.asked > 0 && (
          <span>
            <strong>{t.quiz.score(quiz.right, quiz.asked)}</strong>
            {quiz.streak > 1 && ` · ${t.quiz.inARow(quiz.streak)}`}
            {quiz.longest > Math.max(quiz.streak, 1) && ` · ${t.quiz.longest(quiz.longest)}`}
          </span>
        )}
        {phase !== "idle" && (
          <button type="button" class="stop" onClick={state.stop}>
            {t.quiz.stop}
          </button>
        )}
      </div>
      {problem && <Failure problem={problem} />}
      {phase === "idle" && <QuizSetup settings={quiz.settings} />}
      {phase === "drawing" && <p class="faint">{t.quiz.drawing}</p>}
      {phase === "ended" && <p role="status">{endText(quiz.reason)}</p>}
      {quiz.question && <Question question={quiz.question} quiz={quiz} />}
      {phase === "graded" && quiz.result?.graded && <QuizGrade result={quiz.result} graded={quiz.result.graded} />}
    </section>
  );
}

function Question({ question, quiz }: { readonly question: QuizQuestion; readonly quiz: State }) {
  const { to_play: color, names, hints, recall } = question;
  const open = quiz.phase === "asked";
  const side = colorName(color);
  // After “Next” the focus returns to the board, where the answer is given.
  useEffect(() => {
    const lost = document.activeElement === document.body || document.activeElement === null;
    if (open && quiz.asked > 0 && lost) document.querySelector<HTMLElement>('.grid [tabindex="0"]')?.focus();
  }, [open, question.id, quiz.asked]);
  return (
    <div>
      <p class="question">
        <Side color={color} /> <strong>{question.corner === "board" ? t.quiz.toPlay(side) : t.quiz.toPlayIn(side, cornerName(question.corner))}</strong>{" "}
        {question.opening ? t.quiz.whichStone(`${t.words.openingInShort(question.opening)} (${question.opening.code})`) : t.quiz.whichMove}
      </p>
      <p class="faint">
        {[textOf(t.quiz.drawn, question.drawn), recall !== null && recall !== undefined && t.quiz.recall(percent(recall)), !question.opening && ownName(names)]
          .filter(Boolean)
          .join(" · ")}
      </p>
      {hints && quiz.phase !== "graded" && (
        <p>{t.quiz.hints(hints.right_moves)}</p>
      )}
      {quiz.phase !== "graded" && (
        <div class="row">
          <button type="button" disabled={!open} onClick={state.giveUp}>
            {t.quiz.dontKnow}
          </button>
          <button type="button" onClick={state.explore}>
            {t.quiz.explore}
          </button>
          {quiz.phase === "grading" && <span class="faint">{quiz.answer === "pass" ? t.quiz.lookingUp : `${quiz.answer}…`}</span>}
        </div>
      )}
    </div>
  );
}

function endText(reason: string | null): string {
  const reasons: Partial<Record<string, string>> = t.quiz.ended;
  return reasons[reason ?? "other"] ?? t.quiz.ended.other;
}
