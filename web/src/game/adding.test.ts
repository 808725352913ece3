// Lines to add for moves that left the book.
import { describe, expect, it } from "vitest";
import { lineToAdd, movesOf, standOn } from "./adding";

const left = (node: string, step: string) => ({ move: 2, color: "W", point: "P15", step, node, expected: [] });

describe("a move that left the book", () => {
  it("ends its line", () => {
    expect(lineToAdd({ steps: "DDEE", left_book: left("DD", "EE") })).toBe("DDEE");
    expect(lineToAdd({ steps: "AA", left_book: left("", "AA") })).toBe("AA");
    expect(lineToAdd({ steps: "DDCF", left_book: null })).toBeNull();
  });

  it("is not what was played since", () => {
    expect(lineToAdd({ steps: "DDEEXXFG", left_book: left("DD", "EE") })).toBe("DDEE");
  });

  it("may follow a tenuki", () => {
    expect(lineToAdd({ steps: "DDCFXXAA", left_book: left("DDCF", "AA") })).toBe("DDCFXXAA");
  });

  it("has no line that its letters say after another order of the moves", () => {
    expect(lineToAdd({ steps: "CFFCDDAH", left_book: left("DDCFFC", "AH") })).toBeNull();
  });
});

describe("the moves of a line", () => {
  it("alternate, and leave a tenuki out", () => {
    expect(movesOf(["Q16", null, "R14", "O17"], "W")).toEqual([
      { color: "W", point: "Q16" },
      { color: "W", point: "R14" },
      { color: "B", point: "O17" },
    ]);
  });

  it("stand on the board in one of both ways", () => {
    const stones = movesOf(["R14", "O17", "Q16", "T12"], "B");
    expect(standOn(movesOf(["Q16", "O17", "R14"], "B"), stones)).toBe(true);
    expect(standOn(movesOf(["Q16", "R14", "O17"], "B"), stones)).toBe(false);
  });
});
