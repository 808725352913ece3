// Example games, which open on the board.
import type { ExampleGame } from "../api/types";
import { showGame } from "../state/showing";
import { t } from "../text/text";
import { Failure } from "./Failure";
import { useTask } from "./task";
import { gameText, playersText } from "./words";

interface GamesProps {
  readonly book: string;
  readonly games: readonly ExampleGame[];
}

export function Games({ book, games }: GamesProps) {
  const task = useTask();
  if (games.length === 0) return null;
  return (
    <section class="games" aria-labelledby="games-title">
      <h3 id="games-title">{t.details.games}</h3>
      <ul>
        {games.map((game) => (
          <li key={game.id}>
            <button type="button" onClick={() => task.run(() => showGame(book, game.id))}>
              {playersText(game)}
            </button>{" "}
            <span class="faint">{gameText(game)}</span>
          </li>
        ))}
      </ul>
      {task.problem && <Failure problem={task.problem} />}
    </section>
  );
}
