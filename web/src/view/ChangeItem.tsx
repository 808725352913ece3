// One entry of the change log, with its details and a revert form.
import { useState } from "preact/hooks";
import type { Change, ChangeInFull, NodeChange } from "../api/types";
import { countsText, timeText } from "../game/told";
import { changeInFull } from "../state/changes";
import { key } from "../state/key";
import { textOf } from "../text/forms";
import { t } from "../text/text";
import { Failure } from "./Failure";
import { NodeChanges } from "./NodeChanges";
import { Revert } from "./Revert";
import { useTask } from "./task";

interface ItemProps {
  readonly change: Change;
  /** Its effect on the one move whose log this is; null in the log of a book. */
  readonly own: NodeChange | null;
}

export function ChangeItem({ change, own }: ItemProps) {
  const [reverting, setReverting] = useState(false);
  const { id, kind, who, reason, what, origin, book } = change;
  return (
    <article aria-label={t.history.change(id)}>
      <p>
        <strong>
          {id} · {textOf(t.history.kinds, kind)}
        </strong>{" "}
        <time dateTime={change.at}>{timeText(change.at)}</time> {t.history.by(who)} <span class="faint">· {countsText(change)}</span>
      </p>
      {reason && <p class="comment">{reason}</p>}
      {(what || origin) && <p class="faint">{[what, origin && t.history.from(origin)].filter(Boolean).join(", ")}</p>}
      {own && <NodeChanges book={book} nodes={[own]} shows={false} />}
      <InFull change={change}>
        {key.value !== null && (
          <button type="button" aria-expanded={reverting} aria-label={t.history.revertAskOf(id)} onClick={() => setReverting(!reverting)}>
            {t.history.revertAsk}
          </button>
        )}
      </InFull>
      {reverting && key.value !== null && <Revert change={change} onDone={() => setReverting(false)} />}
    </article>
  );
}

/** Details of a change, on demand, next to its other buttons. */
function InFull({ change, children }: { readonly change: Change; readonly children: preact.ComponentChildren }) {
  const task = useTask();
  const [open, setOpen] = useState(false);
  const [known, setKnown] = useState<ChangeInFull | null>(null);
  const load = async (after: string | null) => {
    const found = await changeInFull(change.id, after);
    const before = after === null ? [] : (known?.difference.nodes ?? []);
    setKnown({ ...found, difference: { ...found.difference, nodes: [...before, ...found.difference.nodes] } });
  };
  const toggle = () => {
    setOpen(!open);
    if (!open && !known) task.run(() => load(null));
  };
  const next = known?.difference.next;
  return (
    <>
      <div class="row">
        {change.has_contents && (
          <button type="button" aria-expanded={open} aria-label={t.history.whatChangedIn(change.id)} onClick={toggle}>
            {t.history.whatChanged}
          </button>
        )}
        {children}
      </div>
      {!change.has_contents && <p class="faint">{t.history.noDetails}</p>}
      {open && task.busy && !known && <p class="faint">{t.words.loading}</p>}
      {open && known && <NodeChanges book={change.book} nodes={known.difference.nodes} shows />}
      {open && task.problem && <Failure problem={task.problem} />}
      {open && next && (
        <button type="button" disabled={task.busy} onClick={() => task.run(() => load(next))}>
          {t.history.more(change.id)}
        </button>
      )}
    </>
  );
}
