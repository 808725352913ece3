import { describe, expect, it } from "vitest";
import { positionOf } from "./board";
import type { Game } from "./games";
import { emptyLine, play } from "./line";
import { libertiesOf, numbersOf } from "./numbers";

function played(game: Game, size: number | undefined, ...moves: string[]) {
  return moves.reduce((line, move) => play(line, move), emptyLine(size, game));
}

describe("numbers on stones", () => {
  it("are those of their moves; captured stones have none, and a later stone has its own", () => {
    const line = played("go", 9, "B9", "A9", "A8", "E5", "A9");
    expect(Object.fromEntries(numbersOf(line, positionOf(line)))).toEqual({ B9: "1", A8: "3", E5: "4", A9: "5" });
    const taken = played("go", 9, "B9", "A9", "A8");
    expect([...numbersOf(taken, positionOf(taken)).keys()]).toEqual(["B9", "A8"]);
  });

  it("go with the pieces of xiangqi", () => {
    const line = played("xiangqi", undefined, "h2e2", "h9g7", "e2e6");
    expect(Object.fromEntries(numbersOf(line, positionOf(line)))).toEqual({ g7: "2", e6: "3" });
  });

  it("are the liberties of a chain", () => {
    const line = played("go", 9, "A9", "A8", "B9");
    expect(Object.fromEntries(libertiesOf(positionOf(line)))).toEqual({ A9: "2", B9: "2", A8: "2" });
  });
});
