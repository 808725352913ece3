// Area of a board of Go: whose each point is, and which stones are dead.
import type { Position } from "./board";
import { t } from "../text/text";
import { colorName } from "./line";
import type { Mark } from "./marks";
import type { Vertex } from "./vertex";
import { nameIn, vertexIn } from "./vertex";

export interface Area {
  /** Owner of each point: rows from the top with `B`, `W` or `.` for each point. */
  readonly owner: readonly string[];
  /** Points of dead stones. */
  readonly dead: ReadonlySet<string>;
}

/** Returns the points of a stone's chain; none for an empty point. */
export function chainAt({ shape, board }: Position, point: string): readonly string[] {
  const vertex = vertexIn(point, shape);
  return vertex && board.get(vertex) !== 0 ? board.getChain(vertex).map((one) => nameIn(one, shape)) : [];
}

/** Returns the dead stones after a click on a point, which marks its chain or takes the mark off. */
export function withChain(position: Position, dead: ReadonlySet<string>, point: string): ReadonlySet<string> {
  const chain = chainAt(position, point);
  const isDead = chain.some((one) => dead.has(one));
  return new Set([...[...dead].filter((one) => !chain.includes(one)), ...(isDead ? [] : chain)]);
}

/** Returns the owner of a point; null of a living stone, whose owner is plain. */
export function ownerAt({ owner, dead }: Area, { shape, board }: Position, [x, y]: Vertex): "B" | "W" | "." | null {
  if (board.get([x, y]) !== 0 && !dead.has(nameIn([x, y], shape))) return null;
  const found = owner[y]?.[x];
  return found === "B" || found === "W" ? found : ".";
}

/** Returns what each point is, for screen readers; the picture shows it to others. */
export function areaMarks(area: Area, position: Position): ReadonlyMap<string, Mark> {
  const { shape, board } = position;
  const found = new Map<string, Mark>();
  for (const [y, row] of board.signMap.entries()) {
    for (const x of row.keys()) {
      const owner = ownerAt(area, position, [x, y]);
      if (owner === null) continue;
      const name = nameIn([x, y], shape);
      const whose = owner === "." ? t.count.neutral : t.count.area(colorName(owner));
      found.set(name, { text: "", says: area.dead.has(name) ? t.count.deadIn(whose) : whose, tone: "plain" });
    }
  }
  return found;
}
