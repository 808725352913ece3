// Dark and light themes, checked for accessibility.
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "./house";
import { answered, open, panel, row } from "./sight";

/** Panels besides the moves, which open first. */
const PANELS = ["Play", "Review", "Quiz", "Find", "History"];
const POSITIONS = { "an empty board": "", "a game": "?moves=Q16,O17,R14,R17,Q17,Q18,P18,D4,R4" };

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test("the page follows the system, and the button overrides it permanently", async ({ page }) => {
      const other = colorScheme === "dark" ? "light" : "dark";
      await open(page);
      expect(await isDark(page)).toBe(colorScheme === "dark");
      await page.getByRole("button", { name: other, exact: false }).click();
      await expect(page.locator("html")).toHaveAttribute("data-theme", other);
      expect(await isDark(page)).toBe(other === "dark");
      await page.reload();
      await answered(page);
      expect(await isDark(page)).toBe(other === "dark");
    });

    for (const [name, search] of Object.entries(POSITIONS)) {
      test(`a checker finds nothing serious: ${name}`, async ({ page, watch }) => {
        await open(page, search);
        await isSound(page, `Moves with ${name}`, search === "" ? ".board" : undefined);
        for (const one of PANELS) {
          await panel(page, one).click();
          await expect(panel(page, one)).toHaveAttribute("aria-pressed", "true");
          await watch.settled();
          await isSound(page, `${one} with ${name}`, ".board");
        }
      });
    }

    test("a checker finds nothing serious: a move in full, its editor and an overlay", async ({ page, house, watch }) => {
      await page.addInitScript((key) => sessionStorage.setItem("joseki-key", key), house.key);
      await open(page, "?book=games&moves=Q16,O17&overlay=influence");
      await row(page, "R14").getByRole("button", { name: "Details of R14" }).click();
      await expect(page.getByRole("heading", { name: "Games" })).toBeVisible();
      await watch.settled();
      await isSound(page, "details", ".board");
    });

    test("a checker finds nothing serious: complaints and problems", async ({ page, watch }) => {
      watch.allow(/status of 4\d\d/);
      await page.goto("/?moves=Q16,Z99&book=nobody");
      await expect(page.getByRole("alert").first()).toBeVisible();
      await isSound(page, "problems", ".board");
    });
  });
}

const BOARDS = ["?moves=Q16,O17,R14", "?book=renju&game=renju&moves=h8,h9", "?book=xiangqi&game=xiangqi&moves=h2e2"];

test("nothing lies on anything else, and nothing is wider than the window, in any game", async ({ page }) => {
  for (const search of BOARDS) {
    await open(page, search);
    for (const [width, height] of [[1440, 900], [1024, 768], [390, 844]] as const) {
      await page.setViewportSize({ width, height });
      expect(await overlaps(page), `${search} at ${width}`).toEqual([]);
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), `${search} at ${width}`).toBeLessThanOrEqual(width);
    }
  }
});

test("a game fits any window: on a phone with its board, clocks and actions at once", async ({ page, house }) => {
  for (const game of ["go", "renju", "xiangqi"]) {
    const json = { game, white: "person", one_screen: true, clock: { main: 3600, periods: 5, period: 30 } };
    const { tokens } = await house.ask<{ tokens: { black: string } }>("/v1/tables", { json });
    await page.goto(`/#table=${tokens.black}`);
    await expect(page.locator(".standing")).toHaveText(/to play\.$/);
    for (const [width, height] of [[1440, 900], [1024, 768], [390, 844]] as const) {
      await page.setViewportSize({ width, height });
      expect(await overlaps(page), `${game} at ${width}`).toEqual([]);
      await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), `${game} at ${width}`).toBeLessThanOrEqual(width);
      await expect(page.locator(".at-table .walk"), `${game} at ${width}`).toBeInViewport({ ratio: 1 });
      await expect(page.locator(".seat").first(), `${game} at ${width}`).toBeInViewport({ ratio: 1 });
    }
    if (game === "go") await isSound(page, "a game", ".board");
  }
});

/** Words that only the English page has; names and comments of books are as they are. */
const ENGLISH = /\b(the|moves?|played|black|white|red|wins?|won|show|close|book|settings|review|quiz|history|search)\b/i;
const LANGUAGES = { en: "en-GB", zh: "zh-Hans", ja: "ja", ko: "ko", de: "de" };

test("the page speaks five languages, with room for each", async ({ page, watch }) => {
  for (const [code, tag] of Object.entries(LANGUAGES)) {
    await page.goto(`/?moves=Q16,O17,R14&lang=${code}`);
    await expect(page.locator("html")).toHaveAttribute("lang", tag);
    await expect(page.locator(".moves tbody").first()).toBeVisible();
    await page.locator(".legend summary").click();
    for (const index of [0, 1, 2, 3, 4]) {
      const button = page.locator("nav.panels button").nth(index);
      await button.click();
      await expect(button).toHaveAttribute("aria-pressed", "true");
      await watch.settled();
      const english = (await wordsOf(page)).filter((text) => ENGLISH.test(text));
      expect(english.length > 0, `${code}, panel ${index}: ${english.join(" | ")}`).toBe(code === "en");
      for (const [width, height] of [[1440, 900], [390, 844]] as const) {
        await page.setViewportSize({ width, height });
        const where = `${code}, panel ${index} at ${width}`;
        // The board takes a moment for its new size.
        await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth), where).toBeLessThanOrEqual(width);
        expect(await overlaps(page), where).toEqual([]);
        expect(await cut(page), where).toEqual([]);
      }
    }
  }
});

test("the language is the browser's, until one is chosen; an address may have its own", async ({ browser, baseURL }) => {
  const context = await browser.newContext({ locale: "ko-KR", baseURL: baseURL! });
  const page = await context.newPage();
  const first = page.locator("nav.panels button").first();
  await page.goto("/?moves=Q16,Z99");
  await expect(first).toHaveText("수");
  await expect(page.getByRole("alert")).toContainText("주소 오류");
  await page.evaluate(() => ((window as unknown as { isSame: boolean }).isSame = true));
  await page.locator(".settings summary").click();
  await page.locator(".settings select").first().selectOption({ label: "Deutsch" });
  await expect(first).toHaveText("Züge");
  await expect(page.getByRole("alert")).toContainText("kein Punkt des 19×19-Bretts");
  expect(await page.evaluate(() => (window as unknown as { isSame?: boolean }).isSame), "without a reload").toBe(true);
  await page.goto("/?lang=ja");
  await expect(first).toHaveText("候補手");
  await page.goto("/");
  await expect(first).toHaveText("Züge");
  // Without its texts a language is English.
  await page.route("**/ja-*.js", (route) => route.abort());
  await page.goto("/?lang=ja");
  await expect(first).toHaveText("Moves");
  await context.close();
});

/** Returns the texts of the page's own parts, and those that are heard or shown on request. */
function wordsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const seen = [...document.querySelectorAll<HTMLElement>("button, label > span, legend, summary, th[scope=col], select > option, footer, .find p, .quiz p, .legend p, .settings span")].map((one) => one.innerText);
    const heard = [...document.querySelectorAll(":is([aria-label], [title], [placeholder]):not([role=gridcell])")].flatMap((one) => ["aria-label", "title", "placeholder"].map((name) => one.getAttribute(name) ?? ""));
    return [...seen, ...heard].filter((text) => text !== "");
  });
}

/** Returns the texts that are wider than their boxes. */
function cut(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>("button, summary, th, label, legend, h2, h3, .faint")]
      .filter((one) => one.checkVisibility() && !one.matches(".unseen, .unseen *") && one.clientWidth > 0 && one.scrollWidth > one.clientWidth + 1)
      .map((one) => one.textContent!.trim().slice(0, 40)),
  );
}

/** Returns the pairs of visible controls that lie on one another. */
function overlaps(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>("button, a, input, select, summary, h2, th")].filter((one) => !one.closest(".grid"));
    const boxes = all.flatMap((one) => {
      const box = one.getBoundingClientRect();
      // What a frame that scrolls has below its edge is not on the page.
      const frame = one.closest(".scroller, .crumbs ol, .table-moves")?.getBoundingClientRect();
      const isSeen = !frame || (box.top >= frame.top && box.bottom <= frame.bottom && box.left >= frame.left && box.right <= frame.right);
      return isSeen && one.checkVisibility() && box.width > 0 ? [{ one, box }] : [];
    });
    const isOn = (a: DOMRect, b: DOMRect) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1;
    const name = (one: HTMLElement) => `${one.tagName} ${one.textContent?.trim().slice(0, 20)}`;
    return boxes.flatMap(({ one, box }, index) =>
      boxes
        .slice(index + 1)
        .filter((other) => !one.contains(other.one) && !other.one.contains(one) && isOn(box, other.box))
        .map((other) => `${name(one)} on ${name(other.one)}`),
    );
  });
}

async function isDark(page: Page): Promise<boolean> {
  const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const [red, green, blue] = ground.match(/\d+/g)!.map(Number);
  return red! + green! + blue! < 3 * 128;
}

/**
 * Checks that there is no serious violation, and that the checker ran. The part `known` is skipped:
 * the board takes long, and was checked before.
 */
async function isSound(page: Page, what: string, known?: string | undefined): Promise<void> {
  const checker = new AxeBuilder({ page });
  const found = await (known ? checker.exclude(known) : checker).analyze();
  expect(found.passes.length, `rules that were checked: ${what}`).toBeGreaterThan(20);
  const bad = found.violations.filter((one) => one.impact === "serious" || one.impact === "critical");
  const said = bad.map((one) => `${one.id}: ${one.nodes.map((node) => `${node.target.join(" ")} (${node.any[0]?.message ?? ""})`).join("; ")}`);
  expect(said, what).toEqual([]);
}
