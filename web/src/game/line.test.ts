import { describe, expect, it } from "vitest";
import type { Line } from "./line";
import { alternating, emptyLine, jump, play, shown, toPlay, undo } from "./line";

/** The line after playing points in turn. */
function played(...points: string[]): Line {
  return points.reduce((line, point) => play(line, point), emptyLine());
}

describe("whose turn it is", () => {
  it("alternates from Black", () => {
    expect(toPlay(emptyLine())).toBe("B");
    expect(toPlay(played("Q16"))).toBe("W");
    expect(toPlay(played("Q16", "pass"))).toBe("B");
  });

  it("is White's after two black stones set up, and Black's else", () => {
    const stones = (text: string): Line => ({ ...emptyLine(), stones: [...text].map((color) => ({ color: color as "B" | "W", point: "D4" })) });
    expect(toPlay(stones("B"))).toBe("B");
    expect(toPlay(stones("BB"))).toBe("W");
    expect(toPlay(stones("BBW"))).toBe("B");
  });

  it("can be given away, for one move", () => {
    const given = play({ ...played("Q16"), toPlay: "B" }, "R14");
    expect(given.moves[1]).toEqual({ color: "B", point: "R14" });
    expect(toPlay(given)).toBe("W");
  });
});

describe("walking a line", () => {
  const line = played("Q16", "O17", "R14", "Q18");

  it("keeps what follows when it goes back, and forgets it when another move is played", () => {
    const gone = jump(line, 2);
    expect(shown(gone).map((move) => move.point)).toEqual(["Q16", "O17"]);
    expect(gone.moves).toEqual(line.moves);
    expect(play(gone, "R14").moves).toEqual(line.moves);
    expect(play(gone, "P17").moves.map((move) => move.point)).toEqual(["Q16", "O17", "P17"]);
  });

  it("takes the last move back with all that follows it", () => {
    expect(undo(jump(line, 2)).moves.map((move) => move.point)).toEqual(["Q16"]);
    expect(undo(emptyLine())).toEqual(emptyLine());
  });

  it("stays within the line", () => {
    expect(jump(line, -3).at).toBe(0);
    expect(jump(line, 99).at).toBe(4);
  });
});

describe("a line of the book", () => {
  it("alternates the colours, and passes for a tenuki", () => {
    const line = alternating(["Q16", null, "R14"], "W");
    expect(line.moves.map(({ color, point }) => `${color}:${point}`)).toEqual(["W:Q16", "B:pass", "W:R14"]);
    expect(line.at).toBe(3);
  });
});
