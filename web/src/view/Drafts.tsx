// Notice of the last change, and unsaved drafts of moves without a form on the page.
import "../style/editor.css";
import type { Draft } from "../state/drafts";
import { discard, drafts, isUnsaved, keyOf } from "../state/drafts";
import { asNew, notice, save } from "../state/editing";
import { showPlace } from "../state/showing";
import { t } from "../text/text";
import { Failure } from "./Failure";
import { homes } from "./home";
import { Said } from "./Said";
import { useTask } from "./task";
import { cornerName } from "./words";

export function Drafts() {
  const elsewhere = [...drafts.value.values()].filter((draft) => !homes.value.includes(keyOf(draft.place)) && isUnsaved(draft));
  const told = notice.value && !homes.value.includes(notice.value.where) ? notice.value : null;
  return (
    <>
      {told && <Said key={told.text} notice={told} />}
      {elsewhere.length > 0 && (
        <section class="drafts" aria-label={t.editing.drafts}>
          <strong>{t.editing.drafts}</strong>
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
  const name = `${place.name}, ${cornerName(place.corner)}`;
  return (
    <>
      {name} <span class="faint">{t.editing.states[saving.is]}</span>
      <div class="row">
        {!gone && (
          <button type="button" disabled={task.busy} aria-label={t.editing.showDraft(name)} onClick={() => task.run(() => showPlace(place, etag === null))}>
            {t.words.show}
          </button>
        )}
        {gone && (
          <button type="button" aria-label={t.editing.againNamed(name)} onClick={() => void save(asNew(draft))}>
            {t.editing.again}
          </button>
        )}
        <button type="button" disabled={saving.is === "saving"} aria-label={t.editing.discardNamed(name)} onClick={() => discard(place)}>
          {t.editing.discard}
        </button>
      </div>
      {mine.comment && (
        <details>
          <summary>{t.words.comment}</summary>
          <p class="comment">{mine.comment}</p>
        </details>
      )}
      {saving.is === "failed" && <Failure problem={saving.problem} />}
      {task.problem && <Failure problem={task.problem} />}
    </>
  );
}
