// Which moves have a form on the page: what is said of the others is said elsewhere.
import { signal } from "@preact/signals";
import { useEffect } from "preact/hooks";

/** The keys that have a place on the page; twice while one form gives way to another. */
export const homes = signal<readonly string[]>([]);

/** Says that what belongs to this key is shown here. */
export function useHome(key: string): void {
  useEffect(() => {
    homes.value = [...homes.value, key];
    return () => {
      const at = homes.value.indexOf(key);
      homes.value = homes.value.filter((_, index) => index !== at);
    };
  }, [key]);
}
