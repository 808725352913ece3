// Breadcrumbs: the moves so far, each a link to its position, and the buttons to step through them.
import { useEffect, useRef } from "preact/hooks";
import * as lines from "../game/line";
import type { Corner } from "../game/range";
import { CORNERS } from "../game/range";
import { isGo, keyOf } from "../state/answer";
import { branchTo, branches, branching } from "../state/branches";
import { canCount, startCount } from "../state/count";
import { currentCorner, details, placed } from "../state/details";
import * as place from "../state/place";
import type { Speed } from "../state/playback";
import { SPEEDS, chooseSpeed, isPlaying, playbackSpeed, remark, togglePlayback } from "../state/playback";
import { valueOf } from "../state/resource";
import { startSetup } from "../state/setup";
import { staged, takeover } from "../state/stage";
import { ownName, t } from "../text/text";
import { Failure } from "./Failure";
import { colorName, signOfVerdict } from "./words";

/** Back, forward, undo and the other buttons. */
export function Walk() {
  const { at, moves, game } = place.line.value;
  // In xiangqi nobody passes, and the moves alternate.
  const isXiangqi = game === "xiangqi";
  const busy = takeover.value !== null;
  const isWhole = place.look.value.view === "board";
  const switchView = () => place.zoom(isWhole ? cornerToShow() : "board");
  // Not `disabled`, which would take the focus from a button that has just reached its limit.
  const button = (text: string, says: string, does: () => void, off: boolean) => (
    <button type="button" title={says} aria-label={says} aria-disabled={busy || off} onClick={busy || off ? undefined : does}>
      {text}
    </button>
  );
  return (
    <div class="walk" role="group" aria-label={t.walk.label}>
      {isGo.value && (
        <button type="button" aria-pressed={isWhole} title={isWhole ? t.walk.corner : t.walk.whole} onClick={switchView}>
          {t.words.wholeBoard}
        </button>
      )}
      {button("|◀", t.walk.start, place.toStart, at === 0)}
      {button("◀", t.walk.back, place.back, at === 0)}
      {button("▶", t.walk.forward, place.forward, at === moves.length)}
      {button("▶|", t.walk.end, place.toEnd, at === moves.length)}
      <Playback isOff={busy || moves.length === 0} />
      {button(t.walk.undo, t.walk.undoSays, place.undo, at === 0)}
      {!isXiangqi && button(t.walk.pass, t.walk.pass, () => place.play("pass"), false)}
      {!isXiangqi && button(t.words.toPlay(discOf(lines.toPlay(place.line.value))), turnText(), place.turn, false)}
      {isGo.value && button(t.count.title, t.count.says, startCount, !canCount.value)}
      {button(t.walk.setUp, t.walk.setUpSays, startSetup, false)}
      {button(t.walk.clear, t.walk.clearSays, place.clear, moves.length === 0 && place.line.value.stones.length === 0 && place.line.value.fen === null)}
    </div>
  );
}

/** The button that lets the moves follow one another, and how fast. */
export function Playback({ isOff }: { readonly isOff: boolean }) {
  const isOn = isPlaying();
  const says = isOn ? t.playback.pause : t.playback.play;
  return (
    <span class="playback">
      <button type="button" title={t.playback.space(says)} aria-label={says} aria-disabled={isOff} onClick={isOff ? undefined : togglePlayback}>
        {/* Not every font has the signs. */}
        <svg class="sign" viewBox="0 0 16 16" aria-hidden="true">
          <path d={isOn ? "M3 2h3.5v12H3zM9.5 2H13v12H9.5z" : "M8 1a7 7 0 1 0 .01 0zM6.3 4.6 12 8l-5.7 3.4z"} />
        </svg>
      </button>
      <select aria-label={t.playback.speed} title={t.playback.speed} value={playbackSpeed.value} onChange={(event) => chooseSpeed(event.currentTarget.value as Speed)}>
        {SPEEDS.map((speed) => (
          <option value={speed}>{t.playback.seconds(speed)}</option>
        ))}
      </select>
    </span>
  );
}

/** What is said of the position while the moves follow one another. */
export function Caption() {
  if (!isPlaying()) return null;
  const comment = placed.value?.point === null ? valueOf(details.now.value)?.value.comment : null;
  return <p class="caption">{[remark.value, comment].filter(Boolean).join(" · ")}</p>;
}

/** Returns the corner of the last move, or one that opens an empty board. */
function cornerToShow(): Corner {
  const corner = currentCorner.value?.corner;
  return CORNERS.find((one) => one === corner) ?? CORNERS[0];
}

function turnText(): string {
  const color = lines.toPlay(place.line.value);
  return t.walk.turn(colorName(color), colorName(lines.other(color, place.line.value.game)));
}

/** Returns a stone as a sign. */
export function discOf(color: lines.Color): string {
  return color === "B" ? "●" : "○";
}

export function Crumbs() {
  const list = useRef<HTMLOListElement>(null);
  const line = staged.value;
  useEffect(() => {
    const here = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (here && list.current) list.current.scrollLeft = here.offsetLeft - list.current.clientWidth / 2;
  }, [line]);
  if (takeover.value) return null;
  return (
    <nav class="crumbs" aria-label={t.walk.path}>
      <ol ref={list}>
        <Crumb line={line} at={0} text={t.walk.atStart} says={t.walk.atStart} />
        {line.moves.map((move, index) => (
          <Crumb
            key={index}
            line={line}
            at={index + 1}
            text={line.game === "xiangqi" ? `${index + 1} ${move.point}` : `${index + 1} ${discOf(move.color)} ${move.point}`}
            says={t.words.crumb(index + 1, colorName(move.color), move.point)}
          />
        ))}
      </ol>
      {branching.value !== null && <Branches />}
    </nav>
  );
}

/** The other moves of the book beside one of the line. */
function Branches() {
  const now = branches.now.value;
  if (now.state === "failed") return <Failure problem={now.problem} again={branches.again} />;
  if (now.state !== "answered") return <p class="branches">…</p>;
  if (now.value.length === 0) return <p class="branches">{t.walk.noOther}</p>;
  return (
    <ul class="branches" aria-label={t.walk.others}>
      {now.value.map((candidate) => (
        <li key={keyOf(candidate)}>
          <button type="button" onClick={() => branchTo(candidate.points[0]!)}>
            <b>{candidate.points[0]}</b> {candidate.verdict && <span class={`verdict ${candidate.verdict}`}>{signOfVerdict(candidate.verdict)}</span>} {ownName(candidate.names)}
          </button>
        </li>
      ))}
    </ul>
  );
}

interface CrumbProps {
  readonly line: lines.Line;
  readonly at: number;
  readonly text: string;
  readonly says: string;
}

/** A real link, so that a position can be opened in a new tab; a plain click stays on the page. */
function Crumb({ line, at, text, says }: CrumbProps) {
  const here = at === line.at;
  const onClick = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    place.jump(at);
  };
  return (
    <li>
      <a
        href={place.hrefOf(lines.jump(line, at))}
        class={at > line.at ? "later" : ""}
        aria-label={says}
        onClick={onClick}
        {...(here ? { "aria-current": "step" as const } : {})}
      >
        {text}
      </a>
      {at > 0 && (
        <button
          type="button"
          class="branch"
          aria-label={t.walk.othersThan(at)}
          title={t.walk.othersTitle}
          aria-expanded={branching.value === at}
          onClick={() => (branching.value = branching.value === at ? null : at)}
        >
          ▾
        </button>
      )}
    </li>
  );
}
