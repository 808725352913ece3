// The judged moves of a game as a table, and the judgement of the next move in full.
import { useEffect, useRef } from "preact/hooks";
import type { JudgedMove } from "../api/types";
import type { Row } from "../game/review";
import { KINDS, costText, faultFrom, judgedAt } from "../game/review";
import type { Pairs } from "../state/stage";
import * as state from "../state/review";
import { Shown } from "./Shown";
import { colorName, spaced } from "./words";

export function ReviewMoves() {
  const rows = state.rows.value;
  const faults = rows.filter((row) => row.fault).length;
  const only = state.faultsOnly.value;
  return (
    <>
      <Faults rows={rows} />
      <Here rows={rows} />
      <label class="row">
        <input type="checkbox" checked={only} onChange={() => (state.faultsOnly.value = !only)} /> Faults only ({faults} of{" "}
        {rows.length} judged moves)
      </label>
      <Table rows={only ? rows.filter((row) => row.fault) : rows} />
    </>
  );
}

/** Buttons to the previous and next fault. */
function Faults({ rows }: { readonly rows: readonly Row[] }) {
  const number = state.here.value ?? 0;
  const button = (text: string, to: number | null) => (
    <button type="button" aria-disabled={to === null} onClick={() => to !== null && state.toMove(to)}>
      {text}
    </button>
  );
  return (
    <div class="row" role="group" aria-label="Faults">
      {button("◀ Previous fault", faultFrom(rows, number, -1))}
      {button("Next fault ▶", faultFrom(rows, number, 1))}
    </div>
  );
}

/** The judgement of the next move on the board. */
function Here({ rows }: { readonly rows: readonly Row[] }) {
  const number = state.here.value;
  if (number === null) return <p class="nothing">The board has left the game. Choose a move to go back to it.</p>;
  const pair = state.game.value?.record?.moves[number - 1];
  if (!pair) return <p class="nothing">End of the game.</p>;
  const found = judgedAt(rows, number);
  return (
    <div class="here">
      <p>
        Move {number}, {colorName(pair[0]!)} <strong>{pair[1]}</strong>
        {found.length === 0 && ": not judged"}
      </p>
      {found.map((row) => (
        <div key={row.corner}>
          <p>
            <Sign kind={row.judged.kind} /> {spaced(row.corner)}: {row.judged.text}
          </p>
          <Lines judged={row.judged} />
        </div>
      ))}
    </div>
  );
}

/** The book lines of a move, with previews on the board. */
function Lines({ judged }: { readonly judged: JudgedMove }) {
  const { punishment, better_line: better } = judged;
  if (!punishment && !better) return null;
  const pairs = (line: readonly (readonly string[])[]): Pairs => line.map(([color, point]) => [color!, point!] as const);
  const lines: [string, Pairs][] = [];
  if (punishment) lines.push(["Punishment", [[judged.color, judged.point], ...pairs(punishment.moves)]]);
  if (better) lines.push(["Better", pairs(better.moves)]);
  return (
    <div class="row">
      {lines.map(([what, moves]) => (
        <Shown key={what} class="line" text={lineText(what, moves)} moves={moves} />
      ))}
    </div>
  );
}

/** Returns the label of a line: its kind and its points. */
function lineText(what: string, moves: Pairs): string {
  return `${what}: ${moves.map(([, point]) => point).join(" ")}`;
}

function Table({ rows }: { readonly rows: readonly Row[] }) {
  const scroller = useRef<HTMLDivElement>(null);
  const here = state.here.value;
  useEffect(() => {
    const box = scroller.current;
    const row = box?.querySelector<HTMLElement>("[aria-current]");
    if (!box || !row) return;
    const hidden = row.offsetTop < box.scrollTop + 30 || row.offsetTop + row.offsetHeight > box.scrollTop + box.clientHeight;
    if (hidden) box.scrollTop = row.offsetTop - box.clientHeight / 2;
  }, [here, rows.length]);
  if (rows.length === 0) return null;
  return (
    <div class="scroller judged" tabIndex={0} role="region" aria-label="Table of judged moves" ref={scroller}>
      <table>
        <thead>
          <tr>
            <th scope="col">Move</th>
            <th scope="col">Kind</th>
            <th scope="col">What the book says</th>
            <th scope="col">Cost</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow key={`${row.judged.move} ${row.corner}`} row={row} here={row.judged.move === here} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function TableRow({ row, here }: { readonly row: Row; readonly here: boolean }) {
  const { judged } = row;
  return (
    <tr class={here ? "chosen" : ""} {...(here ? { "aria-current": "step" as const } : {})}>
      <th scope="row">
        <button type="button" class="point-name" onClick={() => state.toMove(judged.move)}>
          {judged.move} <span aria-hidden="true">{judged.color === "B" ? "●" : "○"}</span>
          <span class="unseen">{colorName(judged.color)}</span> {judged.point}
        </button>
      </th>
      <td class="kind">
        <Kind judged={judged} />
      </td>
      <td>
        {judged.text} <span class="faint">({spaced(row.corner)})</span>
      </td>
      <td class="number">{costText(judged.cost)}</td>
    </tr>
  );
}

function Kind({ judged }: { readonly judged: JudgedMove }) {
  return (
    <>
      <Sign kind={judged.kind} />{" "}
      <span class="word">
        {KINDS[judged.kind]?.[1] ?? judged.kind}
        {judged.excused && ", excused"}
      </span>
    </>
  );
}

function Sign({ kind }: { readonly kind: string }) {
  return (
    <span class="sign" aria-hidden="true">
      {KINDS[kind]?.[0]}
    </span>
  );
}
