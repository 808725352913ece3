// Everything the book knows of one move: comment, evidence, years, games; with a key, its editor.
import type { BookNode, Candidate } from "../api/types";
import { chosen, chosenKey, isGo } from "../state/answer";
import { details, hasDetails, placed } from "../state/details";
import { key } from "../state/key";
import { forPrograms } from "../state/programs";
import { Failure } from "./Failure";
import { Games } from "./Games";
import { Trend } from "./Trend";
import { Lazy } from "./Lazy";
import { VALUE, count, percent, signOfVerdict, signed, spaced, verdictText } from "./words";

const Editor = () => import("./Editor").then((module) => module.Editor);

export function Details() {
  const at = placed.value;
  const now = details.now.value;
  const one = chosen.value;
  if (!hasDetails.value) return <p class="nothing">Details of moves are available on boards of 19 lines only.</p>;
  if (!at) return <p class="nothing">Choose ▾ of a move, or play one, to see what the book knows about it.</p>;
  return (
    <section class="details" aria-busy={now.state === "asking"} aria-labelledby="details-title">
      <h2 id="details-title">
        {one ? one.point : "This position"}
        {isGo.value && `, ${spaced(at.corner)}`}
      </h2>
      {one && (
        <button type="button" onClick={() => (chosenKey.value = null)}>
          Back to this position
        </button>
      )}
      {now.state === "failed" && <Failure problem={now.problem} again={details.again} />}
      {now.state === "answered" && (
        <>
          <Node node={now.value.value} hasComment={!one} />
          {one && <Evidence candidate={one} />}
          <Trend years={now.value.value.statistics?.trend ?? []} unit={unitText()} />
          <Games book={at.book} games={now.value.value.statistics?.examples ?? []} />
          {(key.value !== null || forPrograms.value) && <Lazy load={Editor} props={{ found: now.value, at }} />}
        </>
      )}
    </section>
  );
}

/** A node; the comment of a chosen move is in its row. */
function Node({ node, hasComment }: { readonly node: BookNode; readonly hasComment: boolean }) {
  const { statistics, proposed } = node;
  return (
    <>
      <p>
        <span class={`sign verdict-${node.verdict ?? "none"}`} aria-hidden="true">
          {signOfVerdict(node.verdict)}
        </span>{" "}
        {verdictText(node)}
        {node.names[0] && <strong> · {node.names[0]}</strong>}
        {node.names.length > 1 && <span class="faint"> (also {node.names.slice(1).join(", ")})</span>}
      </p>
      {proposed && <p class="faint">From games: {proposed.text}</p>}
      {hasComment && node.comment && <p class="comment">{node.comment}</p>}
      {node.conditions && <p>Only if {node.conditions}</p>}
      {statistics && (
        <p>
          All games: played in {percent(statistics.share)} of {count(statistics.reached)} {unitText()}, {count(statistics.games)} games
          {statistics.win_rate !== null && statistics.win_rate !== undefined && `, ${percent(statistics.win_rate, 1)} of them won`}
          {statistics.expected_win_rate !== null &&
            statistics.expected_win_rate !== undefined &&
            `, where ${percent(statistics.expected_win_rate, 1)} were expected of these players`}
          .
        </p>
      )}
      {node.evaluations.map((one) => (
        <p key={`${one.engine} ${one.rules} ${one.komi}`}>
          {one.engine}, {count(one.visits)} visits: win rate {percent(one.win_rate, 1)}, lead {signed(one.lead)}
          {one.lost && `, ${one.lost.lead.toFixed(1)} behind the best move`}
        </p>
      ))}
      {node.sources.length > 0 && <p class="faint">Sources: {node.sources.join("; ")}</p>}
    </>
  );
}

/** What the statistics count. */
const unitText = () => (isGo.value ? "corners" : "games");

/** The components of the priority. */
function Evidence({ candidate }: { readonly candidate: Candidate }) {
  const { evidence, whole_board: board } = candidate;
  const { own, class: alike, all } = evidence.games;
  return (
    <dl class="evidence">
      {board && (
        <>
          <dt>Whole board</dt>
          <dd>
            {signed(board.move)} by the move, {signed(board.line)} by the book’s line from it
          </dd>
        </>
      )}
      {forPrograms.value && (
        <>
          <dt title={VALUE}>Value</dt>
          <dd>
            {evidence.mean.toFixed(3)}, 95 % between {evidence.interval.map((end) => end.toFixed(2)).join(" and ")}
          </dd>
          <dt>Priority</dt>
          <dd>
            {candidate.priority.toFixed(3)}, {evidence.popularity.toFixed(3)} of it as it is popular, {evidence.bonus.toFixed(3)} as it
            is uncertain
          </dd>
          <dt>Entered results</dt>
          <dd>
            {own.toFixed(0)} against this opponent, {alike.toFixed(0)} against its class, {all.toFixed(0)} in total
          </dd>
          <dt>Weights</dt>
          <dd>
            {Object.entries(evidence.shares)
              .filter(([, share]) => share > 0)
              .map(([name, share]) => `${spaced(name)} ${percent(share)}`)
              .join(", ")}
          </dd>
        </>
      )}
    </dl>
  );
}
