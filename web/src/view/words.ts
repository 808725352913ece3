// Formatting of verdicts, numbers and states.
import type { Candidate, Condition, ExampleGame } from "../api/types";
import { number, textOf } from "../text/forms";
import { ownName, t } from "../text/text";

export { colorName } from "../game/line";

/** Signs of the verdicts, so that colour is not the only cue. */
const SIGNS: Record<string, string> = { ideal: "★", good: "✓", question: "?", trick: "!", mistake: "✗" };

/** Returns the sign of a verdict; a ring for none. */
export function signOfVerdict(verdict: string | null | undefined): string {
  return (verdict && SIGNS[verdict]) || "○";
}

export const VERDICTS = Object.keys(SIGNS);

export function verdictName(verdict: string): string {
  return textOf(t.words.verdicts, verdict);
}

export function verdictText(candidate: { verdict?: string | null; verdict_by?: string | null }): string {
  if (!candidate.verdict) return t.words.noVerdict;
  const verdict = verdictName(candidate.verdict);
  return candidate.verdict_by === "games" ? t.candidates.fromGames(verdict) : verdict;
}

/** Formats a number with its sign: `+1.3`, `−0.4`. */
export function signed(value: number, digits = 1): string {
  const isZero = Number(value.toFixed(digits)) === 0;
  return `${isZero ? "" : value < 0 ? "−" : "+"}${number(Math.abs(value), digits)}`;
}

/** Formats a share in percent; small ones are not said to be none. */
export function percent(share: number | null | undefined, digits = 0): string {
  if (share === null || share === undefined) return "";
  const isLess = share > 0 && digits === 0 && Math.round(100 * share) === 0;
  return isLess ? t.words.lessThanPercent : t.words.percent(number(100 * share, digits));
}

export function count(games: number): string {
  return number(games);
}

/** Returns the name of a corner: `upper right`. */
export function cornerName(corner: string): string {
  return textOf(t.words.corners, corner);
}

/** Returns the names besides the one that is shown. */
export function othersOf(names: readonly string[]): string {
  return names.filter((name) => name !== ownName(names)).join(", ");
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns what of a text may be in the name of a file. */
export function fileName(text: string): string {
  return text.replace(/[^\p{L}\p{N} ._-]/gu, "").slice(0, 60);
}

/** Formats the players of a game. */
export function playersText(game: ExampleGame): string {
  return `${game.black || "?"} – ${game.white || "?"}`;
}

/** Formats date, result and event of a game. */
export function gameText(game: ExampleGame): string {
  return [game.date, game.result, game.event ?? game.source].filter(Boolean).join(", ");
}

/** Formats a condition with its state. */
export function conditionText(condition: Condition): string {
  return t.candidates.condition(condition.text, textOf(t.candidates.conditionStates, condition.holds));
}

/** Returns whether a condition of a move fails on this board. */
export function fails(candidate: Candidate): boolean {
  return candidate.conditions.some((condition) => condition.holds === "false");
}

/** Returns why there is no move, by the reason codes of the API. */
export function whyNothing(reason: string | null | undefined): string {
  const reasons: Partial<Record<string, string>> = t.candidates.nothing;
  return reasons[reason ?? "other"] ?? t.candidates.nothing.other;
}

/** Number of moves of a line in spoken text. */
const SPOKEN = 5;

/** Describes a candidate in a sentence, for screen readers. */
export function candidateText(candidate: Candidate): string {
  const parts = [candidate.point, verdictText(candidate)];
  const { statistics } = candidate;
  if (statistics && statistics.games > 0) parts.push(t.board.shares(percent(statistics.share), statistics.games));
  parts.push(...[ownName(candidate.names)].filter((name) => name !== undefined));
  if (fails(candidate)) parts.push(t.board.conditionFails);
  const line = (candidate.whole_board?.line_moves ?? []).slice(1, 1 + SPOKEN).map(([, point]) => point);
  if (line.length > 0) parts.push(t.board.then(line.join(" ")));
  return parts.join(", ");
}
