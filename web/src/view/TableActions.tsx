// Below the board of a game: how it stands, what is offered, and what the player can do.
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Table } from "../api/types";
import { gameAt, isTurn, ownSide, sideOf, undoCount } from "../game/table";
import { refused } from "../state/place";
import { act, connection, pending, press, problem, sideName, state, view, viewedMove } from "../state/table";
import { t } from "../text/text";
import { Failure } from "./Failure";
import { NearSeat } from "./Seats";

export function TableActions() {
  const now = state.value;
  return (
    <>
      <NearSeat />
      <Banner />
      {refused.value && <p class="refused">{refused.value}</p>}
      {now && (
        <>
          {now.offer ? <Offer now={now} /> : <Standing now={now} />}
          <div class="walk" role="group" aria-label={t.table.actions}>
            <Steps now={now} />
            {now.you.length > 0 && now.phase !== "over" && <Actions now={now} />}
          </div>
        </>
      )}
    </>
  );
}

/** What is wrong with the connection. */
function Banner() {
  const why = problem.value;
  if (why?.body.code === "table_elsewhere" && why.body.node) return <Elsewhere node={why.body.node} />;
  if (why?.body.code === "unknown_table") return <p class="failure" role="alert">{t.table.gone}</p>;
  if (why) return <Failure problem={why} />;
  if (connection.value === "lost") return <p class="failure" role="alert">{t.table.lost}</p>;
  return state.value === null ? <p class="faint">{t.table.connecting}</p> : null;
}

/** The node is an address, with or without its scheme. */
function Elsewhere({ node }: { readonly node: string }) {
  const { href } = new URL(location.hash, /^https?:/.test(node) ? node : `${location.protocol}//${node}`);
  return (
    <p class="failure" role="alert">
      {t.table.elsewhere} <a href={href}>{node}</a>
    </p>
  );
}

/** How the game stands. It takes the focus when the button that had it is gone. */
function Standing({ now }: { readonly now: Table }) {
  const here = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    // Not on a page that has just been opened: there the focus was nowhere.
    const isLost = document.activeElement === document.body && navigator.userActivation?.hasBeenActive;
    if (isLost) here.current?.focus({ preventScroll: true });
  }, [now.phase]);
  return (
    <p class="standing" tabIndex={-1} ref={here}>
      {standing(now)}
    </p>
  );
}

/** Returns how the game stands, in a sentence. */
function standing(now: Table): string {
  if (now.phase === "over") return resultText(now);
  if (now.phase === "paused") return t.table.paused;
  if (now.phase === "counting" && now.counting) {
    const { score, agreed } = now.counting;
    const [winner, by] = score.split("+");
    const count = by ? t.table.score(sideName(now, winner === "W" ? "white" : "black"), Number(by)) : t.table.evenScore;
    return [t.table.counting, count, ...agreed.map((side) => t.table.agreed(sideName(now, side)))].join(t.words.gap);
  }
  if (isTurn(now) && now.you.length < 2) return t.table.yourTurn;
  return [t.table.turnOf(sideName(now, now.to_move)), now.you.length === 0 && t.table.watching].filter(Boolean).join(t.words.gap);
}

/** Returns the result in words. */
function resultText(now: Table): string {
  const { record, winner, words } = now.result ?? { record: "", words: "" };
  if (!winner) return now.result?.words.includes(":") ? `${words}.` : t.table.drawn;
  const side = sideName(now, winner);
  const why = record.split("+")[1] ?? "";
  const known: Record<string, string> = { R: t.table.resigned(side), T: t.table.onTime(side), F: t.table.byForfeit(side) };
  if (why !== "" && Number.isFinite(Number(why))) return t.table.wonBy(side, Number(why));
  return known[why] ?? (words ? `${words}.` : t.table.won(side));
}

/** An offer with its answer; for the one who made it, a way to take it back. */
function Offer({ now }: { readonly now: Table }) {
  const { by, what, count } = now.offer!;
  const other = now.you.find((side) => side !== by);
  const text = what === "undo" ? t.table.offers.undo(sideName(now, by), count ?? 1) : what === "draw" ? t.table.offers.draw(sideName(now, by)) : t.table.offers.pause(sideName(now, by));
  const side = other ?? by;
  return (
    <div class="offer row" role="alert">
      <p>
        {text} {!other && t.table.waits}
      </p>
      {other && (
        <Does primary does={() => act({ action: "accept", side })}>
          {t.table.accept}
        </Does>
      )}
      {now.you.length > 0 && <Does does={() => act({ action: "decline", side })}>{other ? t.table.decline : t.table.withdraw}</Does>}
    </div>
  );
}

/** Steps through the moves, which does not disturb the game. */
function Steps({ now }: { readonly now: Table }) {
  const at = viewedMove.value;
  const last = now.moves.length;
  const step = (text: string, says: string, to: number, off: boolean) => (
    <button type="button" title={says} aria-label={says} aria-disabled={off} onClick={() => !off && view(to)}>
      {text}
    </button>
  );
  return (
    <>
      {step("|◀", t.table.first, 0, at === 0)}
      {step("◀", t.table.back, at - 1, at === 0)}
      {step("▶", t.table.forward, at + 1, at === last)}
      {step("▶|", t.table.last, last, at === last)}
    </>
  );
}

/** What the player can do now. */
function Actions({ now }: { readonly now: Table }) {
  const side = ownSide(now)!;
  const isAlone = now.you.length > 1;
  const isPerson = !isAlone && now.sides[side === "black" ? "white" : "black"].kind === "person";
  const undo = undoCount(now);
  if (now.phase === "counting") {
    const marks = now.counting?.agreed ?? [];
    // Alone at a screen one agrees for both.
    const agrees = now.you.map(sideOf).find((one) => !marks.includes(one));
    return (
      <>
        {agrees && (
          <Does primary does={() => act({ action: "agree", side: agrees })}>
            {t.table.agree}
          </Does>
        )}
        <Does does={() => act({ action: "estimate", side })}>{t.table.estimate}</Does>
        <Does does={() => act({ action: "resume", side })}>{t.table.goOn}</Does>
      </>
    );
  }
  if (now.phase === "paused") {
    return (
      <Does primary does={() => act({ action: "resume", side })}>
        {t.table.resume}
      </Does>
    );
  }
  return (
    <>
      {now.thinking && <Does does={() => act({ action: "stop" })}>{t.table.stop}</Does>}
      {gameAt(now) !== "xiangqi" && <Does off={!isTurn(now)} does={async () => press("pass")}>{t.walk.pass}</Does>}
      <Does off={undo === 0 || now.offer != null} does={() => act({ action: "undo", count: undo, side })}>
        {t.table.undo}
      </Does>
      {(isPerson || isAlone) && (
        <Does off={now.offer != null} does={() => act({ action: "draw", side })}>
          {t.table.draw}
        </Does>
      )}
      {(isPerson || now.clock) && (
        <Does off={now.offer != null} does={() => act({ action: "pause", side })}>
          {t.table.pause}
        </Does>
      )}
      <Resign does={() => act({ action: "resign", side })} />
    </>
  );
}

/** Asks once more before it is done. */
function Resign({ does }: { readonly does: () => Promise<void> }) {
  const [isSure, setSure] = useState(false);
  const no = useRef<HTMLButtonElement>(null);
  const first = useRef<HTMLButtonElement>(null);
  const was = useRef(false);
  // The button with the focus is gone.
  useEffect(() => {
    if (isSure) no.current?.focus();
    else if (was.current) first.current?.focus();
    was.current = isSure;
  }, [isSure]);
  if (!isSure) {
    return (
      <button type="button" ref={first} onClick={() => setSure(true)}>
        {t.table.resign}
      </button>
    );
  }
  return (
    <span class="row sure" role="group" aria-label={t.table.reallyResign}>
      {t.table.reallyResign}
      <button type="button" onClick={() => void does()}>
        {t.table.yes}
      </button>
      <button type="button" ref={no} onClick={() => setSure(false)}>
        {t.table.no}
      </button>
    </span>
  );
}

interface DoesProps {
  readonly does: () => Promise<void>;
  readonly children: ComponentChildren;
  readonly off?: boolean;
  readonly primary?: boolean;
}

/** A button of an action; one at a time is under way. */
function Does({ does, children, off = false, primary = false }: DoesProps) {
  const isOff = off || pending.value !== null;
  return (
    <button type="button" class={primary ? "primary" : ""} aria-disabled={isOff} onClick={() => !isOff && void does()}>
      {children}
    </button>
  );
}
