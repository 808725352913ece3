// The line, the view options and the pattern search, in sync with the URL.
import { batch, computed, effect, signal } from "@preact/signals";
import type { Look, Panel } from "../game/address";
import { addressOf, readAddress, MAX_MOVES } from "../game/address";
import { positionOf, refusal } from "../game/board";
import type { Game } from "../game/games";
import type { Line } from "../game/line";
import * as lines from "../game/line";
import type { PatternSearch } from "../game/pattern";
import type { View } from "../game/range";
import { CORNERS, usualView, viewAfter } from "../game/range";
import { t } from "../text/text";

const read = readAddress(location.search);
/** The address that was opened last, and its line: the page's own address leaves out what it cannot read. */
let opened = { query: location.search, line: read.line };

/** Returns the token of a table in a fragment, which browsers send to no server. */
const tokenIn = (fragment: string) => /^#table=([\w-]+)$/.exec(fragment)?.[1] ?? null;

/** Token of the table whose game is open; null if there is none. */
export const table = signal<string | null>(read.look.embed ? null : tokenIn(location.hash));
/** The explored line. */
export const line = signal<Line>(read.line);
/** The view options. */
export const look = signal<Look>(table.value === null ? read.look : { ...read.look, panel: "play" });
/** Whether the game at a table has the board: while its panel is open. */
export const isAtTable = computed(() => table.value !== null && look.value.panel === "play");
/** The pattern search; null if there is none. */
export const search = signal<PatternSearch | null>(read.search);
/** The query string whose invalid parts are shown; null for none. */
const faulty = signal<string | null>(location.search);
/** Messages about invalid parts of the URL. */
export const complaints = computed((): readonly string[] => (faulty.value === null ? [] : readAddress(faulty.value).complaints));
/** Why the last click had no effect; null if it had one. */
export const refused = signal<string | null>(null);
/** Text for screen readers, besides the answers. */
export const said = signal("");

/** The position on the board. */
export const position = computed(() => positionOf(line.value));

/** Moves to another line, as a step in the browser's history; new stones are in view. */
export function goTo(next: Line): void {
  refused.value = null;
  const before = line.value;
  if (next === before) return;
  batch(() => {
    faulty.value = null;
    line.value = next;
    const view = viewAfter(look.value.view, before, next);
    if (view !== look.value.view) see({ view });
  });
}

/** Lines that are no steps in the browser's history. */
const passed = new WeakSet<Line>();

/** Moves to another line without a step in the browser's history. */
export function pass(next: Line): void {
  passed.add(next);
  goTo(next);
}

/** Opens the game at a table, or none, as a step in the browser's history. */
export function openTable(token: string | null): void {
  batch(() => {
    refused.value = null;
    see({ panel: "play" });
    table.value = token;
  });
}

/** Sends a pattern search, or none, as a step in the browser's history. */
export function seek(next: PatternSearch | null): void {
  faulty.value = null;
  search.value = next;
}

/** Reads the address again as one of the book's game, if the page took it for another. */
export function adopt(game: Game): void {
  if (line.value.game === game) return;
  // What the other game rejected is no longer in the address.
  const query = new URLSearchParams(line.value === opened.line ? opened.query : location.search);
  query.set("game", game);
  const again = readAddress(query.toString());
  batch(() => {
    see({ view: again.look.view });
    history.replaceState(null, "", hrefOf(again.line));
    line.value = again.line;
    search.value = again.search;
    faulty.value = query.toString();
  });
}

let later = 0;

/**
 * Moves to a line that must be fetched first, unless the user has moved on or requested another
 * one in the meantime; returns whether it did.
 * @throws errors of `find`
 */
export async function goToLater(find: () => Promise<Line>, change: Partial<Look> = {}): Promise<boolean> {
  const from = line.peek();
  later += 1;
  const mine = later;
  const found = await find();
  if (line.peek() !== from || mine !== later) return false;
  see(change);
  goTo(found);
  return true;
}

/** Plays at a point, or passes; an illegal move sets the reason in `refused`. */
export const play = (point: string) => playAll([{ point, color: lines.toPlay(line.value) }]);

/** Plays moves, or none of them if one is illegal; that sets the reason in `refused`. */
export function playAll(moves: readonly lines.Move[]): void {
  let next = line.value;
  for (const move of moves) {
    const isFull = next.at >= MAX_MOVES;
    const why = isFull ? t.refused.limit(MAX_MOVES) : refusal(positionOf(next), move);
    if (why) {
      refused.value = t.refused.notPlayed(why);
      return;
    }
    next = lines.play(next, move.point, move.color);
  }
  goTo(next);
}

export const back = () => goTo(lines.jump(line.value, line.value.at - 1));
export const forward = () => goTo(lines.jump(line.value, line.value.at + 1));
export const undo = () => goTo(lines.undo(line.value));
export const jump = (at: number) => goTo(lines.jump(line.value, at));
export const toStart = () => jump(0);
export const toEnd = () => jump(line.value.moves.length);
/** Switches the side to move. */
export const turn = () => goTo({ ...line.value, toPlay: lines.other(lines.toPlay(line.value), line.value.game) });
/** Starts an empty board of `size` lines. */
export const newBoard = (size: number) => goTo(lines.emptyLine(size, line.value.game));
export const clear = () => newBoard(line.value.size);

/** Opens a book of a game, with a new board unless the present one is of that game. */
export function openBook(name: string, game: Game): void {
  batch(() => {
    see({ book: name === "main" ? null : name, ...(game === "go" ? {} : { overlay: "none" }) });
    if (game === line.value.game) return;
    const empty = lines.emptyLine(undefined, game);
    goTo(empty);
    zoom(usualView(empty));
  });
}

/** Changes view options; the line stays. */
export function see(change: Partial<Look>): void {
  look.value = { ...look.value, ...change };
}

export const open = (panel: Panel) => see({ panel });
/** Shows a corner if the view is limited to another one. */
export function reveal(corner: string): void {
  const { view } = look.value;
  if (view !== "board" && view !== corner) see({ view: CORNERS.find((one) => one === corner) ?? "board" });
}

export const zoom = (view: View) => see({ view });

/** Returns the URL of another line with the present view options, some of them changed, and search, for links. */
export function hrefOf(other: Line, change: Partial<Look> = {}): string {
  return addressOf(other, { ...look.value, ...change }, search.value) || location.pathname;
}

/** Keeps the URL and the page in sync. To be called once. */
export function followAddress(): void {
  let before = { line: line.peek(), search: search.peek(), table: table.peek() };
  effect(() => {
    const wanted = hrefOf(line.value) + (table.value === null ? "" : `#table=${table.value}`);
    const here = (location.search || location.pathname) + location.hash;
    const moved = (line.value !== before.line && !passed.has(line.value)) || search.value !== before.search || table.value !== before.table;
    before = { line: line.value, search: search.value, table: table.value };
    if (wanted === here) return;
    // A move and a search are steps in the browser's history; a change of the view is not.
    if (moved) history.pushState(null, "", wanted);
    else history.replaceState(null, "", wanted);
  });
  addEventListener("popstate", () => {
    const gone = readAddress(location.search);
    opened = { query: location.search, line: gone.line };
    batch(() => {
      const token = tokenIn(location.hash);
      before = { ...gone, table: token };
      table.value = token;
      // A board of another game needs the book that it was of.
      const { book, view } = gone.look;
      see({ ...(gone.line.game === line.value.game ? { view } : { book, view }), ...(token === null ? {} : { panel: "play" }) });
      line.value = gone.line;
      search.value = gone.search;
      faulty.value = opened.query;
      refused.value = null;
    });
  });
}
