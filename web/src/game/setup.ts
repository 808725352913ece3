// Setting up a position: stones or pieces by either side, without moves.
import { positionOf } from "./board";
import { sidesOf } from "./games";
import type { Color, Line } from "./line";
import { colorName, emptyLine, toPlay } from "./line";
import type { Vertex } from "./vertex";
import { nameIn, vertexIn } from "./vertex";
import type { Pieces } from "./xiangqi";
import { KINDS, START, at, pieceName, readFen, withPiece, writeFen } from "./xiangqi";
import { t } from "../text/text";

/** What a click places: a stone of a side, a piece by its letter of FEN, or nothing. */
export type Tool = string;
export const ERASER: Tool = "erase";

/** Returns the tools of a game, the eraser last. */
export function toolsOf(line: Line): readonly Tool[] {
  const tools = line.game === "xiangqi" ? [...KINDS.map((kind) => kind.toUpperCase()), ...KINDS] : sidesOf(line.game);
  return [...tools, ERASER];
}

/** Returns the name of a tool: `Black stone`, `Red cannon`. */
export function toolName(tool: Tool, line: Line): string {
  if (tool === ERASER) return t.setup.erase;
  return line.game === "xiangqi" ? pieceName(tool) : t.words.stone(colorName(tool));
}

/** Returns the position on the board as a setup without moves. */
export function setupFrom(line: Line): Line {
  const { shape, board, pieces } = positionOf(line);
  const before = emptyLine(line.size, line.game);
  if (pieces) return { ...before, fen: writeFen(pieces, toPlay(line)) };
  const [first, second] = sidesOf(line.game);
  const stones = board.signMap.flatMap((row, y) =>
    [...row.entries()].filter(([, sign]) => sign !== 0).map(([x, sign]) => ({ color: sign > 0 ? first : second, point: nameIn([x, y], shape) })),
  );
  return withTurn({ ...before, stones }, toPlay(line));
}

/** Returns a setup after a click: the tool's stone or piece, or nothing where it already is. */
export function edited(line: Line, tool: Tool, point: string): Line {
  const vertex = vertexIn(point, line);
  if (!vertex) return line;
  if (line.game === "xiangqi") {
    const pieces = piecesOf(line);
    const isSame = at(pieces, vertex) === tool;
    return { ...line, fen: writeFen(withPiece(pieces, vertex, tool === ERASER || isSame ? "" : tool), toPlay(line)) };
  }
  const turn = toPlay(line);
  const isSame = line.stones.some((stone) => stone.point === point && stone.color === tool);
  const others = line.stones.filter((stone) => stone.point !== point);
  const stones = tool === ERASER || isSame ? others : [...others, { color: tool as Color, point }];
  return withTurn({ ...line, stones }, turn);
}

/** Returns a setup without stones, or with the generals alone. */
export function emptied(line: Line): Line {
  if (line.game !== "xiangqi") return withTurn(emptyLine(line.size, line.game), toPlay(line));
  return { ...emptyLine(line.size, line.game), fen: writeFen(readFen("3k5/9/9/9/9/9/9/9/9/4K4")!.pieces, toPlay(line)) };
}

/** Returns a setup with another side to move. */
export function withTurn(line: Line, color: Color): Line {
  if (line.game === "xiangqi") return { ...line, fen: writeFen(piecesOf(line), color) };
  const usual = { ...line, toPlay: null };
  return toPlay(usual) === color ? usual : { ...line, toPlay: color };
}

/** Returns why a setup is illegal, in words, or null. The server knows the finer rules. */
export function setupProblem(line: Line): string | null {
  const { board, pieces } = positionOf(line);
  if (pieces) {
    const count = (piece: string) => pieces.flat().filter((one) => one === piece).length;
    return count("K") === 1 && count("k") === 1 ? null : t.setup.generals;
  }
  if (line.game !== "go") return null;
  const dead = line.stones.find(({ point }) => !board.hasLiberties(vertexIn(point, line) as Vertex));
  return dead ? t.setup.noLiberties(dead.point) : null;
}

function piecesOf(line: Line): Pieces {
  return (readFen(line.fen ?? START) ?? readFen(START)!).pieces;
}
