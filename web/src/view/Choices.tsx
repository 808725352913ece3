// Selection of book and overlay, and the settings.
import { useEffect, useRef } from "preact/hooks";
import type { Look } from "../game/address";
import { MODELS } from "../game/address";
import type { Game } from "../game/games";
import { GAME_NAMES, gameOf, sizesOf } from "../game/games";
import { books, isGo, opponents } from "../state/answer";
import type { StoneTexts } from "../state/marks";
import { chooseFaces, chooseTexts, pieceFaces, stoneTexts } from "../state/marks";
import { line, look, newBoard, openBook, see } from "../state/place";
import { forPrograms, showForPrograms } from "../state/programs";
import type { Asking } from "../state/resource";
import { valueOf } from "../state/resource";
import { theme, toggleTheme } from "../state/theme";
import { Choice } from "./Choice";
import { Failure } from "./Failure";
import { count } from "./words";

export function Choices() {
  const settings = useRef<HTMLDetailsElement>(null);
  useEffect(() => closedBeside(settings), []);
  const { book, opponent, overlay, model } = look.value;
  const shelf = (valueOf(books.now.value)?.books ?? []).filter((one) => gameOf(one.game) !== null);
  const sizes = sizesOf(line.value.game);
  const known = valueOf(opponents.now.value)?.opponents ?? [];
  return (
    <div class="choices">
      <Unread of={books} />
      <Unread of={opponents} />
      <Choice label="Book" value={book ?? "main"} onChoose={(name) => openBook(name, gameIn(shelf, name))}>
        {withOwn(shelf.map((one) => one.name), book ?? "main").map((name) => {
          const nodes = shelf.find((one) => one.name === name)?.nodes;
          const game = gameIn(shelf, name);
          // A book that is named after its game says it once.
          const what = game === "go" || game === name ? name : `${name}, ${GAME_NAMES[game]}`;
          return <option value={name}>{nodes === undefined ? what : `${what} (${count(nodes)} moves)`}</option>;
        })}
      </Choice>
      {isGo.value && (
        <>
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
        </>
      )}
      <button type="button" class="theme" onClick={toggleTheme}>
        {theme.value === "dark" ? "Light" : "Dark"}
      </button>
      <details class="settings" ref={settings}>
        <summary>Settings</summary>
        <div class="choices">
          <Choice label="Opponent" value={opponent ?? ""} onChoose={(name) => see({ opponent: name || null })}>
            <option value="">any</option>
            {withOwn(known.map((one) => one.name), opponent).map((name) => (
              <option value={name}>{name}</option>
            ))}
          </Choice>
          {sizes.length > 1 && (
            <Choice label="Size" value={String(line.value.size)} onChoose={(size) => newBoard(Number(size))}>
              {sizes.map((size) => (
                <option value={String(size)}>{size}</option>
              ))}
            </Choice>
          )}
          <Choice label={line.value.game === "xiangqi" ? "On pieces" : "On stones"} value={stoneTexts.value} onChoose={(name) => chooseTexts(name as StoneTexts)}>
            <option value="none">nothing</option>
            <option value="numbers">move numbers</option>
            {line.value.game === "go" && <option value="liberties">liberties</option>}
          </Choice>
          {line.value.game === "xiangqi" && (
            <Choice label="Pieces" value={pieceFaces.value} onChoose={(name) => chooseFaces(name as "characters" | "letters")}>
              <option value="characters">characters</option>
              <option value="letters">letters</option>
            </Choice>
          )}
          <label class="switch">
            <input type="checkbox" checked={forPrograms.value} onChange={(event) => showForPrograms(event.currentTarget.checked)} />
            <span>Priorities, steps and editing</span>
          </label>
        </div>
      </details>
    </div>
  );
}

/** Closes a part of the page on clicks beside it, and on Escape. Returns a function that ends it. */
function closedBeside(part: { readonly current: HTMLDetailsElement | null }): () => void {
  const close = (event: Event) => {
    const { current } = part;
    const isOut = event instanceof KeyboardEvent ? event.key === "Escape" : !current?.contains(event.target as Node);
    if (current && isOut) current.open = false;
  };
  addEventListener("pointerdown", close);
  addEventListener("keydown", close);
  return () => {
    removeEventListener("pointerdown", close);
    removeEventListener("keydown", close);
  };
}

/** Returns the game of a book of the list. */
function gameIn(shelf: readonly { name: string; game: string }[], name: string): Game {
  return gameOf(shelf.find((one) => one.name === name)?.game) ?? "go";
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
