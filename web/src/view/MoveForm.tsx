// Form of a move: its fields, the reason, and the outcome of saving.
import "../style/editor.css";
import { useId } from "preact/hooks";
import type { Problem } from "../api/client";
import type { Field, Fields } from "../game/fields";
import { wrongIn } from "../game/fields";
import type { Draft } from "../state/drafts";
import { discard, isUnsaved, keep } from "../state/drafts";
import { asNew, hasChanges, save } from "../state/editing";
import { t } from "../text/text";
import { Failure } from "./Failure";
import { Merge } from "./Merge";
import { signOfVerdict, verdictName, VERDICTS } from "./words";

interface FormProps {
  readonly draft: Draft;
  /** Fields to show, in order. */
  readonly fields: readonly Field[];
  readonly submit: string;
}

/** The form with the draft's text, or the conflict that prevents saving it. */
export function MoveForm({ draft, fields, submit }: FormProps) {
  const { saving } = draft;
  if (saving.is === "conflict") return <Merge key={saving.theirs.revision} draft={draft} conflict={saving} />;
  const busy = saving.is === "saving";
  const wrong = wrongIn(draft.mine);
  const told = saving.is === "failed" ? saving.problem : null;
  const field = told && fieldOf(told);
  const atField = (name: string) => (told && field === name ? plainDetail(told) : null);
  const known = field !== null && (field === "reason" || fields.some((name) => name === field));
  const type = (change: Partial<Fields>) => keep({ ...draft, mine: { ...draft.mine, ...change } });
  const because = (reason: string) => keep({ ...draft, reason });
  const onSubmit = (event: Event) => {
    event.preventDefault();
    if (!busy && hasChanges(draft) && Object.keys(wrong).length === 0) void save(draft);
  };
  return (
    <form class="move-form" onSubmit={onSubmit} aria-busy={busy} noValidate>
      {told && !known && <Failure problem={told} />}
      {saving.is === "gone" && <Gone draft={draft} />}
      {fields.map((name) => (
        <OneField
          key={name}
          name={name}
          value={draft.mine[name]}
          wrong={wrong[name] ?? atField(name)}
          onInput={(text) => type({ [name]: text })}
        />
      ))}
      <Labelled label={t.words.reason} wrong={atField("reason")}>
        {(said) => <input {...said} name="reason" value={draft.reason} onInput={(event) => because(event.currentTarget.value)} />}
      </Labelled>
      <div class="row">
        <button type="submit" disabled={busy || saving.is === "gone" || !hasChanges(draft) || Object.keys(wrong).length > 0}>
          {busy ? t.editing.savingNow : submit}
        </button>
        {isUnsaved(draft) && (
          <button type="button" disabled={busy} onClick={() => discard(draft.place)}>
            {t.editing.discardMine}
          </button>
        )}
        <span role="status" class="faint">
          {busy ? t.editing.saving : isUnsaved(draft) ? t.editing.notSaved : ""}
        </span>
      </div>
    </form>
  );
}

function Gone({ draft }: { readonly draft: Draft }) {
  return (
    <div class="failure" role="alert">
      <strong>{t.editing.goneTitle(draft.place.name)}</strong>
      <p>{t.editing.gone}</p>
      <button type="button" onClick={() => void save(asNew(draft))}>
        {t.editing.addAgain}
      </button>
    </div>
  );
}

interface OneFieldProps {
  readonly name: Field;
  readonly value: string;
  readonly wrong: string | null;
  readonly onInput: (text: string) => void;
}

function OneField({ name, value, wrong, onInput }: OneFieldProps) {
  return (
    <Labelled label={t.editing.fields[name]} hint={(t.editing.hints as Partial<Record<Field, string>>)[name]} wrong={wrong}>
      {(said) => {
        const all = { ...said, name, value };
        if (name === "verdict") return <Verdicts {...all} onChoose={onInput} />;
        if (name === "advantage") return <input {...all} inputMode="decimal" onInput={(event) => onInput(event.currentTarget.value)} />;
        return <textarea {...all} rows={name === "comment" ? 5 : 2} onInput={(event) => onInput(event.currentTarget.value)} />;
      }}
    </Labelled>
  );
}

interface Said {
  readonly id: string;
  readonly "aria-invalid": boolean;
  readonly "aria-describedby": string;
}

type VerdictsProps = Said & { readonly name: string; readonly value: string; readonly onChoose: (verdict: string) => void };

function Verdicts({ onChoose, ...said }: VerdictsProps) {
  return (
    <select {...said} onChange={(event) => onChoose(event.currentTarget.value)}>
      <option value="">{signOfVerdict(null)} {t.editing.noneFromCurator}</option>
      {VERDICTS.map((verdict) => (
        <option key={verdict} value={verdict}>
          {signOfVerdict(verdict)} {verdictName(verdict)}
        </option>
      ))}
    </select>
  );
}

interface LabelledProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly wrong: string | null;
  readonly children: (said: Said) => preact.ComponentChildren;
}

/** A field with its label, hint and error. */
function Labelled({ label, hint, wrong, children }: LabelledProps) {
  const id = useId();
  return (
    <div class="field">
      <label for={id}>{label}</label>
      {children({ id, "aria-invalid": wrong !== null, "aria-describedby": `${id}-wrong ${id}-hint` })}
      {hint && (
        <small id={`${id}-hint`} class="faint">
          {hint}
        </small>
      )}
      <div id={`${id}-wrong`} role="alert">
        {wrong && <p class="refused">{wrong}</p>}
      </div>
    </div>
  );
}

/** Returns the form field of a problem: `edits[0].fields.names` is `names`. */
function fieldOf(problem: Problem): string | null {
  const read = /^(?:edits\[0\]\.)?(?:fields\.)?([a-z]+)/.exec(problem.body.field ?? "");
  return read?.[1] ?? null;
}

function plainDetail(problem: Problem): string {
  const { field } = problem.body;
  return field && problem.message.startsWith(`${field}: `) ? problem.message.slice(field.length + 2) : problem.message;
}
