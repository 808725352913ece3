// Dependencies of the layers `text`, `api`, `game`, `state`, `view`: each uses only earlier ones.
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";

const LAYERS = ["text", "api", "game", "state", "view"];
const files = LAYERS.flatMap((layer) =>
  readdirSync(join(import.meta.dirname, layer))
    .filter((name) => /\.tsx?$/.test(name) && !name.endsWith(".test.ts") && !name.endsWith(".d.ts"))
    .map((name) => ({ layer, path: `${layer}/${name}`, text: readFileSync(join(import.meta.dirname, layer, name), "utf8") })),
);

describe("the layers", () => {
  it("use only earlier layers", () => {
    expect(files.length).toBeGreaterThan(40);
    for (const { layer, path, text } of files) {
      for (const [, from] of text.matchAll(/(?:from|import\(?)\s*"(\.[^"]+)"/g)) {
        const used = normalize(join(dirname(path), from!)).split("/")[0]!;
        const named = LAYERS.indexOf(used);
        if (named >= 0) expect(named, `${path} uses ${from}`).toBeLessThanOrEqual(LAYERS.indexOf(layer));
      }
    }
  });

  it("keep the browser and the server out of the game logic", () => {
    for (const { layer, path, text } of files) {
      if (layer === "game") expect(text, path).not.toMatch(/\b(document|window|fetch|location|localStorage|signal)\b[.(]/);
      if (layer !== "api") expect(text, path).not.toMatch(/\bfetch\(/);
    }
  });

  it("describe each file in its first line", () => {
    for (const { path, text } of files) expect(text.split("\n")[0], path).toMatch(/^\/\/ [A-Z].*[.:?]$/);
  });
});
