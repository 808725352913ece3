// Switch of the counted games: everybody's or those of some players, of all years or some.
import { useState } from "preact/hooks";
import type { Players } from "../game/counted";
import { ALL_GAMES, FIRST_YEAR, LAST_YEAR, PLAYERS, readYear } from "../game/counted";
import { look, see } from "../state/place";
import { t } from "../text/text";

export function Counted() {
  const { counted } = look.value;
  const choose = (players: Players) => see({ counted: { ...counted, players } });
  return (
    <div class="counted" role="group" aria-label={t.counted.label}>
      <div class="segments">
        {PLAYERS.map((players) => (
          <button
            key={players}
            type="button"
            aria-pressed={counted.players === players}
            title={t.counted.titles[players]}
            onClick={() => choose(players)}
          >
            {t.counted.players[players]}
          </button>
        ))}
      </div>
      <Years />
    </div>
  );
}

/** The first and the last year. */
function Years() {
  const { counted } = look.value;
  const [wrong, setWrong] = useState<string | null>(null);
  const take = (end: "since" | "until", text: string) => {
    const year = readYear(text);
    const next = { ...counted, [end]: year };
    if (Number.isNaN(year)) return setWrong(t.counted.invalid(text, FIRST_YEAR, LAST_YEAR));
    if (next.since !== null && next.until !== null && next.since > next.until) return setWrong(t.counted.reversed);
    setWrong(null);
    see({ counted: next });
  };
  const field = (end: "since" | "until", label: string, empty: string) => (
    <input
      type="text"
      inputMode="numeric"
      maxLength={4}
      aria-label={label}
      placeholder={empty}
      value={counted[end] ?? ""}
      onChange={(event) => take(end, event.currentTarget.value)}
    />
  );
  const isAll = counted.since === null && counted.until === null;
  return (
    <div class="years">
      <span class="faint by-mouse">{t.counted.years}</span> {field("since", t.counted.first, t.counted.from)} – {field("until", t.counted.last, t.counted.to)}
      {!isAll && (
        <button type="button" onClick={() => see({ counted: { ...ALL_GAMES, players: counted.players } })}>
          {t.counted.all}
        </button>
      )}
      {wrong && (
        <span class="refused" role="alert">
          {wrong}
        </span>
      )}
    </div>
  );
}
