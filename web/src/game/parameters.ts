// Values of URL parameters: written for people, and read with messages about invalid ones.
import type { Shape } from "./games";
import { heightOf, sidesOf } from "./games";
import type { Color, Move } from "./line";
import { readMove } from "./vertex";
import { t } from "../text/text";

/** A parameter with its value. */
export type Parameter = readonly [name: string, value: string];

/** Receives a message about an invalid value. */
export type Complain = (text: string) => void;

/** Returns a query string without its question mark. */
export function queryOf(parameters: readonly Parameter[]): string {
  // Commas, colons and slashes need no escape here, and people read these URLs.
  const escaped = (value: string) => encodeURIComponent(value).replace(/%2C/g, ",").replace(/%3A/g, ":").replace(/%2F/g, "/");
  return parameters.map(([name, value]) => `${name}=${escaped(value)}`).join("&");
}

/** Formats a move with its colour: `W:Q16`. */
export function pairOf(move: Move): string {
  return `${move.color}:${move.point}`;
}

/** Reads one of a few words; null without one, or if it is not one of them. */
export function readWord<T extends string>(said: URLSearchParams, name: string, of: readonly T[], complain: Complain): T | null {
  const text = said.get(name);
  const found = of.find((value) => value === text) ?? null;
  if (text !== null && found === null) complain(t.url.invalid(name, text, t.url.oneOf(of.join(", "))));
  return found;
}

/** Splits a colour of the game, if there is one, from the rest: `W:Q16`. */
function split(word: string, sides: readonly Color[]): [Color | null, string] {
  const side = sides.find((one) => word.slice(0, 2).toUpperCase() === `${one}:`);
  return side ? [side, word.slice(2)] : [null, word];
}

/** Reads up to `most` moves: colours alternate from the first side where they are missing. */
export function readMoves(said: URLSearchParams, name: string, shape: Shape, most: number, complain: Complain): Move[] {
  const read: Move[] = [];
  const text = said.get(name);
  const sides = sidesOf(shape.game);
  for (const [index, word] of (text ?? "").split(",").entries()) {
    if (text === null || text === "") break;
    const [colon, written] = split(word.trim(), sides);
    const point = readMove(written, shape);
    if (point === null || (point === "pass" && name !== "moves")) {
      complain(t.url.point(name, word, shape.size, heightOf(shape)));
      break;
    }
    if (index >= most) {
      complain(t.url.tooMany(name, most));
      break;
    }
    read.push({ color: colon ?? (name === "stones" ? sides[0] : sides[index % 2]!), point });
  }
  return read;
}
