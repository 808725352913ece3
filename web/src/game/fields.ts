// What a curator changes of a move, as a form has it, and what of it is sent.
import type { BookNode, NodePatch } from "../api/types";

/** The fields of a form, all of them texts; empty for nothing. */
export interface Fields {
  readonly verdict: string;
  /** One on each line. */
  readonly names: string;
  readonly comment: string;
  readonly conditions: string;
  readonly advantage: string;
}

export type Field = keyof Fields;
export const FIELDS = ["verdict", "names", "comment", "conditions", "advantage"] as const satisfies readonly Field[];
export const NO_FIELDS: Fields = { verdict: "", names: "", comment: "", conditions: "", advantage: "" };

/** What curators said of a move. A verdict of the games is not theirs. */
export function fieldsOf(node: Pick<BookNode, Field | "verdict_by">): Fields {
  return {
    verdict: (node.verdict_by === "curator" && node.verdict) || "",
    names: node.names.join("\n"),
    comment: node.comment ?? "",
    conditions: node.conditions,
    advantage: node.advantage === null || node.advantage === undefined ? "" : String(node.advantage),
  };
}

/** Whether two texts of a field say the same: names have no order, and space around a text is nothing. */
export function same(field: Field, one: string, other: string): boolean {
  return plain(field, one) === plain(field, other);
}

/** The fields that say something else. */
export function changed(base: Fields, mine: Fields): readonly Field[] {
  return FIELDS.filter((field) => !same(field, base[field], mine[field]));
}

/** The changed fields alone, as they are sent: an empty one empties. */
export function patchOf(base: Fields, mine: Fields): NodePatch {
  const patch: NodePatch = {};
  for (const field of changed(base, mine)) {
    const text = mine[field].trim();
    if (field === "names") patch.names = namesOf(text);
    else if (field === "advantage") patch.advantage = text === "" ? null : numberOf(text);
    else patch[field] = text || null;
  }
  return patch;
}

/** What is wrong with a form before it is sent, by field. All else is the server's to say. */
export function wrongIn(mine: Fields): Partial<Record<Field, string>> {
  const text = mine.advantage.trim();
  return text === "" || Number.isFinite(numberOf(text)) ? {} : { advantage: `“${text}” is no number` };
}

/**
 * The form after what was sent is stored: what was typed since then stays, the rest is as it is stored.
 */
export function rebased(sent: Fields, typed: Fields, stored: Fields): Fields {
  const rest = FIELDS.filter((field) => typed[field] === sent[field]).map((field) => [field, stored[field]]);
  return { ...typed, ...Object.fromEntries(rest) };
}

function namesOf(text: string): string[] {
  const names = text.split("\n").map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ""))];
}

/** A number with a point or comma, and with either minus. */
function numberOf(text: string): number {
  return Number(text.replace(",", ".").replace("−", "-"));
}

function plain(field: Field, text: string): string {
  if (field === "names") return namesOf(text).sort().join("\n");
  const trimmed = text.trim();
  const number = field === "advantage" && trimmed !== "" ? numberOf(trimmed) : NaN;
  return Number.isFinite(number) ? String(number) : trimmed;
}
