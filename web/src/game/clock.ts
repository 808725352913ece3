// Clocks of a game, counted down between the messages of the server.

/** What a side has left, in seconds, as the server says it. */
export interface ClockLeft {
  readonly main: number;
  /** Periods of byo-yomi, the running one included. */
  readonly periods: number;
  /** Time of the running period; all of it before one runs. */
  readonly period: number;
}

/** Returns what is left after some seconds more; `whole` is the length of a period. */
export function after(left: ClockLeft, seconds: number, whole: number): ClockLeft {
  if (seconds <= left.main) return { ...left, main: left.main - seconds };
  let spent = seconds - left.main;
  let { periods, period } = left;
  while (periods > 0 && spent >= period) {
    spent -= period;
    periods -= 1;
    period = whole;
  }
  return { main: 0, periods, period: periods > 0 ? period - spent : 0 };
}

/** Returns the time that a clock shows: main time, or that of the running period. */
export function shownSeconds({ main, periods, period }: ClockLeft): number {
  return main > 0 || periods === 0 ? main : period;
}

/** Time below which tenths of a second count. */
const SHORT = 10;

/** Formats a time as `1:02:03`, `9:59` or `0:07.3`. */
export function timeText(seconds: number): string {
  const isShort = seconds < SHORT;
  // A clock that shows zero is over.
  const rest = isShort ? Math.ceil(seconds * 10) / 10 : Math.ceil(seconds);
  const two = (value: number) => String(value).padStart(2, "0");
  const [hours, minutes] = [Math.floor(rest / 3600), Math.floor(rest / 60) % 60];
  const last = isShort ? rest.toFixed(1).padStart(4, "0") : two(rest % 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${last}` : `${minutes}:${last}`;
}
