// Rows of the table: moves of empty corners are the same in each of them, and have one row.

/** A move of the book in a corner. */
interface CornerMove {
  readonly corner: string;
  /** Canonical line of the resulting node. */
  readonly leads_to: string;
}

/** A row: the first move, and the same one of other empty corners. */
export interface Row<T> {
  readonly first: T;
  readonly twins: readonly T[];
}

/** Groups moves into rows, in their order. */
export function rowsOf<T extends CornerMove>(moves: readonly T[], empty: ReadonlySet<string>): Row<T>[] {
  const rows: { first: T; twins: T[] }[] = [];
  const known = new Map<string, { first: T; twins: T[] }>();
  for (const move of moves) {
    const isTwin = empty.has(move.corner);
    const row = isTwin ? known.get(move.leads_to) : undefined;
    if (row) row.twins.push(move);
    else {
      const added = { first: move, twins: [] };
      rows.push(added);
      if (isTwin) known.set(move.leads_to, added);
    }
  }
  return rows;
}

/** Returns a name without one of the position before it: `slide` for `4-4, low approach, slide`. */
export function shortName(name: string, before: readonly string[]): string {
  const rests = before.map((one) => (name.startsWith(one) ? /^,? +(.+)$/.exec(name.slice(one.length))?.[1] : undefined));
  return rests.find((rest) => rest !== undefined) ?? name;
}
