// Choices that the browser stores.
import type { ReadonlySignal } from "@preact/signals";
import { signal } from "@preact/signals";

export interface Kept<T> {
  readonly now: ReadonlySignal<T>;
  /** Changes the choice, and stores it. */
  readonly choose: (value: T) => void;
}

/** Returns a choice of a few words: the stored one, else `usual`. */
export function kept<T extends string>(name: string, of: readonly T[], usual: () => T): Kept<T> {
  return keptText(name, (text) => of.find((value) => value === text) ?? usual());
}

/** Returns a text; `read` takes the stored one, null for none. */
export function keptText<T extends string>(name: string, read: (text: string | null) => T): Kept<T> {
  const key = `joseki-${name}`;
  const now = signal<T>(read(remembered(key)));
  const choose = (value: T) => {
    now.value = value;
    try {
      localStorage.setItem(key, value);
    } catch {
      // Without storage the choice holds for this visit only.
    }
  };
  return { now, choose };
}

function remembered(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
