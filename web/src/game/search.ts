// The address of a pattern search: its parameters, with the names of the search's request.
import type GoBoard from "@sabaki/go-board";
import type { Move } from "./line";
import type { Complain, Parameter } from "./parameters";
import { pairOf, queryOf, readMoves, readWord } from "./parameters";
import type { Area, PatternOptions, PatternSearch } from "./pattern";
import { LONGEST_TEXT, MOST_EARLIER, MOST_STONES, STRENGTHS, USUAL, asEarlier, cornersOf, isInside, markedBetween, rowsOf } from "./pattern";
import { vertexOf } from "./vertex";

/** Maximum length of a search in a URL, in characters. */
export const LONGEST_SEARCH = 6000;

/** Options with any text, and those with a number. */
const TEXTS = ["source", "player", "black", "white"] as const;
const NUMBERS = [
  ["until_move", "untilMove"],
  ["since", "since"],
  ["until", "until"],
] as const;

/** Parameters of a search. */
export const SEARCH_NAMES = ["rect", "rows", "sequence", "swap", "next", ...NUMBERS.map(([name]) => name), "strength", ...TEXTS, "result", "among"];

/** Returns the parameters of a search; none if it is too long for a URL. */
export function parametersOf(search: PatternSearch): readonly Parameter[] {
  const found = written(search);
  return queryOf(found).length > LONGEST_SEARCH ? [] : found;
}

function written(search: PatternSearch): Parameter[] {
  const { options } = search;
  const said: (readonly [string, string | null])[] = [
    ["rect", cornersOf(search).join(":")],
    ["rows", search.rows.join("/")],
    ["sequence", search.sequence.map(pairOf).join(",")],
    ["swap", options.swap ? null : "false"],
    ["next", options.next],
    ...NUMBERS.map(([name, option]) => [name, options[option]] as const),
    ["strength", options.strength.join(",")],
    ...TEXTS.map((name) => [name, options[name]] as const),
    ["result", options.result],
    ["among", search.earlier.map((one) => queryOf(written(asEarlier(one)))).join(";")],
  ];
  return said.filter((parameter): parameter is Parameter => Boolean(parameter[1]));
}

/**
 * Reads the search of a URL; null without one. Points are those of a board of `size` lines. Without
 * rows the pattern is as it stands on `board`; null if there is none.
 */
export function readSearch(said: URLSearchParams, size: number, board: (() => GoBoard) | null, complain: Complain): PatternSearch | null {
  return SEARCH_NAMES.some((name) => said.has(name)) ? readGiven(said, size, board, complain) : null;
}

function readGiven(said: URLSearchParams, size: number, board: (() => GoBoard) | null, complain: Complain): PatternSearch | null {
  const length = SEARCH_NAMES.reduce((sum, name) => sum + (said.get(name)?.length ?? 0), 0);
  if (length > LONGEST_SEARCH) {
    complain(`the search has ${length} characters: expected at most ${LONGEST_SEARCH}; it is ignored`);
    return null;
  }
  const area = readRectangle(said.get("rect"), size, complain);
  if (!area) return null;
  const rows = readRows(said.get("rows"), area, complain) ?? (board && rowsOf({ ...area, free: new Map() }, board()));
  if (!rows) {
    complain("missing rows: expected those of the pattern; the search is ignored");
    return null;
  }
  return {
    ...area,
    rows,
    sequence: readSequence(said, area, complain),
    options: readOptions(said, complain),
    earlier: readEarlier(said.get("among"), size, complain),
  };
}

function readRectangle(text: string | null, size: number, complain: Complain): Area | null {
  const [from, to, ...more] = (text ?? "").split(":").map((point) => vertexOf(point.trim(), size));
  if (from && to && more.length === 0) {
    const { x, y, width, height } = markedBetween(from, to, size);
    return { size, x, y, width, height };
  }
  const what = text === null ? "missing rect" : `invalid rect=${text}`;
  complain(`${what}: expected two points of the ${size}×${size} board, such as A1:G7; the search is ignored`);
  return null;
}

function readRows(text: string | null, { width, height }: Area, complain: Complain): string[] | null {
  if (text === null) return null;
  const rows = text.split("/");
  if (rows.length === height && rows.every((row) => row.length === width && /^[.XOxo*]+$/.test(row))) return rows;
  complain(`invalid rows: expected ${height} of ${width} symbols . X O x o *, with / between`);
  return null;
}

function readSequence(said: URLSearchParams, area: Area, complain: Complain): readonly Move[] {
  const read = readMoves(said, "sequence", { game: "go", size: area.size }, MOST_STONES, complain);
  const outside = read.findIndex(({ point }) => !isInside(area, vertexOf(point, area.size)!));
  if (outside < 0) return read;
  complain(`sequence: ${read[outside]!.point} is outside ${cornersOf(area).join(":")}; the rest is ignored`);
  return read.slice(0, outside);
}

function readOptions(said: URLSearchParams, complain: Complain): PatternOptions {
  const found = { ...USUAL, swap: readWord(said, "swap", ["true", "false"], complain) !== "false" };
  for (const [name, option] of NUMBERS) {
    const text = said.get(name) ?? "";
    if (/^\d{0,4}$/.test(text)) found[option] = text;
    else complain(`invalid ${name}=${text}: expected a number of up to four digits`);
  }
  for (const name of TEXTS) {
    const text = (said.get(name) ?? "").trim();
    if (text.length <= LONGEST_TEXT) found[name] = text;
    else complain(`${name} has ${text.length} characters: expected at most ${LONGEST_TEXT}; it is ignored`);
  }
  const strength = said.get("strength")?.split(",") ?? [];
  const unknown = strength.find((word) => !STRENGTHS.some((one) => one === word));
  if (unknown !== undefined) complain(`invalid strength=${unknown}: expected one of ${STRENGTHS.join(", ")}`);
  return {
    ...found,
    next: readWord(said, "next", ["B", "W"], complain),
    strength: STRENGTHS.filter((one) => strength.includes(one)),
    result: readWord(said, "result", ["B", "W", "draw"], complain) ?? "",
  };
}

/** Reads the earlier searches, each of which is a query string with its own rows. */
function readEarlier(text: string | null, size: number, complain: Complain): PatternSearch[] {
  const read = (text ?? "").split(";").filter(Boolean).map((one) => {
    const said = new URLSearchParams(one);
    said.delete("among");
    return readGiven(said, size, null, (found) => complain(`among: ${found}`));
  });
  if (read.length > MOST_EARLIER) complain(`among: more than ${MOST_EARLIER} searches; the rest is ignored`);
  return read.slice(0, MOST_EARLIER).filter((one) => one !== null);
}
