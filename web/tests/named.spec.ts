// Finding moves by their names, and the other moves beside those of the line.
import type { Page } from "@playwright/test";
import { expect, test } from "./house";
import { answered, heading, here, open, point } from "./sight";

const found = (page: Page) => page.getByRole("listbox", { name: "Moves found" }).getByRole("option");

test("moves are found by name, with keys alone, and open on the board", async ({ page }) => {
  await open(page);
  await page.keyboard.press("/");
  const box = page.getByRole("combobox", { name: "Find a move by name" });
  await expect(box).toBeFocused();
  await page.keyboard.type("雪崩");
  const options = found(page);
  await expect(options.first()).toContainText("Avalanche");
  await expect(options.first().locator(".picture .black-side")).toHaveCount(2);
  await expect(options.first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowDown");
  await expect(options.nth(1)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await expect(options).toHaveCount(0);
  await answered(page);
  await expect(heading(page)).toContainText("Avalanche");
  await expect(here(page)).toHaveAccessibleName("Move 4, White Q16");
  await expect(page).toHaveURL(/moves=Q17(,|%2C)Q15(,|%2C)R15(,|%2C)Q16/);
  await box.fill("no such words");
  await expect(page.getByText("Nothing in this book has these words.")).toBeVisible();
  await box.press("Escape");
  await expect(page.getByText("Nothing in this book has these words.")).toHaveCount(0);
});

test("openings of renju and xiangqi are found in their books", async ({ page }) => {
  await open(page, "?game=renju&book=renju");
  const box = page.getByRole("combobox", { name: "Find a move by name" });
  await box.fill("花月");
  await found(page).first().click();
  await expect(heading(page)).toContainText("Flower moon");
  await open(page, "?game=xiangqi&book=xiangqi");
  await box.fill("中炮");
  await found(page).first().click();
  await expect(page).toHaveURL(/moves=h2e2|moves=b2e2/);
});

test("the other moves beside one of the line are a click away", async ({ page }) => {
  await open(page, "?moves=Q16,O17,R14");
  await page.getByRole("button", { name: "Other moves than move 2" }).click();
  const others = page.getByRole("list", { name: "Other moves" }).getByRole("button");
  await expect(others.filter({ hasText: "O17" })).toHaveCount(0);
  await others.filter({ hasText: "R17" }).first().click();
  await answered(page);
  await expect(here(page)).toHaveAccessibleName("Move 2, White R17");
  await expect(point(page, "O17")).not.toHaveAccessibleName(/stone/);
});
