// What lies over the board, in words and numbers.
import { influence, influenceAgain } from "../state/overlay";
import { look } from "../state/place";
import { Failure } from "./Failure";

export function Overlay() {
  const now = influence.value;
  if (now.state === "failed") return <Failure problem={now.problem} again={influenceAgain} />;
  if (now.state !== "answered") return null;
  const { model, parameters, lead, counts } = now.value;
  const whose = "Dark is Black's, light is White's";
  const told = now.value.territory ? "Full is solid, half is influence" : `${whose}; this model knows no territory`;
  const unit = look.value.overlay === "influence" ? whose : told;
  const leader = lead < 0 ? "White" : "Black";
  return (
    <p class="faint">
      {unit}. Model {model} ({parameters}): {leader} leads by {Math.abs(lead).toFixed(1)}
      {counts && `; points of Black ${counts.black.influence_only} + ${counts.black.solid} solid, of White ${counts.white.influence_only} + ${counts.white.solid} solid`}.
    </p>
  );
}
