// Alternatives to the explored line on the board: previews, quizzes and marks.
import { computed, signal } from "@preact/signals";
import type { Line } from "../game/line";
import type { Mark } from "../game/marks";
import { line } from "./place";

/** Temporary owner of the board: it receives clicks, and book moves are hidden. */
export interface Takeover {
  /** Line to show. */
  readonly line: Line;
  /** Handles a click. */
  readonly play: (point: string) => void;
  /** Marks on points. */
  readonly marks: ReadonlyMap<string, Mark>;
}

/** Present owner of the board; null for the explored line. */
export const takeover = signal<Takeover | null>(null);

/** The line on the board. */
export const staged = computed((): Line => takeover.value?.line ?? line.value);

/** Moves as pairs of colour and point. */
export type Pairs = readonly (readonly [color: string, point: string])[];

/** No moves; a constant, so that nothing is redrawn for it. */
export const NOTHING: Pairs = [];

/** Previewed moves of the row or point under the pointer or focus. */
export const preview = signal<Pairs>(NOTHING);

/** Marks next to book moves, on empty points: the move played in the reviewed game. */
export const asides = signal<ReadonlyMap<string, Mark>>(new Map());
