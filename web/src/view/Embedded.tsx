// The page in a frame of another site: the board, where it is, and the moves in short.
import { useEffect } from "preact/hooks";
import { watchHands } from "../state/hands";
import * as place from "../state/place";
import { t } from "../text/text";
import { Board } from "./Board";
import { Candidates } from "./Candidates";
import { Playback } from "./Crumbs";
import { Live } from "./Live";
import { Refusals } from "./Refusals";
import { Where } from "./Where";

export function Embedded() {
  const { at, moves } = place.line.value;
  useEffect(watchHands, []);
  const button = (text: string, says: string, does: () => void, off: boolean) => (
    <button type="button" aria-label={says} aria-disabled={off} onClick={off ? undefined : does}>
      {text}
    </button>
  );
  return (
    <main class="embedded">
      <h1 class="unseen">Joseki</h1>
      <Board />
      <div class="beside">
        <div class="walk">
          {button("◀", t.walk.back, place.back, at === 0)}
          {button("▶", t.walk.forward, place.forward, at === moves.length)}
          <Playback isOff={moves.length === 0} />
          <a href={place.hrefOf(place.line.value, { embed: false })} target="_blank" rel="noopener">
            {t.app.openIn}
          </a>
        </div>
        <Refusals />
        <Where />
        <Candidates isShort />
        <Live />
      </div>
    </main>
  );
}
