// Which counted games the numbers are of: by players and years.
import type { Complain } from "./parameters";
import { readWord } from "./parameters";
import { t } from "../text/text";

/** Whose games count, by the names of the API; a game is of its weaker player. */
export const KINDS = ["engine", "professional", "other"] as const;
export type Kind = (typeof KINDS)[number];
export const PLAYERS = ["everybody", ...KINDS] as const;
export type Players = (typeof PLAYERS)[number];

/** The counted games. */
export interface Counted {
  readonly players: Players;
  /** First and last year; null for no limit. */
  readonly since: number | null;
  readonly until: number | null;
}

export const ALL_GAMES: Counted = { players: "everybody", since: null, until: null };

/** Strengths of the API for each kind. */
const STRENGTHS: Record<Kind, readonly string[]> = {
  engine: ["engine"],
  professional: ["pro"],
  other: ["unknown", "kyu", "dan", "high_dan"],
};

/** Limits of the API. */
export const FIRST_YEAR = 1500;
export const LAST_YEAR = 2100;

/** Returns the fields of a request for some of the games. */
export function filterOf({ players, since, until }: Counted): { strength?: string[]; since?: number; until?: number } {
  return {
    ...(players === "everybody" ? {} : { strength: [...STRENGTHS[players]] }),
    ...(since === null ? {} : { since }),
    ...(until === null ? {} : { until }),
  };
}

/** Reads a year of four digits: null for none, NaN for an invalid one. */
export function readYear(text: string): number | null {
  if (text.trim() === "") return null;
  const year = /^\d{4}$/.test(text.trim()) ? Number(text) : Number.NaN;
  return year >= FIRST_YEAR && year <= LAST_YEAR ? year : Number.NaN;
}

/** Formats a range of years: `1990:2010`, `1990:`, `:2010`, or nothing. */
export function yearsText({ since, until }: Counted): string {
  return since === null && until === null ? "" : `${since ?? ""}:${until ?? ""}`;
}

/** Reads the counted games of an address; invalid parts are reported. */
export function readCounted(said: URLSearchParams, complain: Complain): Counted {
  const players = readWord(said, "players", PLAYERS, complain) ?? "everybody";
  const text = said.get("years");
  if (text === null) return { players, since: null, until: null };
  const [since, until, ...rest] = text.split(":").map(readYear);
  const isRange = since !== undefined && until !== undefined && rest.length === 0 && !Number.isNaN(since) && !Number.isNaN(until);
  if (isRange && (since === null || until === null || since <= until)) return { players, since, until };
  complain(t.url.invalid("years", text, t.url.years(FIRST_YEAR, LAST_YEAR)));
  return { players, since: null, until: null };
}
