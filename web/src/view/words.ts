// Formatting of verdicts, numbers and states.
import type { Candidate, Condition, ExampleGame } from "../api/types";

export { colorName } from "../game/line";

/** Signs of the verdicts, so that colour is not the only cue. */
const SIGNS: Record<string, string> = { ideal: "★", good: "✓", question: "?", trick: "!", mistake: "✗" };

/** Returns the sign of a verdict; a ring for none. */
export function signOfVerdict(verdict: string | null | undefined): string {
  return (verdict && SIGNS[verdict]) || "○";
}

export const VERDICTS = Object.keys(SIGNS);

export function verdictText(candidate: { verdict?: string | null; verdict_by?: string | null }): string {
  if (!candidate.verdict) return "no verdict";
  return candidate.verdict_by === "games" ? `${candidate.verdict}, from games` : candidate.verdict;
}

/** Formats a number with its sign: `+1.3`, `−0.4`. */
export function signed(value: number, digits = 1): string {
  const text = Math.abs(value).toFixed(digits);
  return Number(text) === 0 ? text : `${value < 0 ? "−" : "+"}${text}`;
}

/** Explains the number that answers call `mean`. */
export const VALUE =
  "0 to 1, with its 95 % interval: against the opponent the expected result; without an opponent ½ plus how much better than the position's other moves";

/** Formats a share in percent; small ones are not said to be none. */
export function percent(share: number | null | undefined, digits = 0): string {
  if (share === null || share === undefined) return "";
  const text = (100 * share).toFixed(digits);
  return share > 0 && Number(text) === 0 && digits === 0 ? "<1 %" : `${text} %`;
}

export function count(games: number): string {
  return games.toLocaleString("en");
}

/** Formats `upper_right` as `upper right`. */
export function spaced(name: string): string {
  return name.replace(/_/g, " ");
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
  const sign = { true: "holds", false: "fails", unknown: "unknown" }[condition.holds] ?? condition.holds;
  return `${condition.text}: ${sign}`;
}

/** Returns whether a condition of a move fails on this board. */
export function fails(candidate: Candidate): boolean {
  return candidate.conditions.some((condition) => condition.holds === "false");
}

/** Why there is no move, by the reason codes of the API. */
const REASONS: Record<string, string> = {
  unknown_position: "The book does not have this position.",
  finished: "The line ends here.",
  tenuki_unknown: "The book has no move after one elsewhere.",
  tenuki_only: "The book plays elsewhere.",
  illegal: "All moves of the book are illegal here.",
  forbidden: "Renju forbids Black all moves of the book here.",
  conditions_fail: "The conditions of all moves fail here.",
  empty_book: "The book is empty.",
};

export function whyNothing(reason: string | null | undefined): string {
  return (reason && REASONS[reason]) || "The book has no move here.";
}

/** Number of moves of a line in spoken text. */
const SPOKEN = 5;

/** Describes a candidate in a sentence, for screen readers. */
export function candidateText(candidate: Candidate): string {
  const parts = [candidate.point, verdictText(candidate)];
  const { statistics } = candidate;
  if (statistics && statistics.games > 0) parts.push(`played ${percent(statistics.share)} of the time, ${count(statistics.games)} games`);
  if (candidate.names[0]) parts.push(candidate.names[0]);
  if (fails(candidate)) parts.push("a condition fails");
  const line = (candidate.whole_board?.line_moves ?? []).slice(1, 1 + SPOKEN).map(([, point]) => point);
  if (line.length > 0) parts.push(`then ${line.join(" ")}`);
  return parts.join(", ");
}
