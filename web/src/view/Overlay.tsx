// The overlay in words and numbers.
import { influence, influenceAgain } from "../state/overlay";
import { look } from "../state/place";
import { Failure } from "./Failure";

export function Overlay() {
  const now = influence.value;
  if (now.state === "failed") return <Failure problem={now.problem} again={influenceAgain} />;
  if (now.state !== "answered") return null;
  const { model, parameters, lead, counts } = now.value;
  const whose = "Dark is Black's, light is White's";
  const told = now.value.territory ? "Full colour is solid, half colour is influence" : `${whose}; this model has no territory`;
  const unit = look.value.overlay === "influence" ? whose : told;
  const leader = lead < 0 ? "White" : "Black";
  return (
    <p class="faint">
      {unit}. Model {model} ({parameters}): {leader} leads by {Math.abs(lead).toFixed(1)}
      {counts && `; Black has ${counts.black.influence_only} + ${counts.black.solid} solid points, White ${counts.white.influence_only} + ${counts.white.solid}`}.
    </p>
  );
}
