// The game at a table: followed as it goes on, its board, and what the player does there.
import { batch, computed, effect, signal, untracked } from "@preact/signals";
import { Problem, ask } from "../api/client";
import type { ServerEvent } from "../api/events";
import { followAgain, online } from "../api/events";
import type { Table, TableAction } from "../api/types";
import { areaMarks } from "../game/area";
import { positionOf, refusal } from "../game/board";
import { colorName, play, toPlay } from "../game/line";
import type { Side } from "../game/table";
import { colorOfSide, gameAt, isTurn, lineAt } from "../game/table";
import { t } from "../text/text";
import { kept } from "./kept";
import { games, noteState } from "./mine";
import { alert } from "./names";
import { isAtTable, refused, said, table as token } from "./place";
import { asProblem } from "./resource";
import type { Takeover } from "./stage";
import { NO_MARKS, takeover } from "./stage";

/** Pause before the stream of events or an action is tried again, in milliseconds: at first, and at most. */
const PAUSES = [500, 8000] as const;

/** What a program thinks. */
export interface Thought {
  readonly side: string;
  readonly depth: number;
  readonly value: number | null;
  readonly nodes: number;
  readonly line: readonly string[];
}

/** The state that the server sent last; null before the first. */
export const state = signal<Table | null>(null);
/** When it arrived, for the clocks, in milliseconds of `performance.now`. */
export const received = signal(0);
export const thought = signal<Thought | null>(null);
/** Whether events arrive. */
export const connection = signal<"connecting" | "open" | "lost">("connecting");
/** Why the game cannot be followed at all; null if it can. */
export const problem = signal<Problem | null>(null);
/** Number of the move that the board shows; null for the last one, with those to come. */
export const viewed = signal<number | null>(null);
/** What was sent and not answered yet. */
export const pending = signal<TableAction | null>(null);

/** What of the state is on the board, as a text: most states, as of who is there, leave it as it is. */
const boardText = computed((): string | null => {
  const now = state.value;
  if (!now) return null;
  const at = viewed.value;
  const sent = at === null && pending.value?.version === now.version ? pending.value : null;
  const move = sent?.action === "play" ? sent.move : null;
  const { game, board_size, start, moves, counting = null } = now;
  const takes: Takeover["takes"] = isTurn(now) && at === null ? "moves" : "points";
  return JSON.stringify({ now: { game, board_size, start, moves }, at, move, takes, counting: at === null ? counting : null });
});

interface BoardState {
  readonly now: Pick<Table, "game" | "board_size" | "start" | "moves">;
  readonly at: number | null;
  /** A move that is under way. */
  readonly move: string | null;
  readonly takes: Takeover["takes"];
  readonly counting: Table["counting"] | null;
}

/** Takes a state, unless a later one is known. */
function take(next: Table): void {
  const before = state.peek();
  if (before && next.version < before.version) return;
  batch(() => {
    received.value = performance.now();
    state.value = next;
    if (next.thinking === null) thought.value = null;
    // A watcher keeps the explanation, however fast the others play.
    if (before?.version !== next.version && next.you.length > 0) refused.value = null;
  });
  if (token.peek() !== null) noteState(token.peek()!, next);
  if (before) tell(before, next);
}

/** Reports what the other side did: to screen readers, and by a tone. */
function tell(before: Table, next: Table): void {
  const last = lineAt(next).moves.at(-1);
  const isMore = next.moves.length > before.moves.length;
  const isOwn = next.you.some((side) => colorOfSide(side, gameAt(next)) === last?.color);
  const parts: string[] = [];
  if (isMore && last && !isOwn) {
    parts.push(`${t.words.sideMove(colorName(last.color), last.point)}.`);
    if (next.you.length < 2) sound();
  }
  if (isTurn(next) && (isMore || !isTurn(before)) && next.you.length < 2) parts.push(t.table.yourTurn);
  if (next.result && !before.result) parts.push(next.result.words);
  if (parts.length > 0) said.value = parts.join(t.words.gap);
}

effect(() => {
  const of = token.value;
  untracked(() =>
    batch(() => {
      [state.value, thought.value, problem.value, viewed.value, pending.value] = [null, null, null, null, null];
      connection.value = "connecting";
    }),
  );
  if (of === null) return undefined;
  const aborter = new AbortController();
  void untracked(() => follow(of, aborter.signal));
  return () => aborter.abort();
});

function follow(of: string, signal: AbortSignal): Promise<void> {
  const each = ({ name, data }: ServerEvent) => {
    if (signal.aborted) return;
    if (name === "table") {
      take(JSON.parse(data) as Table);
      connection.value = "open";
    } else if (name === "thinking") thought.value = JSON.parse(data) as Thought;
  };
  const ended = (error: unknown) => {
    if (error !== null && isFinal(error)) {
      problem.value = asProblem(error);
      return false;
    }
    connection.value = "lost";
    return true;
  };
  return followAgain({ path: `/v1/tables/${of}/events`, signal, each, ended, pauses: PAUSES });
}

/** Returns whether trying again cannot help. */
function isFinal(error: unknown): boolean {
  const { status } = asProblem(error);
  return status >= 400 && status < 500 && status !== 408 && status !== 429;
}

/**
 * Does something at the table. Without a response it is sent again until there is one: with the
 * version, the server does nothing twice.
 */
export async function act(action: Omit<TableAction, "version">): Promise<void> {
  const of = token.peek();
  const now = state.peek();
  if (of === null || !now || pending.peek()) return;
  const json = { ...action, version: now.version } as TableAction;
  refused.value = null;
  pending.value = json;
  let pause: number = PAUSES[0];
  while (pending.peek() === json) {
    try {
      const { value } = await ask<Table>(`/v1/tables/${of}/actions`, { json });
      // An event of the same version is as late, and knows who thinks meanwhile.
      if (pending.peek() === json && value.version > (state.peek()?.version ?? -1)) take(value);
      break;
    } catch (error) {
      const failed = asProblem(error);
      if (pending.peek() !== json) return;
      if (isFinal(failed) || failed.status === 500) {
        refused.value = failed.message;
        break;
      }
      if (failed.status === 0) connection.value = "lost";
      await online(pause);
      pause = Math.min(2 * pause, PAUSES[1]);
    }
  }
  if (pending.peek() === json) pending.value = null;
}

/** Handles a click, a move of a piece or a pass on the board. */
export function press(point: string): void {
  const now = state.value;
  if (!now) return;
  const why = whyNot(now);
  refused.value = why;
  if (why !== null) return;
  if (now.phase === "counting") void act({ action: "dead", point });
  else void act({ action: "play", move: point, side: now.to_move });
}

function whyNot(now: Table): string | null {
  if (now.phase === "over") return t.table.isOver;
  if (now.you.length === 0) return t.table.onlyWatch;
  if (viewed.value !== null) return t.table.stepped(viewed.value);
  if (now.phase === "paused") return t.table.isPaused;
  return now.phase === "counting" || isTurn(now) ? null : t.table.notYours(sideName(now, now.to_move));
}

/** Returns the name of a side: `White`, in xiangqi `Black`. */
export const sideName = (of: Pick<Table, "game">, side: string) => colorName(colorOfSide(side, gameAt(of)));

/** Shows the game after a move. */
export function view(at: number): void {
  const most = state.value?.moves.length ?? 0;
  viewed.value = at >= most ? null : Math.max(0, at);
}

/** Number of the move that the board shows. */
export const viewedMove = computed(() => viewed.value ?? state.value?.moves.length ?? 0);

/** The game in the list of one's own. */
export const myGame = computed(() => games.value.find((one) => one.token === token.value) ?? null);

/** The side at the near edge of the board: one's own, or the first. */
export const nearSide = computed((): Side => (state.value?.you[0] === "white" ? "white" : "black"));

let mine: Takeover | null = null;
effect(() => {
  const wanted = isAtTable.value && boardText.value !== null ? takeoverOf(JSON.parse(boardText.value) as BoardState) : null;
  untracked(() => {
    if (wanted || takeover.value === mine) takeover.value = wanted;
    mine = wanted;
  });
});

function takeoverOf({ now, at, move, takes, counting }: BoardState): Takeover {
  const known = lineAt(now, at ?? undefined);
  const position = positionOf(known);
  const isKnown = move !== null && refusal(position, { color: toPlay(known), point: move }) === null;
  const area = counting && { owner: counting.owner, dead: new Set(counting.dead) };
  return {
    line: isKnown ? play(known, move) : known,
    takes,
    play: press,
    marks: area ? areaMarks(area, position) : NO_MARKS,
    step: (by) => view(viewedMove.peek() + by),
    isGame: true,
    ...(area ? { area } : {}),
  };
}

// The title of the window says when it is one's turn, whatever panel is open.
effect(() => {
  const now = state.value;
  alert.value = now && isTurn(now) && now.you.length < 2 ? t.table.turnTitle : null;
});

const tone = kept("sound", ["off", "on"] as const, () => "off");
/** Whether a tone sounds at the moves of the other side. */
export const hasSound = computed(() => tone.now.value === "on");

let speaker: AudioContext | null = null;

/** Switches the tone; it sounds once, as browsers allow sounds only from a click on. */
export function switchSound(isOn: boolean): void {
  tone.choose(isOn ? "on" : "off");
  sound();
}

function sound(): void {
  if (tone.now.peek() !== "on") return;
  speaker ??= new AudioContext();
  // Browsers hold it back until the first click on the page.
  void speaker.resume();
  const [source, volume] = [speaker.createOscillator(), speaker.createGain()];
  const now = speaker.currentTime;
  source.frequency.value = 660;
  volume.gain.setValueAtTime(0.15, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + 0.18);
  source.connect(volume).connect(speaker.destination);
  source.start(now);
  source.stop(now + 0.2);
}
