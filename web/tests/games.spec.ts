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

test("details of a move are those of its image on this board", async ({ page, house }) => {
  const json = { comment: "Answer at g7.", names: ["The name"] };
  await house.ask("/v1/books/images?game=renju", { method: "PUT" });
  await house.ask("/v1/books/images/nodes?moves=h8,i9,j10", { method: "PUT", headers: { "if-none-match": "*" }, json });
  await page.addInitScript((key) => sessionStorage.setItem("joseki-key", key), house.key);
  await open(page, "?book=images&moves=h8,g9");
  await row(page, "f10").getByRole("button", { name: "Details of f10" }).click();
  await expect(page.getByRole("heading", { name: "f10", exact: true })).toBeVisible();
  const editor = page.getByRole("region", { name: "Edit f10" });
  await expect(editor.getByLabel("Comment")).toHaveValue("Answer at i7.");
  await expect(editor.getByLabel("Conditions")).toHaveCount(0);
  await editor.getByLabel("Comment").fill("Answer at e11.");
  await editor.getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(/^Saved as change/)).toBeVisible();
  const { comment } = await house.ask<{ comment: string }>("/v1/books/images/nodes?moves=h8,i9,j10");
  expect(comment).toBe("Answer at k11.");
});

test("a game of xiangqi is reviewed, and its positions are on the board", async ({ page }) => {
  await open(page, "?book=xiangqi&panel=review");
  const record = '[Game "Chinese Chess"]\n[Red "Ann"]\n[Black "Ben"]\n[Result "1-0"]\n[Format "ICCS"]\n\n1. H2-E2 H9-G7 2. H0-G2 H7-H3 3. A3-A4 I9-H9 1-0\n';
  await page.getByRole("textbox", { name: /Paste/ }).fill(record);
  await page.getByRole("button", { name: "Review", exact: true }).last().click();
  await expect(page.getByRole("heading", { name: "Red Ann – Black Ben" })).toBeVisible();
  await expect(page.getByText("Red won; 6 of 6 moves reviewed.")).toBeVisible();
  await expect(here(page)).toContainText("3 h0g2");
  await expect(point(page, "h3")).toHaveAccessibleName(/^h3, played in the game, left the book/);
});

test("a quiz of xiangqi is answered with a piece and its target", async ({ page }) => {
  await open(page, "?book=xiangqi");
  await panel(page, "Quiz").click();
  const drawn = page.waitForResponse("**/v1/quiz");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  const { next } = (await (await drawn).json()) as { next: { moves: [string, string][]; to_play: string } };
  const color = next.to_play === "R" ? "Red" : "Black";
  await expect(page.locator(".question")).toContainText(`${color} to play. Which move is right?`);
  // A soldier that is still at home can always advance.
  const [from, to] = color === "Red" ? ["a3", "a4"] : ["a6", "a5"];
  await point(page, from).click();
  const graded = page.waitForResponse("**/v1/quiz");
  await point(page, to).click();
  expect((await (await graded).json()) as object).toMatchObject({ graded: { answer: from + to, to_play: next.to_play } });
  await expect(page.getByText(/of 1 right/)).toBeVisible();
});

test("a quiz of renju asks for the third stones of openings", async ({ page }) => {
  await open(page, "?book=renju");
  await panel(page, "Quiz").click();
  await page.getByLabel("Asked are").selectOption("openings");
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await expect(page.locator(".question")).toContainText(/Black to play. Which stone makes the opening .+ \([DI]\d+\)\?/);
  const graded = page.waitForRequest("**/v1/quiz");
  await page.getByRole("button", { name: "I don't know" }).click();
  expect((await graded).postDataJSON()).toMatchObject({ ask: "openings", opening: expect.stringMatching(/^[DI]\d+$/) as unknown });
  await expect(page.locator(".accepted li")).not.toHaveCount(0);
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
      for (const name of ["Moves", "Review", "Quiz", "Find"]) {
        await panel(page, name).click();
        await expect(panel(page, name)).toHaveAttribute("aria-pressed", "true");
        expect(await overflow(page), `${name} of ${game}`).toBeLessThanOrEqual(0);
      }
    }
  });
});

async function overflow(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
}
