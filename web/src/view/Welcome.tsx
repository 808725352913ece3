// The first steps, until they are closed or the page is opened again.
import { open } from "../state/place";
import { closeWelcome, isWelcome } from "../state/welcome";

export function Welcome() {
  if (!isWelcome.value) return null;
  return (
    <section class="welcome" aria-label="First steps">
      <ol>
        <li>
          <span class="by-mouse">Click a point to play a move.</span>
          <span class="by-finger">Tap a point: what follows.</span>
        </li>
        <li>
          <span class="by-mouse">Hover over a mark or a row to see what follows.</span>
          <span class="by-finger">Tap it again: it is played.</span>
        </li>
        <li>
          <button type="button" class="link" onClick={() => open("review")}>
            Review your game
          </button>
          <span class="by-mouse">: paste it, or drop its file here.</span>
        </li>
      </ol>
      <button type="button" class="close" aria-label="Close the first steps" onClick={closeWelcome}>
        ×
      </button>
    </section>
  );
}
