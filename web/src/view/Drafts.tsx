// Notice of the last change, and unsaved drafts of moves without a form on the page.
import "../style/editor.css";
import type { Draft } from "../state/drafts";
import { discard, drafts, isUnsaved, keyOf } from "../state/drafts";
import { asNew, notice, save } from "../state/editing";
import { showPlace } from "../state/showing";
import { Failure } from "./Failure";
import { homes } from "./home";
import { Said } from "./Said";
import { useTask } from "./task";
import { spaced } from "./words";

export function Drafts() {
  const elsewhere = [...drafts.value.values()].filter((draft) => !homes.value.includes(keyOf(draft.place)) && isUnsaved(draft));
  const told = notice.value && !homes.value.includes(notice.value.where) ? notice.value : null;
  return (
    <>
      {told && <Said key={told.text} notice={told} />}
      {elsewhere.length > 0 && (
        <section class="drafts" aria-label="Not saved yet">
          <strong>Not saved yet</strong>
          <ul>
            {elsewhere.map((draft) => (
              <li key={keyOf(draft.place)}>
                <OneDraft draft={draft} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function OneDraft({ draft }: { readonly draft: Draft }) {
  const { place, saving, etag, mine } = draft;
  const task = useTask();
  const gone = saving.is === "gone";
  const name = `${place.name}, ${spaced(place.corner)}`;
  return (
    <>
      {name} <span class="faint">{STATES[saving.is]}</span>
      <div class="row">
        {!gone && (
          <button type="button" disabled={task.busy} onClick={() => task.run(() => showPlace(place, etag === null))}>
            Show<span class="unseen"> {name}</span>
          </button>
        )}
        {gone && (
          <button type="button" onClick={() => void save(asNew(draft))}>
            Add it again<span class="unseen">, {name}</span>
          </button>
        )}
        <button type="button" disabled={saving.is === "saving"} onClick={() => discard(place)}>
          Discard<span class="unseen"> {name}</span>
        </button>
      </div>
      {mine.comment && (
        <details>
          <summary>Comment</summary>
          <p class="comment">{mine.comment}</p>
        </details>
      )}
      {saving.is === "failed" && <Failure problem={saving.problem} />}
      {task.problem && <Failure problem={task.problem} />}
    </>
  );
}

const STATES: Record<Draft["saving"]["is"], string> = {
  typed: "",
  saving: "saving…",
  failed: "not saved",
  conflict: "changed by someone else in the meantime",
  gone: "deleted by someone else in the meantime; your text is kept",
};
