// The book node of the chosen candidate, or of the last move, in full.
import { computed } from "@preact/signals";
import { ask, bookPath, path } from "../api/client";
import type { Answered } from "../api/client";
import type { Answer, BookNode, CornerAnswer, PlacedLine } from "../api/types";
import { movesText } from "../game/address";
import type { Move } from "../game/line";
import { colorOf, shown } from "../game/line";
import type { Corner } from "../game/range";
import { vertexOf } from "../game/vertex";
import { answer, chosen } from "./answer";
import { line, look } from "./place";
import { resource } from "./resource";

/** A book line in its orientation on the board. */
export interface Placed {
  readonly book: string;
  readonly version: number;
  /** Canonical line. */
  readonly steps: string;
  /** The corner, or `board` in games that are played on the whole board. */
  readonly corner: string;
  readonly handedness: "clockwise" | "counter_clockwise";
  /** Colour of the line's first move. */
  readonly color: string;
  /** Point of its last move; null for the position on the board. */
  readonly point: string | null;
  /**
   * The moves of the line as they are on a whole board, which say how it lies there; null in a
   * corner, and after moves in another order than the book's.
   */
  readonly moves: string | null;
}

/** Name of the only region of games that are played on the whole board. */
const BOARD = "board";

/** Returns the corner of a point; null on the middle lines. */
export function cornerOf(point: string, size: number): Corner | null {
  const vertex = vertexOf(point, size);
  if (!vertex) return null;
  const [x, y] = vertex;
  const middle = (size - 1) / 2;
  if (x === middle || y === middle) return null;
  return `${y < middle ? "upper" : "lower"}_${x < middle ? "left" : "right"}`;
}

/** The current corner: the one in view, else that of the last move; or the whole board. */
export const currentCorner = computed((): CornerAnswer | null => {
  const corners = answer.value?.corners ?? [];
  if (corners[0]?.corner === BOARD) return corners[0];
  const view = look.value.view;
  const last = shown(line.value).at(-1);
  const name = view !== "board" ? view : last ? cornerOf(last.point, line.value.size) : null;
  return corners.find((corner) => corner.corner === name) ?? null;
});

/** The node whose details are shown. */
export const placed = computed((): Placed | null => {
  const now = answer.value;
  if (!now || !hasDetails.value) return null;
  const one = chosen.value;
  const corner = currentCorner.value;
  if (one) {
    const next = { color: colorOf(now.to_play), point: one.point };
    return { ...placedAs(now, one.corner, { line: one.leads_to, ...one }, one.point), moves: one.via === "line" ? movesTo(corner, next) : null };
  }
  return corner?.node ? { ...placedAs(now, corner.corner, corner.node, null), moves: movesTo(corner) } : null;
});

/** Whether the book has lines for a board of this size: corners are those of 19 lines. */
export const hasDetails = computed(() => line.value.game !== "go" || line.value.size === 19);

/** Returns the moves on a whole board, if they are those of the book's line. */
function movesTo(board: CornerAnswer | null, ...next: readonly Move[]): string | null {
  const { game, stones, fen, toPlay } = line.value;
  const isBoard = board?.corner === BOARD && stones.length === 0 && fen === null && toPlay === null;
  const isInOrder = isBoard && (board.node ? board.node.line === board.steps : board.steps === "");
  return isInOrder ? movesText([...shown(line.value), ...next], game) : null;
}

/** That node, in its orientation on the board. */
export const details = resource(() => placed.value, loadNode, ({ version: _, ...place }) => place);

/** A line and how it lies on the board, as requests have it. */
type Frame = { readonly line?: string; readonly coords: string } & Record<string, string>;

/** Returns the path of a node in its frame on the board. */
export function nodePath(at: Omit<Placed, "version" | "point">): string {
  const { line: steps, ...frame } = frameOf(at);
  return path(`${bookPath(at.book)}/nodes${steps === undefined ? "" : `/${steps}`}`, frame);
}

/** Returns what says which line it is, and how it lies on the board. */
export function frameOf({ steps, corner, handedness, color, moves }: Omit<Placed, "version" | "point">): Frame {
  if (moves !== null) return { moves, coords: "gtp" };
  return { line: steps, ...(corner === BOARD ? {} : { corner, handedness, color }), coords: "gtp" };
}

/** A node as read, with its entity tag. */
export type ReadNode = Answered<BookNode>;

/** Reads a node. */
export async function loadNode(at: Placed, signal?: AbortSignal): Promise<ReadNode> {
  return ask<BookNode>(nodePath(at), signal ? { signal } : {});
}

function placedAs(now: Answer, corner: string, lies: PlacedLine, point: string | null): Omit<Placed, "moves"> {
  const handedness = lies.handedness === "counter_clockwise" ? "counter_clockwise" : "clockwise";
  const { name: book, version } = now.book;
  return { book, version, steps: lies.line, corner, handedness, color: lies.first_mover, point };
}
