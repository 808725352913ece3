// After the end of a game at a table: its review, and its moves in the book.
import { batch } from "@preact/signals";
import { askText } from "../api/client";
import type { Table } from "../api/types";
import { gameAt, lineAt } from "../game/table";
import { books, game } from "./answer";
import { dropped } from "./drop";
import { goTo, openBook, see, table as token } from "./place";
import { valueOf } from "./resource";

/** Leaves the table for another panel, with a book of its game. */
function leave(now: Table, panel: "moves" | "review"): void {
  const of = gameAt(now);
  token.value = null;
  see({ panel });
  if (game.value === of) return;
  const shelf = (valueOf(books.now.value)?.books ?? []).filter((one) => one.game === of);
  const book = shelf.find((one) => one.name === of) ?? shelf[0];
  if (book) openBook(book.name, of);
}

/** Opens the game in the review. */
export async function reviewGame(now: Table): Promise<void> {
  const format = gameAt(now) === "xiangqi" ? "pgn" : "sgf";
  const text = await askText(`/v1/tables/${token.peek()}/record?format=${format}`);
  batch(() => {
    leave(now, "review");
    dropped.value = [new File([text], `game.${format}`)];
  });
}

/** Puts the moves on the page's board, with the book's moves beside them. */
export function toBook(now: Table): void {
  batch(() => {
    leave(now, "moves");
    goTo(lineAt(now));
  });
}
