// Where we are: the line and the look, kept in the address.
import { batch, computed, effect, signal } from "@preact/signals";
import type { Corner, Look, Panel } from "../game/address";
import { CORNERS, addressOf, readAddress, MOST_MOVES } from "../game/address";
import { positionOf, refusal } from "../game/board";
import type { Line } from "../game/line";
import * as lines from "../game/line";

const read = readAddress(location.search);

/** The line that is explored. */
export const line = signal<Line>(read.line);
/** What is looked at, and how. */
export const look = signal<Look>(read.look);
/** What of the address made no sense. */
export const complaints = signal<readonly string[]>(read.complaints);
/** Why the last click did nothing; null if it did. */
export const refused = signal<string | null>(null);
/** What a screen reader says next, beside the answers. */
export const said = signal("");

/** The stones on the board. */
export const position = computed(() => positionOf(line.value));

/** Goes on to another line. Each is a step of the browser's own back and forward. */
export function goTo(next: Line): void {
  refused.value = null;
  if (next === line.value) return;
  complaints.value = [];
  line.value = next;
}

let later = 0;

/**
 * Goes on to a line that has to be fetched first, unless somebody went elsewhere meanwhile or asked for another one.
 * @throws whatever the fetching throws.
 */
export async function goToLater(find: () => Promise<Line>, change: Partial<Look> = {}): Promise<void> {
  const from = line.peek();
  later += 1;
  const mine = later;
  const found = await find();
  if (line.peek() !== from || mine !== later) return;
  see(change);
  goTo(found);
}

/** Plays at a point, or passes; says why if it cannot be played. */
export function play(point: string): void {
  const move = { point, color: lines.toPlay(line.value) };
  const isFull = line.value.at >= MOST_MOVES;
  const why = isFull ? `the page holds ${MOST_MOVES} moves` : refusal(position.value.board, move, line.value.size);
  if (why) refused.value = `Not played: ${why}.`;
  else goTo(lines.play(line.value, point));
}

export const back = () => goTo(lines.jump(line.value, line.value.at - 1));
export const forward = () => goTo(lines.jump(line.value, line.value.at + 1));
export const undo = () => goTo(lines.undo(line.value));
export const jump = (at: number) => goTo(lines.jump(line.value, at));
export const toStart = () => jump(0);
export const toEnd = () => jump(line.value.moves.length);
/** Gives the turn to the other side. */
export const turn = () => goTo({ ...line.value, toPlay: lines.other(lines.toPlay(line.value)) });
/** An empty board of `size` lines. */
export const newBoard = (size: number) => goTo(lines.emptyLine(size));
export const clear = () => goTo(lines.emptyLine(line.value.size));

/** Changes the look, and nothing of what was played. */
export function see(change: Partial<Look>): void {
  look.value = { ...look.value, ...change };
}

export const open = (panel: Panel) => see({ panel });
/** Where only one corner is in view, that becomes the one where something is to be seen. */
export function reveal(corner: string): void {
  const { view } = look.value;
  if (view !== "board" && view !== corner) see({ view: CORNERS.find((one) => one === corner) ?? "board" });
}

export const zoom = (view: "board" | Corner) => see({ view });

/** The address of another line in the same look, for links. */
export function hrefOf(other: Line): string {
  return addressOf(other, look.value) || location.pathname;
}

/** Keeps the address as the page is, and the page as the address. Called once. */
export function followAddress(): void {
  let before = line.peek();
  effect(() => {
    const wanted = addressOf(line.value, look.value) || location.pathname;
    const here = location.search || location.pathname;
    const moved = line.value !== before;
    before = line.value;
    if (wanted === here) return;
    // A move is a step in the browser's history; a change of the look is none.
    if (moved) history.pushState(null, "", wanted);
    else history.replaceState(null, "", wanted);
  });
  addEventListener("popstate", () => {
    const gone = readAddress(location.search);
    batch(() => {
      before = gone.line;
      line.value = gone.line;
      complaints.value = gone.complaints;
      refused.value = null;
    });
  });
}
