import { describe, expect, it } from "vitest";
import type { Table } from "../api/types";
import { emptyLine } from "./line";
import { canBegin, isTurn, lineAt, ownSide, readGames, undoCount, withGame } from "./table";

const seat = { kind: "person", present: false } as const;
const table: Table = {
  game: "go", board_size: 9, coords: "gtp", rules: "chinese", komi: 7.5, start: { fen: null, handicap: [], to_move: "black" },
  you: ["black"], sides: { black: seat, white: seat }, version: 2, moves: ["E5", "C3"], comments: [null, null], to_move: "black",
  phase: "playing", offer: null, thinking: null, clock: null, counting: null, result: null, said: [], made: 1, expires: 2,
};

describe("a game at a table", () => {
  it("has a line of its moves, from its start", () => {
    expect(lineAt(table, 1)).toMatchObject({ game: "go", size: 9, at: 1, moves: [{ color: "B", point: "E5" }, { color: "W", point: "C3" }] });
    const handicap = lineAt({ ...table, start: { fen: null, handicap: ["C7", "G3"], to_move: "white" } });
    expect(handicap.stones.map(({ point }) => point)).toEqual(["C7", "G3"]);
    expect(handicap.moves.map(({ color }) => color)).toEqual(["W", "B"]);
    const xiangqi = lineAt({ ...table, game: "xiangqi", board_size: 10, moves: ["h2e2"] });
    expect(xiangqi).toMatchObject({ size: 9, moves: [{ color: "R", point: "h2e2" }] });
  });

  it("knows whose turn it is, and what may be taken back", () => {
    expect([isTurn(table), ownSide(table), undoCount(table)]).toEqual([true, "black", 2]);
    const waiting = { ...table, to_move: "white", moves: ["E5", "C3", "G7"] };
    expect([isTurn(waiting), ownSide(waiting), undoCount(waiting)]).toEqual([false, "black", 1]);
    const both = { ...waiting, you: ["black", "white"] };
    expect([isTurn(both), ownSide(both), undoCount(both)]).toEqual([true, "white", 1]);
    const watching = { ...table, you: [] };
    expect([isTurn(watching), ownSide(watching), undoCount(watching)]).toEqual([false, null, 0]);
    expect(undoCount({ ...table, moves: [] })).toBe(0);
    expect(isTurn({ ...table, phase: "paused" })).toBe(false);
  });

  it("begins with moves by turns only", () => {
    const line = emptyLine(9);
    expect(canBegin(line)).toBe(true);
    expect(canBegin({ ...line, stones: [{ color: "B", point: "E5" }] })).toBe(false);
    expect(canBegin({ ...line, toPlay: "W" })).toBe(false);
    expect(canBegin({ ...line, moves: [{ color: "W", point: "E5" }], at: 1 })).toBe(false);
    const twice = [{ color: "B", point: "E5" }, { color: "B", point: "C3" }] as const;
    expect([canBegin({ ...line, moves: twice, at: 1 }), canBegin({ ...line, moves: twice, at: 2 })]).toEqual([true, false]);
  });

  it("is in the list of one's own games, the newest first, at most 50", () => {
    let games = withGame([], "a", table, { links: { watch: "w" } });
    games = withGame(games, "b", table);
    games = withGame(games, "a", { ...table, phase: "over" });
    expect(games.map(({ token, table }) => [token, table.phase])).toEqual([["b", "playing"], ["a", "over"]]);
    expect(games[1]!.links).toEqual({ watch: "w" });
    expect(readGames(JSON.stringify(games))).toEqual(games);
    for (let more = 0; more < 60; more += 1) games = withGame(games, `more${more}`, table);
    expect([games.length, games[0]!.token]).toEqual([50, "more59"]);
    for (const text of [null, "", "{", "[1, null, {}]", '"x"', '[{"token":"x"}]']) expect(readGames(text)).toEqual([]);
  });
});
