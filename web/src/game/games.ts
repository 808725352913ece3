// The games of books: their boards, their sides, and how a move is written.
import type { Color } from "./line";

/** Games, by the names of the API. */
export const GAMES = ["go", "renju", "standard", "gomoku", "xiangqi"] as const;
export type Game = (typeof GAMES)[number];

/** A board of a game. */
export interface Shape {
  readonly game: Game;
  /** Number of columns; of rows too, but for xiangqi, which has ten. */
  readonly size: number;
}

/** Board sizes of a game, the usual one first. */
const SIZES: Record<Game, readonly number[]> = {
  go: [19, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18],
  renju: [15],
  standard: [15],
  gomoku: [15, 20],
  xiangqi: [9],
};

/** Returns the board sizes of a game, ascending. */
export function sizesOf(game: Game): readonly number[] {
  return [...SIZES[game]].sort((a, b) => a - b);
}

export function usualSize(game: Game): number {
  return SIZES[game][0]!;
}

/** Returns the number of rows of a board. */
export function heightOf({ game, size }: Shape): number {
  return game === "xiangqi" ? 10 : size;
}

/** Returns the two sides, the one that begins first. */
export function sidesOf(game: Game): readonly [Color, Color] {
  return game === "xiangqi" ? ["R", "B"] : ["B", "W"];
}

/** Returns a known game, or null. */
export function gameOf(name: string | null | undefined): Game | null {
  return GAMES.find((game) => game === name) ?? null;
}

/** Returns the API's name of the notation in which the page has points. */
export function notationOf(game: Game): "gtp" | "letter_number" | "uci" {
  return game === "go" ? "gtp" : game === "xiangqi" ? "uci" : "letter_number";
}

/** Returns the number of columns of a board of the API, which counts the rows of xiangqi. */
export function sizeOf(game: Game, boardSize: number): number {
  return game === "xiangqi" ? usualSize(game) : boardSize;
}
