// Numbers on stones: of their moves, and of their liberties.
import type { Position } from "./board";
import { signOf } from "./board";
import type { Line } from "./line";
import { shown } from "./line";
import type { Vertex } from "./vertex";
import { nameIn, sourceOf, targetOf, vertexIn } from "./vertex";

/** Returns the number of the move that placed each stone, or last moved each piece, by point. */
export function numbersOf(line: Line, { board }: Position): Map<string, string> {
  const found = new Map<string, string>();
  const signs = new Map<string, number>();
  for (const [index, { color, point }] of shown(line).entries()) {
    const [source, target] = [sourceOf(point, line), targetOf(point, line)];
    if (source) found.delete(nameIn(source, line));
    if (!target) continue;
    found.set(nameIn(target, line), String(index + 1));
    signs.set(nameIn(target, line), signOf(color, line));
  }
  // A captured stone has no number.
  const stands = (name: string) => board.get(vertexIn(name, line)!) === signs.get(name);
  return new Map([...found].filter(([name]) => stands(name)));
}

/** Returns the number of liberties of each stone's chain, by its point. */
export function libertiesOf({ shape, board }: Position): Map<string, string> {
  const found = new Map<string, string>();
  for (const [y, row] of board.signMap.entries()) {
    for (const x of row.keys()) {
      const vertex: Vertex = [x, y];
      if (board.get(vertex) === 0 || found.has(nameIn(vertex, shape))) continue;
      const liberties = String(board.getLiberties(vertex).length);
      for (const one of board.getChain(vertex)) found.set(nameIn(one, shape), liberties);
    }
  }
  return found;
}
