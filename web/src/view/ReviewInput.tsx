// Form to paste or choose games for a review.
import { game } from "../state/answer";
import * as state from "../state/review";

/** Choices for the number of moves to review. */
const DEPTHS = [
  [60, "the first 60 moves"],
  [100, "the first 100 moves"],
  [1000, "the whole game"],
] as const;

const PLACEHOLDERS = {
  go: "(;GM[1]SZ[19]…",
  renju: "(;GM[4]SZ[15]…",
  standard: "(;GM[4]SZ[15]…",
  gomoku: "(;GM[4]SZ[15]…",
  xiangqi: '[Game "Chinese Chess"]…',
};

export function ReviewInput() {
  const isPieces = game.value === "xiangqi";
  const send = (event: Event) => {
    event.preventDefault();
    state.send();
  };
  const choose = (event: Event & { readonly currentTarget: HTMLInputElement }) => {
    const input = event.currentTarget;
    void state.take([...(input.files ?? [])]);
    // So that the same file can be chosen again after a change.
    input.value = "";
  };
  return (
    <form class="review-input" onSubmit={send}>
      <label>
        Paste {isPieces ? "a record, PGN or SGF," : "an SGF record"} here, or drop the file anywhere on the page
        <textarea
          rows={5}
          spellcheck={false}
          placeholder={PLACEHOLDERS[game.value]}
          value={state.typed.value}
          onInput={(event) => state.type(event.currentTarget.value)}
        />
      </label>
      <HeldFile />
      <div class="row">
        <button type="submit" disabled={state.reviewed.value.state === "asking"}>
          Review
        </button>
        <label>
          <span class="unseen">A file with games</span>
          <input type="file" accept={isPieces ? ".pgn,.sgf,.xqf,.cbr" : ".sgf,.SGF,application/x-go-sgf"} multiple onChange={choose} />
        </label>
        <label>
          Look at{" "}
          <select value={state.depth.value} onChange={(event) => (state.depth.value = Number(event.currentTarget.value))}>
            {DEPTHS.map(([moves, text]) => (
              <option value={moves}>{text}</option>
            ))}
          </select>
        </label>
      </div>
    </form>
  );
}

/** The files to send, with a way back to the text. */
function HeldFile() {
  const held = state.held.value;
  if (!held) return null;
  return (
    <p>
      From {held.name}{" "}
      <button type="button" onClick={() => state.type(state.typed.value)}>
        Use the text instead
      </button>
    </p>
  );
}
