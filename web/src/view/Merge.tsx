// A move that somebody else changed while it was edited here: what both wrote, and a choice for each field.
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
    <section class="merge" aria-label={`Changes of ${draft.place.name} by two people`}>
      <Lasting>{adds ? "This move is in the book already." : "Somebody else changed this move while you wrote."}</Lasting>
      <p>Nothing of yours is lost: choose for each field whose text stays.</p>
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
          <input type="checkbox" checked={restores} onChange={(event) => setRestores(event.currentTarget.checked)} /> It is out of use:
          take it back into use
        </label>
      )}
      <div class="row">
        <button type="button" disabled={left.length > 0} onClick={() => void save(merged())}>
          Save the merged
        </button>
        <button type="button" disabled={left.length > 0} onClick={() => keep(merged())}>
          Go on writing with it
        </button>
        <button type="button" onClick={() => discard(draft.place)}>
          Discard mine
        </button>
        <span role="status" class="faint">
          {left.length > 0 && `To be chosen: ${left.join(", ")}.`}
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
        When you began
        <Text text={base} />
      </div>
      {by === "both" && choice("mine", mine, "Mine")}
      {by === "both" && choice("theirs", theirs, "Theirs")}
      {by === "mine" && (
        <div>
          Mine, which only you changed; it is taken
          <Text text={mine} />
        </div>
      )}
      {by === "theirs" && (
        <div>
          Theirs, where you wrote nothing else; it is taken
          <Text text={theirs} />
        </div>
      )}
    </fieldset>
  );
}

function Text({ text }: { readonly text: string }) {
  return <div class="text">{text || <span class="faint">nothing</span>}</div>;
}
