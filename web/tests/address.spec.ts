// Invalid URLs and failing servers: the page reports them, and keeps working.
import type { Page } from "@playwright/test";
import { expect, test } from "./house";
import { answered, choice, corner, here, open, play, row, table, wholeBoard } from "./sight";

const HOSTILE = [
  { search: "?moves=Z99", complaint: "moves: invalid point “Z99” on a 19×19 board" },
  { search: "?moves=Q16,<script>alert(1)</script>,O17", complaint: "invalid point “<script>alert(1)</script>”", at: "1 ● Q16" },
  { search: "?moves=%00,Q16", complaint: "invalid point" },
  { search: "?moves=Q1%0A6", complaint: "invalid point" },
  { search: "?stones=pass&moves=Q16", complaint: "stones: invalid point “pass”", at: "1 ● Q16" },
  { search: "?MOVES=Q16", complaint: "unknown parameter MOVES: expected one of board_size, stones, moves" },
  { search: "?moves=Q16,,O17", complaint: "moves: invalid point “”", at: "1 ● Q16" },
  { search: "?board_size=99", complaint: "invalid board_size=99: expected 9 to 19" },
  { search: "?board_size=-1&moves=Q16", complaint: "invalid board_size=-1: expected 9 to 19", at: "1 ● Q16" },
  { search: "?moves=Q16&at=7", complaint: "invalid at=7: expected 0 to 1", at: "1 ● Q16" },
  { search: '?view="><img src=x onerror=alert(1)>', complaint: "expected one of board" },
  { search: "?panel=nowhere&overlay=all&model=none&to_play=green", complaint: "invalid panel=nowhere: expected one of" },
];

test("invalid URLs are reported, and the page shows their valid parts", async ({ page }) => {
  page.on("dialog", () => {
    throw new Error("a script in the URL was run");
  });
  for (const { search, complaint, at } of HOSTILE) {
    await test.step(search, async () => {
      await open(page, search);
      await expect(page.getByText("In the URL:").filter({ hasText: complaint })).toBeVisible();
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
  await page.getByRole("button", { name: "Clear the board" }).click();
  await answered(page);
  await works(page);
});

test("illegal moves are reported, and the page works", async ({ page, watch }) => {
  watch.allow(/status of 4\d\d/);
  await page.goto("/?moves=Q16,Q16,O17");
  await expect(page.getByRole("alert").first()).toContainText(/Q16|illegal|occupied/);
  await page.getByRole("button", { name: "Clear the board" }).click();
  await works(page);
});

test("an unknown book is reported, and another can be chosen", async ({ page, watch }) => {
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

test("a stopped server is reported, and a restarted one is used again", async ({ page, house, watch }) => {
  watch.allow(/ERR_CONNECTION_REFUSED|ERR_CONNECTION_RESET|ERR_EMPTY_RESPONSE/);
  await open(page, "?moves=Q16");
  await house.stop();
  try {
    await row(page, "O17").getByRole("button", { name: "Play O17" }).click();
    await expect(page.getByRole("alert").first()).toContainText("The server does not respond");
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
  await wholeBoard(page);
  await play(page, "D4");
  await expect(corner(page, "lower_left")).toHaveAttribute("data-state", "ongoing");
}
