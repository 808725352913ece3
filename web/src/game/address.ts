// The page's state as a URL with the parameters of `GET /v1/next`: `/?moves=Q16,O17&at=1`.
import type { Color, Line, Move } from "./line";
import { emptyLine } from "./line";
import { vertexOf } from "./vertex";

export const CORNERS = ["upper_left", "upper_right", "lower_left", "lower_right"] as const;
export type Corner = (typeof CORNERS)[number];
export const MODELS = ["mechanical", "quick", "zobrist", "ryder"] as const;
export type Model = (typeof MODELS)[number];
/** Maximum number of moves in a URL, and so on the page. */
export const MOST_MOVES = 1000;
export const PANELS = ["moves", "review", "quiz", "find", "history"] as const;
export type Panel = (typeof PANELS)[number];

/** Options of the view. */
export interface Look {
  /** The book; null for the server's default, `main`. */
  readonly book: string | null;
  /** The opponent. */
  readonly opponent: string | null;
  /** The whole board, or one corner. */
  readonly view: "board" | Corner;
  /** The overlay on the board. */
  readonly overlay: "none" | "influence" | "territory";
  /** The model of the overlay. */
  readonly model: Model;
  /** The open panel. */
  readonly panel: Panel;
}

export const PLAIN: Look = {
  book: null,
  opponent: null,
  view: "board",
  overlay: "none",
  model: "mechanical",
  panel: "moves",
};

/** The page's state as read from a URL, and messages about its invalid parts. */
export interface Read {
  readonly line: Line;
  readonly look: Look;
  readonly complaints: readonly string[];
}


/** Known parameters. */
const NAMES = ["board_size", "stones", "moves", "at", "to_play", "book", "opponent", "view", "overlay", "model", "panel"];

/** Returns the query string of a line and its view options; empty for an empty board. */
export function addressOf(line: Line, look: Look): string {
  const said: [string, string][] = [];
  const say = (name: string, text: string | null, unsaid: string | null = null) => {
    if (text !== null && text !== unsaid) said.push([name, text]);
  };
  say("board_size", String(line.size), "19");
  say("stones", line.stones.map(pair).join(","), "");
  say("moves", movesText(line.moves), "");
  say("at", line.at === line.moves.length ? null : String(line.at));
  say("to_play", line.toPlay);
  say("book", look.book);
  say("opponent", look.opponent);
  say("view", look.view, PLAIN.view);
  say("overlay", look.overlay, PLAIN.overlay);
  say("model", look.model, PLAIN.model);
  say("panel", look.panel, PLAIN.panel);
  // Commas and colons need no escape here, and people read these URLs.
  const text = said.map(([name, value]) => `${name}=${encodeURIComponent(value).replace(/%2C/g, ",").replace(/%3A/g, ":")}`);
  return text.length > 0 ? `?${text.join("&")}` : "";
}

/**
 * Formats moves for `GET /v1/next`: `Q16,O17` while the colours alternate from Black, else
 * `W:Q16,B:O17`.
 */
export function movesText(moves: readonly Move[]): string {
  const alternate = moves.every((move, index) => move.color === (index % 2 === 0 ? "B" : "W"));
  return moves.map(alternate ? (move) => move.point : pair).join(",");
}

function pair(move: Move): string {
  return `${move.color}:${move.point}`;
}

/** Parses a query string. Invalid parts are skipped and reported. */
export function readAddress(search: string): Read {
  const said = new URLSearchParams(search);
  const complaints: string[] = [];
  const complain = (text: string) => void complaints.push(text);
  for (const name of new Set(said.keys())) {
    if (!NAMES.includes(name)) complain(`unknown parameter ${name}: expected one of ${NAMES.join(", ")}`);
    else if (said.getAll(name).length > 1) complain(`${name} is given more than once: the first value counts`);
  }
  const size = readSize(said.get("board_size"), complain);
  const stones = readMoves("stones", said.get("stones"), size, complain);
  const moves = readMoves("moves", said.get("moves"), size, complain);
  const color = said.get("to_play")?.toUpperCase() ?? null;
  if (color !== null && color !== "B" && color !== "W") complain(`invalid to_play=${color}: expected B or W`);
  const toPlay = color === "B" || color === "W" ? color : null;
  const line: Line = { ...emptyLine(size), stones, moves, at: readAt(said.get("at"), moves.length, complain), toPlay };
  const one = <T extends string>(name: string, of: readonly T[], unsaid: T): T => {
    const text = said.get(name);
    const found = of.find((value) => value === text);
    if (text !== null && found === undefined) complain(`invalid ${name}=${text}: expected one of ${of.join(", ")}`);
    return found ?? unsaid;
  };
  const look: Look = {
    book: said.get("book") || null,
    opponent: said.get("opponent") || null,
    view: one("view", ["board", ...CORNERS], PLAIN.view),
    overlay: one("overlay", ["none", "influence", "territory"], PLAIN.overlay),
    model: one("model", MODELS, PLAIN.model),
    panel: one("panel", PANELS, PLAIN.panel),
  };
  return { line, look, complaints };
}

function readSize(text: string | null, complain: (text: string) => void): number {
  if (text === null) return 19;
  const size = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (size >= 9 && size <= 19) return size;
  complain(`invalid board_size=${text}: expected 9 to 19`);
  return 19;
}

function readAt(text: string | null, moves: number, complain: (text: string) => void): number {
  if (text === null) return moves;
  if (/^\d{1,4}$/.test(text) && Number(text) <= moves) return Number(text);
  complain(`invalid at=${text}: expected 0 to ${moves}`);
  return moves;
}

/** Splits a colour, if there is one, from the rest: `W:Q16`. */
function split(word: string): [Color | null, string] {
  const said = word.slice(0, 2).toUpperCase();
  if (said === "B:") return ["B", word.slice(2)];
  return said === "W:" ? ["W", word.slice(2)] : [null, word];
}

function readMoves(name: string, text: string | null, size: number, complain: (text: string) => void): Move[] {
  const read: Move[] = [];
  for (const [index, word] of (text ?? "").split(",").entries()) {
    if (text === null || text === "") break;
    const [colon, written] = split(word.trim());
    const point = written.toLowerCase() === "pass" ? "pass" : written.toUpperCase();
    const isMove = point === "pass" ? name === "moves" : vertexOf(point, size) !== null;
    if (!isMove) {
      complain(`${name}: invalid point “${word}” on a ${size}×${size} board; the rest is ignored`);
      break;
    }
    if (index >= MOST_MOVES) {
      complain(`${name}: more than ${MOST_MOVES} moves; the rest is ignored`);
      break;
    }
    const color = colon ?? (index % 2 === 0 || name === "stones" ? "B" : "W");
    read.push({ color, point });
  }
  return read;
}
