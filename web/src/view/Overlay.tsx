// The overlay in words and numbers.
import { influence, influenceAgain } from "../state/overlay";
import { look } from "../state/place";
import { number } from "../text/forms";
import { t } from "../text/text";
import { Failure } from "./Failure";
import { colorName } from "./words";

export function Overlay() {
  const now = influence.value;
  if (now.state === "failed") return <Failure problem={now.problem} again={influenceAgain} />;
  if (now.state !== "answered") return null;
  const { model, parameters, lead, counts } = now.value;
  const told = now.value.territory ? t.overlay.solid : t.overlay.noTerritory;
  const unit = look.value.overlay === "influence" ? t.overlay.sides : told;
  return (
    <p class="faint">
      {t.overlay.lead(unit, model, parameters, colorName(lead < 0 ? "W" : "B"), number(Math.abs(lead), 1))}{" "}
      {counts && t.overlay.points(counts.black.influence_only, counts.black.solid, counts.white.influence_only, counts.white.solid)}
    </p>
  );
}
