// The pattern search: the rectangle, what may be in it, which games count, and what was found.
import "../style/find.css";
import { useState } from "preact/hooks";
import { heightOf, sidesOf } from "../game/games";
import { colorName } from "../game/line";
import { cornersOf, markedWhole } from "../game/pattern";
import { line } from "../state/place";
import * as state from "../state/pattern";
import { t } from "../text/text";
import { FindOptions } from "./FindOptions";
import { FindResult } from "./FindResult";
import { Sequence } from "./Sequence";

export function Find() {
  const at = state.marked.value;
  const [first, second] = sidesOf(line.value.game).map(colorName) as [string, string];
  const begin = (event: Event) => {
    event.preventDefault();
    state.send();
  };
  return (
    <section class="find" aria-labelledby="find-title" aria-busy={state.searched.value.state === "asking"}>
      <h2 id="find-title">{t.find.title}</h2>
      <p class="faint">{state.isOfPieces.value ? t.find.howPieces(first, second) : t.find.how(first, second)}</p>
      <Rectangle />
      {at && (
        <div class="row">
          <button type="button" onClick={() => state.setEmpty(true)}>
            {t.find.allAnything}
          </button>
          <button type="button" onClick={() => state.setEmpty(false)}>
            {t.find.allEmpty}
          </button>
          <button type="button" onClick={state.unmark}>
            {t.find.remove}
          </button>
        </div>
      )}
      <form onSubmit={begin}>
        <FindOptions />
        <Earlier />
        <div class="row">
          <button type="submit" class="primary" disabled={!state.canSend.value}>
            {t.find.search}
          </button>
          {!state.canSend.value && <span class="faint">{state.isOfPieces.value ? t.find.markOrMaterial : t.find.markFirst}</span>}
        </div>
      </form>
      {state.isTooLong.value && <p class="faint">{t.find.tooLong}</p>}
      <Sequence />
      <FindResult />
    </section>
  );
}

/** The rectangle by two of its corners, for the keyboard. */
function Rectangle() {
  const at = state.marked.value;
  const [from, to] = at ? cornersOf(at) : ["", ""];
  // What was typed, for as long as the rectangle stays.
  const [typed, setTyped] = useState<{ readonly of: typeof at; readonly from: string; readonly to: string; readonly isWrong: boolean } | null>(null);
  const now = typed && typed.of === at ? typed : { of: at, from, to, isWrong: false };
  const { isWrong } = now;
  const put = (event: Event) => {
    event.preventDefault();
    setTyped({ ...now, isWrong: !state.mark(now.from, now.to) });
  };
  const field = (label: string, value: string, type: (text: string) => object) => (
    <label>
      <span>{label}</span>
      <input
        autocomplete="off"
        maxLength={3}
        size={4}
        value={value}
        aria-invalid={isWrong}
        onInput={(event) => setTyped({ ...now, isWrong: false, ...type(event.currentTarget.value) })}
      />
    </label>
  );
  const shape = line.value;
  const [, upper] = cornersOf(markedWhole(shape));
  const middle = cornersOf({ ...markedWhole(shape), x: Math.floor(shape.size / 2), width: 1, height: Math.ceil(heightOf(shape) / 2) })[0];
  return (
    <form class="choices" onSubmit={put}>
      {field(t.find.from, now.from, (text) => ({ from: text }))}
      {field(t.find.to, now.to, (text) => ({ to: text }))}
      <button type="submit">{t.find.mark}</button>
      <button type="button" onClick={state.markWhole}>
        {t.words.wholeBoard}
      </button>
      {at && (
        <span role="status">
          {t.find.marked(at.width, at.height)}
        </span>
      )}
      {isWrong && (
        <span class="refused" role="alert">
          {t.find.twoPoints(shape.size, heightOf(shape), middle, upper)}
        </span>
      )}
    </form>
  );
}

/** The earlier searches that the next one narrows. */
function Earlier() {
  const earlier = state.earlier.value.length;
  if (earlier === 0) return null;
  return (
    <p class="row">
      <span>
        {t.find.earlier(earlier)}
      </span>
      <button type="button" onClick={state.dropEarlier}>
        {t.find.drop}
      </button>
    </p>
  );
}
