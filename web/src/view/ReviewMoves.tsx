// The judged moves of a game as a table, and the judgement of the next move in full.
import { useEffect, useRef } from "preact/hooks";
import type { JudgedMove } from "../api/types";
import type { Row } from "../game/review";
import { KINDS, costText, isRemark, judgedAt, kindText, remarkFrom } from "../game/review";
import type { Pairs } from "../state/stage";
import * as state from "../state/review";
import { isGo } from "../state/answer";
import { t } from "../text/text";
import { CostGraph } from "./CostGraph";
import { Shown } from "./Shown";
import { Side } from "./Side";
import { colorName, cornerName } from "./words";

export function ReviewMoves() {
  const rows = state.rows.value;
  const faults = rows.filter((row) => row.fault).length;
  const left = rows.filter((row) => row.left && !row.fault).length;
  const only = state.remarksOnly.value;
  return (
    <>
      <CostGraph costs={state.costs.value} moves={state.game.value?.reviewed ?? 0} />
      <Remarks rows={rows} />
      <Here rows={rows} />
      <label class="row">
        <input type="checkbox" checked={only} onChange={() => (state.remarksOnly.value = !only)} />{" "}
        {t.review.remarksOnly(t.review.faults(faults), t.review.leftCount(left), rows.length)}
      </label>
      <Table rows={only ? rows.filter(isRemark) : rows} />
    </>
  );
}

/** Buttons to the previous and next fault, or move that left the book. */
function Remarks({ rows }: { readonly rows: readonly Row[] }) {
  const number = state.here.value ?? 0;
  const button = (text: string, to: number | null) => (
    <button type="button" aria-disabled={to === null} onClick={() => to !== null && state.toMove(to)}>
      {text}
    </button>
  );
  return (
    <div class="row" role="group" aria-label={t.review.remarks}>
      {button(t.review.previous, remarkFrom(rows, number, -1))}
      {button(t.review.next, remarkFrom(rows, number, 1))}
    </div>
  );
}

/** The judgement of the next move on the board. */
function Here({ rows }: { readonly rows: readonly Row[] }) {
  const number = state.here.value;
  if (number === null) return <p class="nothing">{t.review.leftGame}</p>;
  const pair = state.game.value?.record?.moves[number - 1];
  if (!pair) return <p class="nothing">{t.review.end}</p>;
  const found = judgedAt(rows, number);
  return (
    <div class="here">
      <p>
        <strong>{t.words.crumb(number, colorName(pair[0]), pair[1]!)}</strong>
        {found.length === 0 && `: ${t.review.notJudged}`}
      </p>
      {found.map((row) => (
        <div key={row.corner}>
          <p>
            <Sign kind={row.judged.kind} /> {isGo.value && `${t.review.inCorner(cornerName(row.corner))} `}
            {row.judged.text}
          </p>
          <Lines row={row} />
        </div>
      ))}
    </div>
  );
}

/** The book lines of a move, with previews on the board. */
function Lines({ row: { judged, fault } }: { readonly row: Row }) {
  const { punishment, better_line: better } = judged;
  if (!punishment && !better) return null;
  const pairs = (line: readonly (readonly string[])[]): Pairs => line.map(([color, point]) => [color!, point!] as const);
  const lines: [string, Pairs][] = [];
  if (punishment) lines.push([t.review.punishment, [[judged.color, judged.point], ...pairs(punishment.moves)]]);
  if (better) lines.push([fault ? t.review.better : t.review.theBook, pairs(better.moves)]);
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
  return t.review.line(what, moves.map(([, point]) => point).join(" "));
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
    <div class="scroller judged" tabIndex={0} role="region" aria-label={t.review.table} ref={scroller}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t.review.move}</th>
            <th scope="col">{t.review.kind}</th>
            <th scope="col">{t.review.says}</th>
            <th scope="col">{t.review.cost}</th>
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
          {judged.move} <Side color={judged.color} named /> {judged.point}
        </button>
      </th>
      <td class="kind">
        <Kind judged={judged} />
      </td>
      <td>
        {judged.text} {isGo.value && <span class="faint">({cornerName(row.corner)})</span>}
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
        {judged.excused ? t.review.excused(kindText(judged.kind)) : kindText(judged.kind)}
      </span>
    </>
  );
}

function Sign({ kind }: { readonly kind: string }) {
  return (
    <span class="sign" aria-hidden="true">
      {KINDS[kind]}
    </span>
  );
}
