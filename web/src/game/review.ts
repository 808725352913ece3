// A reviewed game on the page: its moves as table rows, its faults, and their positions.
import type { JudgedMove, ReviewedCorner, ReviewedGame } from "../api/types";
import type { Game } from "./games";
import { sizeOf } from "./games";
import type { Line, Move } from "./line";
import { colorName, emptyLine, movesOf, toPlay } from "./line";
import { number, textOf } from "../text/forms";
import { t } from "../text/text";

/** A judged move and the corner in which it was judged; a move may be judged in several. */
export interface Row {
  readonly corner: string;
  readonly judged: JudgedMove;
  readonly fault: boolean;
  /** Whether the book does not know the move. */
  readonly left: boolean;
}

/** Signs of the kinds of moves, so that colour is not the only cue. */
export const KINDS: Record<string, string> = { best: "★", book: "✓", costly: "↓", mistake: "✗", left: "↗", tenuki: "→" };

/** Returns the kind of a move in words. */
export function kindText(kind: string): string {
  return textOf(t.review.kinds, kind);
}

/** Returns all judged moves of a game, in the order of play. */
export function rowsOf(corners: readonly ReviewedCorner[]): readonly Row[] {
  const rows = corners.flatMap((corner) =>
    corner.moves.map((judged) => ({ corner: corner.corner, judged, fault: isFault(judged), left: leavesBook(judged) })),
  );
  return rows.sort((one, two) => one.judged.move - two.judged.move);
}

/** Verdicts that advise against a move. */
const AGAINST = ["mistake", "trick", "question"];
/** Losses from which the record's own engine calls a move a fault: in points, or in win rate. */
const ENGINE_FAULT = { points: 2, winRate: 0.1 };

function leavesBook(judged: JudgedMove): boolean {
  return judged.kind === "left" || judged.kind === "tenuki";
}

/**
 * Returns whether a move is a fault: one that the book or the record's engine knows to be worse. A
 * move that the book does not know is none: it may be better than all that the book has.
 */
export function isFault(judged: JudgedMove): boolean {
  if (judged.excused) return false;
  if (judged.kind === "costly" || judged.kind === "mistake") return true;
  if (!leavesBook(judged)) return false;
  const { points = null, win_rate: won = null } = judged.cost.evaluation ?? {};
  const isLoss = points === null ? (won ?? 0) >= ENGINE_FAULT.winRate : points >= ENGINE_FAULT.points;
  return isLoss || AGAINST.includes(judged.verdict ?? "");
}

/** Returns whether a move is worth a look: a fault, or one that left the book. */
export function isRemark({ fault, left }: Row): boolean {
  return fault || left;
}

/** Returns the game before its move `number`, with that move's player to move. */
export function before(game: ReviewedGame, number: number, kind: Game = "go"): Line | null {
  if (!game.record) return null;
  const moves = movesOf(game.record.moves);
  const at = Math.max(0, Math.min(moves.length, number - 1));
  const line: Line = { ...emptyLine(sizeOf(kind, game.board_size), kind), stones: movesOf(game.record.initial_stones), moves, at };
  const color = moves[at]?.color ?? null;
  return color && color !== toPlay(line) ? { ...line, toPlay: color } : line;
}

/** Returns whether the shown part of a line is a prefix of the game. */
export function isIn(game: ReviewedGame, line: Line, kind: Game = "go"): boolean {
  const record = game.record;
  if (!record || line.game !== kind || line.fen !== null || line.size !== sizeOf(kind, game.board_size) || line.at > record.moves.length) return false;
  if (line.stones.length !== record.initial_stones.length) return false;
  const same = (move: Move, pair: readonly string[] | undefined) => move.color === pair?.[0] && move.point === pair[1];
  const stones = line.stones.every((stone, index) => same(stone, record.initial_stones[index]));
  return stones && line.moves.slice(0, line.at).every((move, index) => same(move, record.moves[index]));
}

/** Returns the number of the next or previous remark, seen from a move; null if there is none. */
export function remarkFrom(rows: readonly Row[], number: number, step: 1 | -1): number | null {
  const remarks = rows.filter((row) => isRemark(row) && step * (row.judged.move - number) > 0);
  return (step > 0 ? remarks[0] : remarks.at(-1))?.judged.move ?? null;
}

/** What a move cost; null if it is not known. */
export interface MoveCost {
  readonly move: number;
  readonly color: string;
  readonly cost: number | null;
  /** The judgement that costs most, a fault before others. */
  readonly row: Row;
}

/** The costs of all judged moves, in one unit. */
export interface Costs {
  readonly of: readonly MoveCost[];
  readonly most: number;
  readonly text: (cost: number) => string;
}

type Cost = JudgedMove["cost"];
type Unit = readonly [cost: (of: Cost) => number | null | undefined, text: (cost: number) => string];

/** Units of costs, the one that says most about a move first. */
const COST_UNITS: readonly Unit[] = [
  [(of) => of.evaluation?.points, (cost) => t.review.byEngine(t.review.points(number(cost, 1)))],
  [(of) => of.win_rate ?? of.evaluation?.win_rate, (cost) => t.review.expected(t.words.percent(number(100 * cost, cost < 0.1 ? 1 : 0)))],
  [(of) => of.points, (cost) => t.review.points(number(cost, 1))],
];

/** Returns what the moves of a game cost, in the first unit that is known of any. */
export function costsOf(rows: readonly Row[]): Costs {
  const known = COST_UNITS.find(([cost]) => rows.some((row) => (cost(row.judged.cost) ?? 0) > 0));
  const [cost, text] = known ?? COST_UNITS[1]!;
  const costOf = (row: Row) => cost(row.judged.cost) ?? null;
  const numbers = [...new Set(rows.map((row) => row.judged.move))];
  const of = numbers.map((move): MoveCost => {
    const own = judgedAt(rows, move);
    const row = own.reduce((most, one) => (one.fault === most.fault && (costOf(one) ?? 0) > (costOf(most) ?? 0) ? one : most));
    return { move, color: row.judged.color, cost: costOf(row), row };
  });
  return { of, most: Math.max(0, ...of.map((one) => one.cost ?? 0)), text };
}

/** Returns the judgements of one move, faults first. */
export function judgedAt(rows: readonly Row[], number: number): readonly Row[] {
  const found = rows.filter((row) => row.judged.move === number);
  return [...found.filter((row) => row.fault), ...found.filter((row) => !row.fault)];
}

/** Returns the known costs of a move; empty if it cost nothing. */
export function costText({ points, win_rate: won, evaluation }: JudgedMove["cost"]): string {
  const parts: string[] = [];
  if (points && points >= 0.05) parts.push(t.review.points(number(points, 1)));
  if (won && won >= 0.005) parts.push(t.words.percent(number(100 * won)));
  const engine = evaluation?.points ?? null;
  const share = evaluation?.win_rate ?? null;
  if (engine !== null && engine >= 0.05) parts.push(t.review.engine(t.review.points(number(engine, 1))));
  else if (share !== null && share >= 0.01) parts.push(t.review.engine(t.words.percent(number(100 * share))));
  return parts.join(", ");
}

/** Returns the result of a game in words. */
export function resultText({ winner, margin }: Pick<ReviewedGame, "winner" | "margin">): string {
  if (!winner) return t.review.noResult;
  if (winner === "draw") return t.review.aDraw;
  return margin ? t.review.wonBy(colorName(winner), number(margin, 0, 2)) : t.words.won(colorName(winner));
}

/** Returns a player's name, or `unknown`, and rank. */
export function playerText({ name, rank }: ReviewedGame["black"]): string {
  return [name || t.words.unknown, rank].filter(Boolean).join(" ");
}
