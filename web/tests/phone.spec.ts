// A phone: no horizontal scrolling, and targets large enough for a finger.
import type { Page } from "@playwright/test";
import { expect, test } from "./house";
import { answered, here, open, panel, point, preview, row } from "./sight";

/** Minimum size of a point of the board by the accessibility rules, in pixels (WCAG 2.2, 2.5.8). */
const SMALLEST_POINT = 24;
/** Minimum size of buttons and fields, in pixels (WCAG 2.2, 2.5.5). */
const SMALLEST = 44;
const screens = [
  { width: 390, height: 844 },
  { width: 360, height: 640 },
];

for (const viewport of screens) {
  test.describe(`${viewport.width} by ${viewport.height}`, () => {
    test.use({ viewport, hasTouch: true, isMobile: true });

    test("a second tap plays, and the page stays in its width", async ({ page }) => {
      await open(page);
      await fits(page);
      await point(page, "Q16").tap();
      await expect(preview(page).first()).toBeVisible();
      await point(page, "Q16").tap();
      await expect(here(page)).toContainText("1 ● Q16");
      await answered(page);
      await point(page, "O17").tap();
      await point(page, "O17").tap();
      await expect(here(page)).toContainText("2 ○ O17");
      await answered(page);
      // A preview goes with its position.
      await expect(preview(page)).toHaveCount(0);
      await fits(page);
      await row(page, "R14").getByRole("button", { name: "Details of R14" }).tap();
      await expect(page.getByRole("heading", { name: "R14, upper right" })).toBeVisible();
      await fits(page);
    });

    test("a corner in view has points for a finger", async ({ page }) => {
      await open(page, "?moves=Q16,O17,R14");
      await expect(page.getByRole("gridcell")).toHaveCount(169);
      const box = await point(page, "R17").boundingBox();
      expect(box!.width).toBeGreaterThanOrEqual(SMALLEST_POINT);
      expect(box!.height).toBeGreaterThanOrEqual(SMALLEST_POINT);
      await expect(point(page, "R17").locator(".chip i")).toBeVisible();
      await point(page, "R17").tap();
      await point(page, "R17").tap();
      await expect(here(page)).toContainText("4 ○ R17");
      await fits(page);
    });

    test("the board stays while the list scrolls, and nothing that has the focus is behind it", async ({ page }) => {
      await open(page, "?moves=Q16,O17");
      const board = page.locator(".board");
      await page.mouse.wheel(0, 400);
      await page.evaluate(() => scrollTo(0, 500));
      await expect.poll(async () => (await board.boundingBox())!.y).toBe(0);
      const box = (await board.boundingBox())!;
      expect(box.height).toBeLessThan(0.65 * viewport.height);
      const button = row(page, "R14").getByRole("button", { name: "Play R14" });
      await button.focus();
      expect((await button.boundingBox())!.y).toBeGreaterThanOrEqual(box.height - 1);
      await button.tap();
      await expect(preview(page).first()).toBeInViewport();
    });

    test("words of any length stay on the page", async ({ page, house }) => {
      const book = `long-${viewport.width}`;
      const long = `https://example.org/${"joseki".repeat(40)}`;
      await house.ask(`/v1/books/${book}`, { method: "PUT" });
      const json = { comment: long, names: [long], sources: [long], conditions: "own(D4) and own(C3) and own(D3) and own(C4) and own(E3)" };
      await house.ask(`/v1/books/${book}/nodes?moves=Q16`, { method: "PUT", headers: { "if-none-match": "*" }, json });
      await open(page, `?book=${book}`);
      await fits(page);
      await row(page, "Q16").getByRole("button", { name: "Details of Q16" }).tap();
      await expect(row(page, "Q16")).toContainText(long);
      await expect(page.getByRole("region", { name: "Q16, upper right" })).toContainText(long);
      await fits(page);
    });

    test("buttons are large enough, on every panel", async ({ page }) => {
      await open(page, "?moves=Q16,O17,R14");
      for (const name of ["Moves", "Play", "Review", "Quiz", "Find", "History"]) {
        await panel(page, name).tap();
        await expect(panel(page, name)).toHaveAttribute("aria-pressed", "true");
        await fits(page);
        const small = await page.locator("button:visible, select:visible, input:visible, .crumbs a:visible, summary:visible").evaluateAll(
          (targets, smallest) =>
            targets
              .filter((target) => !target.closest(".unseen"))
              // The target of a check box is its label.
              .map((target) => (target.matches("[type=checkbox], [type=radio]") && target.closest("label")) || target)
              .map((target) => ({ says: target.getAttribute("aria-label") ?? target.textContent, box: target.getBoundingClientRect() }))
              .filter(({ box }) => box.width > 1 && (box.width < smallest || box.height < smallest))
              .map(({ says, box }) => `${says}: ${box.width} by ${box.height}`),
          // Boxes are measured in fractions of a pixel.
          SMALLEST - 0.5,
        );
        expect(small, `too small for a finger: ${name}`).toEqual([]);
      }
    });
  });
}

/** Checks that neither the page nor the table of moves scrolls horizontally. */
async function fits(page: Page): Promise<void> {
  const [inner, all, table] = await page.evaluate(() => {
    const scroller = document.querySelector(".scroller:has(.moves)");
    return [innerWidth, document.documentElement.scrollWidth, scroller ? scroller.scrollWidth - scroller.clientWidth : 0];
  });
  expect(table).toBeLessThanOrEqual(1);
  expect(all).toBeLessThanOrEqual(inner!);
  expect(inner).toBe(page.viewportSize()!.width);
}
