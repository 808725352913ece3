// The points of the board as an accessible grid for mouse, touch, keyboard and screen readers.
import type GoBoard from "@sabaki/go-board";
import { useRef, useState } from "preact/hooks";
import type { Candidate } from "../api/types";
import { answer, candidates, keyOf, lineOf } from "../state/answer";
import type { Line } from "../game/line";
import { shown } from "../game/line";
import type { Vertex } from "../game/vertex";
import { nameOf, vertexOf } from "../game/vertex";
import { labels } from "../state/labels";
import * as place from "../state/place";
import { NOTHING, asides, marking, marks, preview, takeover } from "../state/stage";
import type { Range } from "./Board";
import { candidateText, colorName, fails, short, signOfVerdict } from "./words";

interface GridProps {
  /** The position on the board. */
  readonly stones: GoBoard;
  /** The position after the previewed moves. */
  readonly board: GoBoard;
  readonly line: Line;
  readonly range: Range;
  /** Width of a line, in pixels. */
  readonly vertexSize: number;
}

/** Minimum width of a line for a number next to the verdict, in pixels. */
const ROOM_FOR_NUMBER = 21;

/** One focusable cell for each point in view. */
export function Grid({ stones, board, line, range, vertexSize }: GridProps) {
  const grid = useRef<HTMLDivElement>(null);
  const [spot, setSpot] = useState<Vertex>([3, 3]);
  const focus = within(spot, range);
  const onPoint = byPoint(marks.value ? [] : candidates.value);
  const drag = useDrag(grid, range, vertexSize);
  const walk = (to: Vertex) => {
    const next = within(to, range);
    setSpot(next);
    grid.current?.querySelector<HTMLElement>(`[data-point="${nameOf(next, line.size)}"]`)?.focus();
  };
  const pointOf = (event: Event) => (event.target as HTMLElement).closest<HTMLElement>("[data-point]")?.dataset["point"];
  const look = (point: string | undefined) => {
    const found = point ? onPoint.get(point)?.[0] : undefined;
    const moves = found && answer.value ? lineOf(found, answer.value.to_play) : NOTHING;
    if (preview.value !== moves) preview.value = moves;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const to = stepped(event.key, focus, range) ?? candidateStep(event, focus, [...onPoint.keys()], line.size);
    if (to) walk(to);
    else if (event.key === "Enter" || event.key === " ") playAt(nameOf(focus, line.size));
    else if (!shortcut(event.key)) return;
    event.preventDefault();
  };
  return (
    <div
      class={marking.value ? "grid marking" : "grid"}
      role="grid"
      aria-label={`Board, ${line.size} lines. Arrow keys move, Enter plays, N goes to the next book move, Backspace undoes.`}
      ref={grid}
      style={{ fontSize: vertexSize }}
      onClick={(event) => {
        const point = pointOf(event);
        // The browser sends a click after a drag.
        if (!point || drag.isDrag()) return;
        setSpot(vertexOf(point, line.size) ?? focus);
        playAt(point);
      }}
      {...drag.handlers}
      onPointerOver={(event) => event.pointerType === "mouse" && look(pointOf(event))}
      onPointerLeave={() => look(undefined)}
      onFocusIn={(event) => {
        // A screen reader may move the focus without our keys.
        const point = pointOf(event);
        setSpot((point && vertexOf(point, line.size)) || focus);
        look(point);
      }}
      onFocusOut={() => look(undefined)}
      onKeyDown={onKeyDown}
    >
      {rows(range).map((y) => (
        <div class="grid-row" role="row" key={y}>
          {columns(range).map((x) => {
            const name = nameOf([x, y], line.size);
            return (
              <Point
                key={name}
                name={name}
                sign={stones.get([x, y]) ?? 0}
                covered={board.get([x, y]) !== 0}
                candidates={onPoint.get(name)}
                focusable={x === focus[0] && y === focus[1]}
                numbered={vertexSize >= ROOM_FOR_NUMBER}
                last={shown(line).at(-1)?.point === name}
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

interface PointProps {
  readonly name: string;
  readonly sign: number;
  /** Whether a stone is visible there, previews included. */
  readonly covered: boolean;
  readonly candidates: readonly Candidate[] | undefined;
  readonly focusable: boolean;
  readonly numbered: boolean;
  readonly last: boolean;
}

/** A point with its stone or candidate. */
function Point({ name, sign, covered, candidates, focusable, numbered, last }: PointProps) {
  const stone = sign === 0 ? "" : `, ${colorName(sign > 0 ? "B" : "W")}${last ? ", last move" : ""}`;
  const first = sign === 0 ? candidates?.[0] : undefined;
  // The board library draws it too, but the candidate covers that.
  const letter = labels.value.find((label) => label.point === name)?.text;
  const mark = marks.value?.get(name);
  const aside = sign === 0 && !covered ? asides.value.get(name) : undefined;
  const book = first ? `, ${candidateText(first).slice(name.length + 2)}` : mark ? `, ${mark.says}` : "";
  const named = letter ? `, ${letter} in the comment` : "";
  const says = aside ? `, ${aside.says}${book}` : book;
  return (
    <div class="point" role="gridcell" tabIndex={focusable ? 0 : -1} data-point={name} aria-label={`${name}${stone}${says}${named}`}>
      {mark && covered === (sign !== 0) && <span class={`chip tone-${mark.tone}${sign === 0 ? "" : " on-stone"}`}>{mark.text}</span>}
      {letter && first && !covered && <em class="letter">{letter}</em>}
      {first && !mark && !covered && <Chip candidate={first} numbered={numbered} />}
      {aside && <span class={`aside tone-${aside.tone}`}>{aside.text}</span>}
    </div>
  );
}

/** The verdict as a sign and the priority as a number; the best move of all has a second ring. */
function Chip({ candidate, numbered }: { readonly candidate: Candidate; readonly numbered: boolean }) {
  const best = answer.value?.moves[0] && keyOf(answer.value.moves[0]) === keyOf(candidate);
  const shape = `chip verdict-${candidate.verdict ?? "none"}${best ? " best" : ""}${fails(candidate) ? " failing" : ""}`;
  return (
    <span class={shape}>
      <b>{signOfVerdict(candidate.verdict)}</b>
      {numbered && <i>{short(candidate.priority)}</i>}
    </span>
  );
}

function playAt(point: string): void {
  if (takeover.value) takeover.value.play(point);
  else if (marking.value?.click(point)) return;
  else place.play(point);
}

/** Handles the keys that do not move the focus; returns whether it did. */
function shortcut(key: string): boolean {
  if (takeover.value) return false;
  const letter = key.toLowerCase();
  if (key === "Backspace" || letter === "u") place.undo();
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
function candidateStep(event: KeyboardEvent, focus: Vertex, points: readonly string[], size: number): Vertex | null {
  if (event.key.toLowerCase() !== "n" || points.length === 0) return null;
  const here = points.indexOf(nameOf(focus, size));
  const step = event.shiftKey ? -1 : 1;
  const from = here < 0 && step < 0 ? 0 : here;
  return vertexOf(points[(from + step + points.length) % points.length]!, size);
}

/** Maps each point to its candidates, best first. */
function byPoint(of: readonly Candidate[]): Map<string, Candidate[]> {
  const found = new Map<string, Candidate[]>();
  for (const candidate of of) {
    for (const point of candidate.points) found.set(point, [...(found.get(point) ?? []), candidate]);
  }
  return found;
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
