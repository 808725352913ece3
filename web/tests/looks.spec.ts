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
