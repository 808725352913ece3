// Where the board is, in words: the name of the joseki or opening, and one sentence.
import type { ComponentChildren } from "preact";
import type { Answer, Candidate } from "../api/types";
import { yearsText } from "../game/counted";
import { shortName } from "../game/rows";
import { answer, isGo, rows } from "../state/answer";
import { here, name } from "../state/names";
import { line, look } from "../state/place";
import { textOf } from "../text/forms";
import { ownName, t } from "../text/text";
import { capital, colorName, cornerName, percent, whyNothing } from "./words";

/** The children stand beside the name. */
export function Where({ children }: { readonly children?: ComponentChildren }) {
  const found = answer.value;
  return (
    <section class="where" aria-label={t.where.label}>
      <h2>{found ? heading(found) : "\u00a0"}</h2>
      {children}
      <p>{found ? sentence(found) : "\u00a0"}</p>
    </section>
  );
}

function heading(found: Answer): string {
  const { opening } = found;
  if (opening) {
    return t.words.opening(opening);
  }
  const corner = here.value;
  const placed = (text: string) => (isGo.value && corner && look.value.view === "board" ? t.where.place(capital(cornerName(corner.corner)), text) : text);
  const called = name.value;
  if (called) return placed(called.text + (called.ago > 0 ? t.where.later(called.ago) : ""));
  if (!isGo.value) return t.words.games[line.value.game];
  if (!corner) return t.words.wholeBoard;
  if (corner.state === "empty") return placed(t.where.emptyCorner);
  return t.where.afterMove(capital(cornerName(corner.corner)), line.value.at);
}

function sentence(found: Answer): string {
  const side = colorName(found.to_play);
  const { gap } = t.words;
  const turn = t.where.sentence(t.words.toPlay(side));
  const left = here.value?.left_book;
  if (left) {
    const [player, has] = [colorName(left.color), left.expected.join(", ")];
    return `${turn}${gap}${has ? t.where.notInBookBut(left.move, player, left.point, has) : t.where.notInBook(left.move, player, left.point)}`;
  }
  const settled = here.value?.settled;
  if (here.value && settled) {
    const share = settled.elsewhere === null ? null : percent(settled.elsewhere);
    return `${turn}${gap}${t.where.settled(capital(cornerName(here.value.corner)), share)}`;
  }
  const { opening } = found;
  const verdict = opening?.verdict ? `${t.where.opening(textOf(t.where.openingVerdicts, opening.verdict), textOf(t.where.openingVerdicts, opening.condition ?? ""))}${gap}` : "";
  const moves = rows.value.map(({ first }) => first);
  if (moves.length === 0) return `${verdict}${turn}${gap}${whyNothing(here.value?.reason ?? found.reason)}`;
  const [best] = moves as [Candidate];
  const played = mostPlayed(moves.filter((move) => move.corner === best.corner));
  if (!played) {
    const isPart = look.value.counted.players !== "everybody" || yearsText(look.value.counted) !== "";
    return `${verdict}${t.where.first(side, moves.length, named(best))}${isPart ? gap + t.where.noGames : ""}`;
  }
  const share = percent(played.statistics?.share);
  if (played === best) return `${verdict}${t.where.firstPlayed(side, moves.length, named(best), share)}`;
  return `${verdict}${t.where.mostPlayed(side, moves.length, named(best), named(played), share)}`;
}

function named(candidate: Candidate): string {
  const own = ownName(candidate.names);
  return own ? t.where.moveNamed(candidate.point, shortName(own, name.value?.all ?? [])) : candidate.point;
}

/** Returns the move that is played most; null without counted games. */
function mostPlayed(moves: readonly Candidate[]): Candidate | null {
  const share = (candidate: Candidate) => candidate.statistics?.share ?? 0;
  const most = moves.reduce((one, other) => (share(other) > share(one) ? other : one));
  return share(most) > 0 ? most : null;
}
