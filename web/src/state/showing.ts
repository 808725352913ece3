// Fetches book lines and games, and shows them on the board.
import { ask, bookPath, path } from "../api/client";
import type { BookNode, KeptGame } from "../api/types";
import type { Look } from "../game/address";
import { notationOf, sidesOf, sizeOf } from "../game/games";
import { alternating, colorOf, emptyLine, movesOf } from "../game/line";
import { nodePath } from "./details";
import type { Place } from "./drafts";
import { goToLater, line, look } from "./place";

/** Shows a canonical line of the page's game; in Go in the upper right with Black first. */
export async function showLine(book: string, steps: string): Promise<void> {
  const { game } = line.value;
  const frame = game === "go" ? { corner: "upper_right", handedness: "clockwise", color: "B" } : {};
  const from = path(`${bookPath(book)}/nodes/${steps}`, { ...frame, coords: notationOf(game) });
  const points = async () => (steps === "" ? [] : pointsAt(from));
  await goToLater(async () => alternating(await points(), sidesOf(game)[0], game), inBook(book));
}

/** Shows a move with the moves before it; also one that is not in the book. */
export async function showPlace(place: Place, isNew: boolean): Promise<void> {
  const { book, color, steps, name } = place;
  const before = steps.slice(0, -2).replace(/XX$/, "");
  const known = isNew ? before : steps;
  const passed = isNew && before.length < steps.length - 2 ? [null] : [];
  const find = async () => {
    const points = known === "" ? [] : await pointsAt(nodePath({ ...place, steps: known }));
    return alternating(isNew ? [...points, ...passed, name] : points, colorOf(color), line.value.game);
  };
  await goToLater(find, inBook(book));
}

/** Shows a game on the board after some of its moves; returns whether it did. */
export async function showGame(book: string, id: string, at = 0, change: Partial<Look> = {}): Promise<boolean> {
  return goToLater(async () => {
    const { game } = line.value;
    const { value } = await ask<KeptGame>(path(`${bookPath(book)}/games/${id}`, { format: "moves", coords: notationOf(game) }));
    const moves = movesOf(value.moves);
    const stones = movesOf(value.initial_stones);
    return { ...emptyLine(sizeOf(game, value.board_size), game), stones, moves, at: Math.min(at, moves.length) };
  }, change);
}

async function pointsAt(from: string): Promise<readonly (string | null)[]> {
  return (await ask<BookNode>(from)).value.points;
}

/** Returns the view options for a book. */
function inBook(book: string): Partial<Look> {
  const shown = look.value.book ?? "main";
  return shown === book ? {} : { book: book === "main" ? null : book };
}
