// The change log of the book, or of the current move.
import "../style/history.css";
import { log, newer, older, pages } from "../state/changes";
import { details, placed } from "../state/details";
import { notice } from "../state/editing";
import { historyOf } from "../state/made";
import { valueOf } from "../state/resource";
import { ChangeItem } from "./ChangeItem";
import { Failure } from "./Failure";
import { useHome } from "./home";
import { Said } from "./Said";

/** Home of the notices about reverts made here. */
export const HERE = "history";

export function History() {
  useHome(HERE);
  const at = placed.value;
  const of = historyOf.value;
  const name = at && (valueOf(details.now.value)?.value.points.at(-1) ?? at.point ?? at.steps);
  const choice = (one: typeof of, text: string) => (
    <button type="button" aria-pressed={of === one} onClick={() => (historyOf.value = one)}>
      {text}
    </button>
  );
  return (
    <section class="history" aria-labelledby="history-title" aria-busy={log.now.value.state === "asking"}>
      <h2 id="history-title">History</h2>
      <div class="row" role="group" aria-label="Changes of">
        {choice("book", "Of the book")}
        {choice("move", `Of the move${name ? ` ${name}` : ""}`)}
      </div>
      {notice.value?.where === HERE && <Said key={notice.value.text} notice={notice.value} />}
      {of === "move" && !at && <p>Play a book move, or choose ▾ of one, to see its changes.</p>}
      <Log />
    </section>
  );
}

function Log() {
  const now = log.now.value;
  if (now.state === "failed") return <Failure problem={now.problem} again={log.again} />;
  if (now.state !== "answered") return now.state === "asking" ? <p class="faint">Loading the log…</p> : null;
  const { changes, next } = now.value;
  return (
    <>
      {changes.length === 0 && <p>No changes yet.</p>}
      <ol class="changes">
        {changes.map((change) => (
          <li key={change.id}>
            <ChangeItem change={change} own={"node" in change ? change.node : null} />
          </li>
        ))}
      </ol>
      <div class="row">
        {pages.value.length > 0 && (
          <button type="button" onClick={newer}>
            Newer changes
          </button>
        )}
        {next !== null && next !== undefined && (
          <button type="button" onClick={() => older(next)}>
            Older changes
          </button>
        )}
      </div>
    </>
  );
}
