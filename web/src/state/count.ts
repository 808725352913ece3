// The count of a board of Go: rules, komi and dead stones; it has the board until it is done.
import { computed, effect, signal, untracked } from "@preact/signals";
import { ask } from "../api/client";
import type { Score } from "../api/types";
import { areaMarks, chainAt, withChain } from "../game/area";
import { positionOf } from "../game/board";
import { shown } from "../game/line";
import type { Line } from "../game/line";
import { movesOn } from "../game/record";
import { line, look } from "./place";
import { resource, valueOf } from "./resource";
import type { Takeover } from "./stage";
import { NO_MARKS, takeover } from "./stage";

export const RULES = ["chinese", "japanese", "ing"] as const;
export type Rules = (typeof RULES)[number];

interface Count {
  readonly line: Line;
  readonly rules: Rules;
  /** Komi; null for that of the rules. */
  readonly komi: number | null;
  /** Dead stones; null while the server estimates them. */
  readonly dead: ReadonlySet<string> | null;
}

/** The count; null while there is none. */
export const counting = signal<Count | null>(null);

const asking = resource(
  () => {
    if (!counting.value) return null;
    const { line, rules, komi, dead } = counting.value;
    const pairs = (moves: Line["moves"]) => moves.map((move) => [move.color, move.point]);
    return { board_size: line.size, coords: "gtp" as const, initial_stones: pairs(line.stones), moves: pairs(movesOn(line)), rules, komi, dead: dead && [...dead] };
  },
  async (json, signal) => (await ask<Score>("/v1/score", { json, signal })).value,
  ({ moves }) => moves,
);

/** The score, and a repetition of its request. */
export const { now: score, again: scoreAgain } = asking;

/** The dead stones, whether marked or estimated. */
const dead = computed((): ReadonlySet<string> => {
  if (!counting.value) return new Set();
  const position = positionOf(counting.value.line);
  return counting.value.dead ?? new Set((valueOf(score.value)?.dead.points ?? []).flatMap((point) => chainAt(position, point)));
});

/** Counts the board of the line. */
export function startCount(): void {
  counting.value = { line: line.value, rules: "chinese", komi: null, dead: null };
}

/** Changes rules, komi or the dead stones. */
export function changeCount(change: Partial<Omit<Count, "line">>): void {
  if (counting.value) counting.value = { ...counting.value, ...change };
}

export const endCount = () => void (counting.value = null);

let mine: Takeover | null = null;
effect(() => {
  const at = counting.value?.line;
  const position = at && positionOf(at);
  const owner = valueOf(score.value)?.owner;
  const area = owner && { owner, dead: dead.value };
  const wanted = at && position ? {
    line: at,
    takes: "points" as const,
    play: (point: string) => changeCount({ dead: withChain(position, dead.value, point) }),
    marks: area ? areaMarks(area, position) : NO_MARKS,
    ...(area ? { area } : {}),
  } : null;
  untracked(() => {
    if (wanted || takeover.value === mine) takeover.value = wanted;
    mine = wanted;
  });
});

// Another line, as by the browser's Back, and the quiz end it.
effect(() => {
  void [line.value, look.value.panel === "quiz"];
  untracked(endCount);
});

/** Whether there is something to count. */
export const canCount = computed(() => line.value.game === "go" && line.value.stones.length + shown(line.value).length > 0);
