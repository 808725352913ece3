// Editor of a move: its form, and its removal.
import "../style/editor.css";
import { changed, FIELDS, fieldsOf } from "../game/fields";
import type { Placed, ReadNode } from "../state/details";
import { isUnsaved, keyOf, placeOf } from "../state/drafts";
import { isGo } from "../state/answer";
import { draftOf, notice } from "../state/editing";
import { key } from "../state/key";
import { historyOf } from "../state/made";
import { open } from "../state/place";
import { t } from "../text/text";
import { useHome } from "./home";
import { MoveForm } from "./MoveForm";
import { OutOfUse, Removal } from "./Removal";
import { Said } from "./Said";

interface EditorProps {
  readonly found: ReadNode;
  readonly at: Placed;
}

export function Editor({ found, at }: EditorProps) {
  if (key.value === null) return <p class="faint">{t.editing.needsKey}</p>;
  return <Desk found={found} at={at} />;
}

function Desk({ found, at }: EditorProps) {
  const place = placeOf(at, found);
  const own = keyOf(place);
  const draft = draftOf(place, found);
  useHome(own);
  const showHistory = () => {
    historyOf.value = "move";
    open("history");
  };
  return (
    <section class="editor" aria-labelledby="editor-title">
      <h3 id="editor-title">{t.editing.edit(place.name)}</h3>
      {notice.value?.where === own && <Said key={notice.value.text} notice={notice.value} />}
      {draft.saving.is === "typed" && isUnsaved(draft) && changed(draft.base, fieldsOf(found.value)).length > 0 && (
        <p role="status">{t.editing.changedSince}</p>
      )}
      <MoveForm key={own} draft={draft} fields={FIELDS.filter((name) => isGo.value || name !== "conditions")} submit={t.editing.save} />
      <div class="row">
        <button type="button" onClick={showHistory}>
          {t.editing.history}
        </button>
      </div>
      <OutOfUse key={`${own} out`} place={place} found={found} />
      <Removal key={`${own} removal`} place={place} found={found} />
    </section>
  );
}
