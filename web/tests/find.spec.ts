// The pattern search: a rectangle by mouse, finger and keyboard, its symbols, what goes on, and
// games that open at the hit.
import AxeBuilder from "@axe-core/playwright";
import type { Locator, Page } from "@playwright/test";
import type { House } from "./house";
import { expect, test } from "./house";
import { answered, choice, corner, here, open, panel, point, showForPrograms } from "./sight";

/** White approaches in the upper right; in all games of the tests, and again in the lower left. */
const APPROACH = "?book=games&moves=Q16,O17&view=board";
const SEARCH = "**/v1/books/*/patterns";

test("a drag marks a rectangle, and a search shows what goes on", async ({ page, house }) => {
  await openWithKey(page, house);
  await expect(page.getByRole("button", { name: "Search", exact: true })).toBeDisabled();
  await expect(page.locator(".chip")).toHaveCount(0);
  await drag(page, "N13", "T19");
  await expect(page.getByText("7 × 7 points marked")).toBeVisible();
  await expect(here(page)).toContainText("2 ○ O17");
  const request = page.waitForRequest(SEARCH);
  await search(page);
  const json = (await request).postDataJSON() as Record<string, unknown>;
  expect(json).toMatchObject({ anchor: { left: 12, right: 12, top: 0, bottom: 0 }, board_size: 19, swap: true, stream: true });
  expect(json["rows"]).toEqual([".......", ".......", ".O.....", "...X...", ".......", ".......", "......."]);
  await expect(page.getByText("28 hits")).toBeVisible();
  await expect(page.getByText("Searched 14 games.")).toBeVisible();
  const cells = continuation(page, "A R14").getByRole("cell");
  await expect(cells).toHaveText(["Black", "24", "85.7 %", "14", "46 %", "2001–2006"]);
  await expect(continuation(page, "B O16").getByRole("cell").nth(1)).toHaveText("4");
  await expect(point(page, "R14")).toHaveAccessibleName("R14, continuation A, 24 hits");
  await expect(point(page, "O16").locator(".chip")).toHaveText("B");
});

test("clicks change what may be at a point, on the board and in the request", async ({ page, house }) => {
  await openWithKey(page, house);
  await drag(page, "T19", "N13");
  for (const [says, text] of [["anything", "*"], ["not white", "x"], ["not black", "o"]] as const) {
    await point(page, "S15").click();
    await expect(point(page, "S15")).toHaveAccessibleName(`S15, may be ${says}`);
    await expect(point(page, "S15").locator(".chip")).toHaveText(text);
  }
  await point(page, "S15").click();
  await expect(point(page, "S15")).toHaveAccessibleName("S15");
  await point(page, "O17").click();
  await expect(point(page, "O17")).toHaveAccessibleName("O17, White, last move, may be anything");
  await page.getByRole("button", { name: "All empty points: anything" }).click();
  await point(page, "N19").press("Enter");
  const request = page.waitForRequest(SEARCH);
  await search(page);
  const { rows } = (await request).postDataJSON() as { rows: string[] };
  expect(rows).toEqual(["x******", "*******", "*******", "***X***", "*******", "*******", "*******"]);
  await page.getByRole("button", { name: "All empty points: empty" }).click();
  await expect(page.locator(".chip.tone-free")).toHaveCount(1);
  await page.getByRole("button", { name: "Remove the rectangle" }).click();
  await expect(page.locator(".outline")).toHaveCount(0);
  // Without a rectangle, and outside of it, clicks play.
  await point(page, "R14").click();
  await expect(here(page)).toContainText("3 ● R14");
});

test("continuations become a sequence, from the board and from the table", async ({ page, house }) => {
  await openWithKey(page, house);
  await drag(page, "N13", "T19");
  await page.getByLabel("Next inside").selectOption("B");
  await search(page);
  const first = page.waitForRequest(SEARCH);
  await point(page, "R14").click();
  expect((await first).postDataJSON()).toMatchObject({ sequence: [{ color: "B", x: 4, y: 5 }] });
  expect((await first).postDataJSON()).not.toHaveProperty("next");
  await expect(page.getByText("24 hits")).toBeVisible();
  await expect(page.getByText("Followed by 1 Black R14.")).toBeVisible();
  await expect(point(page, "R14")).toHaveAccessibleName("R14, Black, stone 1 of the sequence");
  await expect(point(page, "R14").locator(".chip")).toHaveText("1");
  await expect(here(page)).toContainText("2 ○ O17");
  await expect(continuation(page, "A Q17")).toContainText("White14");
  await continuation(page, "C S16").getByRole("button", { name: "Go on with C, S16" }).click();
  await expect(page.getByText("Followed by 1 Black R14, 2 White S16.")).toBeVisible();
  await expect(page.getByText("2 hits", { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/&sequence=B:R14,W:S16/);
  await expect(page.getByRole("group", { name: "Sequence" })).toBeFocused();
  await page.reload();
  await expect(point(page, "S16")).toHaveAccessibleName("S16, White, stone 2 of the sequence");
  await page.getByRole("button", { name: "Take S16 back" }).click();
  await expect(page.getByText("24 hits")).toBeVisible();
  await expect(point(page, "S16").locator(".chip")).toHaveText("C");
  await page.goBack();
  await expect(page.getByText("2 hits", { exact: true })).toBeVisible();
  // A click on a stone takes it and those after it back.
  await point(page, "R14").click();
  await expect(page.getByText("28 hits")).toBeVisible();
  await expect(page.getByText("Followed by")).toHaveCount(0);
  await expect(point(page, "R14")).toHaveAccessibleName("R14, continuation A, 24 hits");
});

test("a sequence is played on the board, and comes back with the searched position", async ({ page, house }) => {
  await openWithKey(page, house, `${APPROACH}&rect=N13:T19&sequence=B:R14`);
  await expect(page.getByText("24 hits")).toBeVisible();
  await page.getByRole("button", { name: "Play on the board" }).click();
  await expect(here(page)).toContainText("3 ● R14");
  await expect(page.locator(".chip")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Play on the board" })).toBeDisabled();
  await point(page, "D4").click();
  await page.goBack();
  await expect(here(page)).toContainText("3 ● R14");
  await page.getByRole("button", { name: "Back to the searched position" }).click();
  await expect(here(page)).toContainText("2 ○ O17");
  await expect(point(page, "R14").locator(".chip")).toHaveText("1");
  // From elsewhere a continuation goes on with the searched pattern.
  await point(page, "D4").click();
  await page.getByRole("link", { name: "Start" }).click();
  await continuation(page, "B R17").getByRole("button").click();
  await expect(page.getByText("Followed by 1 Black R14, 2 White R17.")).toBeVisible();
  await expect(point(page, "R17").locator(".chip")).toHaveText("2");
  // Another rectangle has no sequence.
  await drag(page, "A1", "G7");
  await expect(point(page, "R17").locator(".chip")).toHaveCount(0);
  const request = page.waitForRequest(SEARCH);
  await search(page);
  expect((await request).postDataJSON()).not.toHaveProperty("sequence");
});

test("games open at the hit, with the pattern where it is there", async ({ page, house }) => {
  await openWithKey(page, house);
  await drag(page, "N13", "T19");
  await point(page, "T18").click();
  await search(page);
  const first = page.getByRole("region", { name: "Games" }).getByRole("listitem").first();
  await expect(first).toContainText(/Player \d – Player \d+ 200\d/);
  await first.getByRole("button", { name: "move 2, then A" }).click();
  await expect(here(page)).toContainText("2 ○ O17");
  await expect(page.getByRole("textbox", { name: "From" })).toHaveValue("N13");
  const turned = first.getByRole("button", { name: /, then A/ }).last();
  const move = /move (\d+)/.exec((await turned.textContent())!)![1]!;
  await turned.click();
  await expect(here(page)).toContainText(`${move} ● F3`);
  await expect(page.getByRole("textbox", { name: "From" })).toHaveValue("A1");
  await expect(page.getByRole("textbox", { name: "To", exact: true })).toHaveValue("G7");
  await expect(point(page, "A2")).toHaveAccessibleName("A2, may be anything");
  await page.getByRole("button", { name: "Forward" }).click();
  await expect(here(page)).toContainText("C6");
  await page.getByRole("button", { name: "Back to the searched position" }).click();
  await expect(here(page)).toContainText("2 ○ O17");
  await expect(point(page, "T18")).toHaveAccessibleName("T18, may be anything");
});

test("more games follow on request", async ({ page, house }) => {
  await openWithKey(page, house);
  await drag(page, "N13", "T19");
  await search(page);
  const games = page.getByRole("region", { name: "Games" }).getByRole("listitem");
  await expect(games).toHaveCount(10);
  await page.getByRole("button", { name: "More games" }).click();
  await expect(games).toHaveCount(14);
  await expect(page.getByRole("button", { name: "More games" })).toHaveCount(0);
});

test("options go with the search, and a search narrows the one before", async ({ page, house }) => {
  await openWithKey(page, house);
  await drag(page, "N13", "T19");
  await page.getByLabel("Since year").fill("2003");
  await page.getByLabel("Until year").fill("2005");
  await page.getByLabel("Player, * for any text").fill("player *");
  await page.getByLabel("Next inside").selectOption("B");
  await page.getByLabel("Result").selectOption("W");
  await page.getByLabel("Colours may be exchanged").uncheck();
  const request = page.waitForRequest(SEARCH);
  await search(page);
  const sent = (await request).postDataJSON() as Record<string, unknown>;
  expect(sent).toMatchObject({ since: 2003, until: 2005, player: "player *", next: "B", result: "W", swap: false });
  await page.getByRole("button", { name: "Search in these games" }).click();
  await expect(page.getByText("only in the games of 1 earlier search.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Search in these games" })).toBeDisabled();
  await drag(page, "A1", "G7");
  const next = page.waitForRequest(SEARCH);
  await search(page);
  const { among } = (await next).postDataJSON() as { among: Record<string, unknown>[] };
  expect(among).toHaveLength(1);
  expect(sent).toMatchObject(among[0]!);
  await page.getByRole("button", { name: "Drop the last" }).click();
  await expect(page.getByText("earlier search")).toHaveCount(0);
});

test("games are chosen by player, colour, collection and the move of the hit", async ({ page, house }) => {
  await openWithKey(page, house);
  await drag(page, "N13", "T19");
  await page.getByLabel("Black player").fill("player 1");
  await page.getByLabel("Until move").fill("2");
  await search(page);
  await expect(page.getByText("8 hits in 8 games")).toBeVisible();
  await page.getByLabel("White player").fill("* 4");
  await search(page);
  await expect(page.getByText("1 hit in 1 game")).toBeVisible();
  await page.getByLabel("White player").fill("nobody");
  await search(page);
  await expect(page.getByText("0 hits in 0 games")).toBeVisible();
});

test("an unknown collection is reported with the known ones", async ({ page, house, watch }) => {
  watch.allow(/status of 4\d\d/);
  await openWithKey(page, house);
  await drag(page, "N13", "T19");
  await page.getByLabel("Collections, comma-separated").fill("elsewhere");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  const report = page.getByRole("alert").filter({ hasText: "elsewhere" });
  await expect(page.locator("datalist option")).toHaveAttribute("value", "records");
  await expect(report).toContainText("known collections: records");
  await page.getByLabel("Collections, comma-separated").fill("records, ");
  await search(page);
  await expect(page.getByText("28 hits")).toBeVisible();
});

test("a search is in the address, so that a link and a reload open it", async ({ page, house }) => {
  await openWithKey(page, house);
  await drag(page, "N13", "T19");
  await point(page, "S15").click();
  await page.getByLabel("Black player").fill("player 1");
  await page.getByLabel("Colours may be exchanged").uncheck();
  await page.getByLabel("pro", { exact: true }).check();
  await page.getByLabel("unknown", { exact: true }).check();
  await search(page);
  const link = page.url();
  expect(link).toContain("&panel=find&rect=N13:T19&rows=......./......./.O...../...X.../.....*./......./.......&swap=false");
  expect(link).toContain("&strength=unknown,pro&black=player%201");
  const hits = await page.getByText(/^\d+ hits$/).textContent();
  const isOpen = async (other: Page) => {
    await expect(other.getByText(hits!)).toBeVisible();
    await expect(other.getByText("7 × 7 points marked")).toBeVisible();
    await expect(point(other, "S15")).toHaveAccessibleName("S15, may be anything");
    await expect(point(other, "R14").locator(".chip")).toHaveText("A");
    await expect(other.getByLabel("Black player")).toHaveValue("player 1");
    await expect(other.getByLabel("Colours may be exchanged")).not.toBeChecked();
    await expect(other.getByLabel("pro", { exact: true })).toBeChecked();
    expect(other.url()).toBe(link);
  };
  await page.reload();
  await isOpen(page);
  const other = await page.context().newPage();
  await other.addInitScript((key) => sessionStorage.setItem("joseki-key", key), house.key);
  await other.goto(link);
  await isOpen(other);
});

test("the browser's Back and Forward return to searches", async ({ page, house }) => {
  await openWithKey(page, house);
  await drag(page, "N13", "T19");
  await search(page);
  await drag(page, "N16", "Q19");
  await page.getByLabel("Black player").fill("player 2");
  await search(page);
  await expect(page.getByText("in 4 games")).toBeVisible();
  await point(page, "D4").click();
  await expect(here(page)).toContainText("3 ● D4");
  await page.goBack();
  await expect(here(page)).toContainText("2 ○ O17");
  await expect(page.getByText("in 4 games")).toBeVisible();
  await page.goBack();
  await expect(page.getByText("28 hits")).toBeVisible();
  await expect(page.getByText("7 × 7 points marked")).toBeVisible();
  await expect(page.getByLabel("Black player")).toHaveValue("");
  await page.goBack();
  await expect(page.getByText(/^Searched /)).toHaveCount(0);
  await expect(page).toHaveURL(/\/\?moves=Q16,O17&book=games&view=board&panel=find$/);
  await page.goForward();
  await expect(page.getByText("28 hits")).toBeVisible();
  await page.goForward();
  await expect(page.getByText("in 4 games")).toBeVisible();
  await page.getByRole("button", { name: "Remove the rectangle" }).click();
  await expect(page.getByText(/^Searched /)).toHaveCount(0);
  await expect(page).not.toHaveURL(/rect=/);
});

test("a search stays in the address while the board goes on", async ({ page, house }) => {
  await openWithKey(page, house, "?book=games&moves=Q16,O17&rect=N13:T19");
  await expect(page.getByText("28 hits")).toBeVisible();
  await page.getByRole("button", { name: "Search in these games" }).click();
  await search(page);
  await point(page, "D4").click();
  await point(page, "T13").click();
  await page.getByLabel("Letters on the board").uncheck();
  await point(page, "S14").click();
  await page.reload();
  await expect(here(page)).toContainText("3 ● D4");
  await expect(page.getByText("28 hits")).toBeVisible();
  await expect(page.getByText("only in the games of 1 earlier search.")).toBeVisible();
  await page.goto(page.url().replace("moves=Q16,O17,D4", "moves=D4"));
  await expect(page.getByText("28 hits")).toBeVisible();
  await expect(page.locator(".chip:not(.tone-free)")).toHaveCount(0);
  await page.getByRole("button", { name: "Back to the searched position" }).click();
  await expect(point(page, "O17")).toHaveAccessibleName("O17, White");
  await expect(point(page, "R14").locator(".chip")).toHaveText("A");
});

test("an invalid search in the address is reported, and the panel works", async ({ page, house, watch }) => {
  watch.allow(/status of 4\d\d/);
  await openWithKey(page, house, "?book=games&moves=Q16,O17&rect=N13:Z99&since=1990");
  await expect(page.getByText("In the URL: invalid rect=N13:Z99: expected two points of the 19×19 board")).toBeVisible();
  await expect(page.locator(".outline")).toHaveCount(0);
  await drag(page, "N13", "T19");
  await search(page);
  await expect(page.getByText("28 hits")).toBeVisible();
  await expect(page.getByText("In the URL:")).toHaveCount(0);
  // The server's own message about a value that only it knows to be invalid.
  await page.goto("/?book=games&moves=Q16,O17&panel=find&rect=N13:T19&source=elsewhere&rows=?");
  await expect(page.getByText("In the URL: invalid rows: expected 7 of 7 symbols")).toBeVisible();
  await expect(page.getByText("known collections: records")).toBeVisible();
});

test("the keyboard alone marks, changes, searches and goes on", async ({ page, house }) => {
  await openWithKey(page, house);
  await page.getByRole("textbox", { name: "From" }).fill("Z99");
  await page.getByRole("textbox", { name: "To", exact: true }).fill("t19");
  await page.getByRole("textbox", { name: "To", exact: true }).press("Enter");
  await expect(page.getByRole("alert")).toContainText("Enter two points of the 19×19 board");
  await page.getByRole("textbox", { name: "From" }).fill("n13");
  await page.getByRole("textbox", { name: "From" }).press("Enter");
  await expect(page.getByText("7 × 7 points marked")).toBeVisible();
  await point(page, "S15").press(" ");
  await expect(point(page, "S15")).toHaveAccessibleName("S15, may be anything");
  await page.getByRole("button", { name: "Search", exact: true }).press("Enter");
  await continuation(page, "A R14").getByRole("button").press("Enter");
  await expect(page.getByText("Followed by 1 Black R14.")).toBeVisible();
  await expect(page.getByRole("group", { name: "Sequence" })).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("button", { name: "Take R14 back" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByText("Followed by")).toHaveCount(0);
  await expect(continuation(page, "A R14")).toBeVisible();
  await point(page, "R14").press("Enter");
  await expect(point(page, "R14")).toHaveAccessibleName("R14, Black, stone 1 of the sequence");
  await expect(point(page, "R14")).toBeFocused();
});

test("a growing answer shows what there is so far", async ({ page, house }) => {
  await openWithKey(page, house);
  const part = { book: { name: "games", version: 1 }, complete: false, searched: 7000, without_moves: 0, images: 16, games: 3, hits: 4, swapped: 1, black_wins: 1, white_wins: 2 };
  const body = `${JSON.stringify({ ...part, searched: 10, hits: 0, no_continuation: 0, continuations: [], found: [] })}\n${JSON.stringify({ ...part, no_continuation: 4, continuations: [], found: [] })}\n`;
  await page.route(SEARCH, (route) => route.fulfill({ contentType: "application/x-ndjson", body }));
  await drag(page, "N13", "T19");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page.getByText("So far: 7,000 games.")).toBeVisible();
  await expect(page.getByText("4 hits in 3 games.")).toBeVisible();
});

test("games that are not in memory are reported in plain words, and a key repeats the search", async ({ page, house, watch }) => {
  watch.allow(/status of (401|503)/);
  let code = "key_missing";
  await page.route(SEARCH, (route) => {
    if (route.request().headers()["authorization"]) return route.continue();
    const status = code === "key_missing" ? 401 : 503;
    return route.fulfill({ status, contentType: "application/problem+json", body: JSON.stringify({ title: "?", detail: "?", status, code }) });
  });
  await open(page, APPROACH);
  await panel(page, "Find").click();
  await drag(page, "N13", "T19");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText("The first search in this book needs a key");
  code = "games_not_loaded";
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByRole("alert")).toContainText("The server is reading the games of this book");
  await showForPrograms(page);
  await page.getByPlaceholder("Key for editing").fill(house.key);
  await page.getByRole("button", { name: "Use", exact: true }).click();
  await expect(page.getByText("28 hits")).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("a server that rejects the pattern is reported", async ({ page, house, watch }) => {
  watch.allow(/status of 400|status of 422/);
  await openWithKey(page, house);
  await page.route(SEARCH, (route) => route.continue({ postData: JSON.stringify({ rows: ["?"] }) }));
  await drag(page, "N13", "T19");
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await expect(page.getByRole("alert")).toContainText(/unknown symbol/);
});

test("a change of the book, or of the view, keeps no answer of the other", async ({ page, house }) => {
  await openWithKey(page, house);
  await drag(page, "O14", "T19");
  await search(page);
  await expect(page.getByText(/[1-9]\d* hits/)).toBeVisible();
  await choice(page, "Book").selectOption("main");
  await expect(page.getByText(/[1-9]\d* hits/)).toHaveCount(0);
  await expect(page.locator(".chip")).toHaveCount(0);
  await corner(page, "lower_left").click();
  await expect(page.locator(".outline")).toHaveCount(0);
  await drag(page, "A1", "C3");
  await expect(page.locator(".outline")).toHaveCount(1);
  await expect(page.getByText("3 × 3 points marked")).toBeVisible();
  await panel(page, "Moves").click();
  await expect(page.locator(".outline")).toHaveCount(0);
  await expect(page.locator(".chip").first()).toBeVisible();
});

test("patterns of five in a row are found, turned, and go on as in Go", async ({ page, house }) => {
  await house.mine("five", "renju", "five.sgf", "(;GM[4]SZ[15]PB[Ann]PW[Bob]RE[W+R];B[hh];W[hg];B[gh];W[jh];B[ih];W[gi];B[hi];W[ij])");
  await openWithKey(page, house, "?book=five&moves=h8,h9,g8");
  await drag(page, "g7", "i9");
  const request = page.waitForRequest(SEARCH);
  await search(page);
  expect((await request).postDataJSON()).toMatchObject({ rows: [".O.", "XX.", "..."], board_size: 15 });
  await expect(page.getByText("1 hit in 1 game; Black won 0 (0 %), White 1 (100 %).")).toBeVisible();
  await point(page, "i8").click();
  await expect(page.getByText("Followed by 1 Black i8.")).toBeVisible();
  await page.getByRole("region", { name: "Games" }).getByRole("button", { name: /^Ann/ }).click();
  await expect(here(page)).toContainText("3 ● g8");
});

test("positions of xiangqi are found by their pieces, by material, and move by move", async ({ page, house }) => {
  const game = (red: string, moves: string) => `[Game "Chinese Chess"]\n[Red "${red}"]\n[Black "Bob"]\n[Result "1-0"]\n[Format "ICCS"]\n\n${moves} 1-0\n\n`;
  const games = game("Ann", "1. H2-E2 H9-G7 2. H0-G2 I9-H9") + game("Cid", "1. B2-E2 B9-C7 2. B0-C2 C6-C5");
  await house.mine("pieces", "xiangqi", "pieces.pgn", games);
  await openWithKey(page, house, "?book=pieces&moves=h2e2");
  await drag(page, "d3", "f2");
  const request = page.waitForRequest(SEARCH);
  await search(page);
  const { rows } = (await request).postDataJSON() as { rows: string[] };
  expect(rows.slice(6, 8)).toEqual(["***.P.***", "***.C.***"]);
  await expect(page.getByText("2 hits in 2 games; Red won 2 (100 %)")).toBeVisible();
  await page.getByRole("button", { name: "Whole board" }).click();
  await search(page);
  await continuation(page, "A h9g7").getByRole("button").click();
  await expect(here(page)).toContainText("2 h9g7");
  await expect(continuation(page, "A h0g2")).toContainText("Red");
  await expect(page).toHaveURL(/rect=a0:i9&rows=rnbakab\.r\//);
  await page.getByRole("region", { name: "Games" }).getByRole("button", { name: /^Cid/ }).click();
  await expect(here(page)).toContainText("2 b9c7");
  await page.getByRole("button", { name: "Remove the rectangle" }).click();
  await page.getByLabel("Material").fill("R2, c0-1");
  await search(page);
  await expect(page.getByText("0 hits in 0 games")).toBeVisible();
  await page.getByLabel("Material").fill("R2 c2");
  await search(page);
  await expect(page.getByText("in 2 games")).toBeVisible();
  await expect(page.locator(".chip.tone-free")).toHaveCount(0);
});

for (const colorScheme of ["light", "dark"] as const) {
  test.describe(colorScheme, () => {
    test.use({ colorScheme, viewport: { width: 1024, height: 800 } });

    test("a checker finds nothing serious, and the page stays in its width", async ({ page, house }) => {
      await openWithKey(page, house);
      await drag(page, "N13", "T19");
      await point(page, "S15").click();
      await search(page);
      await continuation(page, "A R14").getByRole("button").click();
      await expect(page.getByText("Followed by 1 Black R14.")).toBeVisible();
      await expect(page.getByText(/^Searched /)).toBeVisible();
      const found = await new AxeBuilder({ page }).analyze();
      const bad = found.violations.filter((one) => one.impact === "serious" || one.impact === "critical");
      expect(bad.map((one) => `${one.id}: ${one.nodes.map((node) => node.target.join(" ")).join("; ")}`)).toEqual([]);
      await fits(page);
      await page.screenshot({ path: `test-results/screenshots/find-${colorScheme}.png`, fullPage: true });
    });
  });
}

test.describe("a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a finger marks a rectangle without scrolling the page", async ({ page, house }) => {
    await openWithKey(page, house);
    await page.evaluate(() => scrollTo(0, 0));
    await swipe(page, "N13", "T19");
    await expect(page.getByText("7 × 7 points marked")).toBeVisible();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await point(page, "S15").tap();
    await expect(point(page, "S15")).toHaveAccessibleName("S15, may be anything");
    await page.getByRole("button", { name: "Search", exact: true }).tap();
    await expect(page.getByText("28 hits")).toBeVisible();
    await fits(page);
    await page.screenshot({ path: "test-results/screenshots/find-phone.png", fullPage: true });
    const answer = page.waitForResponse(SEARCH);
    await point(page, "R14").tap();
    await answer;
    await expect(point(page, "R14").locator(".chip")).toHaveText("1");
    await expect(page.getByText(/^Searched /)).toBeVisible();
    await point(page, "R17").tap();
    await expect(page.getByText("Followed by 1 Black R14, 2 White R17.")).toBeVisible();
    await expect(page.getByText(/^Searched /)).toBeVisible();
    await fits(page);
    await page.screenshot({ path: "test-results/screenshots/find-phone-sequence.png", fullPage: true });
    await point(page, "R17").tap();
    await expect(page.getByText("Followed by 1 Black R14.")).toBeVisible();
  });
});

/** Opens the panel with the key of the house, which has the games read. */
async function openWithKey(page: Page, house: House, query = APPROACH): Promise<void> {
  await page.addInitScript((key) => sessionStorage.setItem("joseki-key", key), house.key);
  await open(page, query);
  await answered(page);
  await panel(page, "Find").click();
  await expect(page.getByRole("heading", { name: "Find a pattern" })).toBeVisible();
}

/** Searches for what is marked, and waits for the whole answer. */
async function search(page: Page): Promise<void> {
  const answer = page.waitForResponse(SEARCH);
  await page.getByRole("button", { name: "Search", exact: true }).click();
  await answer;
  await expect(page.getByText(/^Searched /)).toBeVisible();
}

function continuation(page: Page, name: string): Locator {
  return page.getByRole("region", { name: "Table of continuations" }).getByRole("row").filter({ hasText: name });
}

/** Centre of a point, in pixels. */
async function middle(page: Page, name: string): Promise<[number, number]> {
  const box = (await point(page, name).boundingBox())!;
  return [box.x + box.width / 2, box.y + box.height / 2];
}

async function drag(page: Page, from: string, to: string): Promise<void> {
  await point(page, from).scrollIntoViewIfNeeded();
  await page.mouse.move(...(await middle(page, from)));
  await page.mouse.down();
  await page.mouse.move(...(await middle(page, to)), { steps: 6 });
  await page.mouse.up();
}

/** Drags with a finger; Playwright has only taps. */
async function swipe(page: Page, from: string, to: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const [ax, ay] = await middle(page, from);
  const [bx, by] = await middle(page, to);
  await session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x: ax, y: ay }] });
  for (let step = 1; step <= 6; step += 1) {
    const touchPoints = [{ x: ax + ((bx - ax) * step) / 6, y: ay + ((by - ay) * step) / 6 }];
    await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints });
  }
  // A finger that rests at the end does not fling, so that the browser takes the next tap as a click.
  await page.waitForTimeout(300);
  await session.send("Input.dispatchTouchEvent", { type: "touchMove", touchPoints: [{ x: bx, y: by }] });
  await session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

/** Checks that the page does not scroll horizontally. */
async function fits(page: Page): Promise<void> {
  const [inner, all] = await page.evaluate(() => [innerWidth, document.documentElement.scrollWidth]);
  expect(all).toBeLessThanOrEqual(inner!);
}
