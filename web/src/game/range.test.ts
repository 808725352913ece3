import { describe, expect, it } from "vitest";
import { alternating, emptyLine } from "./line";
import { rangeOf, usualView, viewAfter } from "./range";

const after = (...points: string[]) => alternating(points, "B");

describe("the usual view", () => {
  it("is the corner that shows all stones, and the upper right of an empty board", () => {
    expect(usualView(emptyLine())).toBe("upper_right");
    expect(usualView(after("D4", "C6", "pass"))).toBe("lower_left");
    // Extensions across the middle are still in sight.
    expect(usualView(after("Q16", "O17", "G17"))).toBe("upper_right");
    expect(usualView(after("G17"))).toBe("upper_left");
    expect(usualView({ ...emptyLine(), stones: [{ color: "B", point: "C3" }] })).toBe("lower_left");
  });

  it("is the whole board for stones of several corners, small boards and other games", () => {
    expect(usualView(after("Q16", "D4"))).toBe("board");
    expect(usualView({ ...after("Q16", "D4"), at: 1 })).toBe("board");
    expect(usualView(emptyLine(9))).toBe("board");
    expect(usualView(emptyLine(undefined, "xiangqi"))).toBe("board");
  });

  it("changes only for new stones that it does not show", () => {
    expect(viewAfter("upper_right", after("Q16"), after("Q16", "O17"))).toBe("upper_right");
    expect(viewAfter("upper_right", after("Q16", "D4"), { ...after("Q16", "D4"), at: 1 })).toBe("upper_right");
    expect(viewAfter("upper_right", emptyLine(), after("Q16", "D4"))).toBe("board");
    expect(viewAfter("upper_right", emptyLine(), after("D4", "C6"))).toBe("lower_left");
    expect(viewAfter("board", after("Q16"), emptyLine())).toBe("board");
    expect(viewAfter("board", emptyLine(undefined, "xiangqi"), emptyLine())).toBe("board");
  });

  it("of a corner reaches past the middle", () => {
    expect(rangeOf(emptyLine(), "upper_right")).toEqual({ x: [6, 18], y: [0, 12] });
    expect(rangeOf(emptyLine(9), "lower_left")).toEqual({ x: [0, 6], y: [2, 8] });
    expect(rangeOf(emptyLine(undefined, "xiangqi"), "board")).toEqual({ x: [0, 8], y: [0, 9] });
  });
});
