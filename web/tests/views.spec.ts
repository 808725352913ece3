// Screenshots of the main views, for review by eye: `test-results/screenshots/`.
import type { Page } from "@playwright/test";
import { expect, test } from "./house";
import { sgfOf } from "./records";
import { answered, choice, corner, open, panel, row } from "./sight";

const GAME = "?moves=Q16,O17,R14,R17,Q17,D4,C6,F3,D16,F17,C14";

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    test("the board in the middle of a game", async ({ page }) => {
      await open(page, GAME);
      await row(page, "Q18").getByRole("button", { name: "Details of Q18" }).click();
      await expect(page.getByRole("heading", { name: "Q18, upper right" })).toBeVisible();
      await picture(page, colorScheme);
    });
  });
}

test("territory over the board", async ({ page }) => {
  await open(page, GAME);
  await choice(page, "Overlay").selectOption("territory");
  await expect(page.getByText("Model mechanical")).toBeVisible();
  await picture(page, "territory");
});

test.describe("a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("the whole board, and one corner", async ({ page }) => {
    await open(page, GAME);
    await picture(page, "phone");
    await corner(page, "upper_right").getByRole("button").first().tap();
    await expect(page.getByRole("gridcell")).toHaveCount(169);
    await page.evaluate(() => scrollTo(0, 0));
    await picture(page, "phone-corner");
  });
});

test("a review", async ({ page }) => {
  const moves = "Q16 O17 R14 R17 Q17 Q18 O18 D4 C6 F3 D16 C14".split(" ");
  await open(page, "?panel=review");
  await page.getByRole("textbox", { name: /Paste/ }).fill(sgfOf({ black: "Ann", white: "Ben", date: "2001-02-03", result: "W+R", moves }));
  await page.getByRole("button", { name: "Review", exact: true }).last().click();
  await expect(page.getByRole("heading", { name: /Ann.*Ben/ })).toBeVisible();
  await answered(page);
  await picture(page, "review");
});

test("a quiz", async ({ page }) => {
  await page.route("**/v1/quiz", (route) => {
    return route.continue({ postData: JSON.stringify({ ...(route.request().postDataJSON() as object), seed: 5 }) });
  });
  await open(page);
  await panel(page, "Quiz").click();
  await page.getByRole("button", { name: "Start", exact: true }).click();
  await page.getByRole("button", { name: "I don't know" }).click();
  await expect(page.locator(".accepted")).toBeVisible();
  await picture(page, "quiz");
});

test("an editor", async ({ page, house }) => {
  await page.addInitScript((key) => sessionStorage.setItem("joseki-key", key), house.key);
  await open(page, "?moves=Q16,O17,R14");
  const editor = page.getByRole("region", { name: /^Edit / });
  await expect(editor).toBeVisible();
  await editor.scrollIntoViewIfNeeded();
  await picture(page, "editor");
});

async function picture(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: `test-results/screenshots/${name}.png` });
}
