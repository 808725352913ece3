// Form to paste or choose games for a review.
import { game } from "../state/answer";
import * as state from "../state/review";
import { t } from "../text/text";

/** Choices for the number of moves to review; the last is the whole game. */
const DEPTHS = [60, 100, 1000];

const PLACEHOLDERS = {
  go: "(;GM[1]SZ[19]…",
  renju: "(;GM[4]SZ[15]…",
  standard: "(;GM[4]SZ[15]…",
  gomoku: "(;GM[4]SZ[15]…",
  xiangqi: '[Game "Chinese Chess"]…',
};

const SGF = ".sgf,.SGF,application/x-go-sgf";

/** What the dialogue for files offers. */
const RECORDS = {
  go: `${SGF},.gib,.ngf,.ugf,.ugi`,
  renju: SGF,
  standard: SGF,
  gomoku: SGF,
  xiangqi: ".pgn,.sgf,.xqf,.cbr",
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
        {isPieces ? t.review.pastePieces : t.review.paste}
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
          {t.review.title}
        </button>
        <label>
          <span class="unseen">{t.review.file}</span>
          <input type="file" accept={RECORDS[game.value]} multiple onChange={choose} />
        </label>
        <label>
          {t.review.lookAt}{" "}
          <select value={state.depth.value} onChange={(event) => (state.depth.value = Number(event.currentTarget.value))}>
            {DEPTHS.map((moves) => (
              <option value={moves}>{moves === DEPTHS.at(-1) ? t.review.wholeGame : t.review.firstMoves(moves)}</option>
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
      {t.review.fromFile(held.name)}{" "}
      <button type="button" onClick={() => state.type(state.typed.value)}>
        {t.review.useText}
      </button>
    </p>
  );
}
