// Options of a pattern search: colours, and which games count.
import { useId } from "preact/hooks";
import { sidesOf } from "../game/games";
import { colorName } from "../game/line";
import type { PatternOptions } from "../game/pattern";
import { MAX_TEXT_LENGTH, MATERIAL_WORD, STRENGTHS } from "../game/pattern";
import { line } from "../state/place";
import { choose, collections, isOfPieces, options } from "../state/pattern";
import { t } from "../text/text";
import { Check } from "./Check";
import { Choice } from "./Choice";

export function FindOptions() {
  const { swap, next, untilMove, since, until, strength, source, player, black, white, result, material, exact } = options.value;
  const sides = sidesOf(line.value.game);
  const [first, second] = sides.map(colorName) as [string, string];
  const set = (name: string, on: boolean) => choose({ strength: STRENGTHS.filter((one) => (one === name ? on : strength.includes(one))) });
  return (
    <>
      <Check text={t.find.exchanged} on={swap} set={(on) => choose({ swap: on })} />
      <div class="choices">
        <Choice label={isOfPieces.value ? t.find.nextMove : t.find.nextInside} value={next ?? ""} onChoose={(color) => choose({ next: sides.find((side) => side === color) ?? null })}>
          <option value="">{t.words.any}</option>
          {sides.map((side) => (
            <option value={side}>{colorName(side)}</option>
          ))}
        </Choice>
        <Text label={t.find.untilMove} value={untilMove} set={(text) => choose({ untilMove: text })} form={t.find.moveForm} />
        <Choice label={t.find.result} value={result} onChoose={(name) => choose({ result: name as PatternOptions["result"] })}>
          <option value="">{t.words.any}</option>
          <option value="B">{t.words.won(first)}</option>
          <option value="W">{t.words.won(second)}</option>
          <option value="draw">{t.words.draw}</option>
        </Choice>
        <Text label={t.find.since} value={since} set={(text) => choose({ since: text })} form={t.find.yearForm} />
        <Text label={t.find.until} value={until} set={(text) => choose({ until: text })} form={t.find.yearForm} />
        <Text label={t.find.player} value={player} set={(text) => choose({ player: text })} />
        <Text label={t.find.playerOf(first)} value={black} set={(text) => choose({ black: text })} />
        <Text label={t.find.playerOf(second)} value={white} set={(text) => choose({ white: text })} />
        <Text label={t.find.collections} value={source} set={(text) => choose({ source: text })} of={collections.value} />
        {isOfPieces.value && <Text label={t.find.material} value={material} set={(text) => choose({ material: text })} form={t.find.materialForm} pattern={MATERIALS} />}
      </div>
      {isOfPieces.value && <Check text={t.find.exact} on={exact} set={(on) => choose({ exact: on })} off={material.trim() === ""} />}
      <fieldset class="choices">
        <legend>{strength.length === 0 ? t.find.anyStrength : t.find.strength}</legend>
        {STRENGTHS.map((name) => (
          <Check key={name} text={t.find.strengths[name]} on={strength.includes(name)} set={(on) => set(name, on)} />
        ))}
      </fieldset>
    </>
  );
}

interface TextProps {
  readonly label: string;
  readonly value: string;
  readonly set: (text: string) => void;
  /** Describes what it takes; without it any text. */
  readonly form?: string;
  /** What it takes; a number unless it says otherwise. */
  readonly pattern?: string;
  /** Texts to choose from. */
  readonly of?: readonly string[];
}

const NUMBER = "\\d{1,4}";
const MATERIALS = `\\s*${MATERIAL_WORD}([\\s,]+${MATERIAL_WORD})*[\\s,]*`;

function Text({ label, value, set, form, pattern = NUMBER, of = [] }: TextProps) {
  const list = useId();
  const isNumber = pattern === NUMBER;
  const limits = form ? ({ pattern, title: form, ...(isNumber ? { inputMode: "numeric", size: 5 } : {}) } as const) : { maxLength: MAX_TEXT_LENGTH };
  return (
    <label>
      <span>{label}</span>
      <input autocomplete="off" value={value} {...limits} list={of.length > 0 ? list : undefined} onInput={(event) => set(event.currentTarget.value)} />
      {of.length > 0 && (
        <datalist id={list}>
          {of.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
      )}
    </label>
  );
}
