// The moves that are on the page: what was played, how far of it is shown, and whose turn it is.

export type Color = "B" | "W";

/** A stone that was played, or a pass: `pass`. */
export interface Move {
  readonly color: Color;
  /** A GTP name in capitals, or `pass`. */
  readonly point: string;
}

/** A line on a board. */
export interface Line {
  /** Lines of the board, 9 to 19. */
  readonly size: number;
  /** Handicap and setup stones. */
  readonly stones: readonly Move[];
  /** All moves, also those after the one that is shown. */
  readonly moves: readonly Move[];
  /** How many of the moves are shown. */
  readonly at: number;
  /** Who plays next, where it is not who the moves say. */
  readonly toPlay: Color | null;
}

/** An empty board. */
export function emptyLine(size = 19): Line {
  return { size, stones: [], moves: [], at: 0, toPlay: null };
}

/** `Black` or `White`. */
export function colorName(color: string | undefined): string {
  return color === "W" ? "White" : "Black";
}

/** Moves of pairs of colour and point, as the server writes them. */
export function movesOf(pairs: readonly (readonly string[])[]): readonly Move[] {
  return pairs.map(([color, point]) => ({ color: color === "W" ? "W" : "B", point: point ?? "pass" }));
}

export function other(color: Color): Color {
  return color === "B" ? "W" : "B";
}

/** The moves that are shown. */
export function shown(line: Line): readonly Move[] {
  return line.moves.slice(0, line.at);
}

/** Who plays next: the other colour of the last move; White after two or more black stones set up, else Black. */
export function toPlay(line: Line): Color {
  if (line.toPlay) return line.toPlay;
  const last = line.moves[line.at - 1];
  if (last) return other(last.color);
  const black = line.stones.filter((stone) => stone.color === "B").length;
  return black >= 2 && black === line.stones.length ? "W" : "B";
}

/** One move more. If it is the next one already, what follows it stays. */
export function play(line: Line, point: string, color: Color = toPlay(line)): Line {
  const next = line.moves[line.at];
  if (next && next.point === point && next.color === color) return { ...line, at: line.at + 1, toPlay: null };
  return { ...line, moves: [...shown(line), { color, point }], at: line.at + 1, toPlay: null };
}

/** The line shown up to move `at`; what follows stays. */
export function jump(line: Line, at: number): Line {
  const within = Math.max(0, Math.min(line.moves.length, at));
  return within === line.at ? line : { ...line, at: within, toPlay: null };
}

/** The line without the last move that is shown, and without what follows it. */
export function undo(line: Line): Line {
  if (line.at === 0) return line;
  return { ...line, moves: line.moves.slice(0, line.at - 1), at: line.at - 1, toPlay: null };
}

/** A line of points, null for a tenuki, by colours that alternate: a tenuki is a pass. */
export function alternating(points: readonly (string | null)[], first: Color): Line {
  const moves = points.map((point, index) => ({ color: index % 2 === 0 ? first : other(first), point: point ?? "pass" }));
  return { ...emptyLine(), moves, at: moves.length };
}
