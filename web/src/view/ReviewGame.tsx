// One reviewed game: its players, the state of each corner, and its moves.
import { useEffect, useRef } from "preact/hooks";
import type { ReviewedCorner, ReviewedGame } from "../api/types";
import { sidesOf } from "../game/games";
import { playerText, resultText } from "../game/review";
import { game as gameOfBook, isGo } from "../state/answer";
import * as state from "../state/review";
import { textOf } from "../text/forms";
import { ownName, t } from "../text/text";
import { ReviewMoves } from "./ReviewMoves";
import { Side } from "./Side";
import { TextLink } from "./TextLink";
import { colorName, cornerName, fileName } from "./words";

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
        {t.review.reviewed([game.date, resultText(game)].filter(Boolean).join(", "), reviewed, moves)}
      </p>
      {damaged && (
        <p class="failure" role="alert">
          {t.review.damaged(damaged)}
        </p>
      )}
      {game.opening && (
        <p>
          {t.words.openingInShort(game.opening)}, {game.opening.code}
        </p>
      )}
      <ReviewMoves />
      <Fouls fouls={game.fouls ?? []} />
      <h3>{isGo.value ? t.review.cornersOfGame : t.review.inBook}</h3>
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
      <h3>{t.review.forbidden}</h3>
      <ul class="left-list">
        {fouls.map(({ move, point, kind }) => (
          <li key={move}>
            <button type="button" onClick={() => state.toMove(move)}>
              {t.words.move(move)}
            </button>{" "}
            {point}, {textOf(t.review.fouls, kind)}
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
          <strong>{t.review.inCorner(cornerName(corner.corner))}</strong>{" "}
        </>
      )}
      {textOf(t.corners.states, corner.state)}
      {corner.names.length > 0 && ` · ${ownName(corner.names)}`}
      {left && (
        <p>
          <button type="button" aria-label={t.review.showBefore(left.move)} onClick={() => state.toMove(left.move)}>
            {t.words.move(left.move)}
          </button>{" "}
          {t.where.sentence(
            [
              t.review.left(colorName(left.color), left.point),
              left.by !== left.color && t.review.because(colorName(left.by)),
              expected ? t.review.bookHas(expected) : corner.moves.some((move) => move.kind === "left" && move.tenuki_only) ? t.review.bookElsewhere : t.review.bookNothing,
              left.returned && t.review.returned,
            ]
              .filter(Boolean)
              .join(""),
          )}
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
      <TextLink content={one} type={SGF} name={`${name}-reviewed.sgf`} text={t.review.download} />
      {all.length > 1 && <TextLink content={all.join("\n")} type={SGF} name={`${name}-all-reviewed.sgf`} text={t.review.downloadAll} />}
    </p>
  );
}
