// What a pattern search found: numbers, continuations, and games that open at the hit.
import type { FoundGame, Hit, PatternResponse } from "../api/types";
import type { Lettered } from "../game/pattern";
import { sidesOf } from "../game/games";
import { line } from "../state/place";
import * as state from "../state/pattern";
import { t } from "../text/text";
import { Check } from "./Check";
import { Failure } from "./Failure";
import { useTask } from "./task";
import { colorName, count, gameText, percent, playersText } from "./words";

export function FindResult() {
  const problem = state.problem.value;
  const found = state.answer.value;
  if (problem) return <Failure problem={problem} again={state.searchAgain} />;
  if (!found) return state.searched.value.state === "asking" ? <p class="faint">{t.find.searching}</p> : null;
  return (
    <>
      <Summary found={found} />
      <div class="row">
        <button type="button" disabled={!state.canNarrow.value} onClick={state.narrow}>
          {t.find.inThese}
        </button>
        {!state.isHere.value && (
          <button type="button" onClick={state.goBack}>
            {t.find.backToSearched}
          </button>
        )}
      </div>
      {found.hits > 0 && <Continuations found={found} />}
      {found.hits > 0 && <FoundGames />}
    </>
  );
}

function Summary({ found }: { readonly found: PatternResponse }) {
  const { hits, games, swapped, black_wins: black, white_wins: white, no_continuation: ends, without_moves: unread } = found;
  const [first, second] = sidesOf(line.value.game).map(colorName) as [string, string];
  const decided = (black ?? 0) + (white ?? 0);
  return (
    <>
      <p>
        {found.complete ? t.find.searched(found.searched) : t.find.soFar(found.searched)}
      </p>
      <p role="status">
        {found.complete && (
          <>
            <strong>{t.find.hits(hits)}</strong>
            {decided > 0 ? t.find.inGamesWon(games, first, wonText(black!, decided), second, wonText(white!, decided)) : t.find.inGames(games)}
          </>
        )}
      </p>
      {!found.complete && (
        <p>
          {t.find.hits(hits) + t.find.inGames(games)}
        </p>
      )}
      <p class="faint">
        {hits > 0 && (swapped === null || swapped === undefined ? t.find.ownImage : t.find.swapped(swapped))}{" "}
        {ends > 0 && (state.isOfPieces.value ? t.find.gameEnded(ends) : t.find.noneInside(ends))} {unread > 0 && t.find.unread(unread)}
      </p>
    </>
  );
}

function wonText(won: number, decided: number): string {
  return `${count(won)} (${percent(won / decided)})`;
}

function Continuations({ found }: { readonly found: PatternResponse }) {
  const all = state.lettered.value;
  const rare = found.continuations.length - all.length;
  const first = colorName(sidesOf(line.value.game)[0]);
  if (all.length === 0) return null;
  return (
    <>
      <Check text={t.find.lettersOn} on={state.lettersOn.value} set={(on) => (state.lettersOn.value = on)} />
      <div class="scroller" tabIndex={0} role="region" aria-label={t.find.tableLabel}>
        <table>
          <caption>{state.isOfPieces.value ? t.find.nextMove : t.find.nextStone}{rare > 0 && t.find.rarer(rare)}</caption>
          <thead>
            <tr>
              <th scope="col">{t.find.next}</th>
              <th scope="col">{t.find.by}</th>
              <th scope="col">{t.find.hitsColumn}</th>
              <th scope="col">{t.find.share}</th>
              <th scope="col">{t.find.games}</th>
              <th scope="col" title={t.find.wonTitle(first)}>
                {t.words.won(first)}
              </th>
              <th scope="col">{t.find.years}</th>
            </tr>
          </thead>
          <tbody>
            {all.map((one) => (
              <Row key={`${one.color} ${one.move}`} one={one} hits={found.hits} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

interface RowProps {
  readonly one: Lettered;
  readonly hits: number;
}

function Row({ one, hits }: RowProps) {
  const { letter, move, color, next } = one;
  const decided = (next.black_wins ?? 0) + (next.white_wins ?? 0);
  const years = [...new Set([next.first_year, next.last_year].filter(Boolean))].join("–");
  return (
    <tr>
      <th scope="row">
        <button type="button" class="point-name" aria-label={t.find.goOn(letter, move)} onClick={() => state.follow(one)}>
          {letter} {move}
        </button>
      </th>
      <td>{state.isColorless.value || !color ? t.find.either : colorName(color)}</td>
      <td class="number">{count(next.count)}</td>
      <td class="number">{percent(next.count / hits, 1)}</td>
      <td class="number">{count(next.games)}</td>
      <td class="number">{decided > 0 && percent((next.black_wins ?? 0) / decided)}</td>
      <td class="number">{years}</td>
    </tr>
  );
}

function FoundGames() {
  const task = useTask();
  const games = state.games.value;
  if (games.length === 0) return null;
  return (
    <section class="games" aria-labelledby="found-title">
      <h3 id="found-title">{t.find.games}</h3>
      <ul>
        {games.map((game) => (
          <li key={game.id}>
            {playersText(game)} <span class="faint">{gameText(game)}</span>
            <div class="hits">
              {game.hits.map((hit) => (
                <OneHit key={`${hit.move} ${hit.x} ${hit.y} ${hit.symmetry} ${hit.swapped}`} game={game} hit={hit} onOpen={() => task.run(() => state.openHit(game, hit))} />
              ))}
            </div>
          </li>
        ))}
      </ul>
      {task.problem && <Failure problem={task.problem} />}
      {state.nextPage.value !== null && (
        <button type="button" disabled={task.busy} onClick={() => task.run(state.more)}>
          {t.find.moreGames}
        </button>
      )}
    </section>
  );
}

interface OneHitProps {
  readonly game: FoundGame;
  readonly hit: Hit;
  readonly onOpen: () => void;
}

/** A button that opens a game where it has the pattern, with the letter of what came next. */
function OneHit({ game, hit, onOpen }: OneHitProps) {
  const { next } = hit;
  const isNext = (one: Lettered) => (["play", "color", "x", "y"] as const).every((name) => one.next[name] === next?.[name]);
  const letter = next && state.lettered.value.find(isNext)?.letter;
  return (
    <button type="button" class="more" title={t.find.openHere} onClick={onOpen}>
      <span class="unseen">{playersText(game)}, </span>{letter ? t.find.hitThen(hit.move, letter) : t.find.hit(hit.move)}
    </button>
  );
}
