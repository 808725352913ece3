// What a pattern search found: numbers, continuations, and games that open at the hit.
import type { FoundGame, Hit, PatternResponse } from "../api/types";
import type { Lettered } from "../game/pattern";
import { sidesOf } from "../game/games";
import { line } from "../state/place";
import * as state from "../state/pattern";
import { Check } from "./Check";
import { Failure } from "./Failure";
import { useTask } from "./task";
import { colorName, count, gameText, percent, playersText } from "./words";

export function FindResult() {
  const problem = state.problem.value;
  const found = state.answer.value;
  if (problem) return <Failure problem={problem} again={state.searchAgain} />;
  if (!found) return state.searched.value.state === "asking" ? <p class="faint">Searching…</p> : null;
  return (
    <>
      <Summary found={found} />
      <div class="row">
        <button type="button" disabled={!state.canNarrow.value} onClick={state.narrow}>
          Search in these games
        </button>
        {!state.isHere.value && (
          <button type="button" onClick={state.goBack}>
            Back to the searched position
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
  const [first, second] = sidesOf(line.value.game).map(colorName);
  const decided = (black ?? 0) + (white ?? 0);
  return (
    <>
      <p>
        {found.complete ? "Searched" : "So far:"} {count(found.searched)} games.
      </p>
      <p role="status">
        {found.complete && (
          <>
            <strong>{hitsText(hits)}</strong> in {count(games)} {games === 1 ? "game" : "games"}
            {decided > 0 && `; ${first} won ${wonText(black!, decided)}, ${second} ${wonText(white!, decided)}`}.
          </>
        )}
      </p>
      {!found.complete && (
        <p>
          {hitsText(hits)} in {count(games)} games.
        </p>
      )}
      <p class="faint">
        {hits > 0 && (swapped === null || swapped === undefined ? "The pattern is its own image with exchanged colours." : `${count(swapped)} with exchanged colours.`)}{" "}
        {ends > 0 && `After ${count(ends)} ${state.isOfPieces.value ? "the game ended" : "no stone was put inside"}.`} {unread > 0 && `${count(unread)} games were counted without their moves and cannot be searched.`}
      </p>
    </>
  );
}

function hitsText(hits: number): string {
  return `${count(hits)} ${hits === 1 ? "hit" : "hits"}`;
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
      <Check text="Letters on the board: a click goes on with them" on={state.lettersOn.value} set={(on) => (state.lettersOn.value = on)} />
      <div class="scroller" tabIndex={0} role="region" aria-label="Table of continuations">
        <table>
          <caption>{state.isOfPieces.value ? "Next move" : "Next stone inside"}{rare > 0 && `; ${rare} rarer ones are not shown`}</caption>
          <thead>
            <tr>
              <th scope="col">Next</th>
              <th scope="col">By</th>
              <th scope="col">Hits</th>
              <th scope="col">Share</th>
              <th scope="col">Games</th>
              <th scope="col" title={`Share of the decided games that the side named ${first} won`}>
                {first} won
              </th>
              <th scope="col">Years</th>
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
        <button type="button" class="point-name" aria-label={`Go on with ${letter}, ${move}`} onClick={() => state.follow(one)}>
          {letter} {move}
        </button>
      </th>
      <td>{state.isColorless.value || !color ? "either" : colorName(color)}</td>
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
      <h3 id="found-title">Games</h3>
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
          More games
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
    <button type="button" class="more" title="Open the game here" onClick={onOpen}>
      <span class="unseen">{playersText(game)}, </span>move {hit.move}
      {letter && `, then ${letter}`}
    </button>
  );
}
