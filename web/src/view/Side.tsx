// A side: the disc of its stones, or its name where pieces are no discs.
import { sidesOf } from "../game/games";
import { game } from "../state/answer";
import { colorName } from "./words";

interface SideProps {
  readonly color: string;
  /** Whether the name is not beside it anyway. */
  readonly named?: boolean;
}

export function Side({ color, named = false }: SideProps) {
  if (game.value === "xiangqi") return named ? <>{colorName(color)}</> : null;
  return (
    <>
      <span aria-hidden="true">{color === sidesOf(game.value)[0] ? "●" : "○"}</span>
      {named && <span class="unseen">{colorName(color)}</span>}
    </>
  );
}
