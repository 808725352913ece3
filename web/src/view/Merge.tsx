// Merge form for concurrent edits of a move: both versions, and a choice for each field.
import { useId, useState } from "preact/hooks";
import type { Choices, Difference, Side } from "../game/merge";
import { open, settled } from "../game/merge";
import type { Draft, Saving } from "../state/drafts";
import { discard, keep } from "../state/drafts";
import { onTop, save } from "../state/editing";
import { t } from "../text/text";
import { Lasting } from "./Lasting";

interface MergeProps {
  readonly draft: Draft;
  readonly conflict: Extract<Saving, { readonly is: "conflict" }>;
}

export function Merge({ draft, conflict }: MergeProps) {
  const { differences, theirs } = conflict;
  const adds = draft.etag === null;
  const [choices, setChoices] = useState<Choices>({});
  const [restores, setRestores] = useState(adds && theirs.retired);
  const left = open(differences, choices);
  const merged = () => onTop(draft, theirs, settled(theirs.fields, differences, choices), restores);
  return (
    <section class="merge" aria-label={t.editing.conflict(draft.place.name)}>
      <Lasting>{adds ? t.editing.alreadyThere : t.editing.someoneElse}</Lasting>
      <p>{t.editing.nothingLost}</p>
      {differences.map((one) => (
        <OneDifference
          key={one.field}
          one={one}
          chosen={choices[one.field] ?? null}
          onChoose={(side) => setChoices({ ...choices, [one.field]: side })}
        />
      ))}
      {theirs.retired && (
        <label class="check">
          <input type="checkbox" checked={restores} onChange={(event) => setRestores(event.currentTarget.checked)} /> {t.editing.isRetired}
        </label>
      )}
      <div class="row">
        <button type="button" disabled={left.length > 0} onClick={() => void save(merged())}>
          {t.editing.saveMerged}
        </button>
        <button type="button" disabled={left.length > 0} onClick={() => keep(merged())}>
          {t.editing.goOn}
        </button>
        <button type="button" onClick={() => discard(draft.place)}>
          {t.editing.discardOwn}
        </button>
        <span role="status" class="faint">
          {left.length > 0 && t.editing.toChoose(left.map((field) => t.editing.fieldsInShort[field]).join(", "))}
        </span>
      </div>
    </section>
  );
}

interface OneProps {
  readonly one: Difference;
  readonly chosen: Side | null;
  readonly onChoose: (side: Side) => void;
}

function OneDifference({ one, chosen, onChoose }: OneProps) {
  const { field, base, mine, theirs, by } = one;
  const group = useId();
  const choice = (side: Side, text: string, says: string) => (
    <label class="check">
      <input type="radio" name={group} checked={chosen === side} onChange={() => onChoose(side)} /> {says}
      <Text text={text} />
    </label>
  );
  return (
    <fieldset>
      <legend>{t.editing.fieldsInShort[field]}</legend>
      <div>
        {t.editing.original}
        <Text text={base} />
      </div>
      {by === "both" && choice("mine", mine, t.editing.mine)}
      {by === "both" && choice("theirs", theirs, t.editing.theirs)}
      {by === "mine" && (
        <div>
          {t.editing.onlyMine}
          <Text text={mine} />
        </div>
      )}
      {by === "theirs" && (
        <div>
          {t.editing.onlyTheirs}
          <Text text={theirs} />
        </div>
      )}
    </fieldset>
  );
}

function Text({ text }: { readonly text: string }) {
  return <div class="text">{text || <span class="faint">{t.words.empty}</span>}</div>;
}
