// Language of the page: that of the address, else the chosen one, else the browser's first that we have.
import { computed, effect } from "@preact/signals";
import { tag } from "../text/forms";
import type { Language } from "../text/text";
import { CODES, speak } from "../text/text";
import { kept } from "./kept";
import { look, see } from "./place";

const chosen = kept<Language>("language", CODES, () => navigator.languages.map(codeOf).find((code) => code !== undefined) ?? "en");

/** Returns the language of a tag such as `zh-CN`, if we have it. */
function codeOf(name: string): Language | undefined {
  return CODES.find((code) => code === name.toLowerCase().split("-")[0]);
}

export const language = computed(() => look.value.lang ?? chosen.now.value);

/** Changes the language, and stores the choice; an address no longer has another. */
export function chooseLanguage(to: Language): void {
  chosen.choose(to);
  see({ lang: null });
}

/** Longest time that the page waits for its texts before it is drawn in English, in milliseconds. */
const PATIENCE = 500;

/** Loads the texts of the language, now and whenever it changes. Returns when the page can be drawn. */
export function followLanguage(): Promise<void> {
  let loaded = Promise.resolve();
  effect(() => void (loaded = speak(language.value)));
  effect(() => void (document.documentElement.lang = tag.value));
  return Promise.race([loaded, new Promise<void>((done) => setTimeout(done, PATIENCE))]);
}
