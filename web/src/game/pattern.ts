// Patterns: a rectangle of the board with its symbols, its request, and its hits in games.
import type GoBoard from "@sabaki/go-board";
import type { Continuation, Hit, PatternRequest } from "../api/types";
import { signOf } from "./board";
import type { Color, Line, Move } from "./line";
import { emptyLine } from "./line";
import type { Vertex } from "./vertex";
import { nameOf, vertexOf } from "./vertex";

/** Points of the board, from the upper left one. */
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Symbol of a point that need not be as it stands: anything, not white, not black. */
export type FreeSymbol = "*" | "x" | "o";

/** A rectangle on a board of a size. */
export interface Area extends Rectangle {
  /** Lines of the board. */
  readonly size: number;
}

/** A marked rectangle. */
export interface Marked extends Area {
  /** Symbols by point; the other points must be as they stand. */
  readonly free: ReadonlyMap<string, FreeSymbol>;
}

/** Which games and hits count, besides the pattern. Texts are as typed. */
export interface PatternOptions {
  readonly swap: boolean;
  /** Colour of the next stone; null for either. */
  readonly next: Color | null;
  /** Last move after which a hit counts. */
  readonly untilMove: string;
  readonly since: string;
  readonly until: string;
  readonly strength: readonly string[];
  /** Collections, separated by commas. */
  readonly source: string;
  readonly player: string;
  readonly black: string;
  readonly white: string;
  readonly result: "" | "B" | "W" | "draw";
}

export const USUAL: PatternOptions = {
  swap: true,
  next: null,
  untilMove: "",
  since: "",
  until: "",
  strength: [],
  source: "",
  player: "",
  black: "",
  white: "",
  result: "",
};

/** A search: a pattern with its place on the board, and what else it asks for. */
export interface PatternSearch extends Area {
  /** Rows of the pattern, upper one first, with the symbols of the request. */
  readonly rows: readonly string[];
  /** Stones that must follow inside, with the colours and the points of the pattern. */
  readonly sequence: readonly Move[];
  readonly options: PatternOptions;
  /** Earlier searches that it narrows, without their own earlier ones. */
  readonly earlier: readonly PatternSearch[];
}

/** Strengths of players, weakest first. */
export const STRENGTHS = ["unknown", "kyu", "dan", "high_dan", "pro", "engine"] as const;

/** Maximum length of a name, and of the list of collections. */
export const LONGEST_TEXT = 100;
/** Maximum number of earlier searches in a request. */
export const MOST_EARLIER = 8;
/** Maximum number of stones in a sequence. */
export const MOST_STONES = 60;
/** Maximum number of continuations with a letter. */
const MOST_LETTERS = 15;

/** Next symbol at a click: on an empty point, and on a stone. */
const ON_EMPTY: readonly (FreeSymbol | null)[] = [null, "*", "x", "o"];
const ON_STONE: readonly (FreeSymbol | null)[] = [null, "*"];

/** What each symbol says. */
export const SYMBOLS: Record<FreeSymbol, string> = { "*": "anything", x: "not white", o: "not black" };

/** Marks the rectangle with two opposite corners, all points as they stand. */
export function markedBetween([ax, ay]: Vertex, [bx, by]: Vertex, size: number): Marked {
  const [x, y] = [Math.min(ax, bx), Math.min(ay, by)];
  return { size, x, y, width: Math.abs(ax - bx) + 1, height: Math.abs(ay - by) + 1, free: new Map() };
}

/** Returns whether a point is in a rectangle. */
export function isInside({ x, y, width, height }: Rectangle, [px, py]: Vertex): boolean {
  return px >= x && px < x + width && py >= y && py < y + height;
}

/** Returns the points of a rectangle, row by row from the top. */
export function verticesOf({ x, y, width, height }: Rectangle): Vertex[] {
  return Array.from({ length: width * height }, (_, index) => [x + (index % width), y + Math.floor(index / width)]);
}

/** Returns the names of two opposite corners: `K10`, `T19`. */
export function cornersOf(at: Area): [string, string] {
  return [nameOf([at.x, at.y + at.height - 1], at.size), nameOf([at.x + at.width - 1, at.y], at.size)];
}

/** Changes what may be at a point: as it stands, anything, and on an empty point one colour. */
export function cycled(at: Marked, point: string, board: GoBoard): Marked {
  const vertex = vertexOf(point, at.size);
  if (!vertex) return at;
  const order = board.get(vertex) === 0 ? ON_EMPTY : ON_STONE;
  const next = order[(order.indexOf(at.free.get(point) ?? null) + 1) % order.length] ?? null;
  const free = new Map(at.free);
  if (next) free.set(point, next);
  else free.delete(point);
  return { ...at, free };
}

/** Lets all empty points be anything, or empty again; stones keep their symbols. */
export function withEmpty(at: Marked, board: GoBoard, symbol: FreeSymbol | null): Marked {
  const free = new Map(at.free);
  for (const vertex of verticesOf(at)) {
    if (board.get(vertex) !== 0) continue;
    if (symbol) free.set(nameOf(vertex, at.size), symbol);
    else free.delete(nameOf(vertex, at.size));
  }
  return { ...at, free };
}

/** Returns the rows of the pattern, upper one first. */
export function rowsOf(at: Marked, board: GoBoard): string[] {
  const symbol = (vertex: Vertex) => at.free.get(nameOf(vertex, at.size)) ?? { "0": ".", "1": "X", "-1": "O" }[String(board.get(vertex) ?? 0)]!;
  const all = verticesOf(at).map(symbol);
  return Array.from({ length: at.height }, (_, row) => all.slice(row * at.width, (row + 1) * at.width).join(""));
}

/**
 * Returns where the upper left point may be before the board is turned: edges of the board that the
 * rectangle has stay edges of the board.
 */
export function anchorOf(at: Area): { left: number; right: number; top: number; bottom: number } {
  const [left, right] = range(at.size, at.x, at.width);
  const [top, bottom] = range(at.size, at.y, at.height);
  return { left, right, top, bottom };
}

function range(size: number, first: number, length: number): [number, number] {
  const atEdge = first === 0 || first + length === size;
  return atEdge ? [first, first] : [0, size - length];
}

/** What a search asks for besides its rectangle. */
type Asked = Pick<PatternSearch, "options" | "sequence" | "earlier">;

/** Returns the search of a marked rectangle as it stands on a board. */
export function searchOf({ size, x, y, width, height, free }: Marked, board: GoBoard, { options, sequence, earlier }: Asked): PatternSearch {
  const area: Area = { size, x, y, width, height };
  return { ...area, rows: rowsOf({ ...area, free }, board), sequence, options: tidied(options), earlier };
}

/** Returns the options without what is superfluous or invalid in their texts. */
function tidied(options: PatternOptions): PatternOptions {
  return {
    ...options,
    untilMove: numberIn(options.untilMove),
    since: numberIn(options.since),
    until: numberIn(options.until),
    source: collectionsOf(options.source).join(","),
    player: options.player.trim(),
    black: options.black.trim(),
    white: options.white.trim(),
  };
}

/** Returns a year or a number of moves as it is written; empty for anything else. */
function numberIn(text: string): string {
  return /^\d{1,4}$/.test(text.trim()) ? text.trim() : "";
}

function collectionsOf(text: string): string[] {
  return text.split(",").map((name) => name.trim()).filter(Boolean);
}

/** Returns the body of a search's request. */
export function requestOf(search: PatternSearch): PatternRequest {
  const { swap, next, untilMove, since, until, strength, source, player, black, white, result } = search.options;
  return {
    rows: [...search.rows],
    anchor: anchorOf(search),
    board_size: search.size,
    swap,
    ...(search.sequence.length > 0 ? { sequence: search.sequence.map((stone) => stoneIn(search, stone)) } : {}),
    ...(next ? { next } : {}),
    ...(untilMove ? { until_move: Number(untilMove) } : {}),
    ...(since ? { since: Number(since) } : {}),
    ...(until ? { until: Number(until) } : {}),
    ...(strength.length > 0 ? { strength: [...strength] } : {}),
    ...(source ? { source: collectionsOf(source) } : {}),
    ...(player ? { player } : {}),
    ...(black ? { black } : {}),
    ...(white ? { white } : {}),
    ...(result ? { result } : {}),
    ...(search.earlier.length > 0 ? { among: search.earlier.map(requestOf) } : {}),
  };
}

/** Returns a stone with its column and row in a rectangle. */
function stoneIn(at: Area, { color, point }: Move) {
  const [x, y] = vertexOf(point, at.size) ?? [at.x, at.y];
  return { color, x: x - at.x, y: y - at.y };
}

/** Returns a search as an earlier one of the next, without its own earlier ones. */
export function asEarlier(search: PatternSearch): PatternSearch {
  return { ...search, earlier: [] };
}

/** Returns the rectangle of a search, with its symbols. */
export function markedOf({ size, x, y, width, height, rows }: PatternSearch): Marked {
  const at = { size, x, y, width, height };
  const symbols = rows.join("");
  const named = verticesOf(at).map((vertex, index) => [nameOf(vertex, size), symbols[index]] as const);
  return { ...at, free: new Map(named.filter((one): one is [string, FreeSymbol] => one[1]! in SYMBOLS)) };
}

/** Returns whether a search is for its rectangle as it stands on a board, but for its symbols. */
export function standsOn(search: PatternSearch, board: GoBoard): boolean {
  return rowsOf(markedOf(search), board).join("/") === search.rows.join("/");
}

/**
 * Returns the board after the stones of a sequence. Where anything may be, one may come on a point
 * that has a stone here.
 */
export function withSequence(board: GoBoard, sequence: readonly Move[], size: number): GoBoard {
  return sequence.reduce((before, { color, point }) => {
    const vertex = vertexOf(point, size);
    return vertex ? before.clone().set(vertex, 0).makeMove(signOf(color), vertex) : before;
  }, board);
}

/** Returns a board with the stones of a search and no others. */
export function setupOf(search: PatternSearch): Line {
  const symbols = search.rows.join("");
  const stones = verticesOf(search).flatMap((vertex, index): Move[] => {
    const color = symbols[index] === "X" ? "B" : symbols[index] === "O" ? "W" : null;
    return color ? [{ color, point: nameOf(vertex, search.size) }] : [];
  });
  return { ...emptyLine(search.size), stones };
}

/** A continuation with its letter and its point. */
export interface Lettered {
  readonly letter: string;
  readonly point: string;
  readonly next: StoneContinuation;
}

/** A continuation in a game of stones; in xiangqi it is a move of a piece. */
type StoneContinuation = Continuation & { color: string; x: number; y: number };

function isStone(next: Continuation): next is StoneContinuation {
  return typeof next.color === "string" && typeof next.x === "number" && typeof next.y === "number";
}

/**
 * Names the most frequent continuations, A first. Those on one point share the letter of the more
 * frequent one.
 */
export function letteredOf(continuations: readonly Continuation[], at: Area): Lettered[] {
  const stones = continuations.filter(isStone).filter((next) => next.count > 0);
  const ranked = stones.sort((a, b) => b.count - a.count);
  const letters = new Map<string, string>();
  return ranked.slice(0, MOST_LETTERS).map((next, rank) => {
    const point = nameOf([at.x + next.x, at.y + next.y], at.size);
    const letter = letters.get(point) ?? String.fromCharCode("A".charCodeAt(0) + rank);
    letters.set(point, letter);
    return { letter, point, next };
  });
}

/** Exchanges of columns and rows, then of left and right, top and bottom, by the server's names. */
const SYMMETRIES: Record<string, readonly [transpose: boolean, leftRight: boolean, topBottom: boolean]> = {
  identity: [false, false, false],
  transpose: [true, false, false],
  mirror_left_right: [false, true, false],
  rotate_90: [true, true, false],
  mirror_top_bottom: [false, false, true],
  rotate_270: [true, false, true],
  rotate_180: [false, true, true],
  anti_transpose: [true, true, true],
};

/** Returns the rectangle of a hit in its game, with the symbols of the pattern turned likewise. */
export function markedInHit(at: Marked, hit: Hit): Marked {
  const [transpose, leftRight, topBottom] = SYMMETRIES[hit.symmetry] ?? SYMMETRIES["identity"]!;
  const [width, height] = transpose ? [at.height, at.width] : [at.width, at.height];
  const free = new Map<string, FreeSymbol>();
  for (const [point, symbol] of at.free) {
    const vertex = vertexOf(point, at.size);
    if (!vertex) continue;
    const [dx, dy] = [vertex[0] - at.x, vertex[1] - at.y];
    const [u, v] = transpose ? [dy, dx] : [dx, dy];
    const turned: Vertex = [hit.x + (leftRight ? width - 1 - u : u), hit.y + (topBottom ? height - 1 - v : v)];
    free.set(nameOf(turned, at.size), hit.swapped ? exchanged(symbol) : symbol);
  }
  return { size: at.size, x: hit.x, y: hit.y, width, height, free };
}

function exchanged(symbol: FreeSymbol): FreeSymbol {
  if (symbol === "*") return "*";
  return symbol === "x" ? "o" : "x";
}
