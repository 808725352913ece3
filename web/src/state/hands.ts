// Keys, the wheel and fingers: steps through the moves and between siblings.
import { ask } from "../api/client";
import type { Answer } from "../api/types";
import type { Line } from "../game/line";
import { jump, play, shown } from "../game/line";
import { siblingOf } from "../game/siblings";
import { edition, inView, questionOf } from "./answer";
import * as place from "./place";
import { pausePlayback, togglePlayback } from "./playback";
import { asProblem } from "./resource";
import { picked, pinned, takeover } from "./stage";

/** Elements that the space bar presses. */
const PRESSED = "button, summary, a";

/** Handles the space bar of the page; returns whether it did. */
export function space(key: string): boolean {
  if (key !== " " || takeover.value || place.line.value.moves.length === 0) return false;
  togglePlayback();
  return true;
}

/** Elements that have keys of their own. */
const FIELDS = "input, select, textarea, [contenteditable], [role=grid], dialog";

/** Turns of a wheel that make a step, in pixels; a notch has about 100. */
const NOTCH = 50;
/** Minimum time between two steps of a wheel, in milliseconds. */
const PAUSE = 60;
/** Time without a turn after which the next one begins a gesture, in milliseconds; as in Chromium. */
const GESTURE_GAP = 500;

/** Handles an arrow key of the page; returns whether it did. */
export function arrow(key: string): boolean {
  const owner = takeover.value;
  if (owner) {
    if (!owner.step || (key !== "ArrowLeft" && key !== "ArrowRight")) return false;
    owner.step(key === "ArrowLeft" ? -1 : 1);
  } else if (key === "ArrowLeft") place.back();
  else if (key === "ArrowRight") place.forward();
  else if (key === "ArrowUp") void toSibling(-1);
  else if (key === "ArrowDown") void toSibling(1);
  else return false;
  return true;
}

/** Answers by their questions: the siblings of a position stay while one goes through them, and with the book. */
const answers = new Map<string, Promise<Answer>>();
let answersOf = "";
const MAX_ANSWERS = 50;

/** Replaces the last move by the next or previous one of the book. */
export async function toSibling(step: 1 | -1): Promise<void> {
  const line = place.line.value;
  const last = shown(line).at(-1);
  if (!last) return;
  const before = jump(line, line.at - 1);
  try {
    await place.goToLater(async () => {
      const found = await siblings(before.toPlay === last.color ? before : { ...before, toPlay: last.color });
      const next = siblingOf(inView(found.moves), last.point, step);
      return next === null ? line : play({ ...before, moves: shown(before) }, next, last.color);
    });
  } catch (error) {
    place.refused.value = asProblem(error).message;
  }
}

/** Returns the book's answer before a move; the last answers are kept until the book changes. */
export function siblings(before: Line): Promise<Answer> {
  if (answersOf !== edition.value) answers.clear();
  answersOf = edition.value;
  const json = { ...questionOf(before, place.look.value), whole_board: false };
  const key = JSON.stringify(json);
  const known = answers.get(key);
  if (known) return known;
  const asked = ask<Answer>("/v1/next", { json }).then(({ value }) => value);
  if (answers.size >= MAX_ANSWERS) answers.clear();
  answers.set(key, asked);
  asked.catch(() => answers.delete(key));
  return asked;
}

/** Kind of the pointer that was used last; empty after a key. */
let pointer = "";

/** Returns whether the present click is that of a finger. */
export const isTouch = () => pointer === "touch";

/** Listens to the arrow keys and Escape on the page. Returns a function that ends it. */
export function watchHands(): () => void {
  const onPointerDown = (event: PointerEvent) => {
    pointer = event.pointerType;
    if (event.target instanceof Element && event.target.closest("[role=grid]")) pausePlayback();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    pointer = "";
    if (event.key === "Escape") pinned.value = picked.value = null;
    if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const at = event.target instanceof Element ? event.target : null;
    if (at?.closest(FIELDS) || (at && scrolls(at, event.key))) return;
    const isPressed = event.key === " " && at?.closest(PRESSED);
    if (!isPressed && (arrow(event.key) || space(event.key))) event.preventDefault();
  };
  // Before the handlers of the board and of the rows.
  addEventListener("pointerdown", onPointerDown, true);
  addEventListener("keydown", onKeyDown);
  return () => {
    removeEventListener("pointerdown", onPointerDown, true);
    removeEventListener("keydown", onKeyDown);
  };
}

/** Returns whether the key scrolls the element that has the focus, as in the table. */
function scrolls(at: Element, key: string): boolean {
  if (at === document.body || at === document.documentElement) return false;
  const { overflowX, overflowY } = getComputedStyle(at);
  const isAcross = key === "ArrowLeft" || key === "ArrowRight";
  const canScroll = (overflow: string) => overflow === "auto" || overflow === "scroll";
  return isAcross ? canScroll(overflowX) && at.scrollWidth > at.clientWidth : canScroll(overflowY) && at.scrollHeight > at.clientHeight;
}

/**
 * Steps through the moves by the wheel over an element. Returns a function that ends it.
 *
 * A gesture that began elsewhere scrolls the page, which may bring the element below the pointer:
 * the rest of it never steps.
 */
export function watchWheel(element: HTMLElement): () => void {
  let turned = 0;
  let stepped = 0;
  let isOurs = false;
  let lastTurn = -Infinity;
  const onAnyWheel = (event: WheelEvent) => {
    const isInside = event.target instanceof Node && element.contains(event.target);
    const isNew = event.timeStamp - lastTurn > GESTURE_GAP;
    lastTurn = event.timeStamp;
    // What cannot be cancelled scrolls already: the browser tells the element that is below the pointer by then.
    isOurs = isInside && event.cancelable && (isNew || isOurs);
  };
  const onWheel = (event: WheelEvent) => {
    // With Ctrl it zooms. Without moves the page scrolls.
    const owner = takeover.value;
    if (!isOurs || event.ctrlKey || (owner && !owner.step) || (owner?.line ?? place.line.value).moves.length === 0 || event.deltaY === 0) return;
    event.preventDefault();
    const pixels = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? event.deltaY : event.deltaY * NOTCH;
    turned = Math.sign(turned) === Math.sign(pixels) ? turned + pixels : pixels;
    if (Math.abs(turned) < NOTCH || event.timeStamp - stepped < PAUSE) return;
    stepped = event.timeStamp;
    if (owner?.step) owner.step(turned > 0 ? 1 : -1);
    else if (turned > 0) place.forward();
    else place.back();
    turned = 0;
  };
  addEventListener("wheel", onAnyWheel, { capture: true, passive: true });
  element.addEventListener("wheel", onWheel, { passive: false });
  return () => {
    removeEventListener("wheel", onAnyWheel, { capture: true });
    element.removeEventListener("wheel", onWheel);
  };
}
