// Evidence from games: examples that open on the board, the years, an opponent; and the overlays.
import type { Page } from "@playwright/test";
import { MINED, expect, test } from "./house";
import { answered, choice, heading, here, open, play, row, settings, showForPrograms, table } from "./sight";

interface Node {
  readonly statistics: {
    readonly trend: readonly { readonly year: number | null; readonly games: number }[];
    readonly examples: readonly { readonly id: string; readonly black: string; readonly white: string }[];
  };
}
interface Moves {
  readonly moves: readonly { readonly points: readonly string[]; readonly point: string; readonly corner: string; readonly statistics: { readonly share: number; readonly games: number } | null }[];
}

test("an example game opens on the board", async ({ page, house }) => {
  const node = await house.ask<Node>(`/v1/books/${MINED}/nodes/DDCFFC`);
  const game = node.statistics.examples[0]!;
  const record = await house.ask<{ moves: [string, string][] }>(`/v1/books/${MINED}/games/${game.id}?format=moves`);
  await open(page, `?book=${MINED}&moves=Q16,O17,R14`);
  const games = page.getByRole("region", { name: "Games" });
  await expect(games.getByRole("listitem")).toHaveCount(node.statistics.examples.length);
  await games.getByRole("button", { name: `${game.black} – ${game.white}` }).first().click();
  await expect(here(page)).toHaveText("Start");
  const path = page.getByRole("navigation", { name: "Path" }).getByRole("listitem");
  await expect(path).toHaveCount(record.moves.length + 1);
  await expect(path.last()).toContainText(record.moves.at(-1)![1]);
  await page.getByRole("button", { name: "To the end" }).click();
  await expect(page.getByRole("gridcell", { name: /, (Black|White)/ })).toHaveCount(record.moves.length);
});

test("a game that arrives late does not replace a position played since", async ({ page }) => {
  await open(page, `?book=${MINED}&moves=Q16,O17,R14&view=board`);
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/format=moves/, async (route) => {
    await held;
    await route.continue();
  });
  const asked = page.waitForRequest(/format=moves/);
  await page.getByRole("region", { name: "Games" }).getByRole("button").first().click();
  await asked;
  await play(page, "K10");
  const came = page.waitForResponse(/format=moves/);
  release();
  await (await came).finished();
  await play(page, "D4");
  await expect(here(page)).toContainText("5 ● D4");
});

test("the chart has a bar for each year, and the same numbers in words", async ({ page, house }) => {
  const node = await house.ask<Node>(`/v1/books/${MINED}/nodes/DDCFFC`);
  const years = node.statistics.trend.filter((one) => one.year !== null);
  expect(years.length).toBeGreaterThanOrEqual(5);
  await open(page, `?book=${MINED}&moves=Q16,O17,R14`);
  const bars = page.locator(".trend rect");
  await expect(bars).toHaveCount(years.length);
  const titles = await bars.locator("title").allTextContents();
  for (const [index, year] of years.entries()) expect(titles[index]).toMatch(new RegExp(`^${year.year}: .*, ${year.games} games?$`));
  await page.locator(".trend summary").click();
  await expect(page.locator(".trend tbody tr")).toHaveCount(node.statistics.trend.length);
});

test("moves that an opponent answers well rank lower, and the arrows say by how much", async ({ page, house }) => {
  const opponent = "bot";
  for (const game of [1, 2, 3]) {
    const moves = ["Q16", "O17", "R14", "R17"].map((point, index) => [index % 2 === 0 ? "B" : "W", point]);
    const json = { game_id: `${opponent}-${game}`, opponent, color: "B", result: "loss", date: `2026-01-0${game}`, moves };
    await house.ask("/v1/results", { json });
  }
  const plain = await house.ask<Moves>("/v1/next?whole_board=true&limit=100&moves=Q16,O17");
  const against = await house.ask<Moves>(`/v1/next?whole_board=true&limit=100&moves=Q16,O17&opponent=${opponent}`);
  const isHere = (move: { readonly corner: string }) => move.corner === "upper_right";
  const place = (said: Moves) => said.moves.filter(isHere).findIndex((move) => move.point === "R14");
  expect(place(plain)).toBe(0);
  expect(place(against)).toBeGreaterThan(0);
  await open(page, "?moves=Q16,O17");
  await settings(page);
  await expect(page.locator(".point-name").first()).toHaveText("R14");
  await choice(page, "Opponent").selectOption(opponent);
  await expect(page).toHaveURL(/opponent=bot/);
  await answered(page);
  await expect(page.locator(".point-name")).toHaveText(against.moves.filter(isHere).flatMap((move) => move.points));
  await expect(row(page, "R14").locator(".moved")).toContainText(`▼${place(against)}`);
  await expect(row(page, "R14").locator(".moved")).toContainText(`${place(against)} lower than without the opponent`);
  await choice(page, "Opponent").selectOption("");
  await answered(page);
  await expect(page.locator(".point-name").first()).toHaveText("R14");
  await expect(table(page).locator(".moved")).toHaveCount(0);
});

test("the games of some players, or of some years, and both side by side", async ({ page, house }) => {
  const of = async (filter: string) => {
    const said = await house.ask<Moves>(`/v1/next?book=${MINED}&moves=Q16,O17&${filter}`);
    const { share, games } = said.moves.find((move) => move.point === "R14")!.statistics!;
    return `${(100 * share).toFixed(0)} %${games} games`;
  };
  const heads = table(page).locator("thead th");
  const cells = row(page, "R14").locator(".played");
  await open(page, `?book=${MINED}&moves=Q16,O17`);
  await expect(heads).toHaveText(["Move", "Verdict", "Pros", "Others", "Black wins", "Details"]);
  await expect(cells).toHaveText([await of("strength=pro"), await of("strength=unknown,kyu,dan,high_dan")]);
  await page.getByRole("button", { name: "Pros", exact: true }).click();
  await expect(page).toHaveURL(/players=professional/);
  await expect(heads).toHaveText(["Move", "Verdict", "Played", "Black wins", "Details"]);
  await expect(cells).toHaveText([await of("strength=pro")]);
  await page.getByLabel("First year").fill("206");
  await page.getByLabel("First year").press("Enter");
  await expect(page.getByRole("alert")).toHaveText("Invalid year “206”: expected 1500 to 2100.");
  await page.getByLabel("First year").fill("2006");
  await page.getByLabel("First year").press("Enter");
  await expect(page).toHaveURL(/years=2006:/);
  await expect(cells).toHaveText([await of("strength=pro&since=2006")]);
  await page.getByRole("button", { name: "Engines", exact: true }).click();
  await expect(page.locator(".where p")).toContainText("No games of these players and years have the position.");
  await page.reload();
  await answered(page);
  await expect(page.getByRole("button", { name: "Engines", exact: true })).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: "All years" }).click();
  await expect(page).toHaveURL(/players=engine$/);
});

test("influence and territory are painted, and go away again", async ({ page, house }) => {
  const json = { board_size: 19, coords: "gtp", moves: [["B", "Q16"], ["W", "D4"]], model: "mechanical" };
  const said = await house.ask<{ field: number[][]; lead: number }>("/v1/influence", { json });
  await open(page, "?moves=Q16,D4");
  await expect(painted(page)).toHaveCount(0);
  await choice(page, "Overlay").selectOption("influence");
  await expect(page).toHaveURL(/overlay=influence/);
  await expect(page.getByText("Model mechanical")).toContainText("Black leads by");
  await expect(painted(page)).not.toHaveCount(0);
  const shades = await painted(page).count();
  expect(shades).toBeGreaterThan(100);
  expect(shades).toBeLessThanOrEqual(said.field.flat().filter((value) => value !== 0).length);
  await expect(page.locator(".paint.black").first()).toBeAttached();
  await expect(page.locator(".paint.white").first()).toBeAttached();
  await choice(page, "Overlay").selectOption("territory");
  await expect(page.getByText("solid points")).toBeVisible();
  await choice(page, "Overlay").selectOption("none");
  await expect(painted(page)).toHaveCount(0);
});

test("a move in full: evidence, comment, and what the games propose", async ({ page, house }) => {
  const node = await house.ask<{ comment: string; names: string[] }>("/v1/books/main/nodes/DDCFFC");
  const [main, alias] = node.names as [string, string];
  await open(page, "?moves=Q16,O17");
  await expect(heading(page)).toHaveText("4-4, low approach");
  await expect(row(page, "R14")).toContainText(main.replace("4-4, low approach, ", ""));
  await expect(row(page, "R14")).not.toContainText(alias);
  await row(page, "R14").getByRole("button", { name: "Details of R14" }).click();
  const details = page.getByRole("region", { name: "R14, upper right" });
  await expect(details).toContainText(`${main} (also ${alias}`);
  // The comment names points of its corner.
  await expect(row(page, "R14")).toContainText(node.comment.slice(0, 20));
  await expect(details.getByText("Whole board", { exact: true })).toBeVisible();
  await expect(details.getByText("Priority", { exact: true })).toHaveCount(0);
  await showForPrograms(page);
  for (const term of ["Value", "Priority", "Entered results", "Weights"]) await expect(details.getByText(term, { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Back to this position" }).click();
  await expect(page.getByRole("heading", { name: "This position, upper right" })).toBeVisible();
});

function painted(page: Page) {
  return page.locator(".paint");
}

test("the details of a position reached by transposition are those of the book's line", async ({ page, house }) => {
  const node = await house.ask<{ readonly comment: string }>("/v1/books/main/nodes?moves=Q16,O17,R14");
  for (const moves of ["Q16,O17,R14", "R14,O17,Q16"]) {
    await open(page, `?moves=${moves}`);
    const details = page.getByRole("region", { name: "This position" });
    await expect(details.locator(".comment")).toHaveText(node.comment);
    await expect(page.getByRole("alert")).toHaveCount(0);
  }
});
