// Count: rules, komi, and the score in words.
import type { Score } from "../api/types";
import type { Rules } from "../state/count";
import { RULES, changeCount, counting, endCount, score, scoreAgain } from "../state/count";
import { valueOf } from "../state/resource";
import { Choice } from "./Choice";
import { Failure } from "./Failure";
import { colorName } from "./words";

export const RULES_NAMES: Record<Rules, string> = { chinese: "Chinese", japanese: "Japanese", ing: "Ing" };

export function Count() {
  const now = counting.value;
  if (!now) return null;
  const found = valueOf(score.value);
  const setKomi = (text: string) => changeCount({ komi: text.trim() === "" || !Number.isFinite(Number(text)) ? null : Number(text) });
  return (
    <div class="count" role="group" aria-label="Count" aria-busy={score.value.state === "asking"}>
      <div class="row">
        <Choice label="Rules" value={now.rules} onChoose={(rules) => changeCount({ rules: rules as Rules })}>
          {RULES.map((rules) => (
            <option value={rules}>{RULES_NAMES[rules]}</option>
          ))}
        </Choice>
        <label>
          <span>Komi</span>
          <input type="number" step="0.5" min="-1000" max="1000" value={now.komi ?? found?.komi ?? ""} onChange={(event) => setKomi(event.currentTarget.value)} />
        </label>
        <button type="button" aria-disabled={now.dead === null} onClick={() => changeCount({ dead: null })}>
          Estimate dead stones
        </button>
        <button type="button" class="primary" onClick={endCount}>
          Done
        </button>
      </div>
      {score.value.state === "failed" && <Failure problem={score.value.problem} again={scoreAgain} />}
      {found && <InWords found={found} />}
    </div>
  );
}

/** The score in words, side by side. */
function InWords({ found }: { readonly found: Score }) {
  const { winner, score, black, white, komi, neutral, rules } = found;
  const isArea = rules !== "japanese";
  const shared = isArea && neutral.length > 0 ? ` + ${neutral.length / 2} of neutral points` : "";
  const parts = ({ stones, territory, prisoners, dead }: Score["black"]) =>
    isArea ? `${stones} stones + ${territory} territory${shared}` : `${territory} territory + ${prisoners} prisoners + ${dead} dead`;
  return (
    <>
      <p role="status">
        <strong>{winner ? `${colorName(winner)} wins${score === 0 ? "" : ` by ${Math.abs(score)}`}` : "A draw"}.</strong> Black {black.points}: {parts(black)}. White{" "}
        {white.points + komi}: {parts(white)} + {komi} komi.
      </p>
      <p class="faint">A click on a stone marks its chain as dead, or takes the mark off. {found.dead.by !== "given" && "Dead stones are estimated."}</p>
    </>
  );
}
