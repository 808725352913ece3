import { describe, expect, it } from "vitest";
import { positionOf, refusal } from "./board";
import type { Line } from "./line";
import { emptyLine, play } from "./line";
import { vertexOf } from "./vertex";

function played(size: number, ...points: string[]): Line {
  return points.reduce((line, point) => play(line, point), emptyLine(size));
}

function at(line: Line, point: string): number | null {
  return positionOf(line).board.get(vertexOf(point, line.size)!);
}

describe("the board", () => {
  it("takes stones without liberties off", () => {
    const line = played(9, "B9", "A9", "A8");
    expect(at(line, "A9")).toBe(0);
    expect(at(line, "A8")).toBe(1);
  });

  it("rejects occupied points, suicide and the ko", () => {
    const position = positionOf(played(9, "A8", "E5", "B9"));
    expect(refusal(position, { color: "W", point: "A8" })).toMatch(/A8 is occupied/);
    expect(refusal(position, { color: "W", point: "A9" })).toMatch(/suicide/);
    expect(refusal(position, { color: "B", point: "A9" })).toBeNull();
    // Black captures one white stone, and White may not retake at once.
    const ko = positionOf(played(9, "D5", "E5", "C4", "F4", "D3", "E3", "A1", "D4", "E4"));
    expect(ko.illegalAt).toBeNull();
    expect(refusal(ko, { color: "W", point: "D4" })).toMatch(/ko/);
  });

  it("stops at the first move that cannot be played", () => {
    const line: Line = { ...emptyLine(9), moves: [{ color: "B", point: "E5" }, { color: "W", point: "E5" }, { color: "B", point: "C3" }], at: 3 };
    expect(positionOf(line).illegalAt).toBe(2);
    expect(at(line, "E5")).toBe(1);
    expect(at(line, "C3")).toBe(0);
  });
});
