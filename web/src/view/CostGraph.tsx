// Chart of what the moves of a reviewed game cost; the table below has the same numbers.
import type { Costs } from "../game/review";
import { KINDS, isRemark, kindText } from "../game/review";
import { colorName } from "../game/line";
import { sidesOf } from "../game/games";
import { game } from "../state/answer";
import * as state from "../state/review";
import { t } from "../text/text";

const WIDTH = 360;
const HEIGHT = 84;
/** Room above the bars for the signs of faults, and below them for moves that left the book. */
const ABOVE = 13;
const BELOW = 13;
/** Least height of a bar that costs something. */
const LEAST = 2;

export function CostGraph({ costs, moves }: { readonly costs: Costs; readonly moves: number }) {
  const { most, of } = costs;
  if (most === 0 && !of.some(({ row }) => isRemark(row))) return null;
  const step = WIDTH / Math.max(moves, 1);
  const middle = (move: number) => (move - 0.5) * step;
  const width = Math.max(1.5, Math.min(9, 0.8 * step));
  const base = HEIGHT - BELOW;
  const heightOf = (cost: number | null) => (cost && most > 0 ? Math.max(LEAST, (cost / most) * (base - ABOVE)) : 0);
  const choose = (event: MouseEvent & { readonly currentTarget: SVGSVGElement }) => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = ((event.clientX - box.left) / box.width) * WIDTH;
    const near = of.reduce((best, one) => (Math.abs(middle(one.move) - at) < Math.abs(middle(best.move) - at) ? one : best));
    state.toMove(near.move);
  };
  const here = state.here.value;
  const [first, second] = sidesOf(game.value).map(colorName);
  return (
    <figure class="costs">
      <figcaption>
        {most > 0 ? t.review.costs(costs.text(most), first!, second!) : t.review.noCosts}
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={inWords(costs)} onClick={choose}>
        {here !== null && here <= moves && <rect class="now" x={middle(here) - step / 2} y={0} width={Math.max(step, 2)} height={HEIGHT} />}
        <path class="base" d={`M0 ${base}H${WIDTH}`} />
        {of.map(({ move, color, cost, row }) => {
          const height = heightOf(cost);
          const sign = KINDS[row.judged.kind];
          const says = [t.words.crumb(move, colorName(color), row.judged.point), kindText(row.judged.kind), cost && costs.text(cost)];
          return (
            <g key={move} class={`${row.fault ? "fault" : "fair"} ${color === sidesOf(game.value)[0] ? "first" : "second"}`}>
              <title>{says.filter(Boolean).join(", ")}</title>
              <rect x={middle(move) - width / 2} y={base - height} width={width} height={height} />
              {row.fault && (
                <text x={middle(move)} y={base - height - 3}>
                  {sign}
                </text>
              )}
              {row.left && !row.fault && (
                <text class="left" x={middle(move)} y={HEIGHT - 2}>
                  {sign}
                </text>
              )}
            </g>
          );
        })}
      </svg>
    </figure>
  );
}

function inWords({ of, text }: Costs): string {
  const faults = of.filter(({ row }) => row.fault);
  const worst = faults.reduce<(typeof of)[number] | null>((most, one) => ((one.cost ?? 0) > (most?.cost ?? 0) ? one : most), null);
  const left = of.filter(({ row }) => row.left && !row.fault).length;
  const [counted, gone] = [t.review.faults(faults.length), t.review.leftCount(left)];
  return worst?.cost ? t.review.costsWorst(counted, worst.move, text(worst.cost), gone) : t.review.costsOfFaults(counted, gone);
}
