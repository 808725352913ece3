// Selection of book, opponent, view, overlay and board size.
import type { Look } from "../game/address";
import { CORNERS, MODELS } from "../game/address";
import { books, opponents } from "../state/answer";
import { line, look, newBoard, see } from "../state/place";
import type { Asking } from "../state/resource";
import { valueOf } from "../state/resource";
import { theme, toggleTheme } from "../state/theme";
import { Choice } from "./Choice";
import { Failure } from "./Failure";
import { count, spaced } from "./words";

/** Board sizes that books support. */
const SIZES = [9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19];

export function Choices() {
  const { book, opponent, view, overlay, model } = look.value;
  // The board of the page is Go's.
  const shelf = (valueOf(books.now.value)?.books ?? []).filter((one) => one.game === "go");
  const known = valueOf(opponents.now.value)?.opponents ?? [];
  return (
    <div class="choices">
      <Unread of={books} />
      <Unread of={opponents} />
      <Choice label="Book" value={book ?? "main"} onChoose={(name) => see({ book: name === "main" ? null : name })}>
        {withOwn(shelf.map((one) => one.name), book ?? "main").map((name) => {
          const nodes = shelf.find((one) => one.name === name)?.nodes;
          return <option value={name}>{nodes === undefined ? name : `${name} (${count(nodes)} moves)`}</option>;
        })}
      </Choice>
      <Choice label="Opponent" value={opponent ?? ""} onChoose={(name) => see({ opponent: name || null })}>
        <option value="">any</option>
        {withOwn(known.map((one) => one.name), opponent).map((name) => (
          <option value={name}>{name}</option>
        ))}
      </Choice>
      <Choice label="View" value={view} onChoose={(name) => see({ view: name as Look["view"] })}>
        <option value="board">whole board</option>
        {CORNERS.map((corner) => (
          <option value={corner}>{spaced(corner)}</option>
        ))}
      </Choice>
      <Choice label="Overlay" value={overlay} onChoose={(name) => see({ overlay: name as Look["overlay"] })}>
        <option value="none">none</option>
        <option value="influence">influence</option>
        <option value="territory">territory</option>
      </Choice>
      {overlay !== "none" && (
        <Choice label="Model" value={model} onChoose={(name) => see({ model: name as Look["model"] })}>
          {MODELS.map((name) => (
            <option value={name}>{name}</option>
          ))}
        </Choice>
      )}
      <Choice label="Size" value={String(line.value.size)} onChoose={(size) => newBoard(Number(size))}>
        {SIZES.map((size) => (
          <option value={String(size)}>{size}</option>
        ))}
      </Choice>
      <button type="button" class="theme" onClick={toggleTheme}>
        {theme.value === "dark" ? "Light" : "Dark"}
      </button>
    </div>
  );
}

/** Shows the problem of a list that failed to load. */
function Unread({ of }: { readonly of: Asking<unknown> }) {
  const now = of.now.value;
  return now.state === "failed" ? <Failure problem={now.problem} again={of.again} /> : null;
}

/** Returns the names, with the one from the URL even if it is unknown. */
function withOwn(names: readonly string[], own: string | null): readonly string[] {
  return own === null || names.includes(own) ? names : [own, ...names];
}
