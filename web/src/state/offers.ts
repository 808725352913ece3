// The book's moves by the points where they end, and what a click, tap or long press does there.
import { computed } from "@preact/signals";
import type { Candidate } from "../api/types";
import { refusal } from "../game/board";
import type { Shape } from "../game/games";
import { sidesOf } from "../game/games";
import { colorName, toPlay } from "../game/line";
import { nameIn, targetOf, vertexIn } from "../game/vertex";
import { candidates, lineOf } from "./answer";
import { line, play, refused } from "./place";
import type { Pairs } from "./stage";
import { marking, marks, picked, pinned, staged, stones, takeover } from "./stage";
import { t } from "../text/text";

/** A candidate with its move on this board: a mirrored twin has another. */
export interface Offer {
  readonly candidate: Candidate;
  readonly move: string;
}

/** The candidates that end on each point, best first; a picked piece has only its own. */
export const offers = computed((): ReadonlyMap<string, readonly Offer[]> => {
  const found = new Map<string, Offer[]>();
  for (const candidate of marks.value ? [] : candidates.value) {
    for (const move of candidate.points) {
      const point = pointOf(move, staged.value);
      if (point === null || (picked.value !== null && !move.startsWith(picked.value))) continue;
      found.set(point, [...(found.get(point) ?? []), { candidate, move }]);
    }
  }
  return found;
});

/** Returns the name of the point where a move ends; null for a pass. */
export function pointOf(move: string, shape: Shape): string | null {
  const target = targetOf(move, shape);
  return target && nameIn(target, shape);
}

/** Returns the book's line from an offer; its later moves are only known for the first of twins. */
export function lineOn({ candidate, move }: Offer): Pairs {
  const color = toPlay(line.value);
  return move === candidate.point ? lineOf(candidate, color) : [[color, move]];
}

/** Plays at a point; in xiangqi it picks a piece, or moves the picked one there. */
export function press(point: string): void {
  const owner = takeover.value;
  if (owner?.takes === "points") return owner.play(point);
  if (!owner && marking.value?.click(point)) return;
  if (isOwnPiece(point)) {
    picked.value = picked.value === point ? null : point;
    return;
  }
  const move = moveTo(point);
  if (move) (owner?.play ?? play)(move);
  else refused.value = t.refused.pickFirst(colorName(toPlay(staged.value)));
}

/** Previews at a point first, and plays there the second time: fingers cover the point. */
export function tap(point: string): void {
  const isDirect = isTaken() || marking.value || isOwnPiece(point) || picked.value !== null;
  if (isDirect || pinned.value?.move === moveTo(point)) press(point);
  else pinAt(point);
}

/** Whether the owner of the board takes every tap at once. */
const isTaken = () => takeover.value !== null && !(takeover.value.isGame && takeover.value.takes === "moves");

/** Previews the book's line from a point, or a move there, until something else is done. */
export function pinAt(point: string): void {
  if (isTaken() || marking.value) return;
  const offer = offers.value.get(point)?.[0];
  const move = moveTo(point);
  const color = toPlay(staged.value);
  const why = move === null ? t.refused.nonePicked : refusal(stones.value, { color, point: move });
  refused.value = why && t.refused.notShown(why);
  pinned.value = why || move === null ? null : { move, moves: offer?.move === move ? lineOn(offer) : [[color, move]] };
}

/** Previews a move of the table the first time; returns false the second time, when it plays. */
export function pinRow(offer: Offer): boolean {
  if (pinned.value?.move === offer.move) return false;
  pinned.value = { move: offer.move, moves: lineOn(offer) };
  return true;
}

/** Returns the move that a press at a point plays; null if a piece must be picked first. */
function moveTo(point: string): string | null {
  if (staged.value.game !== "xiangqi") return point;
  return picked.value !== null ? picked.value + point : (offers.value.get(point)?.[0]?.move ?? null);
}

function isOwnPiece(point: string): boolean {
  const { board, pieces } = stones.value;
  const vertex = vertexIn(point, staged.value);
  const own = toPlay(staged.value) === sidesOf(staged.value.game)[0] ? 1 : -1;
  return pieces !== null && vertex !== null && board.get(vertex) === own;
}
