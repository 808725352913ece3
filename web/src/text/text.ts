// The texts of the page in the present language.
import { batch, signal } from "@preact/signals";
import type { Texts } from "./en";
import { en } from "./en";
import { tag } from "./forms";

/** Languages by their codes, with their names in themselves. */
export const LANGUAGES = { en: "English" };
export type Language = keyof typeof LANGUAGES;
export const CODES = Object.keys(LANGUAGES) as Language[];

/** What is loaded of each language, on its first use, and its tag for numbers and browsers. */
const SOURCES: Record<Language, readonly [tag: string, load: () => Promise<Texts>]> = {
  en: ["en-GB", async () => en],
};

const present = signal<Texts>(en);
let wanted: Language = "en";

/** The texts. A component or a computed value that reads them follows the language. */
export const t = new Proxy({} as Texts, { get: (_, group) => present.value[group as keyof Texts] });

/** Changes the language once its texts are loaded; without them the present one stays. */
export async function speak(language: Language): Promise<void> {
  wanted = language;
  const [itsTag, load] = SOURCES[language];
  const texts = await load().catch(() => null);
  // Another language was chosen in the meantime.
  if (texts === null || wanted !== language) return;
  batch(() => {
    present.value = texts;
    tag.value = itsTag;
  });
}
