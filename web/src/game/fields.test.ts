// Edit forms, and the changes sent from them.
import { describe, expect, it } from "vitest";
import { changed, fieldsOf, NO_FIELDS, patchOf, rebased, same, wrongIn } from "./fields";

const BASE = { verdict: "good", names: "b\na", comment: "Black P15.", conditions: "", advantage: "1.5" };

describe("the form of a move", () => {
  const node = { verdict: "good", verdict_by: "curator", names: ["b", "a"], comment: "Black P15.", conditions: "", advantage: 1.5 };

  it("contains the fields set by curators", () => expect(fieldsOf(node)).toEqual(BASE));

  it("omits a verdict from games", () => {
    expect(fieldsOf({ ...node, verdict_by: "games" }).verdict).toBe("");
    const nothing = { ...node, verdict: null, verdict_by: null, comment: null, advantage: null };
    expect(fieldsOf(nothing)).toMatchObject({ comment: "", advantage: "" });
  });
});

describe("what is sent", () => {
  it("is empty for a form with the same content", () => {
    expect(patchOf(BASE, BASE)).toEqual({});
    expect(patchOf(BASE, { ...BASE, names: "a\n\n b \na", comment: " Black P15.\n", advantage: "1,50" })).toEqual({});
  });

  it("contains only changed fields, and null for cleared ones", () => {
    expect(patchOf(BASE, { ...BASE, verdict: "", comment: "" })).toEqual({ verdict: null, comment: null });
    expect(patchOf(BASE, { ...BASE, advantage: " −2,5 " })).toEqual({ advantage: -2.5 });
    expect(patchOf(BASE, { ...BASE, advantage: "" })).toEqual({ advantage: null });
    expect(patchOf(NO_FIELDS, BASE)).toEqual({ verdict: "good", names: ["b", "a"], comment: "Black P15.", advantage: 1.5 });
    expect(patchOf(BASE, { ...BASE, names: " \n" })).toEqual({ names: [] });
  });

  it("is withheld while a number is invalid", () => {
    expect(wrongIn({ ...BASE, advantage: "two" })).toEqual({ advantage: "“two” is not a number" });
    expect(wrongIn({ ...BASE, advantage: "" })).toEqual({});
    expect(changed(BASE, { ...BASE, advantage: "two" })).toEqual(["advantage"]);
  });
});

describe("a field", () => {
  it("is the same in another order of names, and with space around it", () => {
    expect(same("names", "a\nb", "b\n a")).toBe(true);
    expect(same("comment", "a\nb", "b\na")).toBe(false);
    expect(same("conditions", "own(P3)", " own(P3) ")).toBe(true);
  });
});

describe("what was typed while it was saved", () => {
  it("stays, and the other fields take the stored values", () => {
    const typed = { ...BASE, comment: "Black P15. More" };
    const stored = { ...BASE, names: "a\nb", verdict: "ideal" };
    expect(rebased(BASE, typed, stored)).toEqual({ ...stored, comment: "Black P15. More" });
  });
});
