// Dark or light theme: follows the system until the user chooses.
import { effect, signal } from "@preact/signals";

export type Theme = "dark" | "light";

const KEPT_AS = "joseki-theme";

function first(): Theme {
  const kept = remembered();
  if (kept === "dark" || kept === "light") return kept;
  return matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
}

export const theme = signal<Theme>(first());

/** Switches the theme, and stores the choice. */
export function toggleTheme(): void {
  theme.value = theme.value === "dark" ? "light" : "dark";
  try {
    localStorage.setItem(KEPT_AS, theme.value);
  } catch {
    // Without storage the theme changes for this visit only.
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
