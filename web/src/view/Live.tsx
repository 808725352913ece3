// Announcements: the last move and the book's answer for screen readers, and changes by others.
import { computed } from "@preact/signals";
import { answer, told } from "../state/answer";
import { currentCorner } from "../state/details";
import { shown } from "../game/line";
import { countsText } from "../game/told";
import type { Changed } from "../state/live";
import { changed, closeChanged } from "../state/live";
import { historyOf } from "../state/made";
import { line, open, refused, said } from "../state/place";
import { asides, pinned, takeover } from "../state/stage";
import { textOf } from "../text/forms";
import { t } from "../text/text";
import { candidateText, colorName, cornerName, whyNothing } from "./words";

const text = computed((): string => {
  if (takeover.value) return refused.value ?? said.value;
  const found = answer.value;
  if (pinned.value) return t.live.shown(pinned.value.moves.map(([color, point]) => t.words.sideMove(colorName(color), point)).join(", "));
  if (told.value.state === "failed") return told.value.problem.message;
  if (refused.value || !found) return refused.value ?? "";
  const last = shown(line.value).at(-1);
  const played = last ? t.live.played(colorName(last.color), last.point) + t.words.gap : "";
  const corner = currentCorner.value;
  const where = corner ? t.live.corner(cornerName(corner.corner), textOf(t.corners.states, corner.state)) + t.words.gap : "";
  const best = found.best === null ? undefined : found.moves[0];
  const side = colorName(found.to_play);
  const says = best ? t.live.best(side, candidateText(best), found.moves.length) : t.live.noMove(side, whyNothing(found.reason));
  return `${played}${where}${says}${aside()}`;
});

/** Text of the move played here in the reviewed game. */
function aside(): string {
  return [...asides.value].map(([point, mark]) => t.words.gap + t.live.aside(point, mark.says)).join("");
}

/** Describes changes by others: `main was changed by ann: 2 changed`. */
function changedText({ book, last, count }: Changed): string {
  const more = count > 1 ? t.words.gap + t.live.changesInAll(count) : "";
  const counts = countsText(last);
  return `${last.reason ? t.live.changedFor(book, last.who, counts, last.reason) : t.live.changed(book, last.who, counts)}${more}`;
}

/** `polite`: waits until the screen reader has finished. */
export function Live() {
  return (
    <>
      <p class="unseen" role="status" aria-live="polite">
        {text.value}
      </p>
      <div aria-live="polite">{changed.value && <OthersChange changed={changed.value} />}</div>
    </>
  );
}

/** Lies over the page, so that nothing moves. */
function OthersChange({ changed }: { readonly changed: Changed }) {
  const showHistory = () => {
    closeChanged();
    historyOf.value = "book";
    open("history");
  };
  return (
    <div class="toast">
      <p>{changedText(changed)}</p>
      <div class="row">
        <button type="button" onClick={showHistory}>
          {t.live.whatChanged}
        </button>
        <button type="button" onClick={closeChanged}>
          {t.words.close}
        </button>
      </div>
    </div>
  );
}
