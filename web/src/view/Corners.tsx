// The corners with stones: the state of each, and the book's moves where a corner was left.
import type { CornerAnswer } from "../api/types";
import { answer } from "../state/answer";
import { jump, line, look, zoom } from "../state/place";
import { currentCorner } from "../state/details";
import type { Corner } from "../game/range";
import { key } from "../state/key";
import { forPrograms } from "../state/programs";
import { textOf } from "../text/forms";
import { t } from "../text/text";
import { Lazy } from "./Lazy";
import { colorName, cornerName, percent } from "./words";

const AddMove = () => import("./AddMove").then((module) => module.AddMove);

export function Corners() {
  const found = answer.value;
  if (!found) return null;
  const { view } = look.value;
  const shown = found.corners.filter((corner) => view === "board" || view === corner.corner);
  const played = shown.filter((corner) => corner.state !== "empty");
  const empty = view === "board" ? shown.filter((corner) => corner.state === "empty") : [];
  if (played.length + empty.length === 0) return null;
  return (
    <section class="corners" aria-labelledby="corners-title">
      <h2 id="corners-title">{line.value.at > 0 ? t.corners.titleAfter(line.value.at) : t.corners.title}</h2>
      <ul>
        {played.map((corner) => (
          <li key={corner.corner}>
            <OneCorner corner={corner} biggest={found.whole_board?.biggest_corner === corner.corner} />
          </li>
        ))}
      </ul>
      {empty.length > 0 && (
        <p class="row">
          {t.corners.empty}
          {empty.map(({ corner }) => (
            <button key={corner} type="button" data-corner={corner} data-state="empty" onClick={() => zoom(corner as Corner)} title={t.corners.show}>
              {cornerName(corner)}
            </button>
          ))}
        </p>
      )}
    </section>
  );
}

function OneCorner({ corner, biggest }: { readonly corner: CornerAnswer; readonly biggest: boolean }) {
  const seen = look.value.view === corner.corner;
  const current = currentCorner.value?.corner === corner.corner;
  const name = cornerName(corner.corner);
  return (
    <article class={`corner${current ? " current" : ""}`} data-corner={corner.corner} data-state={corner.state}>
      <button
        type="button"
        aria-pressed={seen}
        onClick={() => zoom(seen ? "board" : (corner.corner as Corner))}
        title={seen ? t.corners.showBoard : t.corners.show}
      >
        {name}
      </button>{" "}
      {textOf(t.corners.states, corner.state)}
      {corner.settled && <span class="faint"> · {t.corners.settled}</span>}
      {biggest && <span class="faint"> · {t.corners.biggest}</span>}
      {forPrograms.value && (
        <span class="faint" title={t.corners.urgencyTitle}>
          {" "}
          · {t.corners.urgency(percent(corner.urgency))}
        </span>
      )}
      <Left corner={corner} />
      {corner.left_book && key.value !== null && <Lazy load={AddMove} props={{ corner }} />}
    </article>
  );
}

/** Where the corner left the book. */
function Left({ corner }: { readonly corner: CornerAnswer }) {
  const left = corner.left_book;
  if (!left) return corner.steps && forPrograms.value ? <code class="steps">{corner.steps}</code> : null;
  // In board order: which moves are good shows only where they can be played.
  const expected = left.expected.join(", ");
  return (
    <p>
      {t.corners.left(left.move, colorName(left.color), left.point)} {expected && t.corners.expected(expected)}{" "}
      {left.move > 0 && (
        <button type="button" class="more" aria-label={t.corners.goThereBefore(left.move)} onClick={() => jump(left.move - 1)}>
          {t.corners.goThere}
        </button>
      )}
    </p>
  );
}
