// The book node of the chosen candidate, or of the last move, in full.
import { computed } from "@preact/signals";
import { ask, bookPath, path } from "../api/client";
import type { Answered } from "../api/client";
import type { Answer, BookNode, CornerAnswer, PlacedLine } from "../api/types";
import { shown } from "../game/line";
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
  readonly corner: string;
  readonly handedness: "clockwise" | "counter_clockwise";
  /** Colour of the line's first move. */
  readonly color: string;
  /** Point of its last move; null for the position on the board. */
  readonly point: string | null;
}

/** Returns the corner of a point; null on the middle lines. */
export function cornerOf(point: string, size: number): Corner | null {
  const vertex = vertexOf(point, size);
  if (!vertex) return null;
  const [x, y] = vertex;
  const middle = (size - 1) / 2;
  if (x === middle || y === middle) return null;
  return `${y < middle ? "upper" : "lower"}_${x < middle ? "left" : "right"}`;
}

/** The current corner: the one in view, else that of the last move. */
export const currentCorner = computed((): CornerAnswer | null => {
  const corners = answer.value?.corners ?? [];
  const view = look.value.view;
  const last = shown(line.value).at(-1);
  const name = view !== "board" ? view : last ? cornerOf(last.point, line.value.size) : null;
  return corners.find((corner) => corner.corner === name) ?? null;
});

/** The node whose details are shown. */
export const placed = computed((): Placed | null => {
  const now = answer.value;
  if (!now || line.value.size !== 19) return null;
  const one = chosen.value;
  if (one) return placedAs(now, one.corner, { line: one.leads_to, ...one }, one.point);
  const corner = currentCorner.value;
  return corner?.node ? placedAs(now, corner.corner, corner.node, null) : null;
});

/** That node, in its orientation on the board. */
export const details = resource(() => placed.value, loadNode, ({ version: _, ...place }) => place);

/** Returns the path of a node in its frame on the board. */
export function nodePath(at: Omit<Placed, "version" | "point">, under = ""): string {
  const frame = { corner: at.corner, handedness: at.handedness, color: at.color, coords: "gtp" };
  return path(`${bookPath(at.book)}/nodes/${at.steps}${under}`, frame);
}

/** A node as read, with its entity tag. */
export type ReadNode = Answered<BookNode>;

/** Reads a node. */
export async function loadNode(at: Placed, signal?: AbortSignal): Promise<ReadNode> {
  return ask<BookNode>(nodePath(at), signal ? { signal } : {});
}

function placedAs(now: Answer, corner: string, lies: PlacedLine, point: string | null): Placed {
  const handedness = lies.handedness === "counter_clockwise" ? "counter_clockwise" : "clockwise";
  const { name: book, version } = now.book;
  return { book, version, steps: lies.line, corner, handedness, color: lies.first_mover, point };
}
