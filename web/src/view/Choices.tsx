// Selection of book and overlay, and the settings.
import { useEffect, useRef } from "preact/hooks";
import type { Look } from "../game/address";
import { MODELS } from "../game/address";
import type { Game } from "../game/games";
import { gameOf, sizesOf } from "../game/games";
import { books, isGo, opponents } from "../state/answer";
import { chooseLanguage, language } from "../state/language";
import type { StoneTexts } from "../state/marks";
import { chooseFaces, chooseTexts, pieceFaces, stoneTexts } from "../state/marks";
import { line, look, newBoard, openBook, see } from "../state/place";
import { forPrograms, showForPrograms } from "../state/programs";
import type { Asking } from "../state/resource";
import { valueOf } from "../state/resource";
import { theme, toggleTheme } from "../state/theme";
import type { Language } from "../text/text";
import { CODES, LANGUAGES, t } from "../text/text";
import { Choice } from "./Choice";
import { Failure } from "./Failure";

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
      <Choice label={t.choices.book} value={book ?? "main"} onChoose={(name) => openBook(name, gameIn(shelf, name))}>
        {withOwn(shelf.map((one) => one.name), book ?? "main").map((name) => {
          const nodes = shelf.find((one) => one.name === name)?.nodes;
          const game = gameIn(shelf, name);
          // A book that is named after its game says it once.
          const what = game === "go" || game === name ? name : t.choices.bookOf(name, t.words.games[game]);
          return <option value={name}>{nodes === undefined ? what : t.choices.sized(what, nodes)}</option>;
        })}
      </Choice>
      {isGo.value && (
        <>
          <Choice label={t.choices.overlay} value={overlay} onChoose={(name) => see({ overlay: name as Look["overlay"] })}>
            <option value="none">{t.words.none}</option>
            <option value="influence">{t.choices.influence}</option>
            <option value="territory">{t.choices.territory}</option>
          </Choice>
          {overlay !== "none" && (
            <Choice label={t.choices.model} value={model} onChoose={(name) => see({ model: name as Look["model"] })}>
              {MODELS.map((name) => (
                <option value={name}>{name}</option>
              ))}
            </Choice>
          )}
        </>
      )}
      <button type="button" class="theme" onClick={toggleTheme}>
        {theme.value === "dark" ? t.choices.light : t.choices.dark}
      </button>
      <details class="settings" ref={settings}>
        <summary>{t.choices.settings}</summary>
        <div class="choices">
          <Choice label={t.choices.language} value={language.value} onChoose={(code) => chooseLanguage(code as Language)}>
            {CODES.map((code) => (
              <option value={code} lang={code}>
                {LANGUAGES[code]}
              </option>
            ))}
          </Choice>
          <Choice label={t.choices.opponent} value={opponent ?? ""} onChoose={(name) => see({ opponent: name || null })}>
            <option value="">{t.words.any}</option>
            {withOwn(known.map((one) => one.name), opponent).map((name) => (
              <option value={name}>{name}</option>
            ))}
          </Choice>
          {sizes.length > 1 && (
            <Choice label={t.choices.size} value={String(line.value.size)} onChoose={(size) => newBoard(Number(size))}>
              {sizes.map((size) => (
                <option value={String(size)}>{size}</option>
              ))}
            </Choice>
          )}
          <Choice label={line.value.game === "xiangqi" ? t.choices.onPieces : t.choices.onStones} value={stoneTexts.value} onChoose={(name) => chooseTexts(name as StoneTexts)}>
            <option value="none">{t.choices.nothing}</option>
            <option value="numbers">{t.choices.numbers}</option>
            {line.value.game === "go" && <option value="liberties">{t.choices.liberties}</option>}
          </Choice>
          {line.value.game === "xiangqi" && (
            <Choice label={t.choices.pieces} value={pieceFaces.value} onChoose={(name) => chooseFaces(name as "characters" | "letters")}>
              <option value="characters">{t.choices.characters}</option>
              <option value="letters">{t.choices.letters}</option>
            </Choice>
          )}
          <label class="switch">
            <input type="checkbox" checked={forPrograms.value} onChange={(event) => showForPrograms(event.currentTarget.checked)} />
            <span>{t.choices.forPrograms}</span>
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
