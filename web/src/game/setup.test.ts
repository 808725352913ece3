import { describe, expect, it } from "vitest";
import { emptyLine, play, toPlay } from "./line";
import { ERASER, edited, emptied, setupFrom, setupProblem, toolsOf, withTurn } from "./setup";

describe("a setup of stones", () => {
  const line = play(play(emptyLine(9), "D4"), "E5");

  it("begins with the position on the board, and its side to move", () => {
    const draft = setupFrom(line);
    expect(draft.stones).toEqual([{ color: "W", point: "E5" }, { color: "B", point: "D4" }]);
    expect(draft.moves).toEqual([]);
    expect(toPlay(draft)).toBe("B");
    expect(draft.toPlay).toBeNull();
    expect(toPlay(setupFrom(play(line, "F6")))).toBe("W");
  });

  it("places, replaces and erases", () => {
    const draft = edited(setupFrom(line), "W", "D4");
    expect(draft.stones).toContainEqual({ color: "W", point: "D4" });
    expect(draft.stones).toHaveLength(2);
    expect(edited(draft, "W", "D4").stones).toHaveLength(1);
    expect(edited(draft, ERASER, "E5").stones).toEqual([{ color: "W", point: "D4" }]);
    expect(edited(draft, ERASER, "A1").stones).toHaveLength(2);
    expect(emptied(draft).stones).toEqual([]);
  });

  it("keeps the side to move, until it is changed", () => {
    const two = edited(edited(setupFrom(emptyLine(9)), "B", "D4"), "B", "E5");
    expect(toPlay(two)).toBe("B");
    expect(toPlay(withTurn(two, "W"))).toBe("W");
  });

  it("needs a liberty for every stone", () => {
    const dead = ["A8", "B9"].reduce((draft, point) => edited(draft, "W", point), edited(setupFrom(emptyLine(9)), "B", "A9"));
    expect(setupProblem(dead)).toMatch(/A9 has no liberties/);
    expect(setupProblem(edited(dead, ERASER, "B9"))).toBeNull();
  });
});

describe("a setup of pieces", () => {
  const start = setupFrom(play(emptyLine(undefined, "xiangqi"), "h2e2"));

  it("places and erases them in the FEN", () => {
    expect(start.fen).toBe("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C4/9/RNBAKABNR b");
    expect(edited(start, "R", "e5").fen).toContain("/4R4/");
    expect(edited(start, ERASER, "a0").fen).toContain("/1NBAKABNR b");
    expect(withTurn(start, "R").fen).toMatch(/ w$/);
    expect(toolsOf(start)).toHaveLength(15);
  });

  it("needs both generals", () => {
    expect(setupProblem(start)).toBeNull();
    expect(setupProblem(emptied(start))).toBeNull();
    expect(setupProblem(edited(start, ERASER, "e0"))).toBe("Each side must have one general.");
  });
});
