// Review of games against the book: input, list of games, and the chosen game.
import "../style/review.css";
import type { ReviewItem } from "../api/types";
import { playerText, resultText, rowsOf } from "../game/review";
import { hovering } from "../state/drop";
import * as state from "../state/review";
import { t } from "../text/text";
import { Failure } from "./Failure";
import { ReviewInput } from "./ReviewInput";
import { ReviewGame } from "./ReviewGame";

export function Review() {
  const now = state.reviewed.value.state;
  const open = state.asking.value || state.game.value === null;
  return (
    <section class={`review${hovering.value ? " dropping" : ""}`} aria-labelledby="review-title" aria-busy={now === "asking"}>
      <div class="row">
        <h2 id="review-title">{t.review.title}</h2>
        {state.game.value && (
          <button type="button" aria-expanded={open} onClick={() => (state.asking.value = !open)}>
            {t.review.otherGames}
          </button>
        )}
        {now === "asking" && <span class="faint" role="status">{t.review.reviewing}</span>}
      </div>
      {hovering.value && <p class="target">{t.review.drop}</p>}
      {open && <ReviewInput />}
      {state.problem.value && <Failure problem={state.problem.value} />}
      {state.games.value.length > 1 && <Games />}
      {state.game.value && <ReviewGame game={state.game.value} />}
    </section>
  );
}

/** The games of a file, to choose from. */
function Games() {
  return (
    <nav aria-label={t.review.gamesOfFile}>
      <ol class="scroller game-list">
        {state.games.value.map((item) => (
          <li key={item.index}>
            <button type="button" aria-pressed={item.index === state.chosen.value} onClick={() => state.choose(item.index)}>
              {item.index + 1}. {titleOf(item)}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function titleOf(item: ReviewItem): string {
  if ("error" in item) return t.review.unreadable(item.error.title);
  const { review } = item;
  const faults = rowsOf(review.corners).filter((row) => row.fault).length;
  return `${playerText(review.black)} – ${playerText(review.white)}, ${resultText(review)}, ${t.review.faults(faults)}`;
}
