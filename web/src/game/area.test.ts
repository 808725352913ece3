import { describe, expect, it } from "vitest";
import { areaMarks, ownerAt, withChain } from "./area";
import { positionOf } from "./board";
import { emptyLine } from "./line";

const stones = ["B:C9", "B:C8", "W:D9", "W:D8", "W:A9"].map((text) => ({ color: text[0] as "B" | "W", point: text.slice(2) }));
const position = positionOf({ ...emptyLine(9), stones });

describe("area", () => {
  it("marks whole chains as dead, and takes the marks off", () => {
    const dead = withChain(position, new Set(["A9"]), "D8");
    expect([...dead].sort()).toEqual(["A9", "D8", "D9"]);
    expect([...withChain(position, dead, "D9")]).toEqual(["A9"]);
    expect(withChain(position, dead, "E5")).toEqual(dead);
  });

  it("tells whose each point is, but of living stones", () => {
    const owner = ["BBBWWWWWW", "BBBWWWWWW", ...Array<string>(7).fill(".........")];
    const area = { owner, dead: new Set(["A9"]) };
    expect(ownerAt(area, position, [0, 0])).toBe("B");
    expect(ownerAt(area, position, [2, 0])).toBeNull();
    expect(ownerAt(area, position, [8, 8])).toBe(".");
    const marks = areaMarks(area, position);
    expect(marks.get("A9")?.says).toBe("dead, Black’s area");
    expect(marks.get("E9")?.says).toBe("White’s area");
    expect(marks.get("J1")?.says).toBe("neutral");
    expect(marks.has("C9")).toBe(false);
  });
});
