// Influence and territory of the stones on the board, by the chosen model.
import { computed } from "@preact/signals";
import { ask } from "../api/client";
import type { Influence } from "../api/types";
import type { Line } from "../game/line";
import { shown } from "../game/line";
import { vertexOf } from "../game/vertex";
import { isGo } from "./answer";
import { look } from "./place";
import { resource, valueOf } from "./resource";
import { staged } from "./stage";

const asking = resource(
  () => (look.value.overlay === "none" || !isGo.value ? null : { ...stonesOf(staged.value), model: look.value.model }),
  async (json, signal) => (await ask<Influence>("/v1/influence", { json, signal })).value,
);

/** The present influence. */
export const influence = asking.now;
/** Repeats the request. */
export const influenceAgain = asking.again;

/** Paint of each point, row by row from the top: −1 (White) to 1 (Black). */
export const paint = computed((): number[][] | null => {
  const found = valueOf(influence.value);
  if (!found) return null;
  if (look.value.overlay === "influence") return scaled(found.field);
  return territory(found);
});

/** Scales a field so that half of its maximum becomes full paint. */
export function scaled(field: readonly (readonly number[])[]): number[][] {
  const most = Math.max(1, ...field.flat().map(Math.abs)) / 2;
  return field.map((row) => row.map((value) => Math.max(-1, Math.min(1, value / most))));
}

function stonesOf(at: Line) {
  const pairs = (moves: readonly { color: string; point: string }[]) => moves.map((move) => [move.color, move.point]);
  return { board_size: at.size, coords: "gtp" as const, initial_stones: pairs(at.stones), moves: pairs(shown(at)) };
}

/**
 * Returns full paint for solid points, half for influence; for a model without territory, half by
 * the sign of the field.
 */
function territory(found: Influence): number[][] {
  const size = found.board_size;
  if (!found.territory) return found.field.map((row) => row.map((value) => Math.sign(value) / 2));
  const rows = found.field.map((row) => row.map(() => 0));
  const sides = [
    [found.territory.black, 1],
    [found.territory.white, -1],
  ] as const;
  for (const [side, sign] of sides) {
    for (const point of side.influence) put(rows, point, size, sign / 2);
    for (const point of side.solid) put(rows, point, size, sign);
  }
  return rows;
}

function put(rows: number[][], point: string, size: number, value: number): void {
  const vertex = vertexOf(point, size);
  const row = vertex && rows[vertex[1]];
  if (vertex && row) row[vertex[0]] = value;
}
