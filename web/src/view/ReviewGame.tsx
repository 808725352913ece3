// One reviewed game: its players, the state of each corner, and its moves.
import { useEffect, useRef } from "preact/hooks";
import type { ReviewedCorner, ReviewedGame } from "../api/types";
import { sidesOf } from "../game/games";
import { playerText, resultText } from "../game/review";
import { game as gameOfBook, isGo } from "../state/answer";
import * as state from "../state/review";
import { STATES } from "./Corners";
import { ReviewMoves } from "./ReviewMoves";
import { Side } from "./Side";
import { TextLink } from "./TextLink";
import { colorName, fileName, spaced } from "./words";

export function ReviewGame({ game }: { readonly game: ReviewedGame }) {
  const { reviewed, moves, damaged_at: damaged } = game;
  const [first, second] = sidesOf(gameOfBook.value);
  const title = useRef<HTMLHeadingElement>(null);
  // The input form with the focus disappears when its review arrives.
  useEffect(() => {
    if (document.activeElement === document.body) title.current?.focus({ preventScroll: true });
  }, [game]);
  return (
    <>
      <h3 tabIndex={-1} ref={title}>
        <Side color={first} named /> {playerText(game.black)} – <Side color={second} named /> {playerText(game.white)}
      </h3>
      <p>
        {[game.date, resultText(game)].filter(Boolean).join(", ")}; {reviewed} of {moves} moves reviewed.
      </p>
      {damaged && (
        <p class="failure" role="alert">
          The record is damaged: move {damaged} is illegal. The moves before it are reviewed.
        </p>
      )}
      {game.opening && (
        <p>
          {game.opening.name}, {game.opening.code}
        </p>
      )}
      <ReviewMoves />
      <Fouls fouls={game.fouls ?? []} />
      <h3>{isGo.value ? "Corners of the game" : "The game in the book"}</h3>
      <ul class="left-list">
        {game.corners.map((corner) => (
          <li key={corner.corner}>
            <Corner corner={corner} />
          </li>
        ))}
      </ul>
      <Download />
    </>
  );
}

/** Moves that renju forbids to Black and that were played. */
function Fouls({ fouls }: { readonly fouls: NonNullable<ReviewedGame["fouls"]> }) {
  if (fouls.length === 0) return null;
  return (
    <>
      <h3>Forbidden moves</h3>
      <ul class="left-list">
        {fouls.map(({ move, point, kind }) => (
          <li key={move}>
            <button type="button" onClick={() => state.toMove(move)}>
              Move {move}
            </button>{" "}
            {point}, {spaced(kind)}
          </li>
        ))}
      </ul>
    </>
  );
}

/** The state of a corner, and where it left the book. */
function Corner({ corner }: { readonly corner: ReviewedCorner }) {
  const left = corner.left_book;
  const expected = left?.expected.slice(0, 6).join(", ");
  return (
    <>
      {isGo.value && (
        <>
          <strong>{spaced(corner.corner)}</strong>:{" "}
        </>
      )}
      {STATES[corner.state] ?? corner.state}
      {corner.names[0] && ` · ${corner.names[0]}`}
      {left && (
        <p>
          <button type="button" onClick={() => state.toMove(left.move)}>
            Move {left.move}
            <span class="unseen">: show the position before it</span>
          </button>{" "}
          {colorName(left.color)} {left.point} left the book
          {left.by !== left.color && `, because ${colorName(left.by)} had played elsewhere before`};{" "}
          {expected ? `the book has ${expected}` : corner.moves.some((move) => move.kind === "left" && move.tenuki_only) ? "the book plays elsewhere" : "the book has no move there"}
          {left.returned && "; it returned later by transposition"}.
        </p>
      )}
    </>
  );
}

const SGF = "application/x-go-sgf";

/** Links to the records with the review as comments. */
function Download() {
  const all = state.games.value.map((item) => ("sgf" in item && item.sgf) || "");
  const one = all[state.chosen.value] ?? "";
  const name = fileName(state.sourceName.value.replace(/\.sgf$/i, "")) || "game";
  return (
    <p class="row">
      <TextLink content={one} type={SGF} name={`${name}-reviewed.sgf`} text="Download with comments" />
      {all.length > 1 && <TextLink content={all.join("\n")} type={SGF} name={`${name}-all-reviewed.sgf`} text="Download all games with comments" />}
    </p>
  );
}
