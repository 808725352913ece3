// What is shared of the position: addresses of the page and of pictures, and HTML for other sites.
import { path } from "../api/client";
import { addressOf, movesText } from "../game/address";
import { filterOf } from "../game/counted";
import { notationOf } from "../game/games";
import { pairOf } from "../game/parameters";
import type { Corner } from "../game/range";
import { CORNERS } from "../game/range";
import { movesOn } from "../game/record";
import { currentCorner, hasDetails } from "./details";
import { hrefOf, line, look } from "./place";

/** Size of the frame, in pixels. */
const FRAME = { width: 400, height: 500 };

/** Returns the address of the page. */
export const pageAddress = () => new URL(hrefOf(line.value), location.href).href;

/** Returns HTML that shows the position on another site. */
export function frameHtml(): string {
  const { href: address } = new URL(addressOf(line.value, { ...look.value, panel: "moves", embed: true }), location.href);
  return `<iframe src="${address.replace(/&/g, "&amp;")}" width="${FRAME.width}" height="${FRAME.height}" title="Joseki"></iframe>`;
}

/** Returns the corner that a picture may be of: that in view, or of the last move; null without one. */
export function pictureCorner(): Corner | null {
  const isOfCorners = line.value.game === "go" && hasDetails.value;
  return (isOfCorners && CORNERS.find((corner) => corner === currentCorner.value?.corner)) || null;
}

/** Returns the address of a picture of a corner, or of the whole board. */
export function pictureAddress(format: "png" | "svg", corner: Corner | null): string {
  const at = line.value;
  const { book, opponent, counted } = look.value;
  const { strength, since = null, until = null } = filterOf(counted);
  return path("/v1/next/picture", {
    game: at.game,
    ...(at.game === "xiangqi" ? { fen: at.fen } : { board_size: at.size, stones: at.stones.map(pairOf).join(",") || null }),
    moves: movesText(movesOn(at), at.game) || null,
    to_play: at.toPlay,
    coords: notationOf(at.game),
    book,
    opponent,
    strength: strength?.join(",") ?? null,
    since,
    until,
    format,
    corner,
  });
}
