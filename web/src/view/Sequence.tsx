// The stones that must follow the pattern, and the way back from them.
import { useEffect, useRef } from "preact/hooks";
import * as state from "../state/pattern";
import { t } from "../text/text";
import { colorName } from "./words";

export function Sequence() {
  const frame = useRef<HTMLDivElement>(null);
  const stones = state.sequence.value;
  const before = useRef(stones.length);
  const last = stones.at(-1);
  useEffect(() => {
    const isLonger = stones.length > before.current;
    before.current = stones.length;
    // The button that added the stone is gone with its answer: keep the focus near it.
    if (isLonger && document.activeElement === document.body) frame.current?.focus({ preventScroll: true });
  }, [stones.length]);
  if (!last) return null;
  const isPlayable = state.isOnPattern.value;
  return (
    <div class="sequence" ref={frame} tabIndex={-1} role="group" aria-label={t.find.sequence}>
      <p>{t.find.followedBy(stones.map((stone, index) => `${index + 1} ${t.words.sideMove(colorName(stone.color), stone.point)}`).join(", "))}</p>
      <div class="row">
        <button type="button" onClick={() => state.takeBack(stones.length - 1)}>
          {t.find.takeBack(last.point)}
        </button>
        <button type="button" aria-disabled={!isPlayable} onClick={isPlayable ? state.playSequence : undefined}>
          {t.find.playAll}
        </button>
      </div>
    </div>
  );
}
