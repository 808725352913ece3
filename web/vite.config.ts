// Build of the page: into `dist/`, which is committed and embedded in the server.
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/**
 * Replaces the board's wooden texture by one colour: it is larger than the rest of the page
 * together.
 */
function plainBoard(): Plugin {
  return {
    name: "plain-board",
    enforce: "pre",
    transform(code, id) {
      if (!id.endsWith("shudan/css/goban.css")) return null;
      return code.replace(/url\('\.\/board\.png'\)/, "none");
    },
  };
}

export default defineConfig({
  plugins: [plainBoard()],
  build: {
    target: "es2022",
    // Nothing is inlined as a data URL: the page's policy forbids `data:`.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: "licenses.txt" },
  },
  // During development a local server provides the API.
  server: { proxy: { "/v1": process.env["JOSEKI_SERVER"] ?? "http://127.0.0.1:8361" } },
  test: { include: ["src/**/*.test.ts"] },
});
