// Table of the book's moves: the move with its name, the verdict, how often it is played, and its results.
import { useRef } from "preact/hooks";
import type { Candidate, Condition } from "../api/types";
import type { Kind } from "../game/counted";
import { KINDS } from "../game/counted";
import type { Row as RowOf } from "../game/rows";
import { shortName } from "../game/rows";
import { answer, askAgain, books, chosenKey, isUnsure, keyOf, lineOf, rows, rowsIn, told } from "../state/answer";
import { isTouch } from "../state/hands";
import { letterOf } from "../state/marks";
import { here, name } from "../state/names";
import { counting } from "../state/count";
import type { Offer } from "../state/offers";
import { pinRow } from "../state/offers";
import { look, play } from "../state/place";
import { valueOf } from "../state/resource";
import { setup } from "../state/setup";
import { NOTHING, hovered } from "../state/stage";
import { Counted, PLAYERS_NAMES, PLAYERS_TITLES } from "./Counted";
import { Failure } from "./Failure";
import { VERDICTS, colorName, conditionText, count, fails, percent, signOfVerdict, verdictText, whyNothing } from "./words";

/**
 * The table of moves, or why it is empty. The frame stays during requests, so that nothing jumps.
 */
export function Candidates({ isShort = false }: { readonly isShort?: boolean }) {
  const frame = useRef<HTMLDivElement>(null);
  const now = told.value;
  const found = answer.value;
  const shown = rows.value;
  const kinds = isShort ? [] : kindsOf(shown);
  const playRow = (offer: Offer) => {
    if (isTouch() && pinRow(offer)) return;
    // The row disappears with its position: keep the focus at the table.
    frame.current?.focus();
    play(offer.move);
  };
  return (
    <section class="candidates" aria-label="Moves of the book">
      {!isShort && hasGames() && <Counted />}
      <div class="scroller" ref={frame} tabIndex={0} role="region" aria-label="Table of moves" aria-busy={now.state === "asking" || isUnsure.value}>
        {setup.value && <p class="nothing">The book’s moves return when the set-up is done.</p>}
        {counting.value && <p class="nothing">The book’s moves return when the count is done.</p>}
        {now.state === "failed" && <Failure problem={now.problem} again={askAgain} />}
        {found && shown.length === 0 && <p class="nothing">{whyNothing(here.value?.reason ?? found.reason)}</p>}
        {found && shown.length > 0 && (
          <table class={`moves kinds-${kinds.length}`}>
            <caption class="unseen">
              {colorName(found.to_play)} to play, {shown.length} {shown.length === 1 ? "move" : "moves"} of book {found.book.name}, version{" "}
              {found.book.version}
            </caption>
            <Head toPlay={found.to_play} kinds={kinds} isShort={isShort} />
            {shown.map((row, index) => (
              <Row key={keyOf(row.first)} row={row} rank={index} toPlay={found.to_play} kinds={kinds} isShort={isShort} onPlay={playRow} />
            ))}
          </table>
        )}
      </div>
      {!isShort && <Legend />}
    </section>
  );
}

/** Returns whether the book counts games at all. */
function hasGames(): boolean {
  const list = valueOf(books.now.value)?.books;
  return (list?.find((one) => one.name === (look.value.book ?? "main"))?.counted_games ?? 0) > 0;
}

/** Returns the kinds of players with games here, strongest first, if there are several. */
function kindsOf(shown: readonly RowOf<Candidate>[]): readonly Kind[] {
  const found = KINDS.filter((kind) => shown.some(({ first }) => first.statistics?.kinds?.some((one) => one.kind === kind && one.games > 0)));
  return found.length > 1 ? found : [];
}

/** Explains the signs. */
function Legend() {
  const signs = [...VERDICTS.map((verdict) => `${signOfVerdict(verdict)} ${verdict}`), `${signOfVerdict(null)} no verdict`];
  return (
    <details class="faint legend">
      <summary>Columns and signs</summary>
      <p>
        Played: how often the position went on with the move, and in how many games. Wins: won games of those, and half of the draws; the line is at
        50 %. The weaker player decides whose game it is; others are amateurs and players of unknown strength.
      </p>
      <p>
        {signs.join("  ")}. On the board they stand beside the letter of the row. The larger a mark, the more the move is played; second ring: best
        move; crossed out: a condition fails.
      </p>
    </details>
  );
}

function Head({ toPlay, kinds, isShort }: Pick<RowProps, "toPlay" | "kinds" | "isShort">) {
  const played = "How often the position went on with the move";
  return (
    <thead>
      <tr>
        <th scope="col">Move</th>
        <th scope="col">Verdict</th>
        {kinds.length === 0 && (
          <th scope="col" title={played}>
            Played
          </th>
        )}
        {kinds.map((kind) => (
          <th key={kind} scope="col" class={`kind-${kind}`} title={`${played}. ${PLAYERS_TITLES[kind]}`}>
            {PLAYERS_NAMES[kind]}
          </th>
        ))}
        <th scope="col" title="Won games of those with the move, and half of the draws">
          {colorName(toPlay)} wins
        </th>
        {!isShort && (
          <th scope="col">
            <span class="unseen">Details</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

interface RowProps {
  readonly row: RowOf<Candidate>;
  readonly rank: number;
  readonly toPlay: string;
  readonly kinds: readonly Kind[];
  /** Whether the row leads to no details. */
  readonly isShort: boolean;
  readonly onPlay: (offer: Offer) => void;
}

function Row({ row, rank, toPlay, kinds, isShort, onPlay }: RowProps) {
  const candidate = row.first;
  const { statistics, points } = candidate;
  const key = keyOf(candidate);
  const chosen = chosenKey.value === key;
  const show = () => void (hovered.value = lineOf(candidate, toPlay));
  const hide = () => void (hovered.value = NOTHING);
  const own = candidate.names[0];
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
          {points.map((point) => (
            <button key={point} type="button" class="point-name" onClick={() => onPlay({ candidate, move: point })} aria-label={`Play ${point}`}>
              {point}
            </button>
          ))}
          <Moved candidate={candidate} rank={rank} />
          <div class="name">
            {own && shortName(own, name.value?.text ?? null)}
            {row.twins.length > 0 && <span class="faint"> in any empty corner</span>}
          </div>
        </th>
        <td class="verdict">
          <span class={`sign verdict-${candidate.verdict ?? "none"}`} aria-hidden="true">
            {signOfVerdict(candidate.verdict)}
          </span>{" "}
          <span title={verdictText(candidate)}>{candidate.verdict ?? "none"}</span>
          {candidate.verdict_by === "games" && <small class="faint"> by games</small>}
          {fails(candidate) && <small class="refused"> condition fails</small>}
        </td>
        {kinds.length === 0 && <Played share={statistics?.share} games={statistics?.games} />}
        {kinds.map((kind) => {
          const one = statistics?.kinds?.find((of) => of.kind === kind);
          return <Played key={kind} kind={kind} share={one?.share} games={one?.games} />;
        })}
        <Results rate={statistics?.win_rate} toPlay={toPlay} />
        {!isShort && (
          <td class="opener">
            <button type="button" class="more" aria-pressed={chosen} aria-label={`Details of ${points[0]}`} onClick={() => (chosenKey.value = chosen ? null : key)}>
              {chosen ? "▴" : "▾"}
            </button>
          </td>
        )}
      </tr>
      {chosen && <Notes candidate={candidate} columns={4 + Math.max(1, kinds.length)} />}
    </tbody>
  );
}

/** How often a move is played, as a number and a bar. */
function Played({ kind, share, games }: { readonly kind?: Kind; readonly share: number | undefined; readonly games: number | undefined }) {
  return (
    <td class={kind ? `played kind-${kind}` : "played"}>
      {games !== undefined && games > 0 && (
        <>
          {percent(share)}
          <span class="bar" aria-hidden="true">
            <span style={{ width: `${100 * (share ?? 0)}%` }} />
          </span>
          <small class="faint">
            {count(games)}
            <span class="unseen"> games</span>
          </small>
        </>
      )}
    </td>
  );
}

/** The results of a move as a number and a bar: the colour of the side to play, then the other one. */
function Results({ rate, toPlay }: { readonly rate: number | null | undefined; readonly toPlay: string }) {
  return (
    <td class="results">
      {rate !== null && rate !== undefined && (
        <>
          {percent(rate)}
          <span class={`bar side-${toPlay}`} aria-hidden="true">
            <span style={{ width: `${100 * rate}%` }} />
          </span>
        </>
      )}
    </td>
  );
}

/** By how many ranks the opponent's results moved a candidate, with an arrow. */
function Moved({ candidate, rank }: { readonly candidate: Candidate; readonly rank: number }) {
  const plain = valueOf(told.value)?.plain;
  if (!plain) return null;
  const was = rowsIn(plain).findIndex(({ first, twins }) => [first, ...twins].some((move) => keyOf(move) === keyOf(candidate)));
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

/** What the book says of a move, in a row below it. */
function Notes({ candidate, columns }: { readonly candidate: Candidate; readonly columns: number }) {
  const { comment, conditions, evidence, via, points } = candidate;
  const own = evidence.games.own;
  return (
    <tr class="notes">
      <td colSpan={columns}>
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
