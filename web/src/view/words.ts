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

/** Returns the verdict in short form, for the table. */
export function verdictShort(candidate: { verdict?: string | null; verdict_by?: string | null }): string {
  if (!candidate.verdict) return "none";
  return candidate.verdict_by === "games" ? `${candidate.verdict} (games)` : candidate.verdict;
}

/** Formats a priority in short form: `.20`, `−.07`, `1.30`. */
export function short(priority: number): string {
  const text = Math.abs(priority).toFixed(2).replace(/^0/, "");
  return priority < 0 && text !== ".00" ? `−${text}` : text;
}

/** Formats a number with its sign: `+1.3`, `−0.4`. */
export function signed(value: number, digits = 1): string {
  const text = Math.abs(value).toFixed(digits);
  return Number(text) === 0 ? text : `${value < 0 ? "−" : "+"}${text}`;
}

/** Explains the number that answers call `mean`. */
export const VALUE =
  "0 to 1, with its 95 % interval: against the opponent the expected result; without an opponent ½ plus how much better than the position's other moves";

export function percent(share: number | null | undefined, digits = 0): string {
  return share === null || share === undefined ? "" : `${(100 * share).toFixed(digits)} %`;
}

export function count(games: number): string {
  return games.toLocaleString("en");
}

/** Formats `upper_right` as `upper right`. */
export function spaced(name: string): string {
  return name.replace(/_/g, " ");
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

/** Number of moves of a line in spoken text. */
const SPOKEN = 5;

/** Describes a candidate in a sentence, for screen readers. */
export function candidateText(candidate: Candidate): string {
  const parts = [candidate.point, verdictText(candidate), `priority ${candidate.priority.toFixed(3).replace("-", "−")}`];
  if (candidate.statistics) parts.push(`${count(candidate.statistics.games)} games`);
  if (candidate.names[0]) parts.push(candidate.names[0]);
  if (fails(candidate)) parts.push("a condition fails");
  const line = (candidate.whole_board?.line_moves ?? []).slice(1, 1 + SPOKEN).map(([, point]) => point);
  if (line.length > 0) parts.push(`then ${line.join(" ")}`);
  return parts.join(", ");
}
