// Xiangqi: positions as FEN, and the moves of the pieces.
import type { Color } from "./line";
import type { Vertex } from "./vertex";
import { textOf } from "../text/forms";
import { t } from "../text/text";

/** Pieces by row and column from the upper left, as letters of FEN; empty for none. */
export type Pieces = readonly (readonly string[])[];

/** The start of a game. */
export const START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR";

/** Kinds of pieces in the order of FEN's letters, with their names. */
export const KINDS = [..."kabnrcp"];

const CHARACTERS: Record<string, string> = {
  K: "帥", A: "仕", B: "相", N: "傌", R: "俥", C: "炮", P: "兵",
  k: "將", a: "士", b: "象", n: "馬", r: "車", c: "砲", p: "卒",
};

/** Letters of the World Xiangqi Federation, for those that FEN names after chess. */
const LATIN: Record<string, string> = { n: "H", b: "E" };

const COLUMNS = 9;
const ROWS = 10;

/** Returns what is written on a piece. */
export function faceOf(piece: string, asLetters: boolean): string {
  return asLetters ? (LATIN[piece.toLowerCase()] ?? piece.toUpperCase()) : CHARACTERS[piece]!;
}

export function colorOfPiece(piece: string): Color {
  return piece === piece.toUpperCase() ? "R" : "B";
}

/** Returns the name of a piece: `Red cannon`. */
export function pieceName(piece: string): string {
  return textOf(t.words.pieces, piece);
}

/** A position of FEN: its pieces and the side to move, Red unless it says otherwise. */
export interface ReadFen {
  readonly pieces: Pieces;
  readonly toPlay: Color;
}

/** Parses FEN; null if it is invalid. */
export function readFen(text: string): ReadFen | null {
  const [placed = "", side = "w"] = text.trim().split(/[\s+]+/);
  const rows = placed.split("/").map((row) => [...row].flatMap((sign) => (/[1-9]/.test(sign) ? Array<string>(Number(sign)).fill("") : [sign])));
  const isBoard = rows.length === ROWS && rows.every((row) => row.length === COLUMNS && row.every((piece) => /^[kabnrcp]?$/i.test(piece)));
  return isBoard && /^[wrb]$/i.test(side) ? { pieces: rows, toPlay: side.toLowerCase() === "b" ? "B" : "R" } : null;
}

/** Formats a position as FEN. */
export function writeFen(pieces: Pieces, toPlay: Color): string {
  const row = (of: readonly string[]) => of.map((piece) => piece || "1").join("").replace(/1+/g, (ones) => String(ones.length));
  return `${pieces.map(row).join("/")} ${toPlay === "B" ? "b" : "w"}`;
}

/** Returns the pieces with another content of a point. */
export function withPiece(pieces: Pieces, [x, y]: Vertex, piece: string): Pieces {
  return pieces.map((row, index) => (index === y ? row.map((one, column) => (column === x ? piece : one)) : row));
}

/** Returns the pieces after a move, legal or not. */
export function moved(pieces: Pieces, from: Vertex, to: Vertex): Pieces {
  return withPiece(withPiece(pieces, to, at(pieces, from)), from, "");
}

export function at(pieces: Pieces, [x, y]: Vertex): string {
  return pieces[y]?.[x] ?? "";
}

/** Returns where a piece can go, its own general not left in check. */
export function targetsOf(pieces: Pieces, from: Vertex): Vertex[] {
  const piece = at(pieces, from);
  if (!piece) return [];
  const color = colorOfPiece(piece);
  return reach(pieces, from).filter((to) => !isInCheck(moved(pieces, from, to), color));
}

/** Returns whether a side's general is attacked; generals attack each other on an open file. */
function isInCheck(pieces: Pieces, color: Color): boolean {
  const general = find(pieces, color === "R" ? "K" : "k")[0];
  const rival = find(pieces, color === "R" ? "k" : "K")[0];
  if (!general) return false;
  if (rival && rival[0] === general[0] && between(pieces, general, rival) === 0) return true;
  return occupied(pieces).some(
    (from) => colorOfPiece(at(pieces, from)) !== color && reach(pieces, from).some(([x, y]) => x === general[0] && y === general[1]),
  );
}

const STRAIGHT: readonly Vertex[] = [[1, 0], [-1, 0], [0, 1], [0, -1]];
const DIAGONAL: readonly Vertex[] = [[1, 1], [1, -1], [-1, 1], [-1, -1]];

/** Returns where a piece can go, checks aside. */
function reach(pieces: Pieces, [x, y]: Vertex): Vertex[] {
  const piece = at(pieces, [x, y]);
  const isRed = colorOfPiece(piece) === "R";
  const steps = (all: readonly Vertex[]) => all.map(([dx, dy]): Vertex => [x + dx, y + dy]);
  const isHome = (row: number) => (isRed ? row >= 5 : row <= 4);
  const inPalace = ([px, py]: Vertex) => px >= 3 && px <= 5 && (isRed ? py >= 7 : py <= 2);
  const found: Record<string, () => Vertex[]> = {
    k: () => steps(STRAIGHT).filter(inPalace),
    a: () => steps(DIAGONAL).filter(inPalace),
    b: () => DIAGONAL.filter(([dx, dy]) => !at(pieces, [x + dx, y + dy])).map(([dx, dy]): Vertex => [x + 2 * dx, y + 2 * dy]).filter(([, py]) => isHome(py)),
    n: () =>
      STRAIGHT.filter(([dx, dy]) => !at(pieces, [x + dx, y + dy])).flatMap(([dx, dy]): Vertex[] => [
        [x + 2 * dx + dy, y + 2 * dy + dx],
        [x + 2 * dx - dy, y + 2 * dy - dx],
      ]),
    r: () => slides(pieces, [x, y], false),
    c: () => slides(pieces, [x, y], true),
    p: () => steps([[0, isRed ? -1 : 1], ...(isHome(y) ? [] : ([[1, 0], [-1, 0]] as Vertex[]))]),
  };
  const isFree = (to: Vertex) => !at(pieces, to) || colorOfPiece(at(pieces, to)) !== colorOfPiece(piece);
  return (found[piece.toLowerCase()]?.() ?? []).filter(([px, py]) => px >= 0 && px < COLUMNS && py >= 0 && py < ROWS).filter(isFree);
}

/** Returns the points on the lines of a chariot, or of a cannon, which captures over a piece. */
function slides(pieces: Pieces, [x, y]: Vertex, overPiece: boolean): Vertex[] {
  const found: Vertex[] = [];
  for (const [dx, dy] of STRAIGHT) {
    let passed = 0;
    for (let step = 1; step < ROWS && passed < 2; step += 1) {
      const to: Vertex = [x + step * dx, y + step * dy];
      const isTaken = at(pieces, to) !== "";
      if (passed === (overPiece && isTaken ? 1 : 0)) found.push(to);
      if (isTaken) passed += overPiece ? 1 : 2;
    }
  }
  return found;
}

function between(pieces: Pieces, [x, from]: Vertex, [, to]: Vertex): number {
  return pieces.slice(Math.min(from, to) + 1, Math.max(from, to)).filter((row) => row[x]).length;
}

function occupied(pieces: Pieces): Vertex[] {
  return pieces.flatMap((row, y) => row.flatMap((piece, x): Vertex[] => (piece ? [[x, y]] : [])));
}

function find(pieces: Pieces, piece: string): Vertex[] {
  return occupied(pieces).filter((vertex) => at(pieces, vertex) === piece);
}
