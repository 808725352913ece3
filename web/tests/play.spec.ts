// Games at tables: two browsers, a person and the book, and two programs.
import type { Browser, Page } from "@playwright/test";
import { expect, test } from "./house";
import { answered, choice, here, open, panel, point, preview } from "./sight";

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
async function invite(page: Page, browser: Browser, search: string, clock = "none"): Promise<Page> {
  await setUp(page, search, "Me", "Somebody by link");
  await choice(page, "Clock").selectOption({ label: clock });
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

/** Cuts the connection while the other side plays, and reloads the page afterwards. */
async function miss(page: Page, other: Page, move: () => Promise<void>, text: string): Promise<void> {
  await page.context().setOffline(true);
  await expect(page.getByText("The connection is lost.")).toBeVisible();
  await move();
  await expect(last(other)).toContainText(text);
  await page.context().setOffline(false);
  await expect(last(page)).toContainText(text);
  await page.reload();
  await expect(last(page)).toContainText(text);
}

test("two browsers play renju to five in a row, review it, and play again with colours exchanged", async ({ page, browser, watch }) => {
  watch.allow(/net::ERR_/);
  const guest = await invite(page, browser, "?book=renju&game=renju&moves=h8,a1,i8,a3,j8,a5");
  await go(page, guest, "k8");
  await miss(page, guest, () => point(guest, "a7").click(), "8 ○ a7");
  await button(guest, "Offer a draw").click();
  await button(page, "Decline").click();
  await expect(guest.locator(".offer")).toHaveCount(0);
  await go(page, guest, "l8");
  for (const one of [page, guest]) await expect(standing(one)).toContainText("Black won");
  await button(page, "Review this game").click();
  await expect(page.getByText(/9 of 9 moves reviewed/)).toBeVisible();
  await page.goBack();
  await page.goBack();
  await button(page, "Play again with colours exchanged").click();
  await expect(page.getByLabel(/^Link for Black/)).toBeVisible();
  await expect(standing(page)).toHaveText("Black to play.");
  await button(page, "Resign").click();
  await button(page, "No").click();
  await button(page, "Resign").click();
  await button(page, "Yes, resign").click();
  await expect(standing(page)).toHaveText("Black wins by resignation.");
  await guest.context().close();
});

test("two browsers play xiangqi from a position to a mate, with clocks and a pause", async ({ page, browser, watch }) => {
  watch.allow(/net::ERR_/);
  const guest = await invite(page, browser, "?book=xiangqi&game=xiangqi&fen=4k4/1R7/9/R8/9/9/9/9/9/3K5 w", "time + increment");
  await expect(page.getByRole("timer", { name: "Clock of Black" })).toHaveText("10:00");
  // A picked piece stays so while others come and go.
  await point(page, "a6").click();
  await guest.goto("about:blank");
  await expect(page.locator(".seat .absent")).toHaveText("away");
  await expect(point(page, "a6")).toHaveAccessibleName(/picked/);
  await guest.goBack();
  await expect(page.locator(".seat .present")).toHaveText("here");
  await point(page, "a7").click();
  for (const one of [page, guest]) await expect(last(one)).toContainText("a6a7");
  await expect(guest.getByRole("timer", { name: "Clock of Black" })).toHaveText(/^9:5\d$/);
  await miss(page, guest, async () => {
    await point(guest, "e9").click();
    await point(guest, "f9").click();
  }, "e9f9");
  await button(page, "Pause").click();
  await button(guest, "Accept").click();
  await expect(standing(page)).toHaveText("The game is paused.");
  await button(page, "Go on").click();
  await go(page, guest, "a7a9");
  await expect(standing(guest)).toContainText("Red won: checkmate");
  // A game that began elsewhere than at the start has no review.
  await expect(button(page, "Review this game")).toHaveCount(0);
  await guest.context().close();
});

test("one person plays the book, takes moves back, and comes back to the game", async ({ page }) => {
  await open(page);
  await panel(page, "Play").click();
  await button(page, "Start the game").click();
  await expect(standing(page)).toHaveText("Your turn.");
  await point(page, "Q16").click();
  await expect(last(page)).toContainText("2 ○");
  await expect(page.locator(".comment")).toContainText("The program:");
  await button(page, "Take back").click();
  await expect(last(page)).toHaveText("Start");
  await point(page, "D4").focus();
  await page.keyboard.press("Enter");
  await expect(last(page)).toContainText("2 ○");
  await expect(page.getByRole("status").first()).toContainText(/^White .*\. Your turn\.$/);
  await button(page, "Leave").click();
  await expect(page).toHaveTitle("Joseki");
  await page.goBack();
  await expect(last(page)).toContainText("2 ○");
  await button(page, "Leave").click();
  await button(page, "Delete Go 19: you – book").click();
  await expect(page.locator(".my-games")).toHaveCount(0);
});

test("two people play at one screen while the server restarts, and the book learns from the result", async ({ page, house, watch }) => {
  watch.allow(/net::ERR_/);
  await page.addInitScript((key) => sessionStorage.setItem("joseki-key", key), house.key);
  await setUp(page, "?board_size=9&moves=E5", "Me", "Me");
  await choice(page, "Begins at").selectOption({ label: "an empty board" });
  await choice(page, "Handicap").selectOption("2");
  await button(page, "Start the game").click();
  await expect(standing(page)).toHaveText("White to play.");
  await point(page, "E5").click();
  await expect(last(page)).toContainText("1 ○ E5");
  await house.stop();
  await expect(page.getByText("The connection is lost.")).toBeVisible();
  await house.start();
  await expect(page.getByText("The connection is lost.")).toHaveCount(0);
  await point(page, "E6").click();
  await expect(last(page)).toContainText("2 ● E6");
  await button(page, "Take back").click();
  await expect(standing(page)).toHaveText("Black to play.");
  await button(page, "Resign").click();
  await button(page, "Yes, resign").click();
  await expect(standing(page)).toHaveText("White wins by resignation.");
  await expect(standing(page)).toBeFocused();
  await page.getByLabel("Name of the opponent of Black").fill("Ann");
  await button(page, "Let the book learn from it").click();
  await expect(page.getByText("Sent. The result counts")).toBeVisible();
  expect(await house.ask("/v1/opponents/Ann")).toMatchObject({ name: "Ann" });
});

test("a game at another node has a link there, and one that is gone says so", async ({ page, watch }) => {
  watch.allow(/status of 4/);
  const json = { type: "about:blank", title: "Elsewhere", status: 421, code: "table_elsewhere", node: "joseki.example:8361" };
  await page.route("**/v1/tables/*/events", (route) => route.fulfill({ status: 421, json, contentType: "application/problem+json" }));
  await page.goto("/#table=abc");
  await expect(page.getByRole("link", { name: "joseki.example:8361" })).toHaveAttribute("href", "http://joseki.example:8361/#table=abc");
  await page.unroute("**/v1/tables/*/events");
  await page.reload();
  await expect(page.getByText("Unknown game")).toBeVisible();
});

test.describe("with fingers", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("the first tap shows a move, and the second plays it", async ({ page }) => {
    await open(page);
    await panel(page, "Play").tap();
    await button(page, "Start the game").tap();
    // Until the game is on the board, a tap is one on the book.
    await expect(standing(page)).toHaveText("Your turn.");
    await point(page, "Q16").tap();
    await expect(preview(page)).toHaveText(["1"]);
    await expect(last(page)).toHaveText("Start");
    await point(page, "Q16").tap();
    await expect(last(page)).toContainText("2 ○");
  });
});

test("two programs play, watched by whoever has the link, and one plays at once when asked to", async ({ page, browser }) => {
  await setUp(page, "?book=renju&game=renju", "An engine", "An engine");
  await page.getByLabel("A program thinks").selectOption("0.5");
  await button(page, "Start the game").click();
  await expect(standing(page)).toContainText("You are watching.");
  await expect(page.locator(".thought")).toContainText(/^Depth \d+/);
  const watcher = await (await browser.newContext()).newPage();
  await watcher.goto(page.url());
  await expect(last(watcher)).toContainText("3 ●");
  await point(watcher, "a15").click();
  await expect(watcher.locator(".refused")).toHaveText("Not played: with this link you can only watch.");
  await watcher.context().close();
  await button(page, "Leave").click();
  await button(page, "Delete Renju: engine – engine").click();
  // An engine that thinks long plays at once when asked to.
  await page.locator(".play-setup select").nth(0).selectOption({ label: "Me" });
  await choice(page, "A program thinks").selectOption("5");
  await button(page, "Start the game").press("Enter");
  await expect(standing(page)).toBeFocused();
  // Once in five moves at least, since a busy machine may be late.
  let quickest = Infinity;
  for (const [turn, name] of ["h8", "a1", "a15", "o1", "o15"].entries()) {
    const begun = Date.now();
    await point(page, name).click();
    await button(page, "Play now").click();
    await expect(last(page)).toContainText(`${2 * turn + 2} ○`);
    quickest = Math.min(quickest, Date.now() - begun);
    if (quickest < 4000) break;
  }
  expect(quickest).toBeLessThan(4000);
});
