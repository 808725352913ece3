// The texts of the page in the present language.
//
// They are one typed object, `en.ts`, grouped by view; its values are strings, or functions where
// there are parameters. The other languages have its type, so a missing text fails to compile, and
// are chunks of their own, loaded when chosen. `t` reads the present language: a view that reads it
// while it renders follows a change. `forms.ts` makes numbers, dates and plural forms. A test reads
// the sources for texts outside the catalogue. To add a language, copy `en.ts` and add a line each
// to `LANGUAGES` and `SOURCES`.
import { batch, signal } from "@preact/signals";
import type { Texts } from "./en";
import { en } from "./en";
import { tag } from "./forms";

/** Languages by their codes, with their names in themselves. */
export const LANGUAGES = { en: "English", zh: "中文", ja: "日本語", ko: "한국어", de: "Deutsch" };
export type Language = keyof typeof LANGUAGES;
export const CODES = Object.keys(LANGUAGES) as Language[];

/** What is loaded of each language, on its first use, and its tag for numbers and browsers. */
const SOURCES: Record<Language, readonly [tag: string, load: () => Promise<Texts>]> = {
  en: ["en-GB", async () => en],
  zh: ["zh-Hans", async () => (await import("./zh")).zh],
  ja: ["ja", async () => (await import("./ja")).ja],
  ko: ["ko", async () => (await import("./ko")).ko],
  de: ["de", async () => (await import("./de")).de],
};

/** Romanised Japanese. */
const ROMAJI = /^(?:(?:[kgsztdnhbpmyrwfj]|[kgnhmrbp]y|ch|sh|ts|[kstp](?=[kstpc]))?[aiueoāīūēō]|[kstp](?=[kstpc])|n(?![aiueo])|[ -])+$/i;
/** Returns whether a name of a book is in a language. */
const IS_NAME: Partial<Record<Language, (name: string) => boolean>> = {
  zh: (name) => /\p{Script=Han}/u.test(name) && !/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(name),
  ja: (name) => /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(name) || ROMAJI.test(name),
  ko: (name) => /\p{Script=Hangul}/u.test(name),
};

const present = signal<Texts>(en);
const spoken = signal<Language>("en");
let wanted: Language = "en";

/** The texts. A component or a computed value that reads them follows the language. */
export const t = new Proxy({} as Texts, { get: (_, group) => present.value[group as keyof Texts] });

/** Returns the name that a reader of the present language knows, else the first. */
export function ownName(names: readonly string[]): string | undefined {
  return names.find(IS_NAME[spoken.value] ?? (() => true)) ?? names[0];
}

/** Changes the language once its texts are loaded; without them the present one stays. */
export async function speak(language: Language): Promise<void> {
  wanted = language;
  const [itsTag, load] = SOURCES[language];
  const texts = await load().catch(() => null);
  // Another language was chosen in the meantime.
  if (texts === null || wanted !== language) return;
  batch(() => {
    present.value = texts;
    spoken.value = language;
    tag.value = itsTag;
  });
}
