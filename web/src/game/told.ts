// Formats entries of the change log.
import type { Change } from "../api/types";

/** Formats the value of a field: one line per list item, empty for none. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === "") return "";
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) return value.map(valueText).join("\n");
  return Object.entries(value)
    .map(([name, one]) => `${name}: ${valueText(one).replace(/\n/g, ", ")}`)
    .join("\n");
}

/** Formats the numbers of affected moves: `2 added, 1 changed`. */
export function countsText({ added, changed, deleted }: Pick<Change, "added" | "changed" | "deleted">): string {
  const parts = [
    [added, "added"],
    [changed, "changed"],
    [deleted, "deleted"],
  ] as const;
  const said = parts.filter(([number]) => number > 0).map(([number, what]) => `${number.toLocaleString("en")} ${what}`);
  return said.join(", ") || "no move";
}

/** Formats a time of the log, `2026-01-31T13:05:07Z`, as `2026-01-31 13:05 UTC`. */
export function timeText(at: string): string {
  const read = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(at);
  return read ? `${read[1]} ${read[2]} UTC` : at;
}
