// Playback: the moves of the line follow one another by themselves.
import { effect, signal, untracked } from "@preact/signals";
import type { Line } from "../game/line";
import { jump } from "../game/line";
import { kept } from "./kept";
import { pass, line } from "./place";
import { takeover } from "./stage";

/** Seconds between two moves. */
export const SPEEDS = ["0.5", "1", "2", "4"] as const;
export type Speed = (typeof SPEEDS)[number];
const speed = kept<Speed>("speed", SPEEDS, () => "1");
export const playbackSpeed = speed.now;
export const chooseSpeed = speed.choose;

/** The line that playback shows; null while it rests. */
const played = signal<Line | null>(null);
/** Whether the moves follow one another. */
export const isPlaying = () => played.value !== null;

/** What is said of the position besides the book's comment: the judgement of a reviewed move. */
export const remark = signal<string | null>(null);

export const pausePlayback = () => void (played.value = null);

/** Starts at the move on the board, at the end of the line from its start; or stops. */
export function togglePlayback(): void {
  const now = line.value;
  if (played.value || takeover.value || now.moves.length === 0) return pausePlayback();
  show(now.at < now.moves.length ? now : jump(now, 0));
}

function show(next: Line): void {
  // Back and Forward of the browser pass over the moves between.
  if (next !== line.value) pass(next);
  played.value = next;
}

function step(): void {
  const now = line.value;
  if (now.at < now.moves.length) show(jump(now, now.at + 1));
}

// Each move waits for its time; whatever else changes the board ends it, and so does the end.
effect(() => {
  const now = played.value;
  if (!now) return undefined;
  if (now !== line.value || takeover.value || now.at === now.moves.length) {
    untracked(pausePlayback);
    return undefined;
  }
  const timer = setTimeout(step, 1000 * Number(speed.now.value));
  return () => clearTimeout(timer);
});
