// Games: the form that begins one and the list of one's own, or the open game.
import "../style/table.css";
import { gameOf } from "../game/games";
import type { MyGame } from "../game/table";
import { games, removeGame } from "../state/mine";
import { openTable, table } from "../state/place";
import { t } from "../text/text";
import { PlaySetup } from "./PlaySetup";
import { TablePanel } from "./TablePanel";

export { FarSeat } from "./Seats";
export { TableActions } from "./TableActions";

export function Play() {
  return table.value === null ? <Begin /> : <TablePanel />;
}

function Begin() {
  return (
    <section aria-labelledby="play-title">
      <h2 id="play-title">{t.play.title}</h2>
      <PlaySetup />
      <MyGames />
    </section>
  );
}

function MyGames() {
  if (games.value.length === 0) return null;
  return (
    <section class="games" aria-labelledby="mine-title">
      <h3 id="mine-title">{t.play.mine}</h3>
      <ul class="my-games">
        {games.value.map((game) => (
          <li key={game.token} class="row">
            <button type="button" onClick={() => openTable(game.token)}>
              {nameOf(game)}
            </button>
            <span class="faint">{textOf(game)}</span>
            <button type="button" aria-label={t.play.removeGame(nameOf(game))} onClick={() => void removeGame(game)}>
              {t.play.remove}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Returns what is played, and by whom. */
function nameOf({ table: { game, board_size: size, sides, you } }: MyGame): string {
  const who = (side: "black" | "white") => (you.includes(side) ? t.play.you : t.play.kindNames[sides[side].kind]);
  const known = gameOf(game);
  const what = known ? t.words.games[known] : game;
  return `${what}${known === "go" ? ` ${size}` : ""}: ${who("black")} – ${who("white")}`;
}

function textOf({ table: { made, count, phase, result } }: MyGame): string {
  const day = new Date(1000 * made).toISOString().slice(0, 10);
  return [day, t.words.moves(count), phase === "over" ? (result?.record ?? t.play.ended) : t.play.goingOn].join(", ");
}
