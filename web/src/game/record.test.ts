import { describe, expect, it } from "vitest";
import { readAddress } from "./address";
import { recordOf } from "./record";

const of = (query: string) => recordOf(readAddress(query).line);

describe("a record of the moves on the board", () => {
  it("is SGF, with the stones and the side that begins", () => {
    expect(of("?moves=Q16,O17,pass,R14&at=3").text).toBe("(;FF[4]GM[1]CA[UTF-8]SZ[19]\n;B[pd];W[nc];B[]\n)\n");
    expect(of("?board_size=9&stones=B:C3,B:G7&moves=W:E5").text).toBe("(;FF[4]GM[1]CA[UTF-8]SZ[9]HA[2]AB[cg][gc]\n;W[ee]\n)\n");
    expect(of("?stones=B:Q16,W:D4&to_play=W").text).toBe("(;FF[4]GM[1]CA[UTF-8]SZ[19]AB[pd]AW[dp]PL[W]\n)\n");
    expect(of("?game=renju&moves=h8,i9").text).toBe("(;FF[4]GM[4]CA[UTF-8]SZ[15]RU[renju]\n;B[hh];W[ig]\n)\n");
  });

  it("ends before an illegal move, and one out of turn that it cannot tell from the other side's", () => {
    expect(of("?game=xiangqi&moves=R:h2e2,R:h0g2").text).toContain("1. H2-E2 *");
    expect(of("?moves=Q16,Q16,D4").text).toContain(";B[pd]\n)");
  });

  it("is PGN for xiangqi, with the position at which it begins", () => {
    const start = '[Game "Chinese Chess"]\n[Result "*"]\n';
    expect(of("?game=xiangqi&moves=h2e2,h9g7,h0g2")).toEqual({
      format: "PGN",
      text: `${start}[Format "ICCS"]\n\n1. H2-E2 H9-G7 2. H0-G2 *\n`,
      type: "application/x-chess-pgn",
    });
    const fen = "4k4/9/9/9/9/9/9/9/9/R2K5 b";
    expect(of(`?game=xiangqi&fen=${fen}&moves=B:e9e8,R:a0a1,B:e8e9`).text).toBe(
      `${start}[FEN "${fen} - - 0 1"]\n[Format "ICCS"]\n\n1. ... E9-E8 2. A0-A1 E8-E9 *\n`,
    );
  });
});
