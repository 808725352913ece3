// The grade of an answer: the right moves, the loss, the refutation, and the opponent's reply.
import { useEffect, useRef } from "preact/hooks";
import type { Candidate, Graded, QuizAnswer } from "../api/types";
import { gradeText, lostText } from "../game/quiz";
import { colorOf, other } from "../game/line";
import { game } from "../state/answer";
import * as state from "../state/quiz";
import { number } from "../text/forms";
import { ownName, t } from "../text/text";
import { Shown } from "./Shown";
import { colorName, percent, signOfVerdict } from "./words";

interface GradeProps {
  readonly result: QuizAnswer;
  readonly graded: Graded;
}

export function QuizGrade({ result, graded }: GradeProps) {
  const next = useRef<HTMLButtonElement>(null);
  // Focus “Next”, unless the user works elsewhere on the page.
  useEffect(() => {
    const at = document.activeElement;
    if (!at || at === document.body || at.closest(".grid, .quiz")) next.current?.focus();
  }, [graded]);
  const [sign, text] = gradeText(graded);
  const lost = graded.right ? "" : lostText(graded.lost);
  const { reply } = result;
  return (
    <div class={`grade ${graded.right ? "right" : "wrong"}`}>
      <p>
        <span class="sign" aria-hidden="true">
          {sign}
        </span>{" "}
        <strong>{text}</strong>
        {graded.answer !== "pass" && ` ${t.quiz.answered(t.words.sideMove(colorName(graded.to_play), graded.answer))}`}
        {lost && t.quiz.costs(lost)}
      </p>
      <Chosen graded={graded} />
      <Accepted graded={graded} />
      <Refutation graded={graded} />
      {reply && <p>{replyText(reply)}</p>}
      <Memory graded={graded} />
      <div class="row">
        <button type="button" class="primary" ref={next} onClick={state.next}>
          {t.quiz.next}
        </button>
        <button type="button" onClick={state.explore}>
          {t.quiz.explore}
        </button>
      </div>
    </div>
  );
}

function replyText({ color, point, among, share }: NonNullable<QuizAnswer["reply"]>): string {
  const side = colorName(color);
  if (point === "pass") return among > 1 ? t.quiz.elsewhereOf(side, percent(share)) : t.quiz.elsewhere(side);
  return among > 1 ? t.quiz.answersOf(side, point, percent(share)) : t.quiz.answers(side, point);
}

/** The book's comment on a wrong move, if it has one. */
function Chosen({ graded }: { readonly graded: Graded }) {
  const comment = graded.right ? null : graded.chosen?.comment;
  return comment ? <p class="comment">{comment}</p> : null;
}

/** The right moves, each with a preview on the board. */
function Accepted({ graded }: { readonly graded: Graded }) {
  if (graded.accepted.length === 0) return null;
  return (
    <>
      <p>{graded.accepted.length === 1 ? t.quiz.rightMove : t.quiz.rightMoves}</p>
      <ul class="accepted">
        {graded.accepted.map((move) => (
          <li key={move.leads_to}>
            {graded.right ? (
              <strong>{title(move)}</strong>
            ) : (
              <Shown class="point-name" text={title(move)} moves={[[graded.to_play, move.point]]} />
            )}
            <span class="faint"> {t.quiz.value(number(move.evidence.mean, 2))}</span>
            {move.names.length > 0 && ` ${ownName(move.names)}`}
            {move.comment && <span class="faint"> {move.comment}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}

/** With the sign of the verdict, as in the table. */
function title(move: Candidate): string {
  return `${signOfVerdict(move.verdict)} ${move.points.join(" ")}`;
}

/** The opponent's best answers to a wrong move. */
function Refutation({ graded }: { readonly graded: Graded }) {
  if (graded.refutation.length === 0 || graded.answer === "pass") return null;
  const opponent = other(colorOf(graded.to_play), game.value);
  const answer = [graded.to_play, graded.answer] as const;
  return (
    <div class="row">
      {t.quiz.refutation(colorName(opponent))}
      {graded.refutation.map((move) => (
        <Shown key={move.leads_to} class="point-name" text={move.point} moves={[answer, [opponent, move.point]]} />
      ))}
    </div>
  );
}

/** The half-life of the move in memory; nothing without a player. */
function Memory({ graded }: { readonly graded: Graded }) {
  const change = graded.memory[0];
  if (!change) return null;
  return <p class="faint">{t.quiz.halfLife(timeText(change.after.half_life))}</p>;
}

function timeText(seconds: number): string {
  const units = [
    [86400, t.quiz.days],
    [3600, t.quiz.hours],
    [60, t.quiz.minutes],
  ] as const;
  const [length, text] = units.find(([length]) => seconds >= length) ?? units[2];
  return text(Math.max(1, Math.round(seconds / length)));
}
