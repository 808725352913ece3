// Dark or light theme: follows the system until the user chooses.
import { effect } from "@preact/signals";
import { kept } from "./kept";

export type Theme = "dark" | "light";

const chosen = kept<Theme>("theme", ["dark", "light"], () => (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"));

export const theme = chosen.now;

/** Switches the theme, and stores the choice. */
export const toggleTheme = () => chosen.choose(theme.value === "dark" ? "light" : "dark");

effect(() => {
  document.documentElement.dataset["theme"] = theme.value;
});
