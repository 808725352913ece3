// The games of the tests: made up by hand from book lines in two corners.

export interface Game {
  readonly black: string;
  readonly white: string;
  readonly date: string;
  readonly result: string;
  /** Rank of both players. */
  readonly rank?: string;
  readonly moves: readonly string[];
}

/**
 * White's approach to the 4-4 point and its continuations, with the years in which they were
 * played.
 */
const UPPER_RIGHT = [
  { answer: "R14 R17 Q17 Q18 P18 R18 P17 S15", years: [2001, 2001, 2002, 2003, 2003, 2003, 2004, 2006] },
  { answer: "O16 N17 Q14 R17", years: [2002, 2002, 2004, 2004] },
  { answer: "R14 S16 R17 L17", years: [2005, 2006], rank: "9p" },
];
const LOWER_LEFT = "F3 C6 D3 C3 C2 C4 E2 B2".split(" ");

/** Fourteen games of six years. */
export const GAMES: readonly Game[] = UPPER_RIGHT.flatMap(({ answer, years, rank = "" }, line) =>
  years.map((year, index) => ({
    black: `Player ${line + 1}`,
    white: `Player ${index + 4}`,
    date: `${year}-0${index + 1}-1${line}`,
    result: (line + index) % 3 === 0 ? "W+R" : "B+3.5",
    rank,
    moves: ["Q16", "O17", ...answer.split(" "), "Q4", "D4", ...LOWER_LEFT.slice(0, 4 + (index % 4))],
  })),
);

/** Returns a game as SGF, Black first. */
export function sgfOf(game: Game): string {
  const moves = game.moves.map((move, index) => `;${index % 2 === 0 ? "B" : "W"}[${sgfPoint(move)}]`);
  const { black, white, date, result, rank } = game;
  const ranks = rank ? `BR[${rank}]WR[${rank}]` : "";
  return `(;GM[1]FF[4]CA[UTF-8]SZ[19]KM[6.5]PB[${black}]PW[${white}]${ranks}DT[${date}]RE[${result}]${moves.join("")})`;
}

function sgfPoint(name: string): string {
  if (name === "pass") return "";
  const letter = (index: number) => String.fromCharCode(97 + index);
  return letter("ABCDEFGHJKLMNOPQRST".indexOf(name[0]!)) + letter(19 - Number(name.slice(1)));
}
