// Set-up: what a click places, and the buttons that end it.
import { colorName, toPlay } from "../game/line";
import { ERASER, toolName, toolsOf } from "../game/setup";
import { faceOf } from "../game/xiangqi";
import { pieceFaces } from "../state/marks";
import { cancelSetup, chooseTool, emptySetup, finishSetup, setup, turnSetup } from "../state/setup";
import { t } from "../text/text";

export function SetUp() {
  const now = setup.value;
  if (!now) return null;
  const { draft, tool } = now;
  const face = (one: string) => {
    if (one === ERASER) return t.setup.erase;
    return draft.game === "xiangqi" ? faceOf(one, pieceFaces.value === "letters") : one === "B" ? "●" : "○";
  };
  const look = (one: string) => (draft.game === "xiangqi" && one !== ERASER ? `face ${one === one.toUpperCase() ? "red" : "black"}` : "");
  return (
    <div class="setup" role="group" aria-label={t.walk.setUp}>
      <div class="row">
        {toolsOf(draft).map((one) => (
          <button key={one} type="button" class={look(one)} aria-pressed={tool === one} aria-label={toolName(one, draft)} title={toolName(one, draft)} onClick={() => chooseTool(one)}>
            {face(one)}
          </button>
        ))}
      </div>
      <div class="row">
        <button type="button" onClick={turnSetup}>
          {t.words.toPlay(colorName(toPlay(draft)))}
        </button>
        <button type="button" onClick={emptySetup}>
          {t.setup.empty}
        </button>
        <button type="button" class="primary" onClick={finishSetup}>
          {t.words.done}
        </button>
        <button type="button" onClick={cancelSetup}>
          {t.words.cancel}
        </button>
      </div>
    </div>
  );
}
