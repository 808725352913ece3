// Labels of the fields of a move.
import type { Field } from "../game/fields";

export const FIELD_NAMES: Record<Field, string> = {
  verdict: "Verdict",
  names: "Names, one on each line",
  comment: "Comment",
  conditions: "Conditions",
  advantage: "Advantage",
};
