// Games at tables: two browsers, a person and the book, and two programs.
import type { Browser, Page } from "@playwright/test";
import { expect, test } from "./house";
import { answered, here, open, panel, point } from "./sight";

const standing = (page: Page) => page.locator(".standing");
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Opens the form of games at a position, and says who plays. */
async function setUp(page: Page, search: string, first: string, second: string): Promise<void> {
  await open(page, search);
  await panel(page, "Play").click();
  const [black, white] = [page.locator(".play-setup select").nth(0), page.locator(".play-setup select").nth(1)];
  await black.selectOption({ label: first });
  await white.selectOption({ label: second });
}

/** Begins a game with somebody by link, and returns that one's page. */
async function invite(page: Page, browser: Browser, search: string): Promise<Page> {
  await setUp(page, search, "Me", "Somebody by link");
  await button(page, "Start the game").click();
  const link = await page.getByLabel(/^Link for .*: send it/).inputValue();
  await expect(standing(page)).toHaveText("Your turn.");
  const guest = await (await browser.newContext({ baseURL: new URL(page.url()).origin, viewport: { width: 1280, height: 900 }, locale: "en" })).newPage();
  await guest.goto(link);
  await expect(guest).toHaveURL(/#table=\w+$/);
  return guest;
}

/** Plays by clicks, and waits until the move is on the board of both. */
async function go(who: Page, other: Page, move: string): Promise<void> {
  for (const end of move.length === 4 && /^[a-i]/.test(move) ? [move.slice(0, 2), move.slice(2)] : [move]) await point(who, end).click();
  for (const page of [who, other]) await expect(last(page)).toContainText(move);
}

const last = (page: Page) => page.locator(".table-moves [aria-current]");

test("two browsers play Go to an agreed count, through a cut connection and a reload", async ({ page, browser, watch }) => {
  watch.allow(/net::ERR_|status of 4/);
  const guest = await invite(page, browser, "?board_size=9");
  await expect(page.locator(".seat .present")).toHaveText("here");
  await expect(page).toHaveTitle("● Your turn – Joseki");
  await go(page, guest, "E5");
  await expect(page).not.toHaveTitle(/Your turn/);
  await expect(guest.getByRole("status")).toContainText("Black E5. Your turn.");
  await go(guest, page, "C3");
  // An illegal move: the server says why, and nothing is lost.
  await point(page, "C3").click();
  await expect(page.locator(".refused")).toContainText(/occupied|stone/);
  await page.context().setOffline(true);
  await expect(page.getByText("The connection is lost.")).toBeVisible();
  await point(page, "G7").click();
  await expect(point(page, "G7")).toHaveAccessibleName(/Black/);
  await expect(last(guest)).toContainText("C3");
  await page.context().setOffline(false);
  await expect(last(guest)).toContainText("G7");
  await expect(page.getByText("The connection is lost.")).toHaveCount(0);
  await guest.reload();
  await expect(last(guest)).toContainText("3 ● G7");
  // Taking back needs consent.
  await button(page, "Take back").click();
  await expect(page.getByText("Waiting for an answer.")).toBeVisible();
  await expect(guest.getByText("Black asks to take back a move.")).toBeVisible();
  await button(guest, "Accept").click();
  await expect(last(page)).toContainText("2 ○ C3");
  await go(page, guest, "D4");
  await guest.getByText("Say", { exact: true }).click();
  await button(guest, "Good move").click();
  await expect(page.getByText("White: Good move")).toBeVisible();
  // Stepping back disturbs nothing.
  await page.keyboard.press("ArrowLeft");
  await expect(last(page)).toContainText("2 ○ C3");
  await point(guest, "A1").focus();
  await guest.keyboard.press("p");
  await button(page, "To the last move").click();
  await expect(last(page)).toContainText("4 ○ pass");
  await button(page, "Pass").click();
  await expect(standing(guest)).toContainText("Both sides passed.");
  await point(guest, "C3").click();
  await expect(standing(page)).toContainText("Black wins by 73.5 points.");
  await expect(point(page, "C3")).toHaveAccessibleName(/dead, Black’s area/);
  await button(page, "Agree").click();
  await expect(standing(guest)).toContainText("Black agrees.");
  await button(guest, "Agree").click();
  await expect(standing(page)).toHaveText("Black wins by 73.5 points.");
  // After the end: the record, the review, and the list of one's games.
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "SGF" }).click();
  expect((await download).suggestedFilename()).toMatch(/^go-.*\.sgf$/);
  await button(page, "Back to the book").click();
  await answered(page);
  await expect(here(page)).toContainText("5 ● pass");
  await expect(page).not.toHaveURL(/table=/);
  await panel(page, "Play").click();
  await expect(page.locator(".my-games")).toContainText("Go 9: you – person");
  await expect(page.locator(".my-games")).toContainText("B+73.5");
  await page.locator(".my-games").getByRole("button").first().click();
  await expect(standing(page)).toHaveText("Black wins by 73.5 points.");
  await guest.context().close();
});
