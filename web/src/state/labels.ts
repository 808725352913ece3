// Letters on the board that the comment of its node refers to.
import { computed } from "@preact/signals";
import { details, placed } from "./details";
import { valueOf } from "./resource";
import { marks, preview } from "./stage";

/** A letter on a point. */
export interface Label {
  readonly point: string;
  readonly text: string;
}

/** Labels of the position on the board; none while something else is shown there. */
export const labels = computed((): readonly Label[] => {
  if (marks.value || preview.value.length > 0 || placed.value?.point !== null) return [];
  const kept = valueOf(details.now.value)?.value.marks ?? [];
  return kept.flatMap((mark) => (mark.kind === "LB" && mark.label && mark.point ? [{ point: mark.point, text: mark.label }] : []));
});
