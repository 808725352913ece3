// Numbers, dates and plural forms in the present language.
import { signal } from "@preact/signals";

/** Language of numbers, dates and plural forms. */
export const tag = signal("en-GB");

/** Formatters, which are slow to make; a hover over the board needs thousands of numbers. */
const made = new Map<string, unknown>();

function formatter<T>(name: string, make: (tag: string) => T): T {
  const key = `${tag.value} ${name}`;
  if (!made.has(key)) made.set(key, make(tag.value));
  return made.get(key) as T;
}

/** Formats a number with that many digits after the point, or up to `most` where it has them. */
export function number(value: number, digits = 0, most = digits): string {
  const options = { minimumFractionDigits: digits, maximumFractionDigits: most };
  return formatter(`number ${digits} ${most}`, (of) => new Intl.NumberFormat(of, options)).format(value);
}

/** Returns a number with its noun, in the form that the number asks for. */
export function counted(value: number, one: string, other: string): string {
  return `${number(value)} ${form(value, one, other)}`;
}

/** Returns the form of a word that a number asks for. */
export function form(value: number, one: string, other: string): string {
  return formatter("plural", (of) => new Intl.PluralRules(of)).select(value) === "one" ? one : other;
}

/** Formats a point in time, in UTC. */
export function time(at: Date): string {
  const options = { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" } as const;
  return `${formatter("time", (of) => new Intl.DateTimeFormat(of, options)).format(at)} UTC`;
}

/** Returns whether a name of the API has a text; others are shown as they are. */
export function textOf(texts: object, name: string): string {
  return (texts as Record<string, string>)[name] ?? name.replace(/_/g, " ");
}
