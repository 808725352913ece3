// Reviewed games: input, response and the chosen game. The state lives as long as the page.
import { computed, effect, signal, untracked } from "@preact/signals";
import { ask, path, Problem } from "../api/client";
import type { Review, ReviewedGame } from "../api/types";
import type { Line } from "../game/line";
import { colorOf } from "../game/line";
import type { Mark } from "../game/marks";
import { signOf } from "../game/board";
import type { Game } from "../game/games";
import { notationOf } from "../game/games";
import { nameIn, sourceOf, targetOf } from "../game/vertex";
import { KINDS, before, costsOf, isIn, judgedAt, kindText, remarkFrom, rowsOf } from "../game/review";
import { game as gameOfBook, isUnsure } from "./answer";
import { dropped } from "./drop";
import { goTo, line, look, position, reveal } from "./place";
import { remark } from "./playback";
import { resource, valueOf } from "./resource";
import { asides } from "./stage";
import { number } from "../text/forms";
import { t } from "../text/text";

/** Maximum size of a request to the server, in bytes. */
const MAX_BYTES = 8 << 20;
/** Maximum size of a file to show in the text area, in bytes. */
const MAX_SHOWN = 1 << 18;
const MEGABYTE = 1 << 20;

/** Content of the text area. */
export const typed = signal("");
/** Files to send instead of the text area: too long for it, or not UTF-8. */
export const held = signal<Held | null>(null);
/** Number of moves to review in each game. */
export const depth = signal(100);
/** Index of the chosen game, from 0. */
export const chosen = signal(0);
/** Why nothing was sent; null if it was. */
export const unsent = signal<Problem | null>(null);
/** Whether to list only faults and moves that left the book. */
export const remarksOnly = signal(true);
/** Whether the text area is shown. */
export const asking = signal(true);

/** Files with their names. */
export interface Held {
  readonly name: string;
  readonly blob: Blob;
}

interface Sent {
  readonly serial: number;
  /** The line on the board when it was sent. */
  readonly from: Line;
  readonly name: string;
  readonly body: string | Blob;
}

const sent = signal<Sent | null>(null);

const review = resource(
  () => (sent.value && !isUnsure.value ? { serial: sent.value.serial, book: look.value.book, moves: depth.value, kind: gameOfBook.value } : null),
  async ({ book, moves, kind }, signal): Promise<Review & { readonly kind: Game }> => {
    const address = path("/v1/review", { book, moves, coords: notationOf(kind), record: true, annotate: true });
    return { ...(await ask<Review>(address, { sgf: sent.peek()?.body ?? "", signal })).value, kind };
  },
);

/** State of the review. */
export const reviewed = review.now;
/** The games, in the order of the file. */
export const games = computed(() => valueOf(reviewed.value)?.games ?? []);
/** The game that they are of. */
const kind = computed(() => valueOf(reviewed.value)?.kind ?? "go");
/** Names of the reviewed files; empty for text. */
export const sourceName = computed(() => sent.value?.name ?? "");

/** Why there is no review to show; null if there is one, or none was requested. */
export const problem = computed((): Problem | null => {
  if (unsent.value) return unsent.value;
  if (reviewed.value.state === "failed") return reviewed.value.problem;
  const item = games.value[chosen.value];
  if (item && "error" in item) return new Problem(item.error.status, item.error);
  return reviewed.value.state === "answered" && games.value.length === 0 ? refusal(t.review.noGame, t.review.noGameWhy) : null;
});

/** The chosen game. */
export const game = computed((): ReviewedGame | null => {
  const item = games.value[chosen.value];
  return item && "review" in item ? item.review : null;
});

/** Judged moves of the chosen game. */
export const rows = computed(() => rowsOf(game.value?.corners ?? []));
/** What they cost. */
export const costs = computed(() => costsOf(rows.value));

/** Number of the next move of the game on the board; null if the board has left the game. */
export const here = computed((): number | null => (game.value && isIn(game.value, line.value, kind.value) ? line.value.at + 1 : null));

/** Sends the text or the held files. */
export function send(): void {
  const body = held.value?.blob ?? typed.value;
  const bytes = typeof body === "string" ? new Blob([body]).size : body.size;
  unsent.value = whyNot(body, bytes);
  if (unsent.value) return;
  chosen.value = 0;
  sent.value = { serial: (sent.peek()?.serial ?? 0) + 1, from: line.peek(), name: held.value?.name ?? "", body };
}

let taking = 0;

/** Takes files and sends them. A short UTF-8 file also appears in the text area. */
export async function take(files: readonly File[]): Promise<void> {
  if (files.length === 0) return;
  const mine = ++taking;
  const name = files.map((file) => file.name).join(", ");
  const blob = new Blob(files.flatMap((file) => [file, "\n"]));
  const text = blob.size <= MAX_SHOWN ? await utf8(blob) : null;
  // More files were dropped in the meantime.
  if (mine !== taking) return;
  held.value = { name, blob };
  if (text !== null) typed.value = text;
  send();
}

/** Takes typed text instead of files. */
export function type(text: string): void {
  taking += 1;
  typed.value = text;
  held.value = null;
  unsent.value = null;
}

/** Shows the position before a move of the game. */
export function toMove(number: number): void {
  const at = game.value && before(game.value, number, kind.value);
  if (!at) return;
  const corner = judgedAt(rows.value, number)[0]?.corner;
  if (corner) reveal(corner);
  goTo(at);
}

/** Switches to another game of the file. */
export function choose(index: number): void {
  chosen.value = index;
  toMove(remarkFrom(rows.value, 0, 1) ?? 1);
}

// Files dropped while any panel was open.
effect(() => {
  if (dropped.value.length === 0) return;
  const files = dropped.value;
  dropped.value = [];
  untracked(() => void take(files));
});

// Shows a new review on the board, once, and only while the review panel is open.
let shownSerial = 0;
effect(() => {
  if (look.value.panel !== "review" || reviewed.value.state !== "answered") return;
  const serial = sent.value?.serial ?? 0;
  if (serial === shownSerial) return;
  shownSerial = serial;
  untracked(() => {
    const first = games.value.findIndex((item) => "review" in item);
    asking.value = first < 0;
    if (first < 0) return;
    // A user who has moved on stays there; the review is next to the board.
    if (sent.value?.from === line.value) choose(first);
    else chosen.value = first;
  });
});

// Marks the faults so far on their stones, and the move played in the game next to the book's moves.
effect(() => {
  asides.value = look.value.panel === "review" ? new Map([...faults(), ...played()]) : new Map();
});

// What the review says of the last move.
effect(() => {
  const number = look.value.panel === "review" ? here.value : null;
  remark.value = number === null ? null : judgedAt(rows.value, number - 1).map(({ judged }) => judged.text).join(" · ") || null;
});

/** Marks on the stones and pieces of earlier faults that are still where they were played. */
function faults(): [string, Mark][] {
  const number = here.value;
  if (number === null) return [];
  const played = line.value.moves;
  const { board } = position.value;
  return rows.value.flatMap((row): [string, Mark][] => {
    const { move, color, kind: judged, point } = row.judged;
    const target = row.fault && move < number ? targetOf(played[move - 1]?.point ?? point, line.value) : null;
    if (!target || board.get(target) !== signOf(colorOf(color), line.value)) return [];
    const isMoved = played.slice(move, number - 1).some((later) => [targetOf(later.point, line.value), sourceOf(later.point, line.value)].some((end) => String(end) === String(target)));
    const says = t.review.faultAt(move, kindText(judged));
    return isMoved ? [] : [[nameIn(target, line.value), { text: KINDS[judged] ?? "✗", tone: "bad", says }]];
  });
}

function played(): [string, Mark][] {
  const number = here.value;
  const target = number === null ? null : targetOf(game.value?.record?.moves[number - 1]?.[1] ?? "", line.value);
  if (number === null || !target) return [];
  const row = judgedAt(rows.value, number)[0];
  const text = (row && KINDS[row.judged.kind]) ?? "•";
  const says = t.review.playedInGame(row ? kindText(row.judged.kind) : t.review.notJudged);
  const tone = row?.fault ? "bad" : row && !row.left ? "good" : "plain";
  return [[nameIn(target, line.value), { text, tone, says }]];
}

function whyNot(body: string | Blob, bytes: number): Problem | null {
  if (bytes > MAX_BYTES) {
    return refusal(t.review.tooLarge, t.review.tooLargeWhy(number(bytes / MEGABYTE, 1), number(MAX_BYTES / MEGABYTE)));
  }
  const empty = typeof body === "string" ? body.trim() === "" : bytes === 0;
  return empty ? refusal(t.review.nothing, t.review.nothingWhy) : null;
}

function refusal(title: string, detail: string): Problem {
  return new Problem(0, { title, detail });
}

/** Decodes UTF-8 exactly; null for another encoding, which only the server can read. */
async function utf8(blob: Blob): Promise<string | null> {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(await blob.arrayBuffer());
  } catch {
    return null;
  }
}
