// One's own games, which the browser stores with their tokens.
import { computed } from "@preact/signals";
import { ask } from "../api/client";
import type { NewTable, Table, TableSetup } from "../api/types";
import type { MyGame, Side } from "../game/table";
import { readGames, withGame } from "../game/table";
import { keptText } from "./kept";
import { openTable } from "./place";

const stored = keptText<string>("games", (text) => text ?? "[]");

/** The list, the newest first. */
export const games = computed(() => readGames(stored.now.value));

const keep = (list: readonly MyGame[]) => {
  const text = JSON.stringify(list);
  if (text !== stored.now.peek()) stored.choose(text);
};

/** Makes a table and opens it with the token of one's own side; null watches. */
export async function makeTable(setup: TableSetup, own: Side | null): Promise<void> {
  const { value } = await ask<NewTable>("/v1/tables", { json: setup });
  const { black = null, white = null, watch } = value.tokens;
  const token = (own && value.tokens[own]) ?? watch;
  const links = { ...(black && black !== token ? { black } : {}), ...(white && white !== token ? { white } : {}), watch };
  keep(withGame(games.peek(), token, { ...value.table, you: own ? [own] : [] }, { setup, links }));
  openTable(token);
}

/** Notes the present state of a game of one's own. */
export function noteState(token: string, table: Table): void {
  const list = games.peek();
  if (table.you.length > 0 || list.some((one) => one.token === token)) keep(withGame(list, token, table));
}

/** Deletes a game from the list, and at the server unless another person may want it: one that goes on is given up. */
export async function removeGame({ token, table }: MyGame): Promise<void> {
  keep(games.peek().filter((one) => one.token !== token));
  const persons = [table.sides.black, table.sides.white].filter(({ kind }) => kind === "person").length;
  if (persons > table.you.length) return;
  const path = `/v1/tables/${token}`;
  if (table.phase !== "over" && table.you.length > 0) await ask(`${path}/actions`, { json: { action: "resign" } }).catch(() => undefined);
  await ask(path, { method: "DELETE" }).catch(() => undefined);
}
