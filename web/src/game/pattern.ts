// Patterns: a rectangle of the board with its symbols, its request, and its hits in games.
import type { Continuation, Hit, PatternRequest } from "../api/types";
import type { Position } from "./board";
import { signOf } from "./board";
import type { Game, Shape } from "./games";
import { heightOf, sidesOf } from "./games";
import type { Color, Line, Move } from "./line";
import { colorName, emptyLine } from "./line";
import type { Vertex } from "./vertex";
import { nameIn, sourceOf, targetOf, vertexIn } from "./vertex";
import { at as pieceAt, colorOfPiece, writeFen } from "./xiangqi";
import { t } from "../text/text";

/** Points of the board, from the upper left one. */
export interface Rectangle {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Symbol of a point that need not be as it stands: anything, not white, not black. */
export type FreeSymbol = "*" | "x" | "o";

/** A rectangle on a board. */
export interface Area extends Rectangle, Shape {}

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
  /** The winner; `B` is the side that begins, in xiangqi as well. */
  readonly result: "" | "B" | "W" | "draw";
  /** Numbers of pieces of xiangqi, such as `R2 c0-1`. */
  readonly material: string;
  /** Whether there are no other pieces than those and the generals. */
  readonly exact: boolean;
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
  material: "",
  exact: false,
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
export const MAX_TEXT_LENGTH = 100;
/** Maximum number of earlier searches in a request. */
export const MAX_EARLIER = 8;
/** Maximum number of stones in a sequence. */
export const MAX_STONES = 60;
/** Maximum number of continuations with a letter. */
const MAX_LETTERS = 15;

/** Next symbol at a click: on an empty point, and on a stone. */
const ON_EMPTY: readonly (FreeSymbol | null)[] = [null, "*", "x", "o"];
const ON_STONE: readonly (FreeSymbol | null)[] = [null, "*"];

/** Returns what a symbol says. */
export function symbolText(symbol: FreeSymbol, game: Game): string {
  const [first, second] = sidesOf(game);
  return symbol === "*" ? t.find.anything : t.find.not(colorName(symbol === "x" ? second : first));
}

function isFree(symbol: string): symbol is FreeSymbol {
  return symbol === "*" || symbol === "x" || symbol === "o";
}

/** Returns the signs of a pattern's rows: of what may be on a point, of stones, or of pieces. */
export function signsOf(game: Game): string {
  return game === "xiangqi" ? ".xo*KABNRCPkabnrcp" : ".XOxo*";
}

/** Marks the rectangle with two opposite corners, all points as they stand. */
export function markedBetween([ax, ay]: Vertex, [bx, by]: Vertex, { game, size }: Shape): Marked {
  const [x, y] = [Math.min(ax, bx), Math.min(ay, by)];
  return { game, size, x, y, width: Math.abs(ax - bx) + 1, height: Math.abs(ay - by) + 1, free: new Map() };
}

/** Marks the whole board. */
export function markedWhole(shape: Shape): Marked {
  return markedBetween([0, 0], [shape.size - 1, heightOf(shape) - 1], shape);
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
  return [nameIn([at.x, at.y + at.height - 1], at), nameIn([at.x + at.width - 1, at.y], at)];
}

/** Changes what may be at a point: as it stands, anything, and on an empty point one colour. */
export function cycled(at: Marked, point: string, { board }: Position): Marked {
  const vertex = vertexIn(point, at);
  if (!vertex) return at;
  const order = board.get(vertex) === 0 ? ON_EMPTY : ON_STONE;
  const next = order[(order.indexOf(at.free.get(point) ?? null) + 1) % order.length] ?? null;
  const free = new Map(at.free);
  if (next) free.set(point, next);
  else free.delete(point);
  return { ...at, free };
}

/** Lets all empty points be anything, or empty again; stones keep their symbols. */
export function withEmpty(at: Marked, { board }: Position, symbol: FreeSymbol | null): Marked {
  const free = new Map(at.free);
  for (const vertex of verticesOf(at)) {
    if (board.get(vertex) !== 0) continue;
    if (symbol) free.set(nameIn(vertex, at), symbol);
    else free.delete(nameIn(vertex, at));
  }
  return { ...at, free };
}

/** Returns the rows of the pattern, upper one first. */
export function rowsOf(at: Marked, { board, pieces }: Position): string[] {
  const stands = (vertex: Vertex) => (pieces ? pieceAt(pieces, vertex) || "." : { "0": ".", "1": "X", "-1": "O" }[String(board.get(vertex) ?? 0)]!);
  const all = verticesOf(at).map((vertex) => at.free.get(nameIn(vertex, at)) ?? stands(vertex));
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
export function searchOf({ free, ...area }: Marked, position: Position, { options, sequence, earlier }: Asked): PatternSearch {
  return { ...area, rows: rowsOf({ ...area, free }, position), sequence, options: tidied(options), earlier };
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
    material: wordsOf(options.material).filter((word) => pieceCount(word) !== null).join(" "),
  };
}

/** Numbers of a piece: `R2`, `c0-1`. */
export const MATERIAL_WORD = "[KABNRCPkabnrcp][0-9]{1,2}(-[0-9]{1,2})?";

function wordsOf(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}

/** Returns a piece and how many there are of it: a number, or least and most. */
function pieceCount(word: string): [string, number | [number, number]] | null {
  if (!new RegExp(`^${MATERIAL_WORD}$`).test(word)) return null;
  const [least, most] = word.slice(1).split("-").map(Number);
  return [word[0]!, most === undefined ? least! : [least!, most]];
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
    ...(search.game === "xiangqi" ? piecesIn(search) : stonesIn(search)),
    swap,
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

/** Returns the pattern of a game of stones, with its place. */
function stonesIn(search: PatternSearch): PatternRequest {
  const sequence = search.sequence.map((stone) => stoneIn(search, stone));
  return { rows: [...search.rows], anchor: anchorOf(search), board_size: search.size, ...(sequence.length > 0 ? { sequence } : {}) };
}

/** Returns the pattern of xiangqi: the whole board, with anything outside the rectangle. */
function piecesIn(search: PatternSearch): PatternRequest {
  const material = Object.fromEntries(wordsOf(search.options.material).map(pieceCount).filter((one) => one !== null));
  const symbols = new Map(verticesOf(search).map((vertex, index) => [String(vertex), search.rows.join("")[index]!]));
  const whole = verticesOf(markedWhole(search)).map((vertex) => symbols.get(String(vertex)) ?? "*").join("");
  const rows = whole.match(new RegExp(`.{${search.size}}`, "g"))!;
  return {
    ...(isAnything(search) ? {} : { rows }),
    ...(Object.keys(material).length > 0 ? { material, exact: search.options.exact } : {}),
  };
}

/** Returns whether anything may be on every point of a pattern. */
export function isAnything({ rows }: PatternSearch): boolean {
  return rows.every((row) => /^\**$/.test(row));
}

/** Returns a stone with its column and row in a rectangle. */
function stoneIn(at: Area, { color, point }: Move) {
  const [x, y] = vertexIn(point, at) ?? [at.x, at.y];
  return { color, x: x - at.x, y: y - at.y };
}

/** Returns a search as an earlier one of the next, without its own earlier ones. */
export function asEarlier(search: PatternSearch): PatternSearch {
  return { ...search, earlier: [] };
}

/** Returns the rectangle of a search, with its symbols. */
export function markedOf({ game, size, x, y, width, height, rows }: PatternSearch): Marked {
  const at = { game, size, x, y, width, height };
  const symbols = rows.join("");
  const named = verticesOf(at).map((vertex, index) => [nameIn(vertex, at), symbols[index]!] as const);
  return { ...at, free: new Map(named.filter((one): one is [string, FreeSymbol] => isFree(one[1]))) };
}

/** Returns whether a search is for its rectangle as it stands on a board, but for its symbols. */
export function standsOn(search: PatternSearch, position: Position): boolean {
  return rowsOf(markedOf(search), position).join("/") === search.rows.join("/");
}

/**
 * Returns the board after the stones of a sequence. Where anything may be, one may come on a point
 * that has a stone here.
 */
export function withSequence(position: Position, sequence: readonly Move[]): Position {
  const { shape } = position;
  return sequence.reduce((before, { color, point }) => {
    const vertex = vertexIn(point, shape);
    if (!vertex) return before;
    const [sign, cleared] = [signOf(color, shape), before.board.clone().set(vertex, 0)];
    return { ...before, board: shape.game === "go" ? cleared.makeMove(sign, vertex) : cleared.set(vertex, sign) };
  }, position);
}

/** Returns a board with the stones of a search and no others; null if it is no position of xiangqi. */
export function setupOf(search: PatternSearch): Line | null {
  const symbols = search.rows.join("");
  const line = emptyLine(search.size, search.game);
  if (search.game === "xiangqi") {
    const isWhole = symbols.length === verticesOf(markedWhole(search)).length && ["K", "k"].every((general) => symbols.includes(general));
    return isWhole ? { ...line, fen: writeFen(search.rows.map((row) => [...row].map((sign) => (/[a-z]/i.test(sign) && !isFree(sign) ? sign : ""))), "R") } : null;
  }
  const stones = verticesOf(search).flatMap((vertex, index): Move[] => {
    const color = symbols[index] === "X" ? "B" : symbols[index] === "O" ? "W" : null;
    return color ? [{ color, point: nameIn(vertex, search) }] : [];
  });
  return { ...line, stones };
}

/** A continuation with its letter and its place. */
export interface Lettered {
  readonly letter: string;
  /** The move: a point, or both squares of a piece. */
  readonly move: string;
  /** Where the letter is: the point, or where the piece goes. */
  readonly point: string;
  /** Its colour; null if the pattern does not say whose piece it is. */
  readonly color: Color | null;
  readonly next: Continuation;
}

/**
 * Names the most frequent continuations, A first. Stones of both colours on one point share the
 * letter of the more frequent one.
 */
export function letteredOf(continuations: readonly Continuation[], search: Area & Pick<PatternSearch, "rows">): Lettered[] {
  const ranked = continuations.filter((next) => next.count > 0).sort((a, b) => b.count - a.count);
  const letters = new Map<string, string>();
  return ranked.slice(0, MAX_LETTERS).flatMap((next, rank): Lettered[] => {
    const placed = placeOf(next, search);
    if (!placed) return [];
    const letter = letters.get(placed.move) ?? String.fromCharCode("A".charCodeAt(0) + rank);
    letters.set(placed.move, letter);
    return [{ letter, ...placed, next }];
  });
}

/** Returns a continuation as a move on the board, with its colour. */
function placeOf({ play, color, x, y }: Continuation, search: Area & Pick<PatternSearch, "rows">): Pick<Lettered, "move" | "point" | "color"> | null {
  if (typeof play === "string") {
    const [from, to] = [sourceOf(play, search), targetOf(play, search)];
    const piece = from && isInside(search, from) ? search.rows[from[1] - search.y]?.[from[0] - search.x] : undefined;
    const isKnown = piece !== undefined && /[a-z]/i.test(piece) && !isFree(piece);
    return to && { move: play, point: nameIn(to, search), color: isKnown ? colorOfPiece(piece) : null };
  }
  if (typeof x !== "number" || typeof y !== "number") return null;
  const point = nameIn([search.x + x, search.y + y], search);
  return { move: point, point, color: color === "W" ? "W" : "B" };
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
  // What is turned: the rectangle, or in xiangqi the whole board.
  const frame = at.game === "xiangqi" ? markedWhole(at) : at;
  const [width, height] = transpose ? [frame.height, frame.width] : [frame.width, frame.height];
  const turned = ([x, y]: Vertex): Vertex => {
    const [dx, dy] = [x - frame.x, y - frame.y];
    const [u, v] = transpose ? [dy, dx] : [dx, dy];
    return [hit.x + (leftRight ? width - 1 - u : u), hit.y + (topBottom ? height - 1 - v : v)];
  };
  const free = new Map<string, FreeSymbol>();
  for (const [point, symbol] of at.free) {
    const vertex = vertexIn(point, at);
    if (vertex) free.set(nameIn(turned(vertex), at), hit.swapped ? exchanged(symbol) : symbol);
  }
  return { ...markedBetween(turned([at.x, at.y]), turned([at.x + at.width - 1, at.y + at.height - 1]), at), free };
}

function exchanged(symbol: FreeSymbol): FreeSymbol {
  if (symbol === "*") return "*";
  return symbol === "x" ? "o" : "x";
}
