// What the server says of something that changes: only ever the answer to the question that is asked now.
import type { ReadonlySignal } from "@preact/signals";
import { computed, effect, signal } from "@preact/signals";
import { Problem } from "../api/client";
import { key } from "./key";

/** A question on its way. */
export type Resource<T> =
  | { readonly state: "none" }
  | { readonly state: "asking" }
  | { readonly state: "answered"; readonly value: T }
  | { readonly state: "failed"; readonly problem: Problem };

export interface Asking<T> {
  /** What is known now. */
  readonly now: ReadonlySignal<Resource<T>>;
  /** Asks the same again, as something changed at the server. */
  readonly again: () => void;
}

/** A question as it stands: another round, or another key, makes another of it. */
interface Wanted<Q> {
  readonly question: Q;
  readonly text: string;
  /** What it is about, and for whose eyes. */
  readonly about: string;
}

/**
 * Keeps the answer to a question that changes. `question` is null where there is none. A question that has changed ends
 * the request of the one before, and an answer is only shown while its very question stands: whatever comes late, from
 * whichever request, is never seen. While the same is asked anew, as something changed at the server, what was known of it
 * stays, so that nothing on the page jumps: `thing` is what a question is about.
 */
export function resource<Q, T>(
  question: () => Q | null,
  load: (question: Q, signal: AbortSignal) => Promise<T>,
  thing: (question: Q) => unknown = (asked) => asked,
): Asking<T> {
  const round = signal(0);
  const got = signal<{ readonly of: Wanted<Q>; readonly found: Resource<T> } | null>(null);
  let before: Wanted<Q> | null = null;
  const aboutOf = (asked: Q) => JSON.stringify([key.value, thing(asked)]);
  const wanted = computed((): Wanted<Q> | null => {
    const asked = question();
    const text = asked === null ? null : JSON.stringify([round.value, key.value, asked]);
    // The same question put anew, as after a change elsewhere on the page, is not asked again.
    if (text !== before?.text) before = text === null || asked === null ? null : { question: asked, text, about: aboutOf(asked) };
    return before;
  });
  effect(() => {
    const of = wanted.value;
    if (of === null) return undefined;
    const aborter = new AbortController();
    const keep = (found: Resource<T>) => {
      if (!aborter.signal.aborted) got.value = { of, found };
    };
    load(of.question, aborter.signal).then(
      (value) => keep({ state: "answered", value }),
      (error: unknown) => keep({ state: "failed", problem: asProblem(error) }),
    );
    return () => aborter.abort();
  });
  const now = computed((): Resource<T> => {
    const of = wanted.value;
    if (of === null) return { state: "none" };
    const known = got.value;
    const stays = known?.of === of || (known?.of.about === of.about && known.found.state === "answered");
    return known && stays ? known.found : { state: "asking" };
  });
  return { now, again: () => void (round.value += 1) };
}

/** The value of an answer, or null while there is none. */
export function valueOf<T>(found: Resource<T>): T | null {
  return found.state === "answered" ? found.value : null;
}

/** Whatever was thrown, as something that can be shown. */
export function asProblem(error: unknown): Problem {
  return error instanceof Problem ? error : new Problem(0, { detail: `The page failed: ${String(error)}` });
}
