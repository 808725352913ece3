// Games that are fetched and put on the board.
import { ask, bookPath, path } from "../api/client";
import type { KeptGame } from "../api/types";
import { movesOf } from "../game/line";
import { goToLater } from "./place";

/** Puts a kept game on the board, at its start. */
export async function showGame(book: string, id: string): Promise<void> {
  await goToLater(async () => {
    const { value } = await ask<KeptGame>(path(`${bookPath(book)}/games/${id}`, { format: "moves", coords: "gtp" }));
    return { size: value.board_size, stones: movesOf(value.initial_stones), moves: movesOf(value.moves), at: 0, toPlay: null };
  });
}
