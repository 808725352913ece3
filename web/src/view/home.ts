// Moves and panels that show their own notices; all other notices appear elsewhere.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** Keys with a home on the page; a key is listed twice while one form replaces another. */
export const homes = signal<readonly string[]>([]);

/** Declares that the notices of a key are shown here. */
export function useHome(key: string): void {
  useEffect(() => {
    homes.value = [...homes.value, key];
    return () => {
      const at = homes.value.indexOf(key);
      homes.value = homes.value.filter((_, index) => index !== at);
    };
  }, [key]);
}
