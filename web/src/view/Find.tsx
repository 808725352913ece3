// The pattern search: the rectangle, what may be in it, which games count, and what was found.
import "../style/find.css";
import { useState } from "preact/hooks";
import { heightOf, sidesOf } from "../game/games";
import { colorName } from "../game/line";
import { cornersOf, markedWhole } from "../game/pattern";
import { line } from "../state/place";
import * as state from "../state/pattern";
import { FindOptions } from "./FindOptions";
import { FindResult } from "./FindResult";
import { Sequence } from "./Sequence";

export function Find() {
  const at = state.marked.value;
  const [first, second] = sidesOf(line.value.game).map((side) => colorName(side).toLowerCase());
  const stands = state.isOfPieces.value ? "the piece or empty point" : "the stone or empty point";
  const begin = (event: Event) => {
    event.preventDefault();
    state.send();
  };
  return (
    <section class="find" aria-labelledby="find-title" aria-busy={state.searched.value.state === "asking"}>
      <h2 id="find-title">Find a pattern</h2>
      <p class="faint">
        Drag a rectangle on the board. Click a point in it to change what may be there: {stands} that it is, * anything, x not {second}, o
        not {first}. Clicks elsewhere play. After a search, click a letter to {state.isOfPieces.value ? "play it; if the whole board is marked, its position is searched next" : "see what follows it"}.
      </p>
      <Rectangle />
      {at && (
        <div class="row">
          <button type="button" onClick={() => state.setEmpty(true)}>
            All empty points: anything
          </button>
          <button type="button" onClick={() => state.setEmpty(false)}>
            All empty points: empty
          </button>
          <button type="button" onClick={state.unmark}>
            Remove the rectangle
          </button>
        </div>
      )}
      <form onSubmit={begin}>
        <FindOptions />
        <Earlier />
        <div class="row">
          <button type="submit" class="primary" disabled={!state.canSend.value}>
            Search
          </button>
          {!state.canSend.value && <span class="faint">Mark a rectangle first{state.isOfPieces.value && ", or enter material"}.</span>}
        </div>
      </form>
      {state.isTooLong.value && <p class="faint">This search is too long for the address: a link does not open it.</p>}
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
      {field("From", now.from, (text) => ({ from: text }))}
      {field("To", now.to, (text) => ({ to: text }))}
      <button type="submit">Mark</button>
      <button type="button" onClick={state.markWhole}>
        Whole board
      </button>
      {at && (
        <span role="status">
          {at.width} × {at.height} points marked
        </span>
      )}
      {isWrong && (
        <span class="refused" role="alert">
          Enter two points of the {shape.size}×{heightOf(shape)} board, such as {middle} and {upper}.
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
        Searches only in the games of {earlier} earlier {earlier === 1 ? "search" : "searches"}.
      </span>
      <button type="button" onClick={state.dropEarlier}>
        Drop the last
      </button>
    </p>
  );
}
