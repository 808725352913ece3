// Retiring, restoring and deleting a move, each after a confirmation that states the consequences.
import { useState } from "preact/hooks";
import type { ReadNode } from "../state/details";
import type { Place } from "../state/drafts";
import { countDeleted, remove, retire } from "../state/editing";
import { Failure } from "./Failure";
import { Lasting } from "./Lasting";
import { useTask } from "./task";
import { count } from "./words";

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
      <summary>Remove {place.name} from the book</summary>
      {task.problem && <Failure problem={task.problem} />}
      {wanted === null && (
        <div class="row">
          <button type="button" disabled={task.busy || retired} onClick={() => setWanted({ what: "retire", etag: found.etag })}>
            Retire…
          </button>
          <button type="button" disabled={task.busy} onClick={() => task.run(askDelete)}>
            Delete…
          </button>
          {retired && (
            <button type="button" disabled={task.busy} onClick={() => task.run(() => retire(place, false, found.etag))}>
              Restore
            </button>
          )}
        </div>
      )}
      {wanted !== null && (
        <div class="confirm" role="group" aria-label="Please confirm">
          <Lasting>{consequence(place.name, wanted, children.length)}</Lasting>
          <div class="row">
            <button type="button" disabled={task.busy} onClick={stop}>
              Cancel
            </button>
            <button type="button" class="grave" disabled={task.busy} onClick={() => task.run(() => go(wanted))}>
              {task.busy ? "Working…" : wanted.what === "delete" ? `Delete ${count(wanted.moves)} ${moves(wanted.moves)}` : "Retire"}
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
      <p>Retired moves after {place.name}:</p>
      <div class="row">
        {out.map((child) => (
          <button key={child.line} type="button" disabled={task.busy} onClick={() => restore(child.line, child.point ?? "tenuki")}>
            Restore {child.point ?? "tenuki"}
          </button>
        ))}
      </div>
      {task.problem && <Failure problem={task.problem} />}
    </>
  );
}

function consequence(name: string, wanted: Wanted, follow: number): string {
  const next = `${count(follow)} ${moves(follow)} ${follow === 1 ? "follows" : "follow"} it directly`;
  if (wanted.what === "retire") return `${name} and its continuations are kept, but no longer offered. ${next}.`;
  return `This deletes ${name} with all its continuations: ${count(wanted.moves)} ${moves(wanted.moves)} in total. ${next}.`;
}

function moves(number: number): string {
  return number === 1 ? "move" : "moves";
}
