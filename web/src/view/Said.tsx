// Notice of the last change, with its undo.
import type { Notice } from "../state/editing";
import { notice as last } from "../state/editing";
import { takeBack } from "../state/changes";
import { t } from "../text/text";
import { Failure } from "./Failure";
import { Lasting } from "./Lasting";
import { useTask } from "./task";

export function Said({ notice }: { readonly notice: Notice }) {
  const undo = useTask();
  const { change } = notice;
  return (
    <div class="said">
      <Lasting>{notice.text}</Lasting>
      <div class="row">
        {change !== null && (
          <button type="button" disabled={undo.busy} onClick={() => undo.run(() => takeBack(notice, change))}>
            {undo.busy ? t.editing.undoing : t.editing.undo(change)}
          </button>
        )}
        <button type="button" onClick={() => (last.value = null)}>
          {t.words.close}
        </button>
      </div>
      {undo.problem && <Failure problem={undo.problem} />}
    </div>
  );
}
