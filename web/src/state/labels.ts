// Letters on the board that the comment of its node refers to.
import { computed } from "@preact/signals";
import type { Placed } from "./details";
import { details, placed } from "./details";
import { look } from "./place";
import { valueOf } from "./resource";
import { marks, preview } from "./stage";

/** A letter on a point. */
export interface Label {
  readonly point: string;
  readonly text: string;
}

/** Whether the points of a node may be those of a mirror image: its line is not the one on the board. */
const isElsewhere = ({ corner, moves }: Placed) => corner === "board" && moves === null;

/** Labels of the position on the board; none while something else is shown there, or where no comment is. */
export const labels = computed((): readonly Label[] => {
  const at = placed.value;
  if (look.value.embed || marks.value || preview.value.length > 0 || at?.point !== null || isElsewhere(at)) return [];
  const kept = valueOf(details.now.value)?.value.marks ?? [];
  return kept.flatMap((mark) => (mark.kind === "LB" && mark.label && mark.point ? [{ point: mark.point, text: mark.label }] : []));
});
