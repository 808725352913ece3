// What stands on the board when something else than the line itself does: a line that is tried out, or a quiz.
import { computed, signal } from "@preact/signals";
import type { Line } from "../game/line";
import type { Mark } from "../game/marks";
import { line } from "./place";

/** Something that has the board for a while: clicks are for it, and the book's moves are not shown. */
export interface Takeover {
  /** What is on the board. */
  readonly line: Line;
  /** What a click does. */
  readonly play: (point: string) => void;
  /** What is shown on points: a short text, and what a screen reader says of it. */
  readonly marks: ReadonlyMap<string, Mark>;
}

/** Who has the board; null while it is the explored line's. */
export const takeover = signal<Takeover | null>(null);

/** The line on the board. */
export const staged = computed((): Line => takeover.value?.line ?? line.value);

/** Moves as pairs of colour and point. */
export type Pairs = readonly (readonly [color: string, point: string])[];

/** No moves; always the same list, so that nothing is drawn again for it. */
export const NOTHING: Pairs = [];

/** Moves that are shown in advance on the board, because their row or point is looked at. */
export const preview = signal<Pairs>(NOTHING);

/** Marks beside the book's moves, on points without a stone: what was played here in the game that is reviewed. */
export const asides = signal<ReadonlyMap<string, Mark>>(new Map());
