// Chart of how often a move was played, year by year, with the same numbers as a table.
import type { components } from "../api/schema";
import { t } from "../text/text";
import { count, percent } from "./words";

type Year = components["schemas"]["YearJson"];

const WIDTH = 260;
const HEIGHT = 64;
const GAP = 1;

interface TrendProps {
  readonly years: readonly Year[];
  /** What is counted. */
  readonly unit: "corners" | "games";
}

export function Trend({ years, unit }: TrendProps) {
  const known = years.filter((year) => year.year !== null && year.year !== undefined);
  if (known.length < 2) return null;
  const first = known[0]!.year!;
  const last = known.at(-1)!.year!;
  const most = Math.max(...known.map((year) => year.share ?? 0), 0.01);
  const step = WIDTH / (last - first + 1);
  return (
    <figure class="trend">
      <figcaption>
        {t.trend.caption(t.words.units[unit], first, last, percent(most))}
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} role="img" aria-label={inWords(known, unit)}>
        {known.map((year) => {
          const height = Math.max(1, ((year.share ?? 0) / most) * (HEIGHT - 2));
          const x = (year.year! - first) * step;
          return (
            <rect key={year.year} x={x} y={HEIGHT - height} width={Math.max(1, step - GAP)} height={height}>
              <title>{t.trend.bar(year.year!, percent(year.share), t.words.units[unit], year.games)}</title>
            </rect>
          );
        })}
      </svg>
      <details>
        <summary>{t.trend.numbers}</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">{t.trend.year}</th>
              <th scope="col">{t.trend.games}</th>
              <th scope="col">{t.trend.share}</th>
              <th scope="col">{t.trend.wins}</th>
            </tr>
          </thead>
          <tbody>
            {years.map((year) => (
              <tr key={year.year ?? "unknown"}>
                <th scope="row">{year.year ?? t.words.unknown}</th>
                <td class="number">{count(year.games)}</td>
                <td class="number">{percent(year.share)}</td>
                <td class="number">{percent(year.win_rate)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}

function inWords(years: readonly Year[], unit: TrendProps["unit"]): string {
  const [first, last] = [years[0]!, years.at(-1)!];
  return t.trend.inWords(t.words.units[unit], percent(first.share), first.year!, percent(last.share), last.year!);
}
