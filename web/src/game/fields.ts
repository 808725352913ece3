// Fields of a move as an edit form holds them, and the changes sent from it.
import type { BookNode, NodePatch } from "../api/types";
import { t } from "../text/text";

/** Fields of a form, all as text; empty for none. */
export interface Fields {
  readonly verdict: string;
  /** One name per line. */
  readonly names: string;
  readonly comment: string;
  readonly conditions: string;
  readonly advantage: string;
}

export type Field = keyof Fields;
export const FIELDS = ["verdict", "names", "comment", "conditions", "advantage"] as const satisfies readonly Field[];
export const NO_FIELDS: Fields = { verdict: "", names: "", comment: "", conditions: "", advantage: "" };

/** Returns the fields set by curators. A verdict from games is not one of them. */
export function fieldsOf(node: Pick<BookNode, Field | "verdict_by">): Fields {
  return {
    verdict: (node.verdict_by === "curator" && node.verdict) || "",
    names: node.names.join("\n"),
    comment: node.comment ?? "",
    conditions: node.conditions,
    advantage: node.advantage === null || node.advantage === undefined ? "" : String(node.advantage),
  };
}

/**
 * Returns whether two texts of a field are equivalent: names have no order, and outer white space
 * is ignored.
 */
export function same(field: Field, one: string, other: string): boolean {
  return plain(field, one) === plain(field, other);
}

/** Returns the fields that differ. */
export function changed(base: Fields, mine: Fields): readonly Field[] {
  return FIELDS.filter((field) => !same(field, base[field], mine[field]));
}

/** Returns a patch of the changed fields; an empty text clears its field. */
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

/** Returns errors of a form by field, before it is sent. The server checks everything else. */
export function wrongIn(mine: Fields): Partial<Record<Field, string>> {
  const text = mine.advantage.trim();
  return text === "" || Number.isFinite(numberOf(text)) ? {} : { advantage: t.editing.notNumber(text) };
}

/**
 * Rebases a form after a save: fields typed in since then stay, the others take the stored value.
 */
export function rebased(sent: Fields, typed: Fields, stored: Fields): Fields {
  const rest = FIELDS.filter((field) => typed[field] === sent[field]).map((field) => [field, stored[field]]);
  return { ...typed, ...Object.fromEntries(rest) };
}

function namesOf(text: string): string[] {
  const names = text.split("\n").map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ""))];
}

/** Parses a number with a point or comma, and with either minus sign. */
function numberOf(text: string): number {
  return Number(text.replace(",", ".").replace("−", "-"));
}

function plain(field: Field, text: string): string {
  if (field === "names") return namesOf(text).sort().join("\n");
  const trimmed = text.trim();
  const number = field === "advantage" && trimmed !== "" ? numberOf(trimmed) : NaN;
  return Number.isFinite(number) ? String(number) : trimmed;
}
