// The page.
import { complaints, position, refused } from "../state/place";
import { Board } from "./Board";
import { Candidates } from "./Candidates";
import { Choices } from "./Choices";
import { Corners } from "./Corners";
import { Crumbs, Walk } from "./Crumbs";
import { Details } from "./Details";
import { KeyDoor } from "./KeyDoor";
import { Live } from "./Live";
import { Overlay } from "./Overlay";

export function App() {
  return (
    <>
      <header>
        <h1>
          <a href="/">Joseki</a>
        </h1>
        <Choices />
      </header>
      <main>
        <div class="left">
          <Board />
          <Walk />
          <Crumbs />
          {refused.value && <p class="refused">{refused.value}</p>}
          {position.value.illegalAt !== null && (
            <p class="refused">Move {position.value.illegalAt} cannot be played: the board has what comes before it.</p>
          )}
          {complaints.value.length > 0 && (
            <div class="refused" role="alert">
              {complaints.value.map((text) => (
                <p>The address: {text}.</p>
              ))}
            </div>
          )}
          <Overlay />
          <Live />
        </div>
        <div class="right">
          <nav class="panels" aria-label="Key">
            <KeyDoor />
          </nav>
          <Candidates />
          <Details />
        </div>
        <div class="below"><Corners /></div>
      </main>
      <footer>
        <a href="/docs/">API</a> · Keys on the board: arrows, Enter plays, N next move of the book, Backspace undo, “,” back, “.” forward,
        P pass
      </footer>
    </>
  );
}
