// The catalogue is whole: nothing on the page is written outside it, and the languages agree.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { beforeEach, describe, expect, it } from "vitest";
import { de } from "./de";
import { en } from "./en";
import { counted, number, tag, textOf, time } from "./forms";
import { ja } from "./ja";
import { ko } from "./ko";
import { speak, t } from "./text";
import { zh } from "./zh";

const SOURCE = join(import.meta.dirname, "..");
const OTHERS = { zh, ja, ko, de };

/** Literals that are not for translation: names of formats, of keys and of the page itself. */
const LITERALS = new Set([
  "Joseki", // the name of the page
  "API", "SGF", "PGN", "PNG", "SVG", "HTML", "FEN", "ICCS", // formats and interfaces
  "Chinese Chess", "Game", "Result", "Format", '[Game "Chinese Chess"]…', // tags of PGN
  "Escape", "Enter", "Backspace", "Home", "End", "PageUp", "PageDown", // keys
  "Files", "Problem", "Bearer", // what a drag holds, the name of an error, a kind of key in HTTP
  "input, select, textarea, [contenteditable], [role=grid], dialog", "input, select, textarea, [contenteditable]", "button, summary, a", // elements
  '<iframe src="', '" title="Joseki"></iframe>', // code to copy
  "(prefers-color-scheme: dark)", "picked", "reached", "face", "-wrong", // for the browser and the style
  "楚 河", "漢 界", // written on boards of xiangqi everywhere
]);
/** Attributes whose values people do not read. */
const UNREAD = /^(class|d|viewBox|points|style|accept|type|role|id|href|rel|transform|key|autocomplete|inputMode|for|name|data-\w+|aria-(live|autocomplete|controls|labelledby|describedby|haspopup|current)|fill|preserveAspectRatio|refX|orient|marker-end)$/;
/** Attributes that people read, whatever is in them. */
const READ = /^(aria-label|title|placeholder|alt|label|text|says|submit)$/;

describe("the sources", () => {
  it("have no text outside the catalogue", () => {
    const found = ["api", "game", "state", "view"].flatMap((layer) =>
      readdirSync(join(SOURCE, layer))
        .filter((name) => /\.tsx?$/.test(name) && !/\.(test|d)\.ts$/.test(name))
        .flatMap((name) => literalsOf(`${layer}/${name}`)),
    );
    expect(found).toEqual([]);
  });

  it("are searched for text as they should be", () => {
    const view = (code: string) => literalsIn("view/a.tsx", code);
    expect(view("<p>Hello</p>")).toHaveLength(1);
    expect(view('<p title="x y">{t.a}</p>')).toHaveLength(1);
    expect(view('<p class="no text">{is ? "Two words" : `${n} hits`}</p>')).toHaveLength(2);
    expect(view('<p class="no text" aria-label={t.a.b}>·</p>')).toEqual([]);
  });
});

function literalsOf(path: string): string[] {
  return literalsIn(path, readFileSync(join(SOURCE, path), "utf8"));
}

/** Returns the literals of a file that read like text for people, with their places. */
function literalsIn(path: string, text: string): string[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const found: string[] = [];
  const take = (node: ts.Node, literal: string, isRead: boolean) => {
    const words = literal.trim();
    // Two words, a capital word, or words at the end of a part of a template.
    const looks = /\p{L}{2,}[.,:;]? \p{L}{2,}|^\p{Lu}\p{Ll}+(\P{L}|$)|^ \p{L}{2,}|\p{L}{2,} $/u.test(literal);
    if (!LITERALS.has(words) && /\p{L}/u.test(words) && (isRead || looks)) found.push(`${path}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1}: ${words}`);
  };
  const walk = (node: ts.Node, isRead: boolean): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node) || ts.isExportDeclaration(node)) return;
    if (ts.isCallExpression(node) && /^(import|.*\.(querySelector|closest|test|matches))$/.test(node.expression.getText())) return;
    if (ts.isJsxAttribute(node)) {
      const name = node.name.getText();
      if (UNREAD.test(name)) return;
      return node.forEachChild((child) => walk(child, READ.test(name)));
    }
    if (ts.isJsxText(node)) return take(node, node.text, true);
    if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return take(node, node.text, isRead && ts.isJsxAttribute(node.parent));
    if (ts.isTemplateHead(node) || ts.isTemplateMiddle(node) || ts.isTemplateTail(node)) return take(node, node.text, false);
    node.forEachChild((child) => walk(child, isRead));
  };
  walk(file, false);
  return found;
}

/** The texts of a language by their paths; functions are called with the arguments 11, 22, …. */
function leaves(texts: object, path = ""): Map<string, string> {
  const found = new Map<string, string>();
  for (const [name, value] of Object.entries(texts)) {
    const at = path ? `${path}.${name}` : name;
    if (typeof value === "string") found.set(at, value);
    else if (typeof value === "object") for (const [inner, text] of leaves(value as object, at)) found.set(inner, text);
    else if (!at.startsWith("words.opening")) found.set(at, (value as (...args: string[]) => string)(...ARGUMENTS));
  }
  return found;
}
const ARGUMENTS = ["11", "22", "33", "44", "55", "66", "77"];

/** Names that several languages write alike, and formats. */
const SAME = /^(words\.games\.|find\.strengths\.|choices\.bookOf$|board\.moveNumber$|url\.(among|or|range)$|words\.(sideMove|percent|crumb|gap)$|where\.(place|sentence|opening|moveNamed)$|live\.(played|corner|aside)$|candidates\.(condition|fromGames)$|review\.(line|inCorner|excused)$|details\.titled$|quiz\.(answered|drawn\.given|allOf)$|words\.verdicts\.ideal$|editing\.states\.typed$|count\.(komi|side|neutral|rulesNames\.ing)$|playback\.seconds$|table\.(said|pause)$)/;

describe("the languages", () => {
  beforeEach(() => {
    tag.value = "en-GB";
  });
  const english = leaves(en);

  for (const [code, texts] of Object.entries(OTHERS)) {
    it(`${code} says all that English says`, () => {
      const found = leaves(texts);
      for (const [path, text] of found) {
        const used = (of: string) => ARGUMENTS.filter((argument) => of.includes(argument));
        expect(used(text), path).toEqual(used(english.get(path)!));
        if (english.get(path)!.trim() !== "") expect(text, path).not.toBe("");
      }
    });

    it(`${code} is not English`, () => {
      const same = [...leaves(texts)].filter(([path, text]) => text === english.get(path) && !SAME.test(path));
      expect(same).toEqual([]);
    });
  }

  it("have their numbers, plurals and dates", async () => {
    expect([counted(1, "move", "moves"), counted(1234, "move", "moves"), number(0.5, 1)]).toEqual(["1 move", "1,234 moves", "0.5"]);
    await speak("de");
    expect([number(1234.5, 1), t.words.moves(1), t.words.moves(2)]).toEqual(["1.234,5", "1 Zug", "2 Züge"]);
    expect(time(new Date("2026-01-31T13:05:07Z"))).toBe("31.01.2026, 13:05 UTC");
    expect([textOf(t.words.verdicts, "good"), textOf(t.words.verdicts, "of_tomorrow")]).toEqual(["gut", "of tomorrow"]);
    const late = speak("ja");
    await speak("en");
    await late;
    expect(t.app.moves).toBe("Moves");
  });
});
