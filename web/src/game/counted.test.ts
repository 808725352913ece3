import { describe, expect, it } from "vitest";
import { ALL_GAMES, filterOf, readCounted, readYear, yearsText } from "./counted";

const read = (query: string) => {
  const complaints: string[] = [];
  return { found: readCounted(new URLSearchParams(query), (text) => complaints.push(text)), complaints };
};

describe("counted games", () => {
  it("are all games unless the address names some", () => {
    expect(read("")).toEqual({ found: ALL_GAMES, complaints: [] });
    expect(filterOf(ALL_GAMES)).toEqual({});
    expect(yearsText(ALL_GAMES)).toBe("");
  });

  it("are read again as they are written", () => {
    for (const years of ["1990:2010", "1990:", ":2010"]) expect(yearsText(read(`years=${years}`).found)).toBe(years);
    expect(filterOf(read("players=professional&years=1990:2010").found)).toEqual({ strength: ["pro"], since: 1990, until: 2010 });
    expect(filterOf(read("players=other&years=:2010").found)).toEqual({ strength: ["unknown", "kyu", "dan", "high_dan"], until: 2010 });
  });

  it("report what is invalid", () => {
    for (const query of ["years=1990", "years=2010:1990", "years=90:", "years=1:2:3", "years=1990:never", "players=dogs"]) {
      const { found, complaints } = read(query);
      expect(complaints, query).toHaveLength(1);
      expect(found, query).toEqual(ALL_GAMES);
    }
    expect(readYear("1499")).toBeNaN();
    expect(readYear(" ")).toBeNull();
  });
});
