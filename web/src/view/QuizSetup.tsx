// Options of a quiz, before it starts.
import { useState } from "preact/hooks";
import type { Settings } from "../game/quiz";
import { currentCorner } from "../state/details";
import { key } from "../state/key";
import { look } from "../state/place";
import { start } from "../state/quiz";
import { Check } from "./Check";
import { spaced } from "./words";

export function QuizSetup({ settings }: { readonly settings: Settings }) {
  const [color, setColor] = useState(settings.color);
  const [hints, setHints] = useState(settings.hints);
  const [player, setPlayer] = useState(settings.player);
  const [onlyDue, setOnlyDue] = useState(settings.onlyDue);
  const [fromHere, setFromHere] = useState(settings.prefix !== null);
  const corner = currentCorner.value;
  const prefix = corner && !corner.left_book && corner.steps !== "" ? corner.steps : null;
  const named = player.trim();
  const begin = (event: Event) => {
    event.preventDefault();
    const asked = { color, hints, player: named, onlyDue: onlyDue && named !== "" };
    start({ ...asked, book: look.value.book, prefix: fromHere ? prefix : null });
  };
  return (
    <form class="quiz-setup" onSubmit={begin}>
      <p class="faint">The page shows a position of the book: play the right move. The opponent replies as opponents do.</p>
      <label>
        You play{" "}
        <select value={color ?? ""} onChange={(event) => setColor(colorOf(event.currentTarget.value))}>
          <option value="">both colours</option>
          <option value="B">Black</option>
          <option value="W">White</option>
        </select>
      </label>
      <Check text="Hints: the number of right moves, and the book's moves on the board" on={hints} set={setHints} />
      <Check
        text={
          prefix && corner
            ? `Only continuations of the position on the board (${spaced(corner.corner)})`
            : "Only continuations of a position: play its moves on the board first"
        }
        on={fromHere && prefix !== null}
        set={setFromHere}
        off={prefix === null}
      />
      <label>
        Your name, to have your progress stored{" "}
        <input autocomplete="nickname" maxLength={100} value={player} onInput={(event) => setPlayer(event.currentTarget.value)} />
      </label>
      {named && !key.value && <p class="faint">Storing progress needs a key with the scope “feedback”: enter it at the top.</p>}
      <Check text="Only moves due for review" on={onlyDue && named !== ""} set={setOnlyDue} off={named === ""} />
      <button type="submit" class="primary">
        Start
      </button>
    </form>
  );
}

function colorOf(text: string): Settings["color"] {
  return text === "B" || text === "W" ? text : null;
}
