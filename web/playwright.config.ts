// Browser tests against a real server: `npm run browser`; the picture of the README: `npm run
// screenshot`.
import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

/** Chromium without a window system takes a third less time; the usual one does as well. */
const HEADLESS = "/usr/bin/chromium-headless-shell";
const CHROMIUM = process.env["CHROMIUM"] ?? (existsSync(HEADLESS) ? HEADLESS : "/usr/bin/chromium");

export default defineConfig({
  testDir: "tests",
  outputDir: "test-results",
  workers: 2,
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  reporter: "list",
  // Only what fails waits so long: other tests may keep the processor busy.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  use: {
    viewport: { width: 1280, height: 900 },
    colorScheme: "light",
    locale: "en",
    screenshot: "only-on-failure",
    // Without snapshots, which take a fifth of the time; `npm run browser -- --trace on` includes
    // them.
    trace: { mode: "retain-on-failure", snapshots: false, screenshots: false },
    launchOptions: {
      executablePath: CHROMIUM,
      // The browser itself must not use the network; in a container there is no sandbox.
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-quic",
        "--no-first-run",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
      ],
    },
  },
  projects: [
    { name: "page", testMatch: "*.spec.ts" },
    { name: "picture", testMatch: "picture.ts" },
  ],
});
