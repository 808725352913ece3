// Build of the page: into `src/web/dist/`, which is committed and embedded in the server.
import { defineConfig } from "vitest/config";

export default defineConfig({
  build: {
    target: "es2022",
    outDir: "../src/web/dist",
    emptyOutDir: true,
    // Nothing is inlined as a data URL: the page's policy forbids `data:`.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    license: { fileName: "licenses.txt" },
  },
  // During development a local server provides the API.
  server: { proxy: { "/v1": process.env["JOSEKI_SERVER"] ?? "http://127.0.0.1:8361" } },
  test: { include: ["src/**/*.test.ts"] },
});
