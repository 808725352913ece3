// Reactive resources: each shows only the response to its present request.
import type { ReadonlySignal } from "@preact/signals";
import { computed, effect, signal } from "@preact/signals";
import { Problem } from "../api/client";
import { key } from "./key";
import { t } from "../text/text";

/** State of a request. */
export type Resource<T> =
  | { readonly state: "none" }
  | { readonly state: "asking" }
  | { readonly state: "answered"; readonly value: T }
  | { readonly state: "failed"; readonly problem: Problem };

export interface Asking<T> {
  /** The present state. */
  readonly now: ReadonlySignal<Resource<T>>;
  /** Repeats the request after a change at the server. */
  readonly again: () => void;
}

/** A request with its round and API key; a new round or key makes it a different one. */
interface Wanted<Q> {
  readonly question: Q;
  readonly text: string;
  /** Subject of the request, with the API key. */
  readonly about: string;
}

/**
 * Keeps the response to a reactive request. `question` returns null for none. A new request aborts
 * the one before, and a response is shown only while its request is the present one, so late
 * responses never appear. While the same thing is reloaded after a change at the server, its old
 * value stays, so that nothing on the page jumps; `thing` returns the subject of a request. `load`
 * may show a part of the response before it has all.
 */
export function resource<Q, T>(
  question: () => Q | null,
  load: (question: Q, signal: AbortSignal, show: (part: T) => void) => Promise<T>,
  thing: (question: Q) => unknown = (asked) => asked,
): Asking<T> {
  const round = signal(0);
  const got = signal<{ readonly of: Wanted<Q>; readonly found: Resource<T> } | null>(null);
  let before: Wanted<Q> | null = null;
  const aboutOf = (asked: Q) => JSON.stringify([key.value, thing(asked)]);
  const wanted = computed((): Wanted<Q> | null => {
    const asked = question();
    const text = asked === null ? null : JSON.stringify([round.value, key.value, asked]);
    // An equal request, for example after a change elsewhere on the page, is not repeated.
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
    const show = (value: T) => keep({ state: "answered", value });
    load(of.question, aborter.signal, show).then(
      show,
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

/** Returns the value of an answered request, or null. */
export function valueOf<T>(found: Resource<T>): T | null {
  return found.state === "answered" ? found.value : null;
}

/** Wraps any error as a problem to show. */
export function asProblem(error: unknown): Problem {
  return error instanceof Problem ? error : new Problem(0, { detail: t.problem.failed(String(error)) });
}
