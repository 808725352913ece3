// The key that writing needs: kept while the tab is open, and never in an address.
import { effect, signal } from "@preact/signals";
import { asker } from "../api/client";

const KEPT_AS = "joseki-key";

/** The key, as it is sent; null without one. */
export const key = signal<string | null>(kept());

/** Whether a text may be a key: one word of plain letters and signs. */
export function isKey(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}

effect(() => {
  asker.key = key.value;
  try {
    if (key.value === null) sessionStorage.removeItem(KEPT_AS);
    else sessionStorage.setItem(KEPT_AS, key.value);
  } catch {
    // A browser that keeps nothing asks for the key again.
  }
});

function kept(): string | null {
  try {
    const found = sessionStorage.getItem(KEPT_AS);
    return found !== null && isKey(found) ? found : null;
  } catch {
    return null;
  }
}
