// The page's state as a URL with the parameters of `GET /v1/next`: `/?moves=Q16,O17&at=1`.
import { positionOf } from "./board";
import type { Counted } from "./counted";
import { ALL_GAMES, readCounted, yearsText } from "./counted";
import type { Game, Shape } from "./games";
import { GAMES, sidesOf, sizesOf, usualSize } from "./games";
import type { Line, Move } from "./line";
import { emptyLine } from "./line";
import type { Complain, Parameter } from "./parameters";
import { pairOf, queryOf, readMoves, readWord } from "./parameters";
import type { PatternSearch } from "./pattern";
import type { View } from "./range";
import { CORNERS, usualView } from "./range";
import { SEARCH_NAMES, parametersOf, readSearch } from "./search";
import { readFen, writeFen } from "./xiangqi";
import type { Language } from "../text/text";
import { CODES, t } from "../text/text";

export const MODELS = ["mechanical", "quick", "zobrist", "ryder"] as const;
export type Model = (typeof MODELS)[number];
/** Maximum number of moves in a URL, and so on the page. */
export const MAX_MOVES = 1000;
export const PANELS = ["moves", "play", "review", "quiz", "find", "history"] as const;
export type Panel = (typeof PANELS)[number];

/** Options of the view. */
export interface Look {
  /** The book; null for the server's default, `main`. */
  readonly book: string | null;
  /** The opponent. */
  readonly opponent: string | null;
  /** The counted games. */
  readonly counted: Counted;
  readonly view: View;
  /** The overlay on the board. */
  readonly overlay: "none" | "influence" | "territory";
  /** The model of the overlay. */
  readonly model: Model;
  /** The open panel. */
  readonly panel: Panel;
  /** Whether the page is a small one, for a frame of another site. */
  readonly embed: boolean;
  /** Language of the page; null for that of the browser, or the chosen one. */
  readonly lang: Language | null;
}

/** The view options of an empty board. */
export const PLAIN: Look = {
  book: null,
  opponent: null,
  counted: ALL_GAMES,
  view: usualView(emptyLine()),
  overlay: "none",
  model: "mechanical",
  panel: "moves",
  embed: false,
  lang: null,
};

/** The page's state as read from a URL, and messages about its invalid parts. */
export interface Read {
  readonly line: Line;
  readonly look: Look;
  /** The pattern search; null if there is none. */
  readonly search: PatternSearch | null;
  readonly complaints: readonly string[];
}

/** Known parameters. */
const NAMES = ["board_size", "stones", "moves", "at", "to_play", "book", "opponent", "players", "years", "view", "overlay", "model", "panel", "embed", "lang", "game", "fen", ...SEARCH_NAMES];

/**
 * Returns the query string of a line, its view options and a search on a board of that size; empty
 * for an empty board.
 */
export function addressOf(line: Line, look: Look, search: PatternSearch | null = null): string {
  const said: Parameter[] = [];
  const say = (name: string, text: string | null, unsaid: string | null = null) => {
    if (text !== null && text !== unsaid) said.push([name, text]);
  };
  say("game", line.game, "go");
  say("board_size", String(line.size), String(usualSize(line.game)));
  say("stones", line.stones.map(pairOf).join(","), "");
  say("fen", line.fen);
  say("moves", movesText(line.moves, line.game), "");
  say("at", line.at === line.moves.length ? null : String(line.at));
  say("to_play", line.toPlay);
  say("book", look.book);
  say("opponent", look.opponent);
  say("players", look.counted.players, ALL_GAMES.players);
  say("years", yearsText(look.counted), "");
  say("view", look.view, viewWith(line, search));
  say("overlay", look.overlay, PLAIN.overlay);
  say("model", look.model, PLAIN.model);
  say("panel", look.panel, PLAIN.panel);
  say("embed", look.embed ? "1" : null);
  say("lang", look.lang);
  if (search?.game === line.game && search.size === line.size) said.push(...parametersOf(search));
  return said.length > 0 ? `?${queryOf(said)}` : "";
}

/**
 * Formats moves for `GET /v1/next`: `Q16,O17` while the colours alternate from the side that
 * begins, else `W:Q16,B:O17`.
 */
export function movesText(moves: readonly Move[], game: Game = "go"): string {
  const sides = sidesOf(game);
  const alternate = moves.every((move, index) => move.color === sides[index % 2]);
  return moves.map(alternate ? (move) => move.point : pairOf).join(",");
}

/** Parses a query string. Invalid parts are skipped and reported. */
export function readAddress(query: string): Read {
  const said = new URLSearchParams(query);
  const complaints: string[] = [];
  const complain: Complain = (text) => void complaints.push(text);
  for (const name of new Set(said.keys())) {
    if (!NAMES.includes(name)) complain(t.url.unknown(name, NAMES.join(", ")));
    else if (said.getAll(name).length > 1) complain(t.url.twice(name));
  }
  const game = readWord(said, "game", GAMES, complain) ?? "go";
  const size = readSize(said.get("board_size"), game, complain);
  const shape: Shape = { game, size };
  const stones = game === "xiangqi" ? [] : readMoves(said, "stones", shape, MAX_MOVES, complain);
  const fen = readPosition(said.get("fen"), game, complain);
  const moves = readMoves(said, "moves", shape, MAX_MOVES, complain);
  const sides = sidesOf(game);
  const color = said.get("to_play")?.toUpperCase() ?? null;
  const toPlay = sides.find((side) => side === color) ?? null;
  if (color !== null && !toPlay) complain(t.url.invalid("to_play", color, sides.join(t.url.or)));
  const line: Line = { ...emptyLine(size, game), stones, fen, moves, at: readAt(said.get("at"), moves.length, complain), toPlay };
  const one = <T extends string>(name: string, of: readonly T[], unsaid: T): T => readWord(said, name, of, complain) ?? unsaid;
  const search = readSearch(said, shape, () => positionOf(line), complain);
  const look: Look = {
    book: said.get("book") || null,
    opponent: said.get("opponent") || null,
    counted: readCounted(said, complain),
    view: one("view", ["board", ...CORNERS], viewWith(line, search)),
    overlay: one("overlay", ["none", "influence", "territory"], PLAIN.overlay),
    model: one("model", MODELS, PLAIN.model),
    panel: one("panel", PANELS, PLAIN.panel),
    embed: readWord(said, "embed", ["1"], complain) !== null,
    lang: readWord(said, "lang", CODES, complain),
  };
  return { line, look, search, complaints };
}

/** Returns the view in which an address opens: a pattern may be anywhere. */
function viewWith(line: Line, search: PatternSearch | null): View {
  return search?.size === line.size ? "board" : usualView(line);
}

function readSize(text: string | null, game: Game, complain: Complain): number {
  if (text === null) return usualSize(game);
  const sizes = sizesOf(game);
  const size = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (sizes.includes(size)) return size;
  complain(t.url.invalid("board_size", text, game === "go" ? t.url.range(9, 19) : sizes.join(t.url.or)));
  return usualSize(game);
}

/** Reads the FEN of a position of xiangqi. */
function readPosition(text: string | null, game: Game, complain: Complain): string | null {
  if (text === null) return null;
  const found = game === "xiangqi" ? readFen(text) : null;
  if (!found) complain(t.url.invalid("fen", text, t.url.fen));
  return found && writeFen(found.pieces, found.toPlay);
}

function readAt(text: string | null, moves: number, complain: Complain): number {
  if (text === null) return moves;
  if (/^\d{1,4}$/.test(text) && Number(text) <= moves) return Number(text);
  complain(t.url.invalid("at", text, t.url.range(0, moves)));
  return moves;
}
