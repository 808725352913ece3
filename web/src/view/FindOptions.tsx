// Options of a pattern search: colours, and which games count.
import type { PatternOptions } from "../game/pattern";
import { LONGEST_TEXT, STRENGTHS } from "../game/pattern";
import { choose, options } from "../state/pattern";
import { Check } from "./Check";
import { Choice } from "./Choice";
import { spaced } from "./words";

/** What a field takes that is not any text. */
const YEAR = "A year, such as 1995";
const MOVE = "A number of moves, such as 60";

export function FindOptions() {
  const { swap, next, untilMove, since, until, strength, source, player, black, white, result } = options.value;
  const set = (name: string, on: boolean) => choose({ strength: STRENGTHS.filter((one) => (one === name ? on : strength.includes(one))) });
  return (
    <>
      <Check text="Colours may be exchanged" on={swap} set={(on) => choose({ swap: on })} />
      <div class="choices">
        <Choice label="Next inside" value={next ?? ""} onChoose={(color) => choose({ next: color === "B" || color === "W" ? color : null })}>
          <option value="">any</option>
          <option value="B">Black</option>
          <option value="W">White</option>
        </Choice>
        <Text label="Until move" value={untilMove} set={(text) => choose({ untilMove: text })} number={MOVE} />
        <Choice label="Result" value={result} onChoose={(name) => choose({ result: name as PatternOptions["result"] })}>
          <option value="">any</option>
          <option value="B">Black won</option>
          <option value="W">White won</option>
          <option value="draw">draw</option>
        </Choice>
        <Text label="Since year" value={since} set={(text) => choose({ since: text })} number={YEAR} />
        <Text label="Until year" value={until} set={(text) => choose({ until: text })} number={YEAR} />
        <Text label="Player, * for any text" value={player} set={(text) => choose({ player: text })} />
        <Text label="Black player" value={black} set={(text) => choose({ black: text })} />
        <Text label="White player" value={white} set={(text) => choose({ white: text })} />
        <Text label="Collections, comma-separated" value={source} set={(text) => choose({ source: text })} />
      </div>
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
  /** Describes the number that it takes; without it any text. */
  readonly number?: string;
}

function Text({ label, value, set, number }: TextProps) {
  const limits = number ? ({ inputMode: "numeric", pattern: "\\d{1,4}", title: number, size: 5 } as const) : { maxLength: LONGEST_TEXT };
  return (
    <label>
      <span>{label}</span>
      <input autocomplete="off" value={value} {...limits} onInput={(event) => set(event.currentTarget.value)} />
    </label>
  );
}
