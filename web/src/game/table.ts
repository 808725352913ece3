// Games at tables: their line on the board, what a player may do, and the list of one's own games.
import type { Table, TableSetup } from "../api/types";
import type { Game } from "./games";
import { gameOf, sidesOf, sizeOf } from "./games";
import type { Color, Line } from "./line";
import { emptyLine, other, shown } from "./line";
import { readFen, writeFen } from "./xiangqi";

/** The sides as tables name them: the one that begins, and the other. */
export const SIDES = ["black", "white"] as const;
export type Side = (typeof SIDES)[number];

/** Returns a known side. */
export const sideOf = (name: string): Side => (name === "white" ? "white" : "black");
export const otherSide = (side: Side): Side => (side === "black" ? "white" : "black");

/** Returns the colour of a side. */
export function colorOfSide(side: string, game: Game): Color {
  return sidesOf(game)[side === "white" ? 1 : 0];
}

/** Returns the game of a table. */
export const gameAt = (table: Pick<Table, "game">): Game => gameOf(table.game) ?? "go";

/** Returns the line of a game after some of its moves, or all. */
export function lineAt(table: Pick<Table, "game" | "board_size" | "start" | "moves">, at: number = table.moves.length): Line {
  const game = gameAt(table);
  const { fen, handicap, to_move } = table.start;
  const read = fen ? readFen(fen) : null;
  const first = colorOfSide(to_move, game);
  const moves = table.moves.map((point, index) => ({ color: index % 2 === 0 ? first : other(first, game), point }));
  const stones = handicap.map((point) => ({ color: "B" as const, point }));
  return { ...emptyLine(sizeOf(game, table.board_size), game), stones, fen: read && writeFen(read.pieces, read.toPlay), moves, at: Math.min(at, moves.length) };
}

/** Returns the side that a player of both or one speaks for; null for one who watches. */
export function ownSide({ you, to_move }: Table): Side | null {
  const own = you.includes(to_move) ? to_move : you[0];
  return own === undefined ? null : sideOf(own);
}

/** Returns whether the player is to move. */
export function isTurn(table: Table): boolean {
  return table.phase === "playing" && table.you.includes(table.to_move);
}

/** Returns how many moves a player asks to take back: up to the own last one; 0 if there is none. */
export function undoCount(table: Table): number {
  const { moves, you, to_move } = table;
  const isBoth = you.length > 1;
  const wanted = isBoth || !you.includes(to_move) ? 1 : 2;
  return you.length > 0 && wanted <= moves.length ? wanted : 0;
}

/** Returns whether a game can begin at a line: one without set-up stones and moves out of turn. */
export function canBegin(line: Line): boolean {
  const first = sidesOf(line.game);
  const moves = shown(line);
  const begins = moves[0]?.color ?? first[0];
  const inTurn = moves.every(({ color }, index) => color === (index % 2 === 0 ? begins : other(begins, line.game)));
  return line.stones.length === 0 && line.toPlay === null && inTurn && (line.fen !== null || begins === first[0]);
}

/** Returns the setup of the same game with colours exchanged. */
export function exchanged(setup: TableSetup): TableSetup {
  return { ...setup, black: setup.white ?? "book", white: setup.black ?? "person" };
}

/** One of one's own games, as the browser stores it. */
export interface MyGame {
  /** The token by which it is opened. */
  readonly token: string;
  /** Links for others, of a game that was made here. */
  readonly links: { readonly black?: string; readonly white?: string; readonly watch?: string };
  /** What was asked for, of a game that was made here. */
  readonly setup: TableSetup | null;
  /** The last state. */
  readonly table: Pick<Table, "game" | "board_size" | "sides" | "you" | "phase" | "result" | "made"> & { readonly count: number };
}

/** Maximum number of one's own games in the list. */
const MOST = 50;

/** Reads the stored list. */
export function readGames(text: string | null): readonly MyGame[] {
  try {
    const found: unknown = JSON.parse(text ?? "[]");
    const isGame = (one: unknown): one is MyGame =>
      typeof one === "object" && one !== null && typeof (one as MyGame).token === "string" && typeof (one as MyGame).table?.sides?.black?.kind === "string";
    return Array.isArray(found) ? found.filter(isGame).slice(0, MOST) : [];
  } catch {
    return [];
  }
}

/** Returns the list with the present state of a game: a new one is first. */
export function withGame(games: readonly MyGame[], token: string, table: Table, made: Partial<Pick<MyGame, "links" | "setup">> = {}): readonly MyGame[] {
  const known = games.find((one) => one.token === token);
  const { game, board_size, sides, you, phase, result = null, made: when, moves } = table;
  const next: MyGame = { token, links: {}, setup: null, ...known, ...made, table: { game, board_size, sides, you, phase, result, made: when, count: moves.length } };
  return known ? games.map((one) => (one.token === token ? next : one)) : [next, ...games].slice(0, MOST);
}
