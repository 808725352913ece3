// Everything the book knows of one move: comment, evidence, years, games; with a key, its editor.
import type { BookNode, Candidate } from "../api/types";
import { chosen, chosenKey, isGo } from "../state/answer";
import { details, hasDetails, placed } from "../state/details";
import { key } from "../state/key";
import { forPrograms } from "../state/programs";
import { number, textOf } from "../text/forms";
import { ownName, t } from "../text/text";
import { Failure } from "./Failure";
import { Games } from "./Games";
import { Trend } from "./Trend";
import { Lazy } from "./Lazy";
import { cornerName, othersOf, percent, signOfVerdict, signed, verdictText } from "./words";

const Editor = () => import("./Editor").then((module) => module.Editor);

export function Details() {
  const at = placed.value;
  const now = details.now.value;
  const one = chosen.value;
  if (!hasDetails.value) return <p class="nothing">{t.details.onlyFull}</p>;
  const move = one ? one.point : t.details.position;
  if (!at) return <p class="nothing">{t.details.choose}</p>;
  return (
    <section class="details" aria-busy={now.state === "asking"} aria-labelledby="details-title">
      <h2 id="details-title">
        {isGo.value ? t.details.titled(move, cornerName(at.corner)) : move}
      </h2>
      {one && (
        <button type="button" onClick={() => (chosenKey.value = null)}>
          {t.details.back}
        </button>
      )}
      {now.state === "failed" && <Failure problem={now.problem} again={details.again} />}
      {now.state === "answered" && (
        <>
          <Node node={now.value.value} hasComment={!one} />
          {one && <Evidence candidate={one} />}
          <Trend years={now.value.value.statistics?.trend ?? []} unit={unitName()} />
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
        {node.names.length > 0 && <strong> · {ownName(node.names)}</strong>}
        {node.names.length > 1 && <span class="faint"> {t.details.also(othersOf(node.names))}</span>}
      </p>
      {proposed && <p class="faint">{t.details.fromGames(proposed.text)}</p>}
      {hasComment && node.comment && <p class="comment">{node.comment}</p>}
      {node.conditions && <p>{t.details.onlyIf(node.conditions)}</p>}
      {statistics && (
        <p>
          {t.where.sentence(
            [
              t.details.allGames(percent(statistics.share), statistics.reached, t.words.units[unitName()], statistics.games),
              statistics.win_rate != null && t.details.won(percent(statistics.win_rate, 1)),
              statistics.expected_win_rate != null && t.details.expectedWins(percent(statistics.expected_win_rate, 1)),
            ]
              .filter(Boolean)
              .join(""),
          )}
        </p>
      )}
      {node.evaluations.map((one) => (
        <p key={`${one.engine} ${one.rules} ${one.komi}`}>
          {t.details.evaluation(one.engine, one.visits, percent(one.win_rate, 1), signed(one.lead))}
          {one.lost && t.details.behind(number(one.lost.lead, 1))}
        </p>
      ))}
      {node.sources.length > 0 && <p class="faint">{t.details.sources(node.sources.join("; "))}</p>}
    </>
  );
}

/** What the statistics count. */
const unitName = () => (isGo.value ? "corners" : "games");

/** The components of the priority. */
function Evidence({ candidate }: { readonly candidate: Candidate }) {
  const { evidence, whole_board: board } = candidate;
  const { own, class: alike, all } = evidence.games;
  return (
    <dl class="evidence">
      {board && (
        <>
          <dt>{t.details.wholeBoard}</dt>
          <dd>
            {t.details.wholeBoardBy(signed(board.move), signed(board.line))}
          </dd>
        </>
      )}
      {forPrograms.value && (
        <>
          <dt title={t.details.valueTitle}>{t.details.value}</dt>
          <dd>
            {t.details.interval(number(evidence.mean, 3), number(evidence.interval[0]!, 2), number(evidence.interval[1]!, 2))}
          </dd>
          <dt>{t.details.priority}</dt>
          <dd>
            {t.details.priorityParts(number(candidate.priority, 3), number(evidence.popularity, 3), number(evidence.bonus, 3))}
          </dd>
          <dt>{t.details.results}</dt>
          <dd>
            {t.details.resultsOf(number(own), number(alike), number(all))}
          </dd>
          <dt>{t.details.weights}</dt>
          <dd>
            {Object.entries(evidence.shares)
              .filter(([, share]) => share > 0)
              .map(([name, share]) => `${textOf(t.details.weightNames, name)} ${percent(share)}`)
              .join(", ")}
          </dd>
        </>
      )}
    </dl>
  );
}
