// Retiring, restoring and deleting a move, each after a confirmation that states the consequences.
import { useState } from "preact/hooks";
import type { ReadNode } from "../state/details";
import type { Place } from "../state/drafts";
import { countDeleted, remove, retire } from "../state/editing";
import { t } from "../text/text";
import { Failure } from "./Failure";
import { Lasting } from "./Lasting";
import { useTask } from "./task";

interface RemovalProps {
  readonly place: Place;
  readonly found: ReadNode;
}

/** Action to confirm, with the move's entity tag from when it was requested. */
type Wanted = { readonly etag: string | null } & ({ readonly what: "retire" } | { readonly what: "delete"; readonly moves: number });

export function Removal({ place, found }: RemovalProps) {
  const task = useTask();
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const { children, retired } = found.value;
  const askDelete = async () => {
    const moves = await countDeleted(place, found.etag);
    setWanted({ what: "delete", moves, etag: found.etag });
  };
  const stop = () => {
    task.forget();
    setWanted(null);
  };
  const go = async (now: Wanted) => {
    try {
      if (now.what === "delete") await remove(place, now.etag);
      else await retire(place, true, now.etag);
    } finally {
      setWanted(null);
    }
  };
  return (
    <details class="removal">
      <summary>{t.editing.remove(place.name)}</summary>
      {task.problem && <Failure problem={task.problem} />}
      {wanted === null && (
        <div class="row">
          <button type="button" disabled={task.busy || retired} onClick={() => setWanted({ what: "retire", etag: found.etag })}>
            {t.editing.retireAsk}
          </button>
          <button type="button" disabled={task.busy} onClick={() => task.run(askDelete)}>
            {t.editing.deleteAsk}
          </button>
          {retired && (
            <button type="button" disabled={task.busy} onClick={() => task.run(() => retire(place, false, found.etag))}>
              {t.editing.restore}
            </button>
          )}
        </div>
      )}
      {wanted !== null && (
        <div class="confirm" role="group" aria-label={t.editing.confirm}>
          <Lasting>{consequence(place.name, wanted, children.length)}</Lasting>
          <div class="row">
            <button type="button" disabled={task.busy} onClick={stop}>
              {t.words.cancel}
            </button>
            <button type="button" class="grave" disabled={task.busy} onClick={() => task.run(() => go(wanted))}>
              {task.busy ? t.editing.working : wanted.what === "delete" ? t.editing.deleteNow(wanted.moves) : t.editing.retire}
            </button>
          </div>
        </div>
      )}
    </details>
  );
}

/** Retired continuations of a move, which are shown nowhere else. */
export function OutOfUse({ place, found }: RemovalProps) {
  const task = useTask();
  if (found.value.retired) return null;
  const out = found.value.children.filter((child) => child.retired);
  if (out.length === 0) return null;
  const restore = (line: string, name: string) => task.run(() => retire({ ...place, steps: line, name }, false, null));
  return (
    <>
      <p>{t.editing.retiredAfter(place.name)}</p>
      <div class="row">
        {out.map((child) => (
          <button key={child.line} type="button" disabled={task.busy} onClick={() => restore(child.line, child.point ?? t.words.tenuki)}>
            {t.editing.restoreOne(child.point ?? t.words.tenuki)}
          </button>
        ))}
      </div>
      {task.problem && <Failure problem={task.problem} />}
    </>
  );
}

function consequence(name: string, wanted: Wanted, follow: number): string {
  return wanted.what === "retire" ? t.editing.wouldRetire(name, follow) : t.editing.wouldDelete(name, wanted.moves, follow);
}
