// Alternatives to the explored line on the board: previews, quizzes and marks.
import { computed, signal } from "@preact/signals";
import type { Area } from "../game/area";
import type { Position } from "../game/board";
import { positionOf } from "../game/board";
import type { Line, Move } from "../game/line";
import type { Mark } from "../game/marks";
import type { Rectangle } from "../game/pattern";
import { withSequence } from "../game/pattern";
import type { Vertex } from "../game/vertex";
import { line } from "./place";

/** Temporary owner of the board: it receives clicks, and book moves are hidden. */
export interface Takeover {
  /** Line to show. */
  readonly line: Line;
  /** Whether a click is a point, or in xiangqi half of a move: a piece and where it goes. */
  readonly takes: "points" | "moves";
  /** Handles a point or a move. */
  readonly play: (point: string) => void;
  /** Marks on points. */
  readonly marks: ReadonlyMap<string, Mark>;
  /** Moves of pieces to draw as arrows. */
  readonly arrows?: readonly string[];
  /** Whose each point is, in a counted board. */
  readonly area?: Area;
  /** Goes back or forward through its moves. */
  readonly step?: (by: -1 | 1) => void;
  /** Whether it shows the whole board, and the first tap of a finger previews: a game. */
  readonly isGame?: boolean;
}

/** No marks; a constant, so that nothing is redrawn for it. */
export const NO_MARKS: ReadonlyMap<string, Mark> = new Map();

/** Present owner of the board; null for the explored line. */
export const takeover = signal<Takeover | null>(null);

/** Owner of drags over the board, and of clicks that it takes; book moves are hidden. */
export interface Marking {
  /** Rectangle to outline. */
  readonly rectangle: Rectangle | null;
  /** Marks on points. */
  readonly marks: ReadonlyMap<string, Mark>;
  /** Stones on the board besides those of its line. */
  readonly sequence: readonly Move[];
  /** Handles a drag between two points, at each point on its way. */
  readonly drag: (from: Vertex, to: Vertex) => void;
  /** Handles a click; returns whether it did, otherwise the click plays. */
  readonly click: (point: string) => boolean;
}

/** Present owner of drags; null if there is none. */
export const marking = signal<Marking | null>(null);

/** Marks on points in place of book moves; null while book moves are shown. */
export const marks = computed(() => (takeover.value ?? marking.value)?.marks ?? null);

/** The line on the board. */
export const staged = computed((): Line => takeover.value?.line ?? line.value);

/** The position on the board, without previewed moves. */
export const stones = computed((): Position => {
  const position = positionOf(staged.value);
  return marking.value ? withSequence(position, marking.value.sequence) : position;
});

/** Moves as pairs of colour and point. */
export type Pairs = readonly (readonly [color: string, point: string])[];

/** No moves; a constant, so that nothing is redrawn for it. */
export const NOTHING: Pairs = [];

/** Moves of the row or point under the pointer or focus. */
export const hovered = signal<Pairs>(NOTHING);

/** A preview that stays without pointer and focus: the move that it is of, and what follows. */
export const pinned = signal<{ readonly move: string; readonly moves: Pairs } | null>(null);

/** Previewed moves. */
export const preview = computed(() => (hovered.value.length > 0 ? hovered.value : (pinned.value?.moves ?? NOTHING)));

/** Marks next to book moves, on empty points: the move played in the reviewed game. */
export const asides = signal<ReadonlyMap<string, Mark>>(new Map());

/** Point of the piece that the next click moves; null for none. */
export const picked = signal<string | null>(null);
