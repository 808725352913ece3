// The address of a pattern search: its parameters, with the names of the search's request.
import type { Position } from "./board";
import type { Shape } from "./games";
import { heightOf, sidesOf } from "./games";
import type { Move } from "./line";
import type { Complain, Parameter } from "./parameters";
import { pairOf, queryOf, readMoves, readWord } from "./parameters";
import type { Area, PatternOptions, PatternSearch } from "./pattern";
import { MAX_TEXT_LENGTH, MAX_EARLIER, MAX_STONES, STRENGTHS, USUAL, asEarlier, cornersOf, isInside, markedBetween, markedWhole, rowsOf, signsOf } from "./pattern";
import { vertexIn } from "./vertex";
import { t } from "../text/text";

/** Maximum length of a search in a URL, in characters. */
export const MAX_SEARCH_LENGTH = 6000;

/** Options with any text, and those with a number. */
const TEXTS = ["source", "player", "black", "white", "material"] as const;
const NUMBERS = [
  ["until_move", "untilMove"],
  ["since", "since"],
  ["until", "until"],
] as const;

/** Parameters of a search. */
export const SEARCH_NAMES = ["rect", "rows", "sequence", "swap", "next", ...NUMBERS.map(([name]) => name), "strength", ...TEXTS, "exact", "result", "among"];

/** Returns the parameters of a search; none if it is too long for a URL. */
export function parametersOf(search: PatternSearch): readonly Parameter[] {
  const found = written(search);
  return queryOf(found).length > MAX_SEARCH_LENGTH ? [] : found;
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
    ["exact", options.exact && options.material ? "true" : null],
    ["result", options.result],
    ["among", search.earlier.map((one) => queryOf(written(asEarlier(one)))).join(";")],
  ];
  return said.filter((parameter): parameter is Parameter => Boolean(parameter[1]));
}

/**
 * Reads the search of a URL; null without one. Points are those of a board of that shape. Without
 * rows the pattern is as it stands in `position`; null if there is none.
 */
export function readSearch(said: URLSearchParams, shape: Shape, position: (() => Position) | null, complain: Complain): PatternSearch | null {
  return SEARCH_NAMES.some((name) => said.has(name)) ? readGiven(said, shape, position, complain) : null;
}

function readGiven(said: URLSearchParams, shape: Shape, position: (() => Position) | null, complain: Complain): PatternSearch | null {
  const length = SEARCH_NAMES.reduce((sum, name) => sum + (said.get(name)?.length ?? 0), 0);
  if (length > MAX_SEARCH_LENGTH) {
    complain(t.url.longSearch(length, MAX_SEARCH_LENGTH));
    return null;
  }
  const area = readRectangle(said.get("rect"), shape, complain);
  if (!area) return null;
  const rows = readRows(said.get("rows"), area, complain) ?? (position && rowsOf({ ...area, free: new Map() }, position()));
  if (!rows) {
    complain(t.url.noRows);
    return null;
  }
  return {
    ...area,
    rows,
    sequence: readSequence(said, area, complain),
    options: readOptions(said, shape, complain),
    earlier: readEarlier(said.get("among"), shape, complain),
  };
}

function readRectangle(text: string | null, shape: Shape, complain: Complain): Area | null {
  const [from, to, ...more] = (text ?? "").split(":").map((point) => vertexIn(point.trim(), shape));
  if (from && to && more.length === 0) {
    const { free: _, ...area } = markedBetween(from, to, shape);
    return area;
  }
  const what = text === null ? t.url.noRectangle : t.url.invalidRectangle(text);
  const example = cornersOf({ ...markedWhole(shape), width: 7, height: 7 }).join(":");
  complain(t.url.rectangle(what, shape.size, heightOf(shape), example));
  return null;
}

function readRows(text: string | null, { game, width, height }: Area, complain: Complain): string[] | null {
  if (text === null) return null;
  const rows = text.split("/");
  if (rows.length === height && rows.every((row) => row.length === width && [...row].every((sign) => signsOf(game).includes(sign)))) return rows;
  complain(t.url.rows(height, width, [...signsOf(game)].join(" ")));
  return null;
}

function readSequence(said: URLSearchParams, area: Area, complain: Complain): readonly Move[] {
  if (area.game === "xiangqi") {
    if (said.has("sequence")) complain(t.url.noSequence);
    return [];
  }
  const read = readMoves(said, "sequence", area, MAX_STONES, complain);
  const outside = read.findIndex(({ point }) => !isInside(area, vertexIn(point, area)!));
  if (outside < 0) return read;
  complain(t.url.outside(read[outside]!.point, cornersOf(area).join(":")));
  return read.slice(0, outside);
}

function readOptions(said: URLSearchParams, { game }: Shape, complain: Complain): PatternOptions {
  const found = { ...USUAL, swap: readWord(said, "swap", ["true", "false"], complain) !== "false" };
  for (const [name, option] of NUMBERS) {
    const text = said.get(name) ?? "";
    if (/^\d{0,4}$/.test(text)) found[option] = text;
    else complain(t.url.invalid(name, text, t.url.number));
  }
  for (const name of TEXTS) {
    const text = (said.get(name) ?? "").trim();
    if (text.length <= MAX_TEXT_LENGTH) found[name] = text;
    else complain(t.url.longText(name, text.length, MAX_TEXT_LENGTH));
  }
  const strength = said.get("strength")?.split(",") ?? [];
  const unknown = strength.find((word) => !STRENGTHS.some((one) => one === word));
  if (unknown !== undefined) complain(t.url.invalid("strength", unknown, t.url.oneOf(STRENGTHS.join(", "))));
  return {
    ...found,
    next: readWord(said, "next", sidesOf(game), complain),
    exact: readWord(said, "exact", ["true", "false"], complain) === "true",
    strength: STRENGTHS.filter((one) => strength.includes(one)),
    result: readWord(said, "result", ["B", "W", "draw"], complain) ?? "",
  };
}

/** Reads the earlier searches, each of which is a query string with its own rows. */
function readEarlier(text: string | null, shape: Shape, complain: Complain): PatternSearch[] {
  const read = (text ?? "").split(";").filter(Boolean).map((one) => {
    const said = new URLSearchParams(one);
    said.delete("among");
    return readGiven(said, shape, null, (found) => complain(t.url.among(found)));
  });
  if (read.length > MAX_EARLIER) complain(t.url.tooManySearches(MAX_EARLIER));
  return read.slice(0, MAX_EARLIER).filter((one) => one !== null);
}
