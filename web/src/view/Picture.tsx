// The board as a picture: lines, stones or pieces, overlay and numbers. Units are line widths.
import type { Area } from "../game/area";
import { ownerAt } from "../game/area";
import type { Position } from "../game/board";
import type { Shape } from "../game/games";
import { heightOf } from "../game/games";
import type { Range } from "../game/range";
import { isWithin } from "../game/range";
import type { Vertex } from "../game/vertex";
import { columnName, nameIn, rowName } from "../game/vertex";
import { at, colorOfPiece, faceOf } from "../game/xiangqi";
import { pieceFaces } from "../state/marks";

/** Room for coordinates on the left and below, in line widths. */
export const GUTTER = 0.72;
/** Room on the right and above. */
export const EDGE = 0.28;

/** A text on a point. */
export interface PointText {
  readonly vertex: Vertex;
  readonly text: string;
}

interface PictureProps {
  readonly position: Position;
  readonly range: Range;
  /** Width of a line, in pixels. */
  readonly vertexSize: number;
  /** Numbers of previewed moves. */
  readonly ahead: readonly PointText[];
  /** Texts on stones and points. */
  readonly texts: readonly PointText[];
  /** Whether stones have texts, around which the ring of the last move is then. */
  readonly isNumbered: boolean;
  /** Where the last move ended; in xiangqi also where it began. */
  readonly last: readonly Vertex[];
  /** Moves of pieces, best first, each from and to. */
  readonly arrows: readonly (readonly [Vertex, Vertex])[];
  /** Overlay of each point, row by row from the top: −1 (White) to 1 (Black). */
  readonly paint: readonly (readonly number[])[] | null;
  /** Whose each point is, in a counted board. */
  readonly area?: Area | null;
}

export function Picture({ position, range, vertexSize, ahead, texts, isNumbered, last, arrows, paint, area = null }: PictureProps) {
  const { shape, board, pieces } = position;
  const [width, height] = [range.x[1] - range.x[0] + 1 + GUTTER + EDGE, range.y[1] - range.y[0] + 1 + GUTTER + EDGE];
  const [left, top] = [range.x[0] - 0.5 - GUTTER, range.y[0] - 0.5 - EDGE];
  const inView = (vertex: Vertex) => isWithin(vertex, range);
  const points = verticesIn(range);
  const isAhead = (vertex: Vertex) => ahead.some((one) => isSame(one.vertex, vertex));
  const taken = points.filter((vertex) => board.get(vertex) !== 0);
  return (
    <svg class="picture" aria-hidden="true" width={width * vertexSize} height={height * vertexSize} viewBox={`${left} ${top} ${width} ${height}`}>
      <Gradients />
      <rect class="wood" x={left} y={top} width={width} height={height} />
      <path class="lines" d={linesOf(shape, range)} />
      {starsOf(shape)
        .filter(inView)
        .map(([x, y]) => (
          <circle class="star" cx={x} cy={y} r={0.11} />
        ))}
      {shape.game === "xiangqi" && pieceFaces.value === "characters" && <River />}
      <Coordinates shape={shape} range={range} size={Math.max(9, Math.min(12, 0.36 * vertexSize)) / vertexSize} />
      {paint && points.map((vertex) => <Paint vertex={vertex} value={paint[vertex[1]]?.[vertex[0]] ?? 0} />)}
      {arrows.map(([from, to]) => (
        <Arrow from={from} to={to} />
      ))}
      {last.filter(inView).map((vertex) => board.get(vertex) === 0 && <circle class="left-point" cx={vertex[0]} cy={vertex[1]} r={0.2} />)}
      {taken.map(([x, y]) => (
        <circle class="shadow" cx={x + 0.03} cy={y + 0.07} r={0.56} />
      ))}
      {taken.map((vertex) => (
        <g class={isAhead(vertex) ? "taken ahead" : area?.dead.has(nameIn(vertex, shape)) ? "taken dead" : "taken"} transform={`translate(${vertex.join(" ")})`}>
          {pieces ? <Piece piece={at(pieces, vertex)} /> : <circle class={sideOf(position, vertex)} r={0.47} />}
        </g>
      ))}
      {area && points.map((vertex) => <Owner vertex={vertex} owner={ownerAt(area, position, vertex)} />)}
      {last.filter(inView).map((vertex) => board.get(vertex) !== 0 && <Last position={position} vertex={vertex} isWide={isNumbered} />)}
      {texts.filter((one) => inView(one.vertex)).map((one) => (
        <Text class="text" of={one} position={position} />
      ))}
      {ahead.filter((one) => inView(one.vertex)).map((one) => (
        <Text class="text number" of={one} position={position} />
      ))}
    </svg>
  );
}

/** Light on stones and pieces from the upper left, and their soft shadow. */
function Gradients() {
  const lit = (id: string) => (
    <radialGradient id={id} cx="0.36" cy="0.3" r="0.75">
      <stop class={`${id}-light`} offset="0" />
      <stop class={`${id}-dark`} offset="1" />
    </radialGradient>
  );
  return (
    <defs>
      {lit("stone-black")}
      {lit("stone-white")}
      {lit("piece")}
      <radialGradient id="shadow">
        <stop class="shadow-near" offset="0.72" />
        <stop class="shadow-far" offset="1" />
      </radialGradient>
      <marker id="arrow" viewBox="0 0 4 4" refX="3" refY="2" markerWidth="3.2" markerHeight="3.2" orient="auto">
        <path d="M0 0L4 2L0 4z" />
      </marker>
    </defs>
  );
}

function Piece({ piece }: { readonly piece: string }) {
  const isLetters = pieceFaces.value === "letters";
  const color = colorOfPiece(piece) === "R" ? "red" : "black";
  return (
    <g class={`piece ${color}`}>
      <circle class="disc" r={0.45} />
      <circle class="ring" r={0.37} />
      <text class={isLetters ? "letters" : "characters"} dy="0.36em">
        {faceOf(piece, isLetters)}
      </text>
    </g>
  );
}

/** The ring of the last move, on its stone or around its piece. */
function Last({ position, vertex: [x, y], isWide }: { readonly position: Position; readonly vertex: Vertex; readonly isWide: boolean }) {
  return <circle class={`last ${position.pieces ? "piece-last" : sideOf(position, [x, y])}`} cx={x} cy={y} r={position.pieces ? 0.47 : isWide ? 0.41 : 0.24} />;
}

/** A number or letter: on a stone, above a piece, or on an empty point. */
function Text({ of: { vertex, text }, position, class: look }: { readonly of: PointText; readonly position: Position; readonly class: string }) {
  const [x, y] = vertex;
  const side = sideOf(position, vertex);
  const size = text.length > 2 ? 0.36 : text.length > 1 ? 0.44 : 0.52;
  const isBadge = position.pieces !== null;
  return (
    <g class={`${look} ${isBadge ? "badge" : side || "empty"}`} transform={isBadge ? `translate(${x + 0.32} ${y - 0.32})` : `translate(${x} ${y})`}>
      {(isBadge || !side) && <circle r={isBadge ? 0.19 : 0.32} />}
      <text dy="0.36em" font-size={isBadge ? 0.28 : size}>
        {text}
      </text>
    </g>
  );
}

function Arrow({ from: [x, y], to: [toX, toY] }: { readonly from: Vertex; readonly to: Vertex }) {
  // From the rim of the piece.
  const length = Math.hypot(toX - x, toY - y);
  const [dx, dy] = [(0.45 * (toX - x)) / length, (0.45 * (toY - y)) / length];
  return <path class="arrow" d={`M${x + dx} ${y + dy}L${toX - dx / 2} ${toY - dy / 2}`} marker-end="url(#arrow)" />;
}

function Paint({ vertex: [x, y], value }: { readonly vertex: Vertex; readonly value: number }) {
  if (value === 0) return null;
  return <rect class={`paint ${value > 0 ? "black" : "white"}`} x={x - 0.5} y={y - 0.5} width={1} height={1} opacity={0.5 * Math.abs(value)} />;
}

/** A small square of the side that owns the point, a ring on a neutral one. */
function Owner({ vertex: [x, y], owner }: { readonly vertex: Vertex; readonly owner: ReturnType<typeof ownerAt> }) {
  if (owner === null) return null;
  if (owner === ".") return <circle class="owner neutral" cx={x} cy={y} r={0.14} />;
  return <rect class={`owner ${owner === "B" ? "black-side" : "white-side"}`} x={x - 0.17} y={y - 0.17} width={0.34} height={0.34} />;
}

function Coordinates({ shape, range, size }: { readonly shape: Shape; readonly range: Range; readonly size: number }) {
  return (
    <g class="coordinates" font-size={size}>
      {numbers(range.x).map((x) => (
        <text x={x} y={range.y[1] + 0.5 + GUTTER / 2} dy="0.36em">
          {columnName(x, shape)}
        </text>
      ))}
      {numbers(range.y).map((y) => (
        <text x={range.x[0] - 0.5 - GUTTER / 2} y={y} dy="0.36em">
          {rowName(y, shape)}
        </text>
      ))}
    </g>
  );
}

function River() {
  return (
    <g class="river">
      <text x={2} y={4.5} dy="0.36em">
        楚 河
      </text>
      <text x={6} y={4.5} dy="0.36em">
        漢 界
      </text>
    </g>
  );
}

/** Returns the lines in view as a path; inside the board they run to the edge of the view. */
function linesOf(shape: Shape, range: Range): string {
  const [lastX, lastY] = [shape.size - 1, heightOf(shape) - 1];
  const ends = ([first, last]: readonly [number, number], end: number) => [first === 0 ? 0 : first - 0.5, last === end ? end : last + 0.5] as const;
  const [left, right] = ends(range.x, lastX);
  const [top, bottom] = ends(range.y, lastY);
  const across = numbers(range.y).map((y) => `M${left} ${y}H${right}`);
  if (shape.game !== "xiangqi") return [...across, ...numbers(range.x).map((x) => `M${x} ${top}V${bottom}`)].join("");
  // The river parts the inner files; the palaces have diagonals.
  const files = numbers(range.x).map((x) => (x === 0 || x === lastX ? `M${x} 0V9` : `M${x} 0V4M${x} 5V9`));
  const palaces = ["M3 0L5 2M5 0L3 2", "M3 7L5 9M5 7L3 9"];
  const ticks = [...[2, 7].flatMap((y) => [1, 7].map((x): Vertex => [x, y])), ...[3, 6].flatMap((y) => [0, 2, 4, 6, 8].map((x): Vertex => [x, y]))];
  return [...across, ...files, ...palaces, ...ticks.map((vertex) => ticksOf(vertex, lastX))].join("");
}

/** Returns the angles around a point where a cannon or soldier begins. */
function ticksOf([x, y]: Vertex, last: number): string {
  const sides = [-1, 1].filter((side) => x + side >= 0 && x + side <= last);
  return sides.flatMap((dx) => [-1, 1].map((dy) => `M${x + 0.28 * dx} ${y + 0.1 * dy}h${-0.18 * dx}v${0.18 * dy}`)).join("");
}

/** Returns the star points of a board. */
function starsOf({ game, size }: Shape): Vertex[] {
  if (game === "xiangqi") return [];
  const near = size >= 13 ? 3 : 2;
  const far = size - 1 - near;
  const corners: Vertex[] = [[near, near], [far, near], [near, far], [far, far]];
  if (size % 2 === 0) return corners;
  const middle = (size - 1) / 2;
  const sides: Vertex[] = game === "go" && size >= 15 ? [[middle, near], [middle, far], [near, middle], [far, middle]] : [];
  return [...corners, [middle, middle], ...sides];
}

/** Returns the class of the side on a point, dark for the one that begins; empty without one. */
function sideOf({ board }: Position, vertex: Vertex): string {
  const sign = board.get(vertex);
  return sign === 1 ? "black-side" : sign === -1 ? "white-side" : "";
}

function verticesIn(range: Range): Vertex[] {
  return numbers(range.y).flatMap((y) => numbers(range.x).map((x): Vertex => [x, y]));
}

function numbers([first, last]: readonly [number, number]): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

function isSame([x, y]: Vertex, [otherX, otherY]: Vertex): boolean {
  return x === otherX && y === otherY;
}
