// Changes of the book that the page knows of, and which log of changes is shown.
import { signal } from "@preact/signals";

/** Number of changes, made on this page or seen of others; the log reloads when it grows. */
export const made = signal(0);
/** Numbers of the changes made on this page. */
export const madeHere = new Set<number>();

/** Subject of the shown log: the book or the selected move. */
export const historyOf = signal<"book" | "move">("book");
