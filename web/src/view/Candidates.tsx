// Table of the book's moves, with statistics, evidence, conditions and comments.
import { useRef } from "preact/hooks";
import type { Candidate, Condition } from "../api/types";
import { answer, askAgain, candidates, chosenKey, isGo, isUnsure, keyOf, lineOf, told } from "../state/answer";
import { isTouch } from "../state/hands";
import { letterOf } from "../state/marks";
import type { Offer } from "../state/offers";
import { pinRow } from "../state/offers";
import { look, play } from "../state/place";
import { valueOf } from "../state/resource";
import { setup } from "../state/setup";
import { NOTHING, hovered } from "../state/stage";
import { Failure } from "./Failure";
import { VALUE, VERDICTS, colorName, conditionText, count, percent, short, signOfVerdict, signed, spaced, verdictShort, verdictText } from "./words";

/**
 * The table of moves, or why it is empty. The frame stays during requests, so that nothing jumps.
 */
export function Candidates() {
  const frame = useRef<HTMLDivElement>(null);
  const now = told.value;
  const rows = candidates.value;
  const found = answer.value;
  const playRow = (offer: Offer) => {
    if (isTouch() && pinRow(offer)) return;
    // The row disappears with its position: keep the focus at the table.
    frame.current?.focus();
    play(offer.move);
  };
  return (
    <section class="candidates" aria-label="Moves of the book">
      <div class="scroller" ref={frame} tabIndex={0} role="region" aria-label="Table of moves" aria-busy={now.state === "asking" || isUnsure.value}>
        {setup.value && <p class="nothing">The book’s moves return when the set-up is done.</p>}
        {now.state === "failed" && <Failure problem={now.problem} again={askAgain} />}
        {found && rows.length === 0 && <p class="nothing">{whyNothing()}</p>}
        {found && rows.length > 0 && (
          <table>
            <caption>
              {colorName(found.to_play)} to play, {rows.length} {rows.length === 1 ? "move" : "moves"} of book {found.book.name}, version{" "}
              {found.book.version}
            </caption>
            <Head />
            {rows.map((candidate, index) => (
              <Row key={keyOf(candidate)} candidate={candidate} rank={index} toPlay={found.to_play} onPlay={playRow} />
            ))}
          </table>
        )}
      </div>
      <Legend />
    </section>
  );
}

/** Explains the signs. */
function Legend() {
  const signs = [...VERDICTS.map((verdict) => `${signOfVerdict(verdict)} ${verdict}`), `${signOfVerdict(null)} no verdict`];
  return <p class="faint legend">{signs.join("  ")} · on the board with the letter, larger the more it is played; second ring: best move; crossed out: a condition fails</p>;
}

function Head() {
  return (
    <thead>
      <tr>
        <th scope="col">Move</th>
        <th scope="col">Verdict</th>
        <th scope="col" title="Ranks the moves of a corner">
          Priority
        </th>
        <th scope="col">Games</th>
        <th scope="col" title="How many of the corners that reached the position went on with the move">
          Share
        </th>
        <th scope="col">Wins</th>
        <th scope="col" title={VALUE}>
          Value
        </th>
        {isGo.value && (
          <th scope="col" title="Change of the whole-board balance by the move, and by the book's line from it">
            Board
          </th>
        )}
      </tr>
    </thead>
  );
}

interface RowProps {
  readonly candidate: Candidate;
  readonly rank: number;
  readonly toPlay: string;
  readonly onPlay: (offer: Offer) => void;
}

function Row({ candidate, rank, toPlay, onPlay }: RowProps) {
  const { statistics, evidence, whole_board: board } = candidate;
  const key = keyOf(candidate);
  const chosen = chosenKey.value === key;
  const show = () => void (hovered.value = lineOf(candidate, toPlay));
  const hide = () => void (hovered.value = NOTHING);
  return (
    <tbody
      class={chosen ? "chosen" : ""}
      onPointerEnter={(event) => event.pointerType === "mouse" && show()}
      onPointerLeave={hide}
      onFocusIn={show}
      onFocusOut={hide}
    >
      <tr>
        <th scope="row">
          <span class={`letter-mark verdict-${candidate.verdict ?? "none"}`} aria-hidden="true">
            {letterOf(rank)}
          </span>
          {candidate.points.map((point) => (
            <button key={point} type="button" class="point-name" onClick={() => onPlay({ candidate, move: point })} aria-label={`Play ${point}`}>
              {point}
            </button>
          ))}
          <Moved candidate={candidate} rank={rank} />
        </th>
        <td class="verdict">
          <span class={`sign verdict-${candidate.verdict ?? "none"}`} aria-hidden="true">
            {signOfVerdict(candidate.verdict)}
          </span>{" "}
          <span title={verdictText(candidate)}>{verdictShort(candidate)}</span>
        </td>
        <td class="number">{short(candidate.priority)}</td>
        <td class="number">{statistics ? count(statistics.games) : ""}</td>
        <td class="number">{percent(statistics?.share)}</td>
        <td class="number">{percent(statistics?.win_rate)}</td>
        <td class="number">
          {evidence.mean.toFixed(2)} <small>± {short((evidence.interval[1]! - evidence.interval[0]!) / 2)}</small>
        </td>
        {isGo.value && <td class="number">{board && `${signed(board.move)} / ${signed(board.line)}`}</td>}
      </tr>
      <Notes candidate={candidate} chosen={chosen} />
    </tbody>
  );
}

/** By how many ranks the opponent's results moved a candidate, with an arrow. */
function Moved({ candidate, rank }: { readonly candidate: Candidate; readonly rank: number }) {
  const plain = valueOf(told.value)?.plain;
  if (!plain) return null;
  const view = look.value.view;
  const before = plain.moves.filter((move) => view === "board" || move.corner === view);
  const was = before.findIndex((move) => keyOf(move) === keyOf(candidate));
  const by = was - rank;
  if (was < 0 || by === 0) return <small class="moved"> =</small>;
  const text = by > 0 ? `▲${by}` : `▼${-by}`;
  const says = `${Math.abs(by)} ${by > 0 ? "higher" : "lower"} than without the opponent`;
  return (
    <small class="moved" title={says}>
      {" "}
      <span aria-hidden="true">{text}</span>
      <span class="unseen">{says}</span>
    </small>
  );
}

/** The main name, comment and conditions of a move in a row below it, with the button for its details. */
function Notes({ candidate, chosen }: { readonly candidate: Candidate; readonly chosen: boolean }) {
  const { names, comment, conditions, evidence, via, points } = candidate;
  const own = evidence.games.own;
  return (
    <tr class="notes">
      <td colSpan={isGo.value ? 8 : 7}>
        <div>
          {isGo.value && (
            <button type="button" class="more" aria-pressed={chosen} onClick={() => (chosenKey.value = chosen ? null : keyOf(candidate))}>
              Details<span class="unseen"> of {points[0]}</span>
            </button>
          )}{" "}
          {names[0] && <strong>{names[0]}. </strong>}
          {via === "transposition" && <em>Transposition of a line. </em>}
          {own > 0 && <>{own.toFixed(0)} games against this opponent. </>}
          {comment}
          {conditions.length > 0 && (
            <ul class="conditions" aria-label={`Conditions of ${points[0]}`}>
              {conditions.map((condition) => (
                <OneCondition key={condition.text} condition={condition} />
              ))}
            </ul>
          )}
        </div>
      </td>
    </tr>
  );
}

/** A condition, whether it holds, and why; a ladder can be shown on the board. */
function OneCondition({ condition }: { readonly condition: Condition }) {
  const ladder = (condition.ladder ?? []) as [string, string][];
  const show = (event: Event) => {
    // The row shows its own line on the same events.
    event.stopPropagation();
    hovered.value = ladder;
  };
  return (
    <li>
      {conditionText(condition)} <small>{condition.why}</small>{" "}
      {ladder.length > 0 && (
        <button type="button" class="more" onFocusIn={show} onPointerOver={show} onClick={show}>
          Show the ladder
        </button>
      )}
    </li>
  );
}

/** Returns why the corner in view, or the whole board, has no book move. */
function whyNothing(): string {
  const found = answer.value;
  const view = look.value.view;
  const reason = view === "board" ? found?.reason : found?.corners.find((corner) => corner.corner === view)?.reason;
  return `The book has no move here${reason ? `: ${spaced(reason)}` : ""}.`;
}
