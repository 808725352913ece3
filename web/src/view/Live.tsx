// Announcements for screen readers: the last move, and the book's answer.
import { computed } from "@preact/signals";
import { answer, told } from "../state/answer";
import { currentCorner } from "../state/details";
import { shown } from "../game/line";
import { line, refused, said } from "../state/place";
import { asides, pinned, takeover } from "../state/stage";
import { candidateText, colorName, spaced } from "./words";

const text = computed((): string => {
  if (takeover.value) return refused.value ?? said.value;
  const found = answer.value;
  if (pinned.value) return `Shown on the board: ${pinned.value.moves.map(([color, point]) => `${colorName(color)} ${point}`).join(", ")}.`;
  if (told.value.state === "failed") return told.value.problem.message;
  if (refused.value || !found) return refused.value ?? "";
  const last = shown(line.value).at(-1);
  const played = last ? `${colorName(last.color)} ${last.point}. ` : "";
  const corner = currentCorner.value;
  const where = corner ? `${spaced(corner.corner)} is ${corner.state}. ` : "";
  const best = found.moves[0];
  const says = best
    ? `Best is ${candidateText(best)}; ${found.moves.length} moves in all.`
    : `The book has no move${found.reason ? `, ${spaced(found.reason)}` : ""}.`;
  return `${played}${where}${colorName(found.to_play)} to play. ${says}${aside()}`;
});

/** Text of the move played here in the reviewed game. */
function aside(): string {
  return [...asides.value].map(([point, mark]) => ` ${point}, ${mark.says}.`).join("");
}

/** `polite`: waits until the screen reader has finished. */
export function Live() {
  return (
    <p class="unseen" role="status" aria-live="polite">
      {text.value}
    </p>
  );
}
