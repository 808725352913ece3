// Count: rules, komi, and the score in words.
import { useState } from "preact/hooks";
import type { Score } from "../api/types";
import type { Rules } from "../state/count";
import { RULES, changeCount, counting, endCount, score, scoreAgain } from "../state/count";
import { valueOf } from "../state/resource";
import { t } from "../text/text";
import { Choice } from "./Choice";
import { Failure } from "./Failure";
import { colorName } from "./words";

export function Count() {
  // What is being typed may be no number yet; empty for the komi of the rules.
  const [typed, setTyped] = useState("");
  const now = counting.value;
  if (!now) return null;
  const found = valueOf(score.value);
  const setKomi = (text: string) => {
    setTyped(text);
    changeCount({ komi: text.trim() === "" || !Number.isFinite(Number(text)) ? null : Number(text) });
  };
  return (
    <div class="count" role="group" aria-label={t.count.title} aria-busy={score.value.state === "asking"}>
      <div class="row">
        <Choice label={t.count.rules} value={now.rules} onChoose={(rules) => changeCount({ rules: rules as Rules })}>
          {RULES.map((rules) => (
            <option value={rules}>{t.count.rulesNames[rules]}</option>
          ))}
        </Choice>
        <label>
          <span>{t.count.komi}</span>
          <input type="number" step="0.5" min="-1000" max="1000" value={typed} placeholder={String(found?.komi ?? "")} onInput={(event) => setKomi(event.currentTarget.value)} />
        </label>
        <button type="button" aria-disabled={now.dead === null} onClick={() => changeCount({ dead: null })}>
          {t.count.estimate}
        </button>
        <button type="button" class="primary" onClick={endCount}>
          {t.words.done}
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
  const shared = isArea && neutral.length > 0 ? [t.count.neutralHalf(neutral.length / 2)] : [];
  const parts = ({ stones, territory, prisoners, dead }: Score["black"]) =>
    isArea ? [t.count.stones(stones), t.count.territory(territory), ...shared] : [t.count.territory(territory), t.count.prisoners(prisoners), t.count.dead(dead)];
  return (
    <>
      <p role="status">
        <strong>{winner ? t.count.wins(colorName(winner), Math.abs(score)) : t.table.drawn}</strong> {t.count.side(colorName("B"), black.points, parts(black).join(" + "))}{" "}
        {t.count.side(colorName("W"), white.points + komi, [...parts(white), t.count.ofKomi(komi)].join(" + "))}
      </p>
      <p class="faint">
        {t.count.click} {found.dead.by !== "given" && t.count.estimated}
      </p>
    </>
  );
}
