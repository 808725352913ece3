// The page's policy, its requests, and its size.
import type { BrowserContext, Page } from "@playwright/test";
import { expect, test } from "./house";
import { answered, choice, corner, open, panel, play, point, row, showForPrograms, table, wholeBoard } from "./sight";

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
/** Maximum compressed size of the first view, in bytes. */
const HEAVIEST = 150_000;
const FIRST_VIEWS = 5;

test("the policy is strict, and a tour of the whole page keeps to it and sends no requests elsewhere", async ({ page, house, watch }) => {
  const response = await page.goto("/");
  expect(response!.headers()["content-security-policy"]).toBe(POLICY);
  expect(response!.headers()["x-content-type-options"]).toBe("nosniff");
  await answered(page);
  for (const name of ["Q16", "O17"]) await play(page, name);
  await point(page, "R14").hover();
  await row(page, "R14").getByRole("button", { name: "Details of R14" }).click();
  await expect(page.getByRole("heading", { name: "R14, upper right" })).toBeVisible();
  for (const overlay of ["influence", "territory"]) {
    await choice(page, "Overlay").selectOption(overlay);
    for (const model of ["quick", "zobrist", "ryder", "mechanical"]) {
      await choice(page, "Model").selectOption(model);
      await expect(page.getByText(`Model ${model}`)).toBeVisible();
    }
  }
  await wholeBoard(page);
  await corner(page, "lower_left").click();
  await wholeBoard(page);
  await choice(page, "Book").selectOption({ index: 1 });
  await showForPrograms(page);
  await page.getByPlaceholder("Key for editing").fill(house.key);
  await page.getByRole("button", { name: "Use", exact: true }).click();
  for (const name of ["Review", "Quiz", "Find", "History", "Moves"]) {
    await panel(page, name).click();
    await expect(panel(page, name)).toHaveAttribute("aria-pressed", "true");
    await watch.settled();
  }
  await page.getByRole("button", { name: "Dark", exact: true }).click();
  expect(watch.requests.length).toBeGreaterThan(20);
  expect(watch.requests.filter((url) => new URL(url).origin !== house.url)).toEqual([]);
  expect(watch.complaints).toEqual([]);
});

test("the policy is enforced: an injected script does not run", async ({ page, watch }) => {
  watch.allow(/policy/i);
  await open(page);
  const ran = await page.evaluate(() => {
    const script = document.createElement("script");
    script.textContent = "document.title = 'ran'";
    document.body.append(script);
    return document.title;
  });
  expect(ran).toBe("Joseki");
  await expect.poll(() => watch.complaints.some((text) => text.startsWith("against the policy: script-src"))).toBe(true);
});

test("a key never appears in the URL", async ({ page, house }) => {
  await open(page);
  await showForPrograms(page);
  await page.getByPlaceholder("Key for editing").fill(house.key);
  await page.getByRole("button", { name: "Use", exact: true }).click();
  await expect(page.getByRole("button", { name: "Forget the key" })).toBeVisible();
  await play(page, "Q16");
  expect(page.url()).not.toContain("jk_");
  await page.getByRole("button", { name: "Forget the key" }).click();
  expect(await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]))).not.toContain("jk_");
});

test(`the first view weighs less than ${HEAVIEST / 1000} kB`, async ({ page, watch }) => {
  const asked: Promise<{ url: string; bytes: number }>[] = [];
  page.on("requestfinished", (request) => {
    asked.push(request.sizes().then((sizes) => ({ url: request.url(), bytes: sizes.responseBodySize + sizes.responseHeadersSize })));
  });
  await open(page);
  await expect(table(page)).toBeVisible();
  await watch.settled();
  const all = await Promise.all(asked);
  const sum = all.reduce((bytes, one) => bytes + one.bytes, 0);
  console.log(`first view: ${sum} bytes in ${all.length} responses`);
  expect(all.some((one) => one.url.endsWith(".js"))).toBe(true);
  expect(all.some((one) => one.url.endsWith("/v1/next"))).toBe(true);
  expect(all.every((one) => one.bytes > 0)).toBe(true);
  expect(sum).toBeLessThan(HEAVIEST);
});

test("time until the first move can be chosen (printed, not asserted)", async ({ browser, house }) => {
  const took: number[] = [];
  for (let time = 0; time < FIRST_VIEWS; time += 1) {
    const context = await browser.newContext();
    took.push(await untilFirstMove(context, house.url));
    await context.close();
  }
  took.sort((a, b) => a - b);
  console.log(`until the first move: median ${took[2]!.toFixed(0)} ms of ${took.map((ms) => ms.toFixed(0)).join(", ")}`);
});

/**
 * Returns the time from the start of the navigation to the first move in the table, in
 * milliseconds, by the page's clock.
 */
async function untilFirstMove(context: BrowserContext, url: string): Promise<number> {
  const page: Page = await context.newPage();
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (!document.querySelector(".point-name")) return;
      watch.disconnect();
      Object.assign(window, { firstMove: performance.now() });
    });
    watch.observe(document, { subtree: true, childList: true });
  });
  await page.goto(url);
  const at = await page.waitForFunction(() => (window as unknown as { firstMove?: number }).firstMove);
  return (await at.jsonValue()) ?? 0;
}
