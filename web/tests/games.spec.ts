// Boards of other games: their lines, stones and pieces, and moves on them.
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect, test } from "./house";
import { answered, chip, choice, here, open, panel, play, point, preview, row, settings } from "./sight";

test("a book of renju has 15 lines, the centre and four star points", async ({ page }) => {
  await open(page);
  await choice(page, "Book").selectOption("renju");
  await answered(page);
  await expect(page).toHaveURL(/\?game=renju&book=renju$/);
  await expect(page.getByRole("gridcell")).toHaveCount(225);
  await expect(page.locator(".picture .star")).toHaveCount(5);
  await expect(chip(page, "h8")).toBeVisible();
  await play(page, "h8");
  await play(page, "i9");
  await expect(here(page)).toContainText("2 ○ i9");
  await expect(point(page, "i9")).toHaveAccessibleName("i9, White, last move");
  await expect(page).toHaveURL(/moves=h8,i9/);
  await page.reload();
  await answered(page);
  await expect(point(page, "h8")).toHaveAccessibleName("h8, Black");
});

test("an address that names only the book gets its game, and Back returns to Go", async ({ page }) => {
  await open(page, "?book=renju&moves=h8,h9");
  await expect(point(page, "h9")).toHaveAccessibleName("h9, White, last move");
  await expect(page).toHaveURL(/game=renju/);
  await choice(page, "Book").selectOption("main");
  await expect(page.getByRole("gridcell")).toHaveCount(169);
  await page.goBack();
  await expect(page.getByRole("gridcell")).toHaveCount(225);
  await expect(choice(page, "Book")).toHaveValue("renju");
  await expect(point(page, "h9")).toHaveAccessibleName("h9, White, last move");
});

test("stones of five in a row are never captured", async ({ page }) => {
  await open(page, "?book=renju&game=renju&moves=a1,a2,c3,b1");
  await expect(point(page, "a1")).toHaveAccessibleName("a1, Black");
});

test("xiangqi is played by picking a piece and its target, or by a mark of the book", async ({ page }) => {
  await open(page, "?book=xiangqi");
  await expect(page.getByRole("gridcell")).toHaveCount(90);
  await expect(point(page, "h2")).toHaveAccessibleName("h2, Red cannon");
  await expect(panel(page, "Quiz")).toHaveCount(0);
  await point(page, "h2").click();
  await expect(point(page, "h2")).toHaveAccessibleName("h2, Red cannon, picked");
  await expect(page.locator(".point.reached")).toHaveCount(12);
  await point(page, "h2").click();
  await expect(page.locator(".point.reached")).toHaveCount(0);
  await point(page, "h2").click();
  await point(page, "e2").click();
  await expect(here(page)).toContainText("1 h2e2");
  await answered(page);
  await expect(point(page, "e2")).toHaveAccessibleName("e2, Red cannon, last move");
  await expect(page.locator(".left-point")).toHaveCount(1);
  await row(page, "h9g7").getByRole("button").first().hover();
  await expect(preview(page).first()).toBeVisible();
  await page.mouse.move(0, 0);
  await point(page, "g7").click();
  await expect(here(page)).toContainText("2 h9g7");
  await expect(page).toHaveURL(/moves=h2e2,h9g7/);
});

test("a move against the rules of xiangqi is refused in words", async ({ page }) => {
  await open(page, "?book=xiangqi");
  await point(page, "h0").click();
  await point(page, "h5").click();
  await expect(page.getByText("Not played: the Red horse on h0 cannot go to h5.", { exact: true }).first()).toBeVisible();
  await point(page, "e9").click();
  await expect(page.getByText(/^Not played: the Red horse on h0 cannot go to e9/).first()).toBeVisible();
});

test("xiangqi is played with the keyboard", async ({ page }) => {
  await open(page, "?book=xiangqi");
  await point(page, "h2").focus();
  await page.keyboard.press("Enter");
  for (let step = 0; step < 3; step += 1) await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await expect(here(page)).toContainText("1 h2e2");
});

test("pieces have characters or letters, and the choice lasts", async ({ page }) => {
  await open(page, "?book=xiangqi");
  const faces = () => page.locator(".piece text").allTextContents();
  expect(await faces()).toContain("炮");
  await settings(page);
  await choice(page, "Pieces").selectOption("letters");
  expect(new Set(await faces())).toEqual(new Set(["R", "H", "E", "A", "K", "C", "P"]));
  await page.reload();
  await answered(page);
  expect(await faces()).toContain("H");
});

test("a change of a book of renju opens its line on the board", async ({ page, house }) => {
  const json = { comment: "Direct." };
  await house.ask("/v1/books/own-renju?game=renju", { method: "PUT" });
  await house.ask("/v1/books/own-renju/nodes?moves=h8", { method: "PUT", headers: { "if-none-match": "*" }, json });
  await open(page, "?book=own-renju&panel=history");
  await page.getByRole("button", { name: /^What changed/ }).first().click();
  await page.getByRole("button", { name: /^Show/ }).first().click();
  await expect(here(page)).toContainText("1 ● h8");
});

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    for (const game of ["renju", "xiangqi"]) {
      test(`a checker finds nothing serious: ${game}`, async ({ page }) => {
        await open(page, `?book=${game}&game=${game}`);
        const found = await new AxeBuilder({ page }).analyze();
        expect(found.passes.length).toBeGreaterThan(20);
        expect(found.violations.filter((one) => one.impact === "serious" || one.impact === "critical").map((one) => one.id)).toEqual([]);
      });
    }
  });
}

test.describe("a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("the boards of all games stay in the width of the page", async ({ page }) => {
    for (const game of ["renju", "xiangqi"]) {
      await open(page, `?book=${game}&game=${game}`);
      expect(await overflow(page)).toBeLessThanOrEqual(0);
    }
  });
});

async function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}
