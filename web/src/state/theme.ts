// Dark or light: as the system has it, until somebody chooses.
import { effect, signal } from "@preact/signals";

export type Theme = "dark" | "light";

const KEPT_AS = "joseki-theme";

function first(): Theme {
  const kept = remembered();
  if (kept === "dark" || kept === "light") return kept;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

export const theme = signal<Theme>(first());

/** Chooses the other one, and remembers that. */
export function toggleTheme(): void {
  theme.value = theme.value === "dark" ? "light" : "dark";
  try {
    localStorage.setItem(KEPT_AS, theme.value);
  } catch {
    // A browser that keeps nothing shows it all the same.
  }
}

effect(() => {
  document.documentElement.dataset["theme"] = theme.value;
});

function remembered(): string | null {
  try {
    return localStorage.getItem(KEPT_AS);
  } catch {
    return null;
  }
}
