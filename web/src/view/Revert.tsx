// Reverting a change: first a dry run, then the revert itself.
import { useEffect, useId, useState } from "preact/hooks";
import type { Problem } from "../api/client";
import type { Change, Contradiction, NodeChange, Reverted } from "../api/types";
import { countsText } from "../game/told";
import type { Revert as Asked } from "../state/changes";
import { NODES, revert, tryRevert } from "../state/changes";
import { asProblem } from "../state/resource";
import { textOf } from "../text/forms";
import { t } from "../text/text";
import { Failure } from "./Failure";
import { NodeChanges } from "./NodeChanges";
import { useTask } from "./task";

type Later = Asked["later"];

const CHOICES = ["keep", "drop"] as const satisfies readonly Later[];

interface RevertProps {
  readonly change: Change;
  readonly onDone: () => void;
}

export function Revert({ change, onDone }: RevertProps) {
  const [later, setLater] = useState<Later>("refuse");
  const [reason, setReason] = useState("");
  const [trial, refusal] = useTrial(change, later);
  const task = useTask();
  const clashes = refusal?.body.code === "later_changes" || (trial !== null && trial.contradictions.count > 0);
  const undecided = clashes && later === "refuse";
  const go = async () => {
    await revert({ book: change.book, change: change.id, later, reason }, "history");
    onDone();
  };
  const nothing = trial !== null && trial.difference.nodes.length === 0;
  return (
    <div class="confirm" role="group" aria-label={t.history.revert(change.id)}>
      {refusal && <Failure problem={refusal} />}
      {refusal && <Contradictions found={refusal.body.contradictions ?? []} />}
      {!trial && !refusal && <p role="status">{t.history.trying}</p>}
      {trial && (
        <>
          <p role="status">
            {undecided ? t.history.wouldHappenKept(countsText(trial.difference)) : t.history.wouldHappen(countsText(trial.difference))}
          </p>
          <Contradictions found={trial.contradictions.first} />
          {!nothing && <WhatWouldChange book={change.book} nodes={trial.difference.nodes} />}
          <label>
            {t.words.reason}
            <input value={reason} onInput={(event) => setReason(event.currentTarget.value)} />
          </label>
        </>
      )}
      {(clashes || later !== "refuse") && <Choice later={later} onChoose={setLater} />}
      {task.problem && <Failure problem={task.problem} />}
      <div class="row">
        <button type="button" onClick={onDone} disabled={task.busy}>
          {t.words.cancel}
        </button>
        <button type="button" class="grave" disabled={!trial || nothing || undecided || task.busy} onClick={() => task.run(go)}>
          {task.busy ? t.history.reverting : t.history.revert(change.id)}
        </button>
      </div>
    </div>
  );
}

function WhatWouldChange({ book, nodes }: { readonly book: string; readonly nodes: readonly NodeChange[] }) {
  return (
    <details open={nodes.length < 6}>
      <summary>{nodes.length > NODES ? t.history.wouldChangeFirst(NODES) : t.history.wouldChange}</summary>
      <NodeChanges book={book} nodes={nodes.slice(0, NODES)} shows />
    </details>
  );
}

/** Returns the result of the dry run, or its problem, for the present choice. */
function useTrial(change: Change, later: Later): readonly [Reverted | null, Problem | null] {
  const [found, setFound] = useState<readonly [Later, Reverted | null, Problem | null]>([later, null, null]);
  useEffect(() => {
    let wanted = true;
    const keep = (trial: Reverted | null, problem: Problem | null) => wanted && setFound([later, trial, problem]);
    tryRevert({ book: change.book, change: change.id, later, reason: "" }).then(
      (trial) => keep(trial, null),
      (error: unknown) => keep(null, asProblem(error)),
    );
    return () => {
      wanted = false;
    };
  }, [change.book, change.id, later]);
  return found[0] === later ? [found[1], found[2]] : [null, null];
}

function Choice({ later, onChoose }: { readonly later: Later; readonly onChoose: (later: Later) => void }) {
  const name = useId();
  return (
    <fieldset>
      <legend>{t.history.later}</legend>
      {CHOICES.map((value) => (
        <label key={value} class="check">
          <input type="radio" name={name} checked={later === value} onChange={() => onChoose(value)} /> {t.history[value]}
        </label>
      ))}
    </fieldset>
  );
}

function Contradictions({ found }: { readonly found: readonly Contradiction[] }) {
  if (found.length === 0) return null;
  const few = found.slice(0, 30);
  return (
    <div class="scroller" tabIndex={0} role="region" aria-label={t.history.conflicts}>
      <table>
        <caption>
          {few.length < found.length ? t.history.conflictsFirst(found.length, few.length) : t.history.conflictsCount(found.length)}
        </caption>
        <thead>
          <tr>
            <th scope="col">{t.history.line}</th>
            <th scope="col">{t.history.field}</th>
            <th scope="col">{t.history.kept}</th>
            <th scope="col">{t.history.dropped}</th>
          </tr>
        </thead>
        <tbody>
          {few.map(({ line, field, kept, left_out: leftOut }) => (
            <tr key={`${line} ${field} ${leftOut}`}>
              <th scope="row">
                <code>{line || t.history.emptyCorner}</code>
              </th>
              <td>{textOf(t.history.fields, field)}</td>
              <td>{kept}</td>
              <td>{leftOut}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
