// A reviewed game on the page: its moves as table rows, its faults, and their positions.
import type { JudgedMove, ReviewedCorner, ReviewedGame } from "../api/types";
import type { Line, Move } from "./line";
import { colorName, emptyLine, movesOf, toPlay } from "./line";

/** A judged move and the corner in which it was judged; a move may be judged in several. */
export interface Row {
  readonly corner: string;
  readonly judged: JudgedMove;
  readonly fault: boolean;
}

/** Signs and texts of the kinds of moves, so that colour is not the only cue. */
export const KINDS: Record<string, readonly [sign: string, text: string]> = {
  best: ["★", "best"],
  book: ["✓", "in the book"],
  costly: ["↓", "costly"],
  mistake: ["✗", "mistake"],
  left: ["↗", "left the book"],
  tenuki: ["→", "played elsewhere"],
};

/** Returns all judged moves of a game, in the order of play. */
export function rowsOf(corners: readonly ReviewedCorner[]): readonly Row[] {
  const rows = corners.flatMap((corner) =>
    corner.moves.map((judged) => ({ corner: corner.corner, judged, fault: isFault(judged) })),
  );
  return rows.sort((one, two) => one.judged.move - two.judged.move);
}

/** Returns whether a move counts as a fault, as defined in docs/review.md. */
export function isFault(judged: JudgedMove): boolean {
  if (judged.excused || judged.kind === "best" || judged.kind === "book") return false;
  return judged.kind !== "left" || judged.offered > 0 || judged.tenuki_only;
}

/** Returns the game before its move `number`, with that move's player to move. */
export function before(game: ReviewedGame, number: number): Line | null {
  if (!game.record) return null;
  const moves = movesOf(game.record.moves);
  const at = Math.max(0, Math.min(moves.length, number - 1));
  const line: Line = { ...emptyLine(game.board_size), stones: movesOf(game.record.initial_stones), moves, at };
  const color = moves[at]?.color ?? null;
  return color && color !== toPlay(line) ? { ...line, toPlay: color } : line;
}

/** Returns whether the shown part of a line is a prefix of the game. */
export function isIn(game: ReviewedGame, line: Line): boolean {
  const record = game.record;
  if (!record || line.size !== game.board_size || line.at > record.moves.length) return false;
  if (line.stones.length !== record.initial_stones.length) return false;
  const same = (move: Move, pair: readonly string[] | undefined) => move.color === pair?.[0] && move.point === pair[1];
  const stones = line.stones.every((stone, index) => same(stone, record.initial_stones[index]));
  return stones && line.moves.slice(0, line.at).every((move, index) => same(move, record.moves[index]));
}

/** Returns the number of the next or previous fault, seen from a move; null if there is none. */
export function faultFrom(rows: readonly Row[], number: number, step: 1 | -1): number | null {
  const faults = rows.filter((row) => row.fault && step * (row.judged.move - number) > 0);
  return (step > 0 ? faults[0] : faults.at(-1))?.judged.move ?? null;
}

/** Returns the judgements of one move, faults first. */
export function judgedAt(rows: readonly Row[], number: number): readonly Row[] {
  const found = rows.filter((row) => row.judged.move === number);
  return [...found.filter((row) => row.fault), ...found.filter((row) => !row.fault)];
}

/** Returns the known costs of a move; empty if it cost nothing. */
export function costText({ points, win_rate: won, evaluation }: JudgedMove["cost"]): string {
  const parts: string[] = [];
  if (points && points >= 0.05) parts.push(`${points.toFixed(1)} points`);
  if (won && won >= 0.005) parts.push(`${(100 * won).toFixed(0)} %`);
  const engine = evaluation?.points ?? null;
  const share = evaluation?.win_rate ?? null;
  if (engine !== null && engine >= 0.05) parts.push(`engine ${engine.toFixed(1)} points`);
  else if (share !== null && share >= 0.01) parts.push(`engine ${(100 * share).toFixed(0)} %`);
  return parts.join(", ");
}

/** Returns the result of a game in words. */
export function resultText({ winner, margin }: Pick<ReviewedGame, "winner" | "margin">): string {
  if (!winner) return "no result";
  if (winner === "draw") return "a draw";
  const won = `${colorName(winner)} won`;
  return margin ? `${won} by ${margin}` : won;
}

/** Returns a player's name, or `unknown`, and rank. */
export function playerText({ name, rank }: ReviewedGame["black"]): string {
  return [name || "unknown", rank].filter(Boolean).join(" ");
}
