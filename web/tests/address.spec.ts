// Addresses and servers that are not as they should be: the page says so, and works.
import type { Page } from "@playwright/test";
import { expect, test } from "./house";
import { answered, choice, corner, here, open, play, row, table } from "./sight";

const HOSTILE = [
  { search: "?moves=Z99", complaint: "moves: Z99 is no point of a board of 19 lines" },
  { search: "?moves=Q16,<script>alert(1)</script>,O17", complaint: "<script>alert(1)</script> is no point", at: "1 ● Q16" },
  { search: "?moves=%00,Q16", complaint: "is no point" },
  { search: "?moves=Q1%0A6", complaint: "is no point" },
  { search: "?stones=pass&moves=Q16", complaint: "stones: pass is no point", at: "1 ● Q16" },
  { search: "?MOVES=Q16", complaint: "MOVES is none of board_size, stones, moves" },
  { search: "?moves=Q16,,O17", complaint: "moves: nothing is no point", at: "1 ● Q16" },
  { search: "?board_size=99", complaint: "board_size=99 is not 9 to 19" },
  { search: "?board_size=-1&moves=Q16", complaint: "board_size=-1 is not 9 to 19", at: "1 ● Q16" },
  { search: "?moves=Q16&at=7", complaint: "at=7 is not 0 to 1", at: "1 ● Q16" },
  { search: '?view="><img src=x onerror=alert(1)>', complaint: "is none of board" },
  { search: "?panel=nowhere&overlay=all&model=none&to_play=green", complaint: "panel=nowhere is none of" },
];

test("bad addresses are complained of, and the page shows what made sense", async ({ page }) => {
  page.on("dialog", () => {
    throw new Error("what the address says was run");
  });
  for (const { search, complaint, at } of HOSTILE) {
    await test.step(search, async () => {
      await open(page, search);
      await expect(page.getByText("The address:").filter({ hasText: complaint })).toBeVisible();
      await expect(here(page)).toContainText(at ?? "Start");
      await expect(page.locator("img")).toHaveCount(0);
      await expect(table(page)).toBeVisible();
    });
  }
  await works(page);
});

test("5,000 moves are cut, and the page works", async ({ page, watch }) => {
  watch.allow(/status of 4\d\d/);
  await page.goto(`/?moves=${Array<string>(5000).fill("pass").join(",")}`);
  await expect(page.getByText("more than 1000 moves")).toBeVisible();
  await page.getByRole("button", { name: "Empty the board" }).click();
  await answered(page);
  await works(page);
});

test("moves that the rules forbid are told, and the page works", async ({ page, watch }) => {
  watch.allow(/status of 4\d\d/);
  await page.goto("/?moves=Q16,Q16,O17");
  await expect(page.getByRole("alert").first()).toContainText(/Q16|illegal|occupied/);
  await page.getByRole("button", { name: "Empty the board" }).click();
  await works(page);
});

test("a book that is not there is told, and another can be chosen", async ({ page, watch }) => {
  watch.allow(/status of 404/);
  await page.goto("/?book=nobody");
  await expect(page.getByRole("alert").first()).toContainText("nobody");
  await choice(page, "Book").selectOption("main");
  await expect(table(page)).toBeVisible();
  await expect(page).toHaveURL(/\/$/);
});

test("a board of 13 lines has the book's moves", async ({ page }) => {
  await open(page, "?board_size=13&moves=K10");
  await expect(page.getByRole("gridcell")).toHaveCount(169);
  await expect(page.getByRole("gridcell", { name: "K10, Black, last move" })).toBeVisible();
  await expect(table(page)).toBeVisible();
  await page.reload();
  await expect(page.getByRole("gridcell")).toHaveCount(169);
});

test("a server that stops is told, and one that is back answers", async ({ page, house, watch }) => {
  watch.allow(/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/);
  await open(page, "?moves=Q16");
  await house.stop();
  try {
    await row(page, "O17").getByRole("button", { name: "Play O17" }).click();
    await expect(page.getByRole("alert").first()).toContainText("The server does not answer");
    await expect(table(page)).toHaveCount(0);
    await expect(here(page)).toContainText("2 ○");
  } finally {
    await house.start();
  }
  await page.getByRole("button", { name: "Try again" }).first().click();
  await expect(row(page, "R14")).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  await play(page, "R14");
  await expect(corner(page, "upper_right")).toHaveAttribute("data-state", "ongoing");
});

async function works(page: Page): Promise<void> {
  await expect(table(page)).toBeVisible();
  await play(page, "D4");
  await expect(corner(page, "lower_left")).toHaveAttribute("data-state", "ongoing");
}
