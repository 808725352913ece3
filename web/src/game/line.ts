// The line on the page: the moves, the part of them that is shown, and the side to move.
import type { Game, Shape } from "./games";
import { sidesOf, usualSize } from "./games";
import { readFen } from "./xiangqi";
import { t } from "../text/text";

/** Black and White, or Red and Black in xiangqi. */
export type Color = "B" | "W" | "R";

/** A move, or a pass: `pass`. */
export interface Move {
  readonly color: Color;
  /** The point as its game writes it, in xiangqi both ends of the move, or `pass`. */
  readonly point: string;
}

/** A line on a board. */
export interface Line extends Shape {
  /** Handicap and setup stones. */
  readonly stones: readonly Move[];
  /** Position of xiangqi at which the moves begin, as FEN; null for the start of a game. */
  readonly fen: string | null;
  /** All moves, including those after the shown ones. */
  readonly moves: readonly Move[];
  /** Number of shown moves. */
  readonly at: number;
  /** Side to move, if it is not the one that follows from the moves. */
  readonly toPlay: Color | null;
}

/** Returns the board at the start of a game. */
export function emptyLine(size?: number, game: Game = "go"): Line {
  return { game, size: size ?? usualSize(game), stones: [], fen: null, moves: [], at: 0, toPlay: null };
}

/** Returns the name of a side. */
export function colorName(color: string | undefined): string {
  return t.words.sides[colorOf(color)];
}

/** Converts the API's pairs of colour and point. */
export function movesOf(pairs: readonly (readonly string[])[]): readonly Move[] {
  return pairs.map(([color, point]) => ({ color: colorOf(color), point: point ?? "pass" }));
}

/** Reads a colour of the API. */
export function colorOf(text: string | undefined): Color {
  return text === "W" || text === "R" ? text : "B";
}

export function other(color: Color, game: Game = "go"): Color {
  const [first, second] = sidesOf(game);
  return color === first ? second : first;
}

/** Returns the shown moves. */
export function shown(line: Line): readonly Move[] {
  return line.moves.slice(0, line.at);
}

/**
 * Returns the side to move: the opponent of the last mover, White after a handicap, that of the
 * FEN, else the side that begins.
 */
export function toPlay(line: Line): Color {
  if (line.toPlay) return line.toPlay;
  const last = line.moves[line.at - 1];
  if (last) return other(last.color, line.game);
  if (line.game === "xiangqi") return (line.fen && readFen(line.fen)?.toPlay) || "R";
  const black = line.stones.filter((stone) => stone.color === "B").length;
  return black >= 2 && black === line.stones.length ? "W" : "B";
}

/** Plays a move. If it is already the next one, the moves after it stay. */
export function play(line: Line, point: string, color: Color = toPlay(line)): Line {
  const next = line.moves[line.at];
  if (next && next.point === point && next.color === color) return { ...line, at: line.at + 1, toPlay: null };
  return { ...line, moves: [...shown(line), { color, point }], at: line.at + 1, toPlay: null };
}

/** Shows the line up to move `at`; the later moves stay. */
export function jump(line: Line, at: number): Line {
  const within = Math.max(0, Math.min(line.moves.length, at));
  return within === line.at ? line : { ...line, at: within, toPlay: null };
}

/** Removes the last shown move and all later ones. */
export function undo(line: Line): Line {
  if (line.at === 0) return line;
  return { ...line, moves: line.moves.slice(0, line.at - 1), at: line.at - 1, toPlay: null };
}

/** Returns a line with alternating colours; null is a tenuki, which becomes a pass. */
export function alternating(points: readonly (string | null)[], first: Color, game: Game = "go"): Line {
  const moves = points.map((point, index) => ({ color: index % 2 === 0 ? first : other(first, game), point: point ?? "pass" }));
  return { ...emptyLine(undefined, game), moves, at: moves.length };
}
