// A button that previews moves on the board while the pointer or the focus is on it.
import type { Pairs } from "../state/stage";
import { NOTHING, hovered } from "../state/stage";
import { t } from "../text/text";

interface ShownProps {
  readonly text: string;
  readonly moves: Pairs;
  /** Class of the button. */
  readonly class: string;
}

export function Shown({ text, moves, class: look }: ShownProps) {
  const show = () => void (hovered.value = moves);
  const hide = () => void (hovered.value = NOTHING);
  return (
    <button
      type="button"
      class={look}
      title={t.words.showOnBoard}
      onPointerEnter={(event) => event.pointerType === "mouse" && show()}
      onPointerLeave={(event) => event.pointerType === "mouse" && hide()}
      onFocus={show}
      onBlur={hide}
      onClick={show}
    >
      {text}
    </button>
  );
}
