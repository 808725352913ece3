// Form that makes a table: who plays, clocks, and what Go needs besides.
import { useState } from "preact/hooks";
import type { TableParty, TableSetup } from "../api/types";
import { gameOf, sizesOf } from "../game/games";
import { colorName, shown } from "../game/line";
import type { Side } from "../game/table";
import { SIDES, canBegin, colorOfSide } from "../game/table";
import { game as bookGame } from "../state/answer";
import { RULES } from "../state/count";
import { makeTable } from "../state/mine";
import { line, look } from "../state/place";
import { t } from "../text/text";
import { Choice } from "./Choice";
import { Failure } from "./Failure";
import { useTask } from "./task";

type Who = keyof typeof t.play.kinds;
type ClockKind = keyof typeof t.play.clocks;

const PARTIES: Record<Who, TableParty> = { me: "person", link: "person", book: "book", engine: "engine" };
const WHO = Object.keys(PARTIES) as Who[];
const SECONDS = ["0.5", "1", "2", "5"];
const HANDICAPS = ["0", "2", "3", "4", "5", "6", "7", "8", "9"];

/** What was chosen last, while the page is open. */
let chosen = {
  black: "me" as Who,
  white: "book" as Who,
  clock: "none" as ClockKind,
  minutes: "10",
  increment: "5",
  periods: "5",
  period: "30",
  seconds: "1",
  rules: "chinese",
  komi: "",
  handicap: "0",
};

export function PlaySetup() {
  const task = useTask();
  const [form, setForm] = useState(chosen);
  const [isEmpty, setEmpty] = useState(false);
  const [size, setSize] = useState("");
  const set = (change: Partial<typeof chosen>) => setForm((chosen = { ...form, ...change }));
  const game = gameOf(bookGame.value) ?? "go";
  const begins = canBegin(line.value);
  const moves = shown(line.value);
  const isHere = begins && !isEmpty && (moves.length > 0 || line.value.fen !== null);
  const sizes = sizesOf(game);
  const isGo = game === "go";
  const hasProgram = SIDES.some((side) => form[side] === "book" || form[side] === "engine");
  const start = () => {
    const own: Side | null = form.black === "me" ? "black" : form.white === "me" ? "white" : null;
    const lines = (!isHere && Number(size)) || line.value.size;
    const setup: TableSetup = {
      game,
      ...(game === "xiangqi" ? {} : { board_size: lines }),
      ...(isHere ? { moves: moves.map(({ point }) => point), ...(line.value.fen ? { fen: line.value.fen } : {}) } : {}),
      black: PARTIES[form.black],
      white: PARTIES[form.white],
      ...(form.black === "me" && form.white === "me" ? { one_screen: true } : {}),
      ...(form.clock === "none" ? { seconds: Number(form.seconds) } : { clock: clockOf(form) }),
      ...(look.value.book === null ? {} : { book: look.value.book }),
      ...(look.value.opponent === null ? {} : { opponent: look.value.opponent }),
      ...(isGo ? { rules: form.rules, ...(form.komi.trim() === "" ? {} : { komi: Number(form.komi) }), ...(isHere ? {} : { handicap: Number(form.handicap) }) } : {}),
    };
    return makeTable(setup, own);
  };
  const number = (label: string, name: "minutes" | "increment" | "periods" | "period", most: number, step = 1) => (
    <label>
      <span>{label}</span>
      <input type="number" required min={name === "increment" || name === "minutes" ? 0 : 1} max={most} step={step} value={form[name]} onInput={(event) => set({ [name]: event.currentTarget.value })} />
    </label>
  );
  return (
    <form
      class="play-setup"
      onSubmit={(event) => {
        event.preventDefault();
        task.run(start);
      }}
    >
      <div class="row">
        {SIDES.map((side) => (
          <Choice key={side} label={colorName(colorOfSide(side, game))} value={form[side]} onChoose={(who) => set({ [side]: who as Who })}>
            {WHO.map((who) => (
              <option value={who}>{t.play.kinds[who]}</option>
            ))}
          </Choice>
        ))}
        <button type="submit" class="primary" disabled={task.busy}>
          {t.play.start}
        </button>
      </div>
      {!begins && <p class="faint">{t.play.notHere}</p>}
      <div class="row">
        {begins && (moves.length > 0 || line.value.fen !== null) && (
          <Choice label={t.play.begin} value={isEmpty ? "empty" : "here"} onChoose={(at) => setEmpty(at === "empty")}>
            <option value="here">{t.play.here(moves.length)}</option>
            <option value="empty">{t.play.empty}</option>
          </Choice>
        )}
        {!isHere && sizes.length > 1 && (
          <Choice label={t.play.size} value={size || String(line.value.size)} onChoose={setSize}>
            {sizes.map((one) => (
              <option value={String(one)}>{one}</option>
            ))}
          </Choice>
        )}
        {isGo && !isHere && (
          <Choice label={t.play.handicap} value={form.handicap} onChoose={(handicap) => set({ handicap })}>
            {HANDICAPS.map((stones) => (
              <option value={stones}>{stones === "0" ? t.play.noHandicap : stones}</option>
            ))}
          </Choice>
        )}
        {isGo && (
          <>
            <Choice label={t.count.rules} value={form.rules} onChoose={(rules) => set({ rules })}>
              {RULES.map((rules) => (
                <option value={rules}>{t.count.rulesNames[rules]}</option>
              ))}
            </Choice>
            <label>
              <span>{t.count.komi}</span>
              <input type="number" step="0.5" min="-1000" max="1000" placeholder={usualKomi(form.rules, isHere ? "0" : form.handicap)} value={form.komi} onInput={(event) => set({ komi: event.currentTarget.value })} />
            </label>
          </>
        )}
      </div>
      <div class="row">
        <Choice label={t.play.clock} value={form.clock} onChoose={(clock) => set({ clock: clock as ClockKind })}>
          {Object.entries(t.play.clocks).map(([kind, text]) => (
            <option value={kind}>{text}</option>
          ))}
        </Choice>
        {form.clock !== "none" && number(t.play.minutes, "minutes", 1440, 0.5)}
        {form.clock === "increment" && number(t.play.increment, "increment", 3600)}
        {form.clock === "byoyomi" && number(t.play.periods, "periods", 100)}
        {form.clock === "byoyomi" && number(t.play.period, "period", 3600)}
        {form.clock === "none" && hasProgram && (
          <Choice label={t.play.thinking} value={form.seconds} onChoose={(seconds) => set({ seconds })}>
            {SECONDS.map((one) => (
              <option value={one}>{t.play.seconds(one)}</option>
            ))}
          </Choice>
        )}
      </div>
      {task.problem && <Failure problem={task.problem} />}
    </form>
  );
}

function clockOf({ clock, minutes, increment, periods, period }: typeof chosen): NonNullable<TableSetup["clock"]> {
  const main = 60 * Number(minutes);
  return clock === "increment" ? { main, increment: Number(increment) } : { main, periods: Number(periods), period: Number(period) };
}

/** Returns the komi that the server takes without one. */
function usualKomi(rules: string, handicap: string): string {
  if (handicap !== "0") return "0.5";
  return rules === "japanese" ? "6.5" : rules === "ing" ? "8" : "7.5";
}
