// Options of a pattern search: colours, and which games count.
import { useId } from "preact/hooks";
import { sidesOf } from "../game/games";
import { colorName } from "../game/line";
import type { PatternOptions } from "../game/pattern";
import { LONGEST_TEXT, MATERIAL_WORD, STRENGTHS } from "../game/pattern";
import { line } from "../state/place";
import { choose, collections, isOfPieces, options } from "../state/pattern";
import { Check } from "./Check";
import { Choice } from "./Choice";
import { spaced } from "./words";

/** What a field takes that is not any text. */
const YEAR = "A year, such as 1995";
const MOVE = "A number of moves, such as 60";
/** Numbers of pieces. */
const MATERIAL = "Pieces by their letters in FEN, Red's in capitals, with their number: R2 c0-1";

export function FindOptions() {
  const { swap, next, untilMove, since, until, strength, source, player, black, white, result, material, exact } = options.value;
  const sides = sidesOf(line.value.game);
  const [first, second] = sides.map(colorName);
  const set = (name: string, on: boolean) => choose({ strength: STRENGTHS.filter((one) => (one === name ? on : strength.includes(one))) });
  return (
    <>
      <Check text="Colours may be exchanged" on={swap} set={(on) => choose({ swap: on })} />
      <div class="choices">
        <Choice label={isOfPieces.value ? "Next move" : "Next inside"} value={next ?? ""} onChoose={(color) => choose({ next: sides.find((side) => side === color) ?? null })}>
          <option value="">any</option>
          {sides.map((side) => (
            <option value={side}>{colorName(side)}</option>
          ))}
        </Choice>
        <Text label="Until move" value={untilMove} set={(text) => choose({ untilMove: text })} form={MOVE} />
        <Choice label="Result" value={result} onChoose={(name) => choose({ result: name as PatternOptions["result"] })}>
          <option value="">any</option>
          <option value="B">{first} won</option>
          <option value="W">{second} won</option>
          <option value="draw">draw</option>
        </Choice>
        <Text label="Since year" value={since} set={(text) => choose({ since: text })} form={YEAR} />
        <Text label="Until year" value={until} set={(text) => choose({ until: text })} form={YEAR} />
        <Text label="Player, * for any text" value={player} set={(text) => choose({ player: text })} />
        <Text label={`${first} player`} value={black} set={(text) => choose({ black: text })} />
        <Text label={`${second} player`} value={white} set={(text) => choose({ white: text })} />
        <Text label="Collections, comma-separated" value={source} set={(text) => choose({ source: text })} of={collections.value} />
        {isOfPieces.value && <Text label="Material, such as R2 c0-1" value={material} set={(text) => choose({ material: text })} form={MATERIAL} pattern={MATERIALS} />}
      </div>
      {isOfPieces.value && <Check text="No other pieces but the generals" on={exact} set={(on) => choose({ exact: on })} off={material.trim() === ""} />}
      <fieldset class="choices">
        <legend>Strength of the weaker player{strength.length === 0 && ": any"}</legend>
        {STRENGTHS.map((name) => (
          <Check key={name} text={spaced(name)} on={strength.includes(name)} set={(on) => set(name, on)} />
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
  const limits = form ? ({ pattern, title: form, ...(isNumber ? { inputMode: "numeric", size: 5 } : {}) } as const) : { maxLength: LONGEST_TEXT };
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
