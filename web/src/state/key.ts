// The API key for writing: kept while the tab is open, and never in a URL.
import { effect, signal } from "@preact/signals";
import { asker } from "../api/client";

const KEPT_AS = "joseki-key";

/** The key; null without one. */
export const key = signal<string | null>(kept());

/** Returns whether a text may be a key: printable ASCII without spaces. */
export function isKey(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}

effect(() => {
  asker.key = key.value;
  try {
    if (key.value === null) sessionStorage.removeItem(KEPT_AS);
    else sessionStorage.setItem(KEPT_AS, key.value);
  } catch {
    // Without session storage the key must be entered again after a reload.
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
