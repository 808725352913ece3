// The moves on the board as a game record: SGF, or PGN for xiangqi.
import { positionOf, startOf } from "./board";
import type { Color, Line, Move } from "./line";
import { other, shown, toPlay } from "./line";
import { vertexIn } from "./vertex";
import { writeFen } from "./xiangqi";

/** A game record. */
export interface GameRecord {
  readonly format: "SGF" | "PGN";
  readonly text: string;
  /** Media type. */
  readonly type: string;
}

/** Returns the moves up to the position on the board. */
export function recordOf(line: Line): GameRecord {
  const moves = movesOn(line);
  return line.game === "xiangqi"
    ? { format: "PGN", text: pgnOf(line, moves), type: "application/x-chess-pgn" }
    : { format: "SGF", text: sgfOf(line, moves), type: "application/x-go-sgf" };
}

const MOVES_PER_LINE = 10;

/** Returns the moves on the board: those shown, up to the first illegal one. */
export function movesOn(line: Line): readonly Move[] {
  const { illegalAt } = positionOf(line);
  return illegalAt === null ? shown(line) : shown(line).slice(0, illegalAt - 1);
}

function sgfOf(line: Line, moves: readonly Move[]): string {
  const { game, size, stones } = line;
  const isGo = game === "go";
  const property = (name: string, values: readonly string[]) => (values.length > 0 ? name + values.map((value) => `[${value}]`).join("") : "");
  const setUp = (color: string) => stones.filter((stone) => stone.color === color).map(({ point }) => sgfPoint(point, line));
  const [black, white] = [setUp("B"), setUp("W")];
  const isHandicap = isGo && black.length >= 2 && white.length === 0;
  const first = firstSide(line, moves);
  const root = [
    `;FF[4]GM[${isGo ? 1 : 4}]CA[UTF-8]SZ[${size}]`,
    property("RU", isGo ? [] : [game]),
    property("HA", isHandicap ? [String(black.length)] : []),
    property("AB", black),
    property("AW", white),
    property("PL", first === (isHandicap ? "W" : "B") ? [] : [first]),
  ];
  const played = moves.map(({ color, point }) => `;${color}[${sgfPoint(point, line)}]`);
  return `(${root.join("")}\n${inLines(played, "")})\n`;
}

/** Returns a point as two letters, from the upper left; nothing for a pass. */
function sgfPoint(point: string, line: Line): string {
  return (vertexIn(point, line) ?? []).map((at) => String.fromCharCode("a".charCodeAt(0) + at)).join("");
}

function pgnOf(line: Line, moves: readonly Move[]): string {
  const first = firstSide(line, moves);
  const isElsewhere = line.fen !== null || first !== "R";
  const fen = `${writeFen(startOf(line).pieces!, first)} - - 0 1`;
  const tags = [
    ["Game", "Chinese Chess"],
    ["Result", "*"],
    ...(isElsewhere ? [["FEN", fen]] : []),
    ["Format", "ICCS"],
  ];
  const before = first === "R" ? 0 : 1;
  // PGN has no colours: a move out of turn would be one of the other side.
  const outOfTurn = moves.findIndex(({ color }, index) => color !== (index % 2 === 0 ? first : other(first, line.game)));
  const words = moves.slice(0, outOfTurn < 0 ? moves.length : outOfTurn).map(({ point }, index) => {
    const isFirstOfTwo = (index + before) % 2 === 0;
    const number = `${Math.floor((index + before) / 2) + 1}.`;
    const move = `${point.slice(0, 2)}-${point.slice(2)}`.toUpperCase();
    return isFirstOfTwo ? `${number} ${move}` : index === 0 ? `${number} ... ${move}` : move;
  });
  return `${tags.map(([name, value]) => `[${name} "${value}"]\n`).join("")}\n${inLines([...words, "*"], " ")}`;
}

/** Returns the side of the first move. */
function firstSide(line: Line, moves: readonly Move[]): Color {
  return moves[0]?.color ?? toPlay({ ...line, at: 0 });
}

function inLines(words: readonly string[], between: string): string {
  const lines = Array.from({ length: Math.ceil(words.length / MOVES_PER_LINE) }, (_, index) =>
    words.slice(index * MOVES_PER_LINE, (index + 1) * MOVES_PER_LINE).join(between),
  );
  return lines.map((one) => `${one}\n`).join("");
}
