// Formats entries of the change log.
import type { Change } from "../api/types";
import { time } from "../text/forms";
import { t } from "../text/text";

/** Formats the value of a field: one line per list item, empty for none. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === "") return "";
  if (typeof value === "string") return value;
  if (typeof value === "boolean") return value ? t.history.yes : t.history.no;
  if (typeof value === "number") return String(value);
  if (Array.isArray(value)) return value.map(valueText).join("\n");
  return Object.entries(value)
    .map(([name, one]) => `${name}: ${valueText(one).replace(/\n/g, ", ")}`)
    .join("\n");
}

/** Formats the numbers of affected moves: `2 added, 1 changed`. */
export function countsText({ added, changed, deleted }: Pick<Change, "added" | "changed" | "deleted">): string {
  const parts = [
    [added, t.history.added],
    [changed, t.history.changed],
    [deleted, t.history.deleted],
  ] as const;
  const said = parts.filter(([count]) => count > 0).map(([count, text]) => text(count));
  return said.join(", ") || t.history.noMove;
}

/** Formats a time of the log: `31 Jan 2026, 13:05 UTC`. */
export function timeText(at: string): string {
  const read = new Date(at);
  return Number.isNaN(read.getTime()) ? at : time(read);
}
