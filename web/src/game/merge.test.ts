// Merging of two concurrent edits of a move.
import { describe, expect, it } from "vitest";
import type { Fields } from "./fields";
import { FIELDS, NO_FIELDS, same } from "./fields";
import { merge, open, settled } from "./merge";

const BASE: Fields = { verdict: "good", names: "a", comment: "one", conditions: "", advantage: "" };

describe("a merge", () => {
  it("is empty without changes", () => expect(merge(BASE, BASE, BASE)).toEqual([]));

  it("takes what only one side changed", () => {
    const mine = { ...BASE, verdict: "ideal" };
    const theirs = { ...BASE, comment: "two" };
    const found = merge(BASE, mine, theirs);
    expect(found.map(({ field, by }) => [field, by])).toEqual([
      ["verdict", "mine"],
      ["comment", "theirs"],
    ]);
    expect(open(found, {})).toEqual([]);
    expect(settled(theirs, found, {})).toEqual({ ...BASE, verdict: "ideal", comment: "two" });
  });

  it("needs a choice where both wrote different texts", () => {
    const mine = { ...BASE, comment: "mine", names: "" };
    const theirs = { ...BASE, comment: "theirs", names: "b" };
    const found = merge(BASE, mine, theirs);
    expect(open(found, { names: "mine" })).toEqual(["comment"]);
    const choices = { names: "mine", comment: "theirs" } as const;
    expect(open(found, choices)).toEqual([]);
    expect(settled(theirs, found, choices)).toEqual({ ...BASE, comment: "theirs", names: "" });
  });

  it("needs no choice where both wrote the same", () => {
    const both = { ...BASE, names: "a\nb" };
    const found = merge(BASE, both, { ...BASE, names: "b\na" });
    expect(found.map(({ by }) => by)).toEqual(["theirs"]);
    expect(settled({ ...BASE, names: "b\na" }, found, {}).names).toBe("b\na");
  });

  it("loses no change of either side", () => {
    const texts = ["", "x", "y"];
    for (const was of texts)
      for (const own of texts)
        for (const other of texts) {
          const [base, mine, theirs] = [was, own, other].map((comment) => ({ ...NO_FIELDS, comment })) as [Fields, Fields, Fields];
          const found = merge(base, mine, theirs);
          for (const choice of ["mine", "theirs"] as const) {
            const { comment } = settled(theirs, found, { comment: choice });
            const wanted = own === was ? other : other === was || choice === "mine" ? own : other;
            expect(comment, `${was} ${own} ${other} ${choice}`).toBe(wanted);
          }
        }
    expect(FIELDS.every((field) => same(field, "", " "))).toBe(true);
  });
});
