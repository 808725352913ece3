// Chart of how often a move was played, year by year, with the same numbers as a table.
import type { components } from "../api/schema";
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
        Share of the {unit} with the position, {first} to {last}; at most {percent(most)}
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} role="img" aria-label={inWords(known, unit)}>
        {known.map((year) => {
          const height = Math.max(1, ((year.share ?? 0) / most) * (HEIGHT - 2));
          const x = (year.year! - first) * step;
          return (
            <rect key={year.year} x={x} y={HEIGHT - height} width={Math.max(1, step - GAP)} height={height}>
              <title>{`${year.year}: ${percent(year.share)} of the ${unit}, ${count(year.games)} games`}</title>
            </rect>
          );
        })}
      </svg>
      <details>
        <summary>Numbers</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Year</th>
              <th scope="col">Games</th>
              <th scope="col">Share</th>
              <th scope="col">Wins</th>
            </tr>
          </thead>
          <tbody>
            {years.map((year) => (
              <tr key={year.year ?? "unknown"}>
                <th scope="row">{year.year ?? "unknown"}</th>
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

function inWords(years: readonly Year[], unit: string): string {
  const ends = [years[0]!, years.at(-1)!].map((year) => `${percent(year.share)} in ${year.year}`);
  return `Share of the ${unit}: ${ends.join(", ")}`;
}
