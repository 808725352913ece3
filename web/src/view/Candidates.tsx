// Table of the book's moves: the move with its name, the verdict, how often it is played, and its results.
import { useRef } from "preact/hooks";
import type { Candidate, Condition, CornerAnswer } from "../api/types";
import type { Kind } from "../game/counted";
import { KINDS } from "../game/counted";
import type { Row as RowOf } from "../game/rows";
import { shortName } from "../game/rows";
import { answer, askAgain, books, chosenKey, cornersInView, isUnsure, keyOf, lineOf, rows, rowsIn, told } from "../state/answer";
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
import { ownName, t } from "../text/text";
import { Counted } from "./Counted";
import { Failure } from "./Failure";
import { VERDICTS, colorName, conditionText, cornerName, count, fails, percent, signOfVerdict, verdictName, verdictText, whyNothing } from "./words";

/**
 * The table of moves, or why it is empty. The frame stays during requests, so that nothing jumps.
 */
export function Candidates({ isShort = false }: { readonly isShort?: boolean }) {
  const frame = useRef<HTMLDivElement>(null);
  const now = told.value;
  const found = answer.value;
  const shown = rows.value;
  const kinds = isShort ? [] : kindsOf(shown);
  const tenukis = cornersInView.value.filter((corner) => corner.tenuki?.commonest);
  const playRow = (offer: Offer) => {
    if (isTouch() && pinRow(offer)) return;
    // The row disappears with its position: keep the focus at the table.
    frame.current?.focus();
    play(offer.move);
  };
  return (
    <section class="candidates" aria-label={t.candidates.label}>
      {!isShort && hasGames() && <Counted />}
      <div class="scroller" ref={frame} tabIndex={0} role="region" aria-label={t.candidates.table} aria-busy={now.state === "asking" || isUnsure.value}>
        {setup.value && <p class="nothing">{t.candidates.inSetup}</p>}
        {counting.value && <p class="nothing">{t.count.meanwhile}</p>}
        {now.state === "failed" && <Failure problem={now.problem} again={askAgain} />}
        {found && shown.length === 0 && tenukis.length === 0 && <p class="nothing">{whyNothing(here.value?.reason ?? found.reason)}</p>}
        {found && shown.length + tenukis.length > 0 && (
          <table class={`moves kinds-${kinds.length}`}>
            <caption class="unseen">
              {t.candidates.caption(colorName(found.to_play), shown.length, found.book.name, found.book.version)}
            </caption>
            <Head toPlay={found.to_play} kinds={kinds} isShort={isShort} />
            {tenukis.map((corner) => (
              <TenukiRow key={corner.corner} corner={corner} toPlay={found.to_play} kinds={kinds} isShort={isShort} />
            ))}
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
  const signs = [...VERDICTS.map((verdict) => `${signOfVerdict(verdict)} ${verdictName(verdict)}`), `${signOfVerdict(null)} ${t.words.noVerdict}`];
  return (
    <details class="faint legend">
      <summary>{t.candidates.legend}</summary>
      <p>{t.candidates.legendColumns}</p>
      <p>{t.candidates.legendSigns(signs.join("  "))}</p>
    </details>
  );
}

function Head({ toPlay, kinds, isShort }: Pick<RowProps, "toPlay" | "kinds" | "isShort">) {
  return (
    <thead>
      <tr>
        <th scope="col">{t.candidates.move}</th>
        <th scope="col">{t.candidates.verdict}</th>
        {kinds.length === 0 && (
          <th scope="col" title={t.candidates.playedTitle}>
            {t.candidates.played}
          </th>
        )}
        {kinds.map((kind) => (
          <th key={kind} scope="col" class={`kind-${kind}`} title={t.candidates.playedBy(t.counted.titles[kind])}>
            {t.counted.players[kind]}
          </th>
        ))}
        <th scope="col" title={t.candidates.winsTitle}>
          {t.candidates.wins(colorName(toPlay))}
        </th>
        {!isShort && (
          <th scope="col">
            <span class="unseen">{t.candidates.details}</span>
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
  const own = ownName(candidate.names);
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
            <button key={point} type="button" class="point-name" onClick={() => onPlay({ candidate, move: point })} aria-label={t.candidates.play(point)}>
              {point}
            </button>
          ))}
          <Moved candidate={candidate} rank={rank} />
          <div class="name">
            {own && shortName(own, name.value?.all ?? [])}
            {row.twins.length > 0 && <span class="faint"> {t.candidates.anyCorner}</span>}
          </div>
        </th>
        <td class="verdict">
          <span class={`sign verdict-${candidate.verdict ?? "none"}`} aria-hidden="true">
            {signOfVerdict(candidate.verdict)}
          </span>{" "}
          <span title={verdictText(candidate)}>{candidate.verdict ? verdictName(candidate.verdict) : t.words.none}</span>
          {candidate.verdict_by === "games" && <small class="faint"> {t.candidates.byGames}</small>}
          {fails(candidate) && <small class="refused"> {t.candidates.conditionFails}</small>}
        </td>
        {kinds.length === 0 && <Played share={statistics?.share} games={statistics?.games} />}
        {kinds.map((kind) => {
          const one = statistics?.kinds?.find((of) => of.kind === kind);
          return <Played key={kind} kind={kind} share={one?.share} games={one?.games} />;
        })}
        <Results rate={statistics?.win_rate} toPlay={toPlay} />
        {!isShort && (
          <td class="opener">
            <button type="button" class="more" aria-pressed={chosen} aria-label={t.candidates.detailsOf(points[0]!)} onClick={() => (chosenKey.value = chosen ? null : key)}>
              {chosen ? "▴" : "▾"}
            </button>
          </td>
        )}
      </tr>
      {chosen && <Notes candidate={candidate} columns={4 + Math.max(1, kinds.length)} />}
    </tbody>
  );
}

/** Playing elsewhere, where that is the commonest move. */
function TenukiRow({ corner, toPlay, kinds, isShort }: Pick<RowProps, "toPlay" | "kinds" | "isShort"> & { readonly corner: CornerAnswer }) {
  const { statistics, share } = corner.tenuki!;
  return (
    <tbody class="tenuki">
      <tr>
        <th scope="row">
          {t.words.tenuki} <span class="faint">{cornerName(corner.corner)}</span>
        </th>
        <td class="verdict">{t.words.none}</td>
        <Played columns={Math.max(1, kinds.length)} share={share ?? undefined} games={statistics?.games} />
        <Results rate={statistics?.win_rate} toPlay={toPlay} />
        {!isShort && <td class="opener" />}
      </tr>
    </tbody>
  );
}

interface PlayedProps {
  readonly kind?: Kind;
  readonly columns?: number;
  readonly share: number | undefined;
  /** Number of games with the move, if they are counted. */
  readonly games: number | undefined;
}

/** How often a move is played, as a number and a bar. */
function Played({ kind, columns = 1, share, games }: PlayedProps) {
  return (
    <td class={kind ? `played kind-${kind}` : "played"} colSpan={columns}>
      {share !== undefined && games !== 0 && (
        <>
          {percent(share)}
          <span class="bar" aria-hidden="true">
            <span style={{ width: `${100 * share}%` }} />
          </span>
          {games !== undefined && (
            <small class="faint">
              {count(games)}
              <span class="unseen"> {t.candidates.games}</span>
            </small>
          )}
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
  const says = by > 0 ? t.candidates.higher(by) : t.candidates.lower(-by);
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
        {via === "transposition" && <em>{t.candidates.transposition} </em>}
        {via === "fewer_stones" && <em>{t.candidates.fewerStones} </em>}
        {own > 0 && <>{t.candidates.ownGames(own)} </>}
        {comment}
        {conditions.length > 0 && (
          <ul class="conditions" aria-label={t.candidates.conditionsOf(points[0]!)}>
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
          {t.candidates.showLadder}
        </button>
      )}
    </li>
  );
}
