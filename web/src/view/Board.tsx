// The board: stones or pieces, overlay and book moves.
import { useEffect, useRef, useState } from "preact/hooks";
import type { Position } from "../game/board";
import { after, refusal } from "../game/board";
import type { Shape } from "../game/games";
import type { Color } from "../game/line";
import { shown } from "../game/line";
import { rangeOf } from "../game/range";
import type { Vertex } from "../game/vertex";
import { sourceOf, targetOf, vertexIn } from "../game/vertex";
import { candidates } from "../state/answer";
import { watchWheel } from "../state/hands";
import type { Label } from "../state/labels";
import { labels } from "../state/labels";
import { onStones } from "../state/marks";
import { offers } from "../state/offers";
import { paint } from "../state/overlay";
import { look } from "../state/place";
import { marks, picked, preview, staged, stones, takeover } from "../state/stage";
import { Grid } from "./Grid";
import type { PointText } from "./Picture";
import { EDGE, GUTTER, Picture } from "./Picture";

/** Maximum width of a line, in pixels. */
const WIDEST = 60;
/** Number of moves of pieces that are drawn before one is picked. */
const MAX_ARROWS = 3;

/** The board with its grid of points. */
export function Board() {
  const frame = useRef<HTMLDivElement>(null);
  const line = staged.value;
  const isGame = takeover.value?.isGame === true;
  const range = rangeOf(line, isGame ? "board" : look.value.view);
  const room = useRoom(frame, isGame);
  const fit = (pixels: number, [first, last]: [number, number]) => Math.floor((10 * pixels) / (last - first + 1 + GUTTER + EDGE)) / 10;
  const vertexSize = Math.max(8, Math.min(WIDEST, fit(room.width, range.x), fit(room.height, range.y)));
  const { position, ahead } = inAdvance(stones.value);
  // In a frame the wheel scrolls the site around it.
  useEffect(() => (frame.current && !look.peek().embed ? watchWheel(frame.current) : undefined), [frame]);
  const last = shown(line).at(-1)?.point ?? "pass";
  // The marks of the book's moves have the letters of the comment beside them.
  const named = labels.value.filter(({ point }) => !offers.value.has(point));
  return (
    <div class="board" ref={frame}>
      <div class="board-inner">
        <Picture
          position={position}
          range={range}
          vertexSize={vertexSize}
          ahead={ahead}
          texts={[...texts(line, named), ...(ahead.length > 0 ? [] : texts(line, [...onStones.value].map(([point, text]) => ({ point, text }))))]}
          isNumbered={ahead.length === 0 && onStones.value.size > 0}
          last={[targetOf(last, line), sourceOf(last, line)].filter((vertex) => vertex !== null)}
          arrows={ahead.length > 0 ? [] : arrows(line)}
          paint={takeover.value?.area ? null : paint.value}
          area={takeover.value?.area ?? null}
        />
        <Grid stones={stones.value} shown={position} line={line} range={range} vertexSize={vertexSize} />
      </div>
    </div>
  );
}

/** Returns texts on points with their vertices. */
function texts(shape: Shape, of: readonly Label[]): PointText[] {
  return of.flatMap(({ point, text }) => {
    const vertex = vertexIn(point, shape);
    return vertex ? [{ vertex, text }] : [];
  });
}

/** Returns the first book moves of pieces, those of the picked one, or those of the owner of the board. */
function arrows(shape: Shape): [Vertex, Vertex][] {
  if (shape.game !== "xiangqi") return [];
  const moves = candidates.value.flatMap((candidate) => candidate.points);
  const offered = picked.value === null ? moves.slice(0, MAX_ARROWS) : moves.filter((move) => move.startsWith(picked.value!));
  const own = marks.value ? (takeover.value?.arrows ?? []) : offered;
  return own.flatMap((move): [Vertex, Vertex][] => {
    const [from, to] = [sourceOf(move, shape), targetOf(move, shape)];
    return from && to ? [[from, to]] : [];
  });
}

/** Plays the previewed moves, numbered, up to the first illegal one. */
function inAdvance(start: Position): { position: Position; ahead: PointText[] } {
  let position = start;
  const played: PointText[] = [];
  for (const [index, [color, point]] of preview.value.entries()) {
    const move = { color: color as Color, point };
    if (refusal(position, move)) break;
    position = after(position, move);
    const vertex = targetOf(point, position.shape);
    if (vertex) played.push({ vertex, text: String(index + 1) });
  }
  // A captured stone takes its number with it; a second stone on a point replaces the first number.
  const stands = ({ vertex }: PointText, index: number) =>
    position.board.get(vertex) !== 0 && !played.slice(index + 1).some((later) => later.vertex.join() === vertex.join());
  return { position, ahead: played.filter(stands) };
}

/** Returns the room in a frame: as high as the window, or that share of it which the style says. */
function roomIn(frame: HTMLElement): { width: number; height: number } {
  const style = getComputedStyle(frame);
  const share = Number(style.getPropertyValue("--board-share"));
  const height = share > 0 ? share * innerHeight : innerHeight - 24;
  return { width: frame.clientWidth - 2 * Number.parseFloat(style.paddingInlineStart), height: Math.max(280, height) };
}

/**
 * Returns the room for the board, in pixels; the board is never higher than the window.
 */
function useRoom(frame: { readonly current: HTMLElement | null }, isGame: boolean): { width: number; height: number } {
  const [room, setRoom] = useState(() => ({ width: Math.min(innerWidth - 24, 700), height: innerHeight - 24 }));
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const measure = () => setRoom(roomIn(element));
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    addEventListener("resize", measure);
    measure();
    return () => {
      observer.disconnect();
      removeEventListener("resize", measure);
    };
  }, [frame, isGame]);
  return room;
}
