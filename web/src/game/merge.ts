// Three-way merge of two concurrent edits of a move.
import type { Field, Fields } from "./fields";
import { FIELDS, same } from "./fields";

export type Side = "mine" | "theirs";

/** A field that one side or both have changed. */
export interface Difference {
  readonly field: Field;
  readonly base: string;
  readonly mine: string;
  readonly theirs: string;
  /** Who changed the field; `both` is a conflict that needs a choice. */
  readonly by: Side | "both";
}

/** Choices for the conflicting fields. */
export type Choices = Partial<Record<Field, Side>>;

/** Compares the fields. Where both wrote the same, the change counts as theirs. */
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

/** Returns the conflicts without a choice. */
export function open(differences: readonly Difference[], choices: Choices): readonly Field[] {
  return differences.filter(({ by, field }) => by === "both" && choices[field] === undefined).map(({ field }) => field);
}

/** Returns the merged fields; conflicts without a choice take their value. */
export function settled(theirs: Fields, differences: readonly Difference[], choices: Choices): Fields {
  const own = differences.filter(({ by, field }) => by === "mine" || (by === "both" && choices[field] === "mine"));
  return { ...theirs, ...Object.fromEntries(own.map(({ field, mine }) => [field, mine])) };
}
