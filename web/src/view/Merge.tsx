// Merge form for concurrent edits of a move: both versions, and a choice for each field.
import { useId, useState } from "preact/hooks";
import type { Choices, Difference, Side } from "../game/merge";
import { open, settled } from "../game/merge";
import type { Draft, Saving } from "../state/drafts";
import { discard, keep } from "../state/drafts";
import { onTop, save } from "../state/editing";
import { FIELD_NAMES } from "./fieldNames";
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
    <section class="merge" aria-label={`Conflicting changes to ${draft.place.name}`}>
      <Lasting>{adds ? "This move is already in the book." : "Someone else changed this move while you were editing."}</Lasting>
      <p>Nothing of yours is lost: choose which text to keep for each field.</p>
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
          <input type="checkbox" checked={restores} onChange={(event) => setRestores(event.currentTarget.checked)} /> It is retired:
          restore it
        </label>
      )}
      <div class="row">
        <button type="button" disabled={left.length > 0} onClick={() => void save(merged())}>
          Save merged version
        </button>
        <button type="button" disabled={left.length > 0} onClick={() => keep(merged())}>
          Continue editing
        </button>
        <button type="button" onClick={() => discard(draft.place)}>
          Discard mine
        </button>
        <span role="status" class="faint">
          {left.length > 0 && `Still to choose: ${left.join(", ")}.`}
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
      <legend>{FIELD_NAMES[field].split(",")[0]}</legend>
      <div>
        Original
        <Text text={base} />
      </div>
      {by === "both" && choice("mine", mine, "Mine")}
      {by === "both" && choice("theirs", theirs, "Theirs")}
      {by === "mine" && (
        <div>
          Mine: only you changed this field
          <Text text={mine} />
        </div>
      )}
      {by === "theirs" && (
        <div>
          Theirs: you made no other change to this field
          <Text text={theirs} />
        </div>
      )}
    </fieldset>
  );
}

function Text({ text }: { readonly text: string }) {
  return <div class="text">{text || <span class="faint">empty</span>}</div>;
}
