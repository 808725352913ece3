import { describe, expect, it } from "vitest";
import { siblingOf } from "./siblings";

const MOVES = [{ points: ["Q16"] }, { points: ["R16", "Q17"] }, { points: ["R17"] }];

describe("siblings", () => {
  it("follow in the order of the book, without end", () => {
    expect(siblingOf(MOVES, "Q16", 1)).toBe("R16");
    expect(siblingOf(MOVES, "Q17", 1)).toBe("R17");
    expect(siblingOf(MOVES, "R17", 1)).toBe("Q16");
    expect(siblingOf(MOVES, "Q16", -1)).toBe("R17");
  });

  it("of a move that is not in the book are all of its moves", () => {
    expect(siblingOf(MOVES, "A1", 1)).toBe("Q16");
    expect(siblingOf(MOVES, "A1", -1)).toBe("R17");
  });

  it("need another move", () => {
    expect(siblingOf([], "Q16", 1)).toBeNull();
    expect(siblingOf([{ points: ["Q16"] }], "Q16", -1)).toBeNull();
  });
});
