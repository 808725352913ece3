// Beside the board of a game: its moves, what is said, links, and what can be done after the end.
import { useEffect, useRef, useState } from "preact/hooks";
import { ask } from "../api/client";
import type { Table } from "../api/types";
import { notationOf } from "../game/games";
import { colorName } from "../game/line";
import type { Side } from "../game/table";
import { SIDES, colorOfSide, exchanged, gameAt, lineAt, otherSide } from "../game/table";
import { RULES } from "../state/count";
import { key } from "../state/key";
import { makeTable } from "../state/mine";
import { openTable, table as token } from "../state/place";
import { act, hasSound, myGame, sideName, state, switchSound, thought, view, viewedMove } from "../state/table";
import { reviewGame, toBook } from "../state/tableEnd";
import { t } from "../text/text";
import { Check } from "./Check";
import { Copied } from "./Copied";
import { discOf } from "./Crumbs";
import { Failure } from "./Failure";
import { useTask } from "./task";
import { count } from "./words";

export function TablePanel() {
  const now = state.value;
  return (
    <section class="table-panel" aria-labelledby="table-title">
      <div class="row">
        <h2 id="table-title">{now ? factsOf(now) : t.table.title}</h2>
        <button type="button" onClick={() => openTable(null)}>
          {t.table.leave}
        </button>
      </div>
      {now && <Parts now={now} />}
    </section>
  );
}

/** Returns what is played: the game, and in Go by which rules. */
function factsOf(now: Table): string {
  const game = gameAt(now);
  if (game !== "go") return t.words.games[game];
  const stones = now.start.handicap.length;
  return t.table.goFacts(now.board_size, t.count.rulesNames[RULES.find((one) => one === now.rules) ?? "chinese"], now.komi ?? 0, stones);
}

function Parts({ now }: { readonly now: Table }) {
  return (
    <>
      {now.phase === "over" && <Ended now={now} />}
      <Moves now={now} />
      <Thinking />
      <Talk now={now} />
      <Links now={now} />
      <Check text={t.table.sound} on={hasSound.value} set={switchSound} />
    </>
  );
}

/** The moves, each a button that shows it, and the words of a program on the shown one. */
function Moves({ now }: { readonly now: Table }) {
  const list = useRef<HTMLOListElement>(null);
  const at = viewedMove.value;
  const { moves, game } = lineAt(now);
  useEffect(() => {
    const here = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (here && list.current) list.current.scrollTop = here.offsetTop - list.current.clientHeight / 2;
  }, [at, moves.length]);
  const comment = now.comments[at - 1];
  const move = (number: number, text: string, says: string) => (
    <li key={number}>
      <button type="button" aria-label={says} onClick={() => view(number)} {...(number === at ? { "aria-current": "step" as const } : {})}>
        {text}
      </button>
    </li>
  );
  return (
    <>
      <ol class="table-moves" ref={list} aria-label={t.table.moves}>
        {move(0, t.walk.atStart, t.walk.atStart)}
        {moves.map(({ color, point }, index) =>
          move(index + 1, `${index + 1} ${game === "xiangqi" ? "" : `${discOf(color)} `}${point}`, t.words.crumb(index + 1, colorName(color), point)),
        )}
      </ol>
      {comment && <p class="comment">{t.table.comment(comment)}</p>}
    </>
  );
}

/** What a program thinks; two lines, so that nothing jumps. */
function Thinking() {
  const now = thought.value;
  const hasProgram = state.value && SIDES.some((side) => state.value?.sides[side].kind !== "person");
  if (!hasProgram || state.value?.phase === "over") return null;
  return <p class="thought faint">{now && t.table.thought(now.depth, now.value === null ? "" : String(now.value), count(now.nodes), now.line.join(" "))}</p>;
}

/** What was said last, and what can be said to another person. */
function Talk({ now }: { readonly now: Table }) {
  const own = now.you.length === 1 ? now.you[0]! : null;
  const isPerson = own !== null && now.sides[otherSide(own as Side)].kind === "person";
  const phrase = (name: string) => (t.table.phrases as Record<string, string>)[name] ?? name;
  if (!isPerson && now.said.length === 0) return null;
  return (
    <>
      <ul class="said-list" aria-live="polite">
        {now.said.slice(-3).map(({ by, phrase: name }, index) => (
          <li key={now.said.length - 3 + index}>{t.table.said(sideName(now, by), phrase(name))}</li>
        ))}
      </ul>
      {isPerson && (
        <details>
          <summary>{t.table.say}</summary>
          <div class="row">
            {Object.entries(t.table.phrases).map(([name, text]) => (
              <button type="button" onClick={() => void act({ action: "say", phrase: name })}>
                {text}
              </button>
            ))}
          </div>
        </details>
      )}
    </>
  );
}

/** Links for others, of a game that was made here. */
function Links({ now }: { readonly now: Table }) {
  const links = myGame.value?.links;
  if (!links) return null;
  const address = (of: string) => `${location.origin}/#table=${of}`;
  return (
    <>
      {SIDES.map((side) => links[side] && now.phase !== "over" && !now.sides[side].present && <Copied key={side} label={t.table.invite(sideName(now, side))} copy={t.share.copyLink} rows={1} text={address(links[side])} />)}
      {links.watch && links.watch !== token.value && <Copied label={t.table.watch} copy={t.share.copyLink} rows={1} text={address(links.watch)} />}
    </>
  );
}

/** What can be done after the end. */
function Ended({ now }: { readonly now: Table }) {
  const task = useTask();
  const setup = myGame.value?.setup;
  const own = now.you.length === 1 ? otherSide(now.you[0] as Side) : now.you.length > 1 ? ("black" as const) : null;
  return (
    <>
      <div class="row">
        {!now.start.fen && (
          <button type="button" disabled={task.busy} onClick={() => task.run(() => reviewGame(now))}>
            {t.table.review}
          </button>
        )}
        {setup && (
          <button type="button" disabled={task.busy} onClick={() => task.run(() => makeTable(exchanged(setup), own))}>
            {t.table.again}
          </button>
        )}
        <button type="button" onClick={() => toBook(now)}>
          {t.table.toBook}
        </button>
      </div>
      <p class="row">
        {t.table.download}:
        {formatsOf(now).map((format) => (
          <a key={format} href={`/v1/tables/${token.value}/record?format=${format}`} download>
            {format.toUpperCase()}
          </a>
        ))}
      </p>
      {key.value !== null && now.result && <Learn now={now} />}
      {task.problem && <Failure problem={task.problem} />}
    </>
  );
}

/** Returns the formats that can hold a game. */
function formatsOf(now: Table): readonly string[] {
  const game = gameAt(now);
  if (game === "xiangqi") return now.start.fen ? ["pgn"] : ["pgn", "sgf"];
  if (game !== "go") return ["sgf", "psq"];
  const hasPass = /pass(?!( pass)*$)/.test(now.moves.join(" "));
  return now.board_size === 19 && now.start.handicap.length === 0 && !hasPass ? ["sgf", "go"] : ["sgf"];
}

/** Sends the result, from which the book's order of moves learns. */
function Learn({ now }: { readonly now: Table }) {
  const task = useTask();
  const [isSent, setSent] = useState(false);
  // The book's own side if it played, else one's own.
  const side: Side = SIDES.find((one) => now.sides[one].kind === "book") ?? (now.you[0] as Side | undefined) ?? "black";
  const other = now.sides[otherSide(side)].kind;
  const [name, setName] = useState(other === "person" ? "" : other);
  if (isSent) return <p role="status">{t.table.learned}</p>;
  const send = async () => {
    const line = lineAt(now);
    const pairs = (moves: typeof line.moves) => moves.map((move) => [move.color, move.point]);
    const result = !now.result?.winner ? "draw" : now.result.winner === side ? "win" : "loss";
    const json = {
      game_id: `table-${token.value}`,
      game: line.game,
      ...(line.game === "xiangqi" ? {} : { board_size: line.size }),
      initial_stones: pairs(line.stones),
      moves: pairs(line.moves),
      coords: notationOf(line.game),
      opponent: name.trim(),
      color: colorOfSide(side, line.game),
      result,
    };
    await ask("/v1/results", { json });
    setSent(true);
  };
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() !== "") task.run(send);
      }}
    >
      <label>
        {t.table.opponent(sideName(now, side))} <input value={name} maxLength={200} required onInput={(event) => setName(event.currentTarget.value)} />
      </label>
      <button type="submit" disabled={task.busy}>
        {t.table.learn}
      </button>
      {task.problem && <Failure problem={task.problem} />}
    </form>
  );
}
