// The page.
import { useEffect } from "preact/hooks";
import { isGo } from "../state/answer";
import { counting } from "../state/count";
import { watchDrops } from "../state/drop";
import { watchHands } from "../state/hands";
import { key } from "../state/key";
import { isAtTable, look, open } from "../state/place";
import { setup } from "../state/setup";
import { PANELS } from "../game/address";
import { t } from "../text/text";
import { Board } from "./Board";
import { Candidates } from "./Candidates";
import { Choices } from "./Choices";
import { Corners } from "./Corners";
import { Caption, Crumbs, Walk } from "./Crumbs";
import { Details } from "./Details";
import { KeyDoor } from "./KeyDoor";
import { Lazy } from "./Lazy";
import { Live } from "./Live";
import { Named } from "./Named";
import { Overlay } from "./Overlay";
import { Refusals } from "./Refusals";
import { SetUp } from "./SetUp";
import { ShareButton } from "./ShareButton";
import { Welcome } from "./Welcome";
import { Where } from "./Where";

const Review = () => import("./Review").then((module) => module.Review);
const Quiz = () => import("./Quiz").then((module) => module.Quiz);
const Find = () => import("./Find").then((module) => module.Find);
const Count = () => import("./Count").then((module) => module.Count);
const Drafts = () => import("./Drafts").then((module) => module.Drafts);
const History = () => import("./History").then((module) => module.History);

const Play = () => import("./Play").then((module) => module.Play);
const FarSeat = () => import("./Play").then((module) => module.FarSeat);
const TableActions = () => import("./Play").then((module) => module.TableActions);

export function App() {
  const { panel } = look.value;
  const isBook = panel !== "quiz" && panel !== "find" && panel !== "play";
  const isGame = isAtTable.value;
  useEffect(watchDrops, []);
  useEffect(watchHands, []);
  return (
    <>
      <header>
        <h1>
          <a href="/">Joseki</a>
        </h1>
        <Named />
        <Choices />
      </header>
      {!isGame && <Welcome />}
      <main class={isGame ? "at-table" : ""}>
        <div class="left">
          {isGame && <Lazy load={FarSeat} props={{}} />}
          <Board />
          {isGame ? <Lazy load={TableActions} props={{}} /> : setup.value ? <SetUp /> : counting.value ? <Lazy load={Count} props={{}} /> : <Walk />}
          <Caption />
          <Crumbs />
          {!isGame && <Refusals />}
          {!isGame && isGo.value && <Overlay />}
          <Live />
        </div>
        <div class="right">
          {panel !== "quiz" && !isGame && (
            <Where>
              <ShareButton />
            </Where>
          )}
          <nav class="panels" aria-label={t.app.panels}>
            {PANELS.map((name) => (
              <button type="button" aria-pressed={panel === name} onClick={() => open(name)}>
                {t.app[name]}
              </button>
            ))}
            <KeyDoor />
          </nav>
          {panel === "play" && <Lazy load={Play} props={{}} />}
          {panel === "review" && <Lazy load={Review} props={{}} />}
          {panel === "history" && <Lazy load={History} props={{}} />}
          {panel === "quiz" && <Lazy load={Quiz} props={{}} />}
          {panel === "find" && <Lazy load={Find} props={{}} />}
          {panel !== "quiz" && !isGame && key.value !== null && <Lazy load={Drafts} props={{}} />}
          {isBook && <Candidates />}
          {isBook && <Details />}
        </div>
        <div class="below">{panel !== "quiz" && !isGame && isGo.value && <Corners />}</div>
      </main>
      <footer>
        <a href="/docs/">API</a>
        <span class="by-mouse">
          {" "}
          · {t.app.keys}
        </span>
      </footer>
    </>
  );
}
