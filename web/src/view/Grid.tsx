// The points of the board as an accessible grid for mouse, touch, keyboard and screen readers.
import { useRef, useState } from "preact/hooks";
import type { Candidate } from "../api/types";
import type { Position } from "../game/board";
import type { Shape } from "../game/games";
import { heightOf, sidesOf } from "../game/games";
import { isInSettled, keyOf } from "../state/answer";
import type { Line } from "../game/line";
import { shown } from "../game/line";
import type { Range } from "../game/range";
import type { Vertex } from "../game/vertex";
import { nameIn, vertexIn } from "../game/vertex";
import { at, pieceName, targetsOf } from "../game/xiangqi";
import { arrow, isTouch, space } from "../state/hands";
import { labels } from "../state/labels";
import { letterOf, letters, onStones, stoneTexts } from "../state/marks";
import * as place from "../state/place";
import type { Offer } from "../state/offers";
import { lineOn, offers, pinAt, pointOf, press, tap } from "../state/offers";
import { NOTHING, asides, hovered, marking, marks, picked, takeover } from "../state/stage";
import { t } from "../text/text";
import { EDGE, GUTTER } from "./Picture";
import { candidateText, colorName, fails, signOfVerdict } from "./words";

interface GridProps {
  /** The position on the board. */
  readonly stones: Position;
  /** The position after the previewed moves. */
  readonly shown: Position;
  readonly line: Line;
  readonly range: Range;
  /** Width of a line, in pixels. */
  readonly vertexSize: number;
}

/** Minimum width of a line for a letter next to the sign, in pixels. */
const ROOM_FOR_LETTER = 21;

/** Diameter of a mark in line widths: that of a move nobody plays, and the gain if all play it. */
const SMALLEST = 0.5;
const GROWTH = 0.34;
/** Diameter without statistics. */
const USUAL = 0.64;
/** Width of a line beyond which marks grow no more, in pixels. */
const WIDEST = 44;

/** One focusable cell for each point in view. */
export function Grid({ stones, shown: ahead, line, range, vertexSize }: GridProps) {
  const grid = useRef<HTMLDivElement>(null);
  const [spot, setSpot] = useState<Vertex>([3, 3]);
  const focus = intoView(spot, range, line);
  const onPoint = offers.value;
  const reached = targets(stones);
  const drag = useDrag(grid, range, vertexSize);
  const hold = useHold();
  const walk = (to: Vertex) => {
    const next = within(to, range);
    setSpot(next);
    grid.current?.querySelector<HTMLElement>(`[data-point="${nameIn(next, line)}"]`)?.focus();
  };
  const pointAt = (event: Event) => (event.target as HTMLElement).closest<HTMLElement>("[data-point]")?.dataset["point"];
  const look = (point: string | undefined) => {
    const found = point ? onPoint.get(point)?.[0] : undefined;
    const moves = found ? lineOn(found) : NOTHING;
    if (hovered.value !== moves) hovered.value = moves;
  };
  // After a click the arrows step through the moves, as elsewhere on the page.
  const isByPointer = useRef(false);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (isByPointer.current && !event.shiftKey && (arrow(event.key) || space(event.key))) return event.preventDefault();
    const to = stepped(event.key, focus, range) ?? candidateStep(event, focus, [...onPoint.keys()], line);
    if (to) {
      isByPointer.current = false;
      walk(to);
    } else if (event.key === "Enter" || event.key === " ") press(nameIn(focus, line));
    else if (!shortcut(event.key)) return;
    event.preventDefault();
  };
  return (
    <div
      class={marking.value ? "grid marking" : "grid"}
      role="grid"
      aria-label={t.board.label(line.game === "go" ? t.board.lines(line.size) : t.words.games[line.game])}
      ref={grid}
      style={{ fontSize: vertexSize, top: `${EDGE}em`, left: `${GUTTER}em` }}
      onClick={(event) => {
        const point = pointAt(event);
        // The browser sends a click after a drag, and after a long press.
        if (!point || drag.isDrag() || hold.ends()) return;
        setSpot(vertexIn(point, line) ?? focus);
        if (event.shiftKey) pinAt(point);
        else if (isTouch()) tap(point);
        else press(point);
      }}
      {...drag.handlers}
      onPointerDown={(event) => {
        isByPointer.current = true;
        hold.begin(event, pointAt(event));
        drag.handlers.onPointerDown(event);
      }}
      onPointerMove={(event) => {
        hold.move(event);
        drag.handlers.onPointerMove(event);
      }}
      onPointerUp={() => {
        hold.stop();
        drag.handlers.onPointerUp();
      }}
      onPointerCancel={() => {
        hold.stop();
        drag.handlers.onPointerCancel();
      }}
      onContextMenu={(event) => isTouch() && event.preventDefault()}
      onPointerOver={(event) => event.pointerType === "mouse" && look(pointAt(event))}
      onPointerLeave={() => look(undefined)}
      onFocusIn={(event) => {
        // A screen reader may move the focus without our keys.
        const point = pointAt(event);
        setSpot((point && vertexIn(point, line)) || focus);
        look(point);
      }}
      onFocusOut={(event) => {
        if (!grid.current?.contains(event.relatedTarget as Node | null)) isByPointer.current = false;
        look(undefined);
      }}
      onKeyDown={onKeyDown}
    >
      {rows(range).map((y) => (
        <div class="grid-row" role="row" key={y}>
          {columns(range).map((x) => {
            const name = nameIn([x, y], line);
            const last = shown(line).at(-1)?.point ?? "pass";
            return (
              <Point
                key={name}
                name={name}
                taken={takenText(stones, [x, y], onStones.value.get(name))}
                covered={ahead.board.get([x, y]) !== 0}
                offers={onPoint.get(name)}
                isReached={reached.has(name)}
                focusable={x === focus[0] && y === focus[1]}
                vertexSize={vertexSize}
                last={pointOf(last, line) === name}
              />
            );
          })}
        </div>
      ))}
      <Outline range={range} />
    </div>
  );
}

/** The part of the marked rectangle that is in view; its size is in line widths. */
function Outline({ range }: { readonly range: Range }) {
  const marked = marking.value?.rectangle;
  if (!marked) return null;
  const [left, right] = [Math.max(marked.x, range.x[0]), Math.min(marked.x + marked.width - 1, range.x[1])];
  const [top, bottom] = [Math.max(marked.y, range.y[0]), Math.min(marked.y + marked.height - 1, range.y[1])];
  if (left > right || top > bottom) return null;
  const style = {
    left: `${left - range.x[0]}em`,
    top: `${top - range.y[0]}em`,
    width: `${right - left + 1}em`,
    height: `${bottom - top + 1}em`,
  };
  return <div class="outline" aria-hidden="true" style={style} />;
}

/** Handlers of drags over the grid, for whoever marks there. */
function useDrag(grid: { readonly current: HTMLElement | null }, range: Range, vertexSize: number) {
  // First and last point; the last is null until the pointer leaves the first.
  const drag = useRef<{ readonly from: Vertex; last: Vertex | null; isOver: boolean } | null>(null);
  const vertexAt = (event: PointerEvent): Vertex => {
    const box = grid.current!.getBoundingClientRect();
    const line = (pixels: number) => Math.floor(pixels / vertexSize);
    return within([range.x[0] + line(event.clientX - box.left), range.y[0] + line(event.clientY - box.top)], range);
  };
  const onPointerDown = (event: PointerEvent) => {
    const starts = marking.value !== null && event.isPrimary && event.button === 0;
    drag.current = starts ? { from: vertexAt(event), last: null, isOver: false } : null;
  };
  const onPointerMove = (event: PointerEvent) => {
    const now = drag.current;
    if (!now || now.isOver || !event.isPrimary) return;
    const [x, y] = vertexAt(event);
    const [lastX, lastY] = now.last ?? now.from;
    if (x === lastX && y === lastY) return;
    now.last = [x, y];
    // The drag goes on outside the board.
    grid.current?.setPointerCapture(event.pointerId);
    marking.value?.drag(now.from, now.last);
  };
  const end = () => {
    if (drag.current) drag.current.isOver = true;
  };
  return {
    /** Whether the present click ends a drag. */
    isDrag: () => drag.current?.last != null,
    handlers: { onPointerDown, onPointerMove, onPointerUp: end, onPointerCancel: end },
  };
}

/** Duration of a long press, in milliseconds. */
const LONG = 500;
/** How far the finger may move meanwhile, in pixels. */
const STILL = 10;

/** Handlers of long presses with a finger, which preview. */
function useHold() {
  const hold = useRef<{ timer: number; x: number; y: number; isLong: boolean } | null>(null);
  const stop = () => clearTimeout(hold.current?.timer);
  return {
    begin: ({ pointerType, clientX: x, clientY: y }: PointerEvent, point: string | undefined) => {
      stop();
      hold.current = null;
      if (pointerType !== "touch" || !point) return;
      const timer = setTimeout(() => {
        if (hold.current) hold.current.isLong = true;
        pinAt(point);
      }, LONG);
      hold.current = { timer: Number(timer), x, y, isLong: false };
    },
    move: ({ clientX, clientY }: PointerEvent) => {
      if (hold.current && Math.hypot(clientX - hold.current.x, clientY - hold.current.y) > STILL) stop();
    },
    stop,
    /** Whether the present click ends a long press. */
    ends: () => hold.current?.isLong === true,
  };
}

interface PointProps {
  readonly name: string;
  /** The stone or piece in words; null on an empty point. */
  readonly taken: string | null;
  /** Whether a stone or piece is visible there, previews included. */
  readonly covered: boolean;
  readonly offers: readonly Offer[] | undefined;
  /** Whether the picked piece can go there. */
  readonly isReached: boolean;
  readonly focusable: boolean;
  /** Width of a line, in pixels. */
  readonly vertexSize: number;
  readonly last: boolean;
}

/** A point with its stone or candidate. */
function Point({ name, taken, covered, offers, isReached, focusable, vertexSize, last }: PointProps) {
  const stone = taken === null ? "" : `, ${taken}${last ? `, ${t.board.lastMove}` : ""}${picked.value === name ? `, ${t.board.picked}` : ""}`;
  const first = offers?.[0]?.candidate;
  const letter = labels.value.find((label) => label.point === name)?.text;
  const mark = marks.value?.get(name);
  // On a stone it is a fault of the reviewed game, on an empty point or a piece the move played there.
  const aside = covered === (taken !== null) ? asides.value.get(name) : undefined;
  const book = first ? `, ${candidateText(first).slice(first.point.length + 2)}` : mark ? `, ${mark.says}` : "";
  const named = letter ? `, ${t.board.inComment(letter)}` : "";
  const says = aside ? `, ${aside.says}${book}` : book;
  const reached = isReached ? `, ${t.board.reached}` : "";
  const isCapture = taken !== null;
  const look = `point${picked.value === name ? " picked" : ""}${isReached ? " reached" : ""}`;
  return (
    <div class={look} role="gridcell" tabIndex={focusable ? 0 : -1} data-point={name} aria-label={`${name}${stone}${reached}${says}${named}`}>
      {mark?.text && covered === isCapture && <span class={`chip tone-${mark.tone}${isCapture ? " on-stone" : ""}`}>{mark.text}</span>}
      {letter && first && !covered && <em class="letter">{letter}</em>}
      {first && !mark && covered === isCapture && <Chip candidate={first} vertexSize={vertexSize} isCapture={isCapture} />}
      {aside && <span class={`aside tone-${aside.tone}${isCapture ? " on-stone" : ""}`}>{aside.text}</span>}
    </div>
  );
}

/**
 * A mark: as large as the move is popular, with the letter of its row and the sign of its verdict;
 * the best move of all has a second ring. Where there is no room it has the sign alone.
 */
function Chip({ candidate, vertexSize, isCapture }: { readonly candidate: Candidate; readonly vertexSize: number; readonly isCapture: boolean }) {
  const roomy = vertexSize >= ROOM_FOR_LETTER;
  const best = letters.value.get(keyOf(candidate)) === letterOf(0) && !isInSettled(candidate);
  const states = [best && "best", fails(candidate) && "failing", isCapture && "capture", !roomy && "small"].filter(Boolean);
  const share = candidate.statistics?.share;
  const diameter = share == null ? USUAL : SMALLEST + GROWTH * Math.sqrt(share);
  // Small marks are for fingers and far eyes: they vary less.
  const size = roomy ? diameter : (diameter + 0.9) / 2;
  const fontSize = `${Math.min(1, WIDEST / vertexSize)}em`;
  const letter = letters.value.get(keyOf(candidate)) ?? "";
  return (
    <span class={["chip", `verdict-${candidate.verdict ?? "none"}`, ...states].join(" ")} style={{ fontSize, width: `${size}em`, height: `${size}em` }}>
      {roomy && <i style={{ fontSize: `${(letter.length > 1 ? 0.5 : 0.62) * Math.max(size, 0.6)}em` }}>{letter}</i>}
      <b>{signOfVerdict(candidate.verdict)}</b>
    </span>
  );
}

/** Returns the stone or piece on a point in words; null for none. */
function takenText({ shape, board, pieces }: Position, vertex: Vertex, text: string | undefined): string | null {
  const sign = board.get(vertex);
  if (!sign) return null;
  const stone = pieces ? pieceName(at(pieces, vertex)) : colorName(sidesOf(shape.game)[sign > 0 ? 0 : 1]);
  if (!text) return stone;
  return `${stone}, ${stoneTexts.value === "numbers" ? t.board.moveNumber(text) : t.board.liberties(Number(text))}`;
}

/** Returns the points that the picked piece can go to. */
function targets({ shape, pieces }: Position): ReadonlySet<string> {
  const from = picked.value && vertexIn(picked.value, shape);
  return new Set(pieces && from ? targetsOf(pieces, from).map((vertex) => nameIn(vertex, shape)) : []);
}

/** Handles the keys that do not move the focus; returns whether it did. */
function shortcut(key: string): boolean {
  const letter = key.toLowerCase();
  const owner = takeover.value;
  if (owner) {
    if (owner.step && ",<.>".includes(key)) owner.step(",<".includes(key) ? -1 : 1);
    else if (owner.isGame && letter === "p" && owner.line.game !== "xiangqi") owner.play("pass");
    else return false;
  } else if (key === "Backspace" || letter === "u") place.undo();
  else if (key === "," || key === "<") place.back();
  else if (key === "." || key === ">") place.forward();
  else if (letter === "p") place.play("pass");
  else return false;
  return true;
}

/** Returns the target of a key that moves the focus; null for other keys. */
function stepped(key: string, [x, y]: Vertex, range: Range): Vertex | null {
  const to: Record<string, Vertex> = {
    ArrowLeft: [x - 1, y],
    ArrowRight: [x + 1, y],
    ArrowUp: [x, y - 1],
    ArrowDown: [x, y + 1],
    Home: [range.x[0], y],
    End: [range.x[1], y],
    PageUp: [x, range.y[0]],
    PageDown: [x, range.y[1]],
  };
  return to[key] ?? null;
}

/** Returns the next or previous book move, best first, seen from the focused point. */
function candidateStep(event: KeyboardEvent, focus: Vertex, points: readonly string[], shape: Shape): Vertex | null {
  if (event.key.toLowerCase() !== "n" || points.length === 0) return null;
  const here = points.indexOf(nameIn(focus, shape));
  const step = event.shiftKey ? -1 : 1;
  const from = here < 0 && step < 0 ? 0 : here;
  return vertexIn(points[(from + step + points.length) % points.length]!, shape);
}

/** Returns a point in view: the same one of the corner in view for one outside. */
function intoView([x, y]: Vertex, range: Range, shape: Shape): Vertex {
  const mirrored = (value: number, [first, last]: [number, number], size: number) => (value < first || value > last ? size - 1 - value : value);
  return within([mirrored(x, range.x, shape.size), mirrored(y, range.y, heightOf(shape))], range);
}

function within([x, y]: Vertex, range: Range): Vertex {
  const keep = (value: number, [first, last]: [number, number]) => Math.max(first, Math.min(last, value));
  return [keep(x, range.x), keep(y, range.y)];
}

function rows(range: Range): number[] {
  return numbers(range.y);
}

function columns(range: Range): number[] {
  return numbers(range.x);
}

function numbers([first, last]: [number, number]): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
