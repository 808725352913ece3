// Where the board is, in words: the name of the joseki or opening, and one sentence.
import type { ComponentChildren } from "preact";
import type { Answer, Candidate } from "../api/types";
import { yearsText } from "../game/counted";
import { GAME_NAMES } from "../game/games";
import { shortName } from "../game/rows";
import { answer, isGo, rows } from "../state/answer";
import { here, name } from "../state/names";
import { line, look } from "../state/place";
import { capital, colorName, percent, spaced, whyNothing } from "./words";

/** The children stand beside the name. */
export function Where({ children }: { readonly children?: ComponentChildren }) {
  const found = answer.value;
  return (
    <section class="where" aria-label="Position">
      <h2>{found ? heading(found) : "\u00a0"}</h2>
      {children}
      <p>{found ? sentence(found) : "\u00a0"}</p>
    </section>
  );
}

function heading(found: Answer): string {
  const { opening } = found;
  if (opening) {
    const also = [opening.chinese_traditional ?? opening.chinese, opening.romaji].filter(Boolean).join(", ");
    return `${opening.name}${also && ` (${also})`}`;
  }
  const corner = here.value;
  const place = isGo.value && corner && look.value.view === "board" ? `${capital(spaced(corner.corner))}: ` : "";
  const called = name.value;
  if (called) return `${place}${called.text}${later(called.ago)}`;
  if (!isGo.value) return GAME_NAMES[line.value.game];
  if (!corner) return "Whole board";
  if (corner.state === "empty") return `${place}Empty corner`;
  return `${capital(spaced(corner.corner))}, after move ${line.value.at}`;
}

function later(moves: number): string {
  return moves === 0 ? "" : `, ${moves} ${moves === 1 ? "move" : "moves"} later`;
}

function sentence(found: Answer): string {
  const side = `${colorName(found.to_play)} to play`;
  const left = here.value?.left_book;
  if (left) {
    const has = left.expected.length > 0 ? `; it has ${left.expected.join(", ")}` : "";
    return `${side}. Move ${left.move}, ${colorName(left.color)} ${left.point}, is not in the book${has}.`;
  }
  const { opening } = found;
  const verdict = opening?.verdict ? `${opening.verdict}${opening.condition ? ` (${opening.condition})` : ""}. ` : "";
  const moves = rows.value.map(({ first }) => first);
  if (moves.length === 0) return `${verdict}${side}. ${whyNothing(here.value?.reason ?? found.reason)}`;
  const [best] = moves as [Candidate];
  const played = mostPlayed(moves.filter((move) => move.corner === best.corner));
  const has = `the book has ${moves.length === 1 ? "one move" : `${moves.length} moves`}`;
  if (!played) {
    const isPart = look.value.counted.players !== "everybody" || yearsText(look.value.counted) !== "";
    return `${verdict}${side}: ${has}, first ${named(best)}.${isPart ? " No games of these players and years have the position." : ""}`;
  }
  const share = `played ${percent(played.statistics?.share)} of the time`;
  if (played === best) return `${verdict}${side}: ${has}, first ${named(best)}, ${share}.`;
  return `${verdict}${side}: ${has}, first ${named(best)}; ${named(played)} is ${share}.`;
}

function named(candidate: Candidate): string {
  const own = candidate.names[0];
  return own ? `${candidate.point} (${shortName(own, name.value?.text ?? null)})` : candidate.point;
}

/** Returns the move that is played most; null without counted games. */
function mostPlayed(moves: readonly Candidate[]): Candidate | null {
  const share = (candidate: Candidate) => candidate.statistics?.share ?? 0;
  const most = moves.reduce((one, other) => (share(other) > share(one) ? other : one));
  return share(most) > 0 ? most : null;
}
