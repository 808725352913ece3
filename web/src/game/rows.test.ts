import { describe, expect, it } from "vitest";
import { rowsOf, shortName } from "./rows";

const move = (corner: string, leads_to: string) => ({ corner, leads_to });

describe("rows", () => {
  it("have a move of empty corners once, and keep the order", () => {
    const [a, b, c, d] = [move("upper_left", "DD"), move("lower_left", "DDCF"), move("upper_right", "DD"), move("upper_left", "CD")];
    expect(rowsOf([a, b, c, d], new Set(["upper_left", "upper_right"]))).toEqual([
      { first: a, twins: [c] },
      { first: b, twins: [] },
      { first: d, twins: [] },
    ]);
  });

  it("keep equal lines of two corners apart where stones are", () => {
    const moves = [move("upper_left", "DDCF"), move("lower_right", "DDCF")];
    expect(rowsOf(moves, new Set())).toHaveLength(2);
  });
});

describe("a short name", () => {
  it("leaves out what the position is called", () => {
    expect(shortName("4-4, low approach, slide", ["4-4, low approach", "星 小飞挂"])).toBe("slide");
    expect(shortName("星 小飞挂 小飞应", ["4-4, low approach", "星 小飞挂"])).toBe("小飞应");
    expect(shortName("4-4, low approach", ["3-4"])).toBe("4-4, low approach");
    expect(shortName("4-4", [])).toBe("4-4");
  });
});
