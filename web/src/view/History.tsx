// The change log of the book, or of the current move.
import "../style/history.css";
import { log, newer, older, pages } from "../state/changes";
import { details, placed } from "../state/details";
import { notice } from "../state/editing";
import { historyOf } from "../state/made";
import { valueOf } from "../state/resource";
import { t } from "../text/text";
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
      <h2 id="history-title">{t.history.title}</h2>
      <div class="row" role="group" aria-label={t.history.changesOf}>
        {choice("book", t.history.ofBook)}
        {choice("move", name ? t.history.ofMoveNamed(name) : t.history.ofMove)}
      </div>
      {notice.value?.where === HERE && <Said key={notice.value.text} notice={notice.value} />}
      {of === "move" && !at && <p>{t.history.playFirst}</p>}
      <Log />
    </section>
  );
}

function Log() {
  const now = log.now.value;
  if (now.state === "failed") return <Failure problem={now.problem} again={log.again} />;
  if (now.state !== "answered") return now.state === "asking" ? <p class="faint">{t.history.loading}</p> : null;
  const { changes, next } = now.value;
  return (
    <>
      {changes.length === 0 && <p>{t.history.noChanges}</p>}
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
            {t.history.newer}
          </button>
        )}
        {next !== null && next !== undefined && (
          <button type="button" onClick={() => older(next)}>
            {t.history.older}
          </button>
        )}
      </div>
    </>
  );
}
