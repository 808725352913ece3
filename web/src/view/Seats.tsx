// The sides of a game at a table, above and below the board, with their clocks.
import { useEffect, useState } from "preact/hooks";
import { after, shownSeconds, timeText } from "../game/clock";
import type { Side } from "../game/table";
import { colorOfSide, gameAt, otherSide } from "../game/table";
import { nearSide, received, sideName, state } from "../state/table";
import { t } from "../text/text";
import { Side as Disc } from "./Side";

export const FarSeat = () => <Seat side={otherSide(nearSide.value)} />;
export const NearSeat = () => <Seat side={nearSide.value} />;

function Seat({ side }: { readonly side: Side }) {
  const now = state.value;
  if (!now) return <div class="seat" />;
  const { kind, present } = now.sides[side];
  const isOwn = now.you.includes(side);
  const who = isOwn ? t.play.you : kind === "person" ? (present ? t.table.here : t.table.away) : t.play.kindNames[kind];
  const isOn = now.phase === "playing" && now.to_move === side;
  return (
    <div class={`seat${isOn ? " on" : ""}`}>
      <span>
        <Disc color={colorOfSide(side, gameAt(now))} /> <strong>{sideName(now, side)}</strong>{" "}
        <span class={kind === "person" && !isOwn ? (present ? "present" : "absent") : "faint"}>{who}</span>
        {isOn && <span class="faint"> · {now.thinking === side ? t.table.thinks : t.table.toMove}</span>}
      </span>
      {now.clock && <Clock side={side} />}
    </div>
  );
}

/** Time below which a clock warns, in seconds. */
const SHORT = 10;

/** A clock, which counts down between the messages of the server. */
function Clock({ side }: { readonly side: Side }) {
  const clock = state.value?.clock;
  const isRunning = clock?.running === side;
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => setNow(performance.now()), 100);
    return () => clearInterval(timer);
  }, [isRunning]);
  if (!clock) return null;
  // The clock that stands still has a whole period.
  const whole = Math.max(clock.black.period, clock.white.period);
  const spent = isRunning ? Math.max(0, now - received.value) / 1000 : 0;
  const left = after(clock[side], spent, whole);
  const seconds = shownSeconds(left);
  return (
    <span class={`clock${isRunning ? " running" : ""}${isRunning && seconds < SHORT ? " short" : ""}`} role="timer" aria-label={t.table.clockOf(sideName(state.value!, side))}>
      {timeText(seconds)}
      {left.periods > 0 && <small> {t.table.periods(left.periods)}</small>}
    </span>
  );
}
