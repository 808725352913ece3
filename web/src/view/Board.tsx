// The board: stones, overlay and book moves.
import "@sabaki/shudan/css/goban.css";
import { Goban } from "@sabaki/shudan";
import type { Marker } from "@sabaki/shudan";
import { useEffect, useRef, useState } from "preact/hooks";
import type GoBoard from "@sabaki/go-board";
import { after, refusal } from "../game/board";
import type { Color, Line } from "../game/line";
import { shown } from "../game/line";
import type { Vertex } from "../game/vertex";
import { LETTERS, vertexOf } from "../game/vertex";
import { look } from "../state/place";
import { paint } from "../state/overlay";
import { preview, staged, stones } from "../state/stage";
import { labels } from "../state/labels";
import { Grid } from "./Grid";

/** Size of the coordinates on both sides and the border, in line widths. */
const AROUND = 2.3;
/** Maximum width of a line, in pixels. */
const WIDEST = 46;

/** Visible columns and rows, first and last. */
export interface Range {
  readonly x: [number, number];
  readonly y: [number, number];
}

/** The board with its grid of points. */
export function Board() {
  const frame = useRef<HTMLDivElement>(null);
  const line = staged.value;
  const range = rangeOf(line.size, look.value.view);
  const lines = range.x[1] - range.x[0] + 1;
  const width = useWidth(frame);
  const vertexSize = Math.max(8, Math.min(WIDEST, Math.floor((10 * width) / (lines + AROUND)) / 10));
  const { board, marks, dimmed } = drawn(line, stones.value);
  return (
    <div class="board" ref={frame}>
      <div class="board-inner">
        <Goban
          innerProps={{ "aria-hidden": "true" }}
          vertexSize={vertexSize}
          signMap={board.signMap}
          markerMap={marks}
          dimmedVertices={dimmed}
          {...(paint.value ? { paintMap: paint.value as (0 | 1 | -1)[][] } : {})}
          rangeX={range.x}
          rangeY={range.y}
          showCoordinates
          coordX={(x) => LETTERS[x]!}
          coordY={(y) => line.size - y}
        />
        <Grid stones={stones.value} board={board} line={line} range={range} vertexSize={vertexSize} />
      </div>
    </div>
  );
}

/** Returns the visible part: the whole board, or a corner up to one line past the middle. */
export function rangeOf(size: number, view: string): Range {
  if (view === "board") return { x: [0, size - 1], y: [0, size - 1] };
  const reach = Math.ceil(size / 2);
  const near: [number, number] = [0, reach];
  const far: [number, number] = [size - 1 - reach, size - 1];
  return { x: view.endsWith("left") ? near : far, y: view.startsWith("upper") ? near : far };
}

interface Drawn {
  /** The position after the previewed moves. */
  readonly board: GoBoard;
  readonly marks: (Marker | null)[][];
  readonly dimmed: Vertex[];
}

/** Returns the position of a line with previewed moves and labels. */
function drawn(line: Line, stones: GoBoard): Drawn {
  const marks: (Marker | null)[][] = Array.from({ length: line.size }, () => Array<Marker | null>(line.size).fill(null));
  const mark = (point: string, marker: Marker) => {
    const vertex = vertexOf(point, line.size);
    if (vertex) marks[vertex[1]]![vertex[0]] = marker;
  };
  for (const label of labels.value) mark(label.point, { type: "label", label: label.text });
  const last = shown(line).at(-1);
  if (last) mark(last.point, { type: "circle" });
  return { marks, ...inAdvance(stones, line.size, mark) };
}

/** Plays the previewed moves, numbered, up to the first illegal one. */
function inAdvance(stones: GoBoard, size: number, mark: (point: string, marker: Marker) => void): Pick<Drawn, "board" | "dimmed"> {
  let board = stones;
  const played: Vertex[] = [];
  for (const [index, [color, point]] of preview.value.entries()) {
    const move = { color: color as Color, point };
    if (refusal(board, move, size)) break;
    board = after(board, move, size);
    const vertex = vertexOf(point, size);
    if (!vertex) continue;
    mark(point, { type: "label", label: String(index + 1) });
    played.push(vertex);
  }
  return { board, dimmed: played.filter((vertex) => board.get(vertex) !== 0) };
}

/**
 * Returns the width available for the board, in pixels; the board is never higher than the window.
 */
function useWidth(frame: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(() => Math.min(innerWidth - 24, innerHeight - 24, 700));
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const measure = () => setWidth(Math.min(element.clientWidth, Math.max(280, innerHeight - 24)));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    addEventListener("resize", measure);
    measure();
    return () => {
      observer.disconnect();
      removeEventListener("resize", measure);
    };
  }, [frame]);
  return width;
}

