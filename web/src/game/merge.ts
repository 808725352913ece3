// Two people changed the same move: what each did, and what is sent in the end.
import type { Field, Fields } from "./fields";
import { FIELDS, same } from "./fields";

export type Side = "mine" | "theirs";

/** A field that differs from what it was, on one side or on both. */
export interface Difference {
  readonly field: Field;
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
  /** Who changed it; `both` if they wrote different things, which somebody has to decide. */
  readonly by: Side | "both";
}

/** What was chosen of the fields that both changed. */
export type Choices = Partial<Record<Field, Side>>;

/** What differs, field by field. Where both wrote the same, it is theirs already. */
export function merge(base: Fields, mine: Fields, theirs: Fields): readonly Difference[] {
  return FIELDS.flatMap((field): Difference[] => {
    const [was, own, other] = [base[field], mine[field], theirs[field]];
    const ownChanged = !same(field, was, own);
    const otherChanged = !same(field, was, other);
    if (!ownChanged && !otherChanged) return [];
    const agree = !ownChanged || same(field, own, other);
    const by = agree ? "theirs" : otherChanged ? "both" : "mine";
    return [{ field, base: was, mine: own, theirs: other, by }];
  });
}

/** The fields that are still to be decided. */
export function open(differences: readonly Difference[], choices: Choices): readonly Field[] {
  return differences.filter(({ by, field }) => by === "both" && choices[field] === undefined).map(({ field }) => field);
}

/** The fields with all decided; what is still open stays theirs. */
export function settled(theirs: Fields, differences: readonly Difference[], choices: Choices): Fields {
  const own = differences.filter(({ by, field }) => by === "mine" || (by === "both" && choices[field] === "mine"));
  return { ...theirs, ...Object.fromEntries(own.map(({ field, mine }) => [field, mine])) };
}
