// Options of a quiz, before it starts: what is asked, how hard, of whom, and what is due.
import { useState } from "preact/hooks";
import type { Progress } from "../api/types";
import { sidesOf } from "../game/games";
import type { Settings, Subject } from "../game/quiz";
import { LEVELS } from "../game/quiz";
import { game } from "../state/answer";
import { currentCorner } from "../state/details";
import { key } from "../state/key";
import { look } from "../state/place";
import { valueOf } from "../state/resource";
import * as state from "../state/quiz";
import { ownName, t } from "../text/text";
import { Check } from "./Check";
import { Choice } from "./Choice";
import { Failure } from "./Failure";
import { colorName, cornerName } from "./words";

/** What a book of renju can be asked for. */
const SUBJECTS: readonly Subject[] = ["moves", "openings", "fifths"];

export function QuizSetup({ settings }: { readonly settings: Settings }) {
  const [chosen, setChosen] = useState(settings);
  const [fromHere, setFromHere] = useState(settings.prefix !== null);
  const change = (of: Partial<Settings>) => setChosen({ ...chosen, ...of });
  const corner = currentCorner.value;
  const prefix = corner && !corner.left_book && corner.steps !== "" ? corner.steps : null;
  const player = state.player.value;
  const isRenju = game.value === "renju";
  const subject = isRenju ? chosen.subject : "moves";
  const sides = sidesOf(game.value);
  const start = (of: Partial<Settings> = {}) => {
    const color = sides.find((side) => side === chosen.color) ?? null;
    const asked = { ...chosen, subject, color, player, onlyDue: chosen.onlyDue && player !== "" };
    const book = { book: look.value.book, game: game.value, games: state.countedGames.value };
    state.start({ ...asked, ...book, family: isKnown(asked.family) ? asked.family : "", prefix: fromHere ? prefix : null, ...of });
  };
  const begin = (event: Event) => {
    event.preventDefault();
    start();
  };
  return (
    <form class="quiz-setup" onSubmit={begin}>
      <p class="faint">{t.quiz.how}</p>
      <div class="choices">
        {isRenju && (
          <Choice label={t.quiz.asked} value={subject} onChoose={(name) => change({ subject: SUBJECTS.find((one) => one === name) ?? "moves" })}>
            {SUBJECTS.map((name) => (
              <option value={name}>{t.quiz.subjects[name]}</option>
            ))}
          </Choice>
        )}
        {subject === "moves" && <FamilyChoice family={chosen.family} set={(family) => change({ family })} />}
        {subject === "moves" && (
          <Choice label={t.quiz.level} value={chosen.level.name} onChoose={(name) => change({ level: LEVELS.find((one) => one.name === name) ?? chosen.level })}>
            {LEVELS.map(({ name }) => (
              <option value={name}>{t.quiz.levels[name]}</option>
            ))}
          </Choice>
        )}
        <Choice label={t.quiz.youPlay} value={chosen.color ?? ""} onChoose={(color) => change({ color: sides.find((side) => side === color) ?? null })}>
          <option value="">{t.quiz.both}</option>
          {sides.map((side) => (
            <option value={side}>{colorName(side)}</option>
          ))}
        </Choice>
      </div>
      <Check text={t.quiz.hintsOn} on={chosen.hints} set={(hints) => change({ hints })} />
      <Check
        text={
          prefix && corner
            ? corner.corner === "board"
              ? t.quiz.fromHere
              : t.quiz.fromCorner(cornerName(corner.corner))
            : t.quiz.playFirst
        }
        on={fromHere && prefix !== null}
        set={setFromHere}
        off={prefix === null}
      />
      <label>
        {t.quiz.name}{" "}
        <input autocomplete="nickname" maxLength={100} value={player} onChange={(event) => state.choosePlayer(event.currentTarget.value.trim())} />
      </label>
      {player && !key.value && <p class="faint">{t.quiz.needsKey}</p>}
      <Check text={t.quiz.onlyDue} on={chosen.onlyDue && player !== ""} set={(onlyDue) => change({ onlyDue })} off={player === ""} />
      <button type="submit" class="primary">
        {t.quiz.start}
      </button>
      <Due onTrain={(family, onlyDue) => start({ family, subject: "moves", level: LEVELS.at(-1)!, prefix: null, onlyDue })} />
    </form>
  );
}

/** Returns whether the book has a family of that name. */
function isKnown(family: string): boolean {
  return (valueOf(state.families.value) ?? []).some(({ name, answers }) => name === family || answers.some((answer) => answer.name === family));
}

function FamilyChoice({ family, set }: { readonly family: string; readonly set: (family: string) => void }) {
  const families = valueOf(state.families.value) ?? [];
  if (families.length === 0) return null;
  return (
    <Choice label={t.quiz.family} value={isKnown(family) ? family : ""} onChoose={set}>
      <option value="">{t.quiz.all}</option>
      {families.map(({ name, names, answers }) => (
        <optgroup key={name} label={ownName(names)}>
          <option value={name}>{t.quiz.allOf(ownName(names)!)}</option>
          {answers.map((answer) => (
            <option value={answer.name}>{ownName(answer.names)}</option>
          ))}
        </optgroup>
      ))}
    </Choice>
  );
}

/** What the player knows, and what is due. */
function Due({ onTrain }: { readonly onTrain: (family: string, onlyDue: boolean) => void }) {
  const found = state.progress.value;
  if (found.state === "failed") return <Failure problem={found.problem} />;
  if (found.state !== "answered") return null;
  const progress = found.value;
  if (!progress) return <p class="faint">{t.quiz.noAnswers(state.player.value)}</p>;
  const { known, due, lapsed } = progress.moves;
  const open = progress.joseki.filter(({ name, moves }) => name && moves.due + moves.lapsed > 0);
  return (
    <section class="due" aria-labelledby="due-title">
      <h3 id="due-title">{t.quiz.yours}</h3>
      <p>
        <strong>{t.quiz.due(due)}</strong>, {t.quiz.lapsed(lapsed)}, {t.quiz.known(known)}; {t.quiz.answersSoFar(progress.answers)}
      </p>
      {open.length > 0 && (
        <ul>
          {open.map(({ name, moves }) => (
            <li key={name}>
              <button type="button" class="more" onClick={() => onTrain(name!, moves.due > 0)}>
                {t.quiz.train(name!)}
              </button>{" "}
              <span class="faint">{dueText(moves)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function dueText({ known, due, lapsed }: Progress["moves"]): string {
  return [due > 0 && t.quiz.due(due), lapsed > 0 && t.quiz.lapsed(lapsed), t.quiz.known(known)].filter(Boolean).join(", ");
}
