// The corners with stones: the state of each, and the book's moves where a corner was left.
import type { CornerAnswer } from "../api/types";
import { answer } from "../state/answer";
import { jump, line, look, zoom } from "../state/place";
import { currentCorner } from "../state/details";
import type { Corner } from "../game/range";
import { key } from "../state/key";
import { forPrograms } from "../state/programs";
import { Lazy } from "./Lazy";
import { colorName, percent, spaced } from "./words";

const AddMove = () => import("./AddMove").then((module) => module.AddMove);

/** Explanations of the corner states. */
export const STATES: Record<string, string> = {
  empty: "no moves yet",
  ongoing: "in the book",
  interrupted: "in the book; the last move was played elsewhere",
  tenuki: "a tenuki in the book",
  finished: "end of the line",
  terminated: "left the book",
};

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
      <h2 id="corners-title">Corners{line.value.at > 0 && ` after move ${line.value.at}`}</h2>
      <ul>
        {played.map((corner) => (
          <li key={corner.corner}>
            <OneCorner corner={corner} biggest={found.whole_board?.biggest_corner === corner.corner} />
          </li>
        ))}
      </ul>
      {empty.length > 0 && (
        <p class="row">
          Empty:
          {empty.map(({ corner }) => (
            <button key={corner} type="button" data-corner={corner} data-state="empty" onClick={() => zoom(corner as Corner)} title="Show this corner">
              {spaced(corner)}
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
  const name = spaced(corner.corner);
  return (
    <article class={`corner${current ? " current" : ""}`} data-corner={corner.corner} data-state={corner.state}>
      <button
        type="button"
        aria-pressed={seen}
        onClick={() => zoom(seen ? "board" : (corner.corner as Corner))}
        title={seen ? "Show the whole board" : "Show this corner"}
      >
        {name}
      </button>{" "}
      {STATES[corner.state]}
      {biggest && <span class="faint"> · biggest corner by influence</span>}
      {forPrograms.value && (
        <span class="faint" title="How often players continue here rather than elsewhere">
          {" "}
          · urgency {percent(corner.urgency)}
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
      Left the book at move {left.move}, {colorName(left.color)} {left.point}.{expected && ` The book has ${expected}.`}{" "}
      {left.move > 0 && (
        <button type="button" class="more" onClick={() => jump(left.move - 1)}>
          Go there<span class="unseen">, before move {left.move}</span>
        </button>
      )}
    </p>
  );
}
