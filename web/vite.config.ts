// How the page is built: into `dist/`, which is committed and embedded in the server.
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

/** The board's wooden picture weighs more than all the rest of the page: it is drawn in one colour instead. */
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
    // Nothing is written into an address: the page's policy allows no `data:`.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  // While the page is written, a server that runs beside it answers.
  server: { proxy: { "/v1": process.env["JOSEKI_SERVER"] ?? "http://127.0.0.1:8361" } },
  test: { include: ["src/**/*.test.ts"] },
});
