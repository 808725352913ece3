// Candidates on the board: never distinguished by colour alone, and previewed before they are
// played.
import type { Page } from "@playwright/test";
import { expect, test } from "./house";
import { answered, chip, corner, heading, here, open, play, point, preview, row, table, wholeBoard } from "./sight";

const SIGNS = /^[★✓?!✗○]$/;

test("each candidate has a sign and the letter of its row, and says its verdict", async ({ page }) => {
  await open(page, "?moves=Q16,O17");
  const chips = page.getByRole("grid").locator(".chip");
  await expect(chips.first()).toBeVisible();
  const all = await chips.evaluateAll((found) =>
    found.map((one) => ({
      sign: one.querySelector("b")!.textContent,
      letter: one.querySelector("i")?.textContent ?? "",
      point: one.closest<HTMLElement>("[data-point]")!.dataset["point"]!,
      says: one.closest("[role=gridcell]")!.getAttribute("aria-label"),
    })),
  );
  expect(all.length).toBeGreaterThan(10);
  for (const one of all) {
    expect(one.sign).toMatch(SIGNS);
    expect(one.letter).toMatch(/^([a-z]|\d\d)$/);
    await expect(row(page, one.point).locator(".letter-mark")).toHaveText(one.letter);
    expect(one.says).toMatch(/^[A-T]\d+, (ideal|good|question|trick|mistake|no verdict)(, from games)?(, played <?\d+ % of the time, [\d,]+ games)?/);
  }
  expect(new Set(all.map((one) => one.sign)).size).toBeGreaterThan(1);
});

test("the best candidate differs from the others by its ring", async ({ page }) => {
  await open(page, "?moves=Q16,O17");
  await expect(page.locator(".chip.best")).toHaveCount(1);
  await expect(point(page, "R14").locator(".chip.best")).toHaveCount(1);
});

test("a settled corner says so, and tenuki is the first row", async ({ page }) => {
  await open(page, "?moves=Q16,O17,R14,Q18,R17,L17&view=upper_right");
  await expect(page.locator(".where p")).toHaveText("Black to play. Upper right: settled, 93 % play elsewhere.");
  const first = table(page).locator("tbody").first();
  await expect(first.getByRole("rowheader")).toHaveText(/^tenuki upper right$/);
  await expect(first.locator(".played")).toContainText("93 %");
  // No move here is the best.
  await expect(page.locator(".chip").first()).toBeVisible();
  await expect(page.locator(".chip.best")).toHaveCount(0);
  await open(page, "?moves=Q16,O17,R14,Q18,R17");
  await expect(page.locator(".where p")).not.toContainText("settled");
});

test("the mark of a move is larger the more it is played", async ({ page }) => {
  await open(page, "?moves=Q16,O17,R14,R17,Q17,D4,C6,F3,D16");
  const width = async (name: string) => (await chip(page, name).boundingBox())!.width;
  expect(await width("Q4")).toBeGreaterThan(1.2 * (await width("R3")));
});

for (const [name, search] of Object.entries({ whole: "view=board", corner: "view=upper_right&moves=Q16,O17", xiangqi: "book=xiangqi", small: "board_size=9" })) {
  test(`no mark is outside the picture: ${name}`, async ({ page }) => {
    await open(page, `?${search}`);
    await expect(page.locator(".picture")).toBeVisible();
    const [board, marks] = await page.evaluate(() => {
      const boxOf = (one: Element) => (({ left, right, top, bottom }) => [left, right, top, bottom])(one.getBoundingClientRect());
      return [boxOf(document.querySelector(".picture")!), [...document.querySelectorAll(".grid .chip, .grid .chip b, .grid .letter")].map(boxOf)];
    });
    for (const [left, right, top, bottom] of marks.filter((box) => box.some((edge) => edge !== 0))) {
      expect(left).toBeGreaterThanOrEqual(board![0]!);
      expect(right).toBeLessThanOrEqual(board![1]!);
      expect(top).toBeGreaterThanOrEqual(board![2]!);
      expect(bottom).toBeLessThanOrEqual(board![3]!);
    }
  });
}

test("the last move is marked", async ({ page }) => {
  await open(page, "?moves=Q16,O17");
  await expect(page.locator(".picture .last")).toHaveCount(1);
  await expect(point(page, "O17")).toHaveAccessibleName("O17, White, last move");
});

test("looking at a candidate with the mouse shows its line, and leaving takes it away", async ({ page }) => {
  await open(page, "?moves=Q16,O17");
  const stones = await page.locator(".picture .taken").count();
  await point(page, "R14").hover();
  for (const number of ["1", "2", "3"]) await expect(preview(page).getByText(number, { exact: true })).toBeVisible();
  await page.getByRole("heading", { name: /^Corners/ }).hover();
  await expect(preview(page)).toHaveCount(0);
  await expect(page.locator(".picture .taken")).toHaveCount(stones);
  await row(page, "Q14").hover();
  await expect(preview(page).first()).toBeVisible();
  await expect(page).toHaveURL(/moves=Q16,O17$/);
});

test("looking at a candidate with the focus shows its line, and leaving takes it away", async ({ page }) => {
  await open(page, "?moves=Q16,O17");
  await row(page, "R14").getByRole("button", { name: "Play R14" }).focus();
  await expect(preview(page).first()).toBeVisible();
  await panelButton(page).focus();
  await expect(preview(page)).toHaveCount(0);
  await point(page, "R14").focus();
  await expect(preview(page).first()).toBeVisible();
  await panelButton(page).focus();
  await expect(preview(page)).toHaveCount(0);
});

test("a move of the table is played by its button", async ({ page }) => {
  await open(page, "?moves=Q16,O17");
  await row(page, "R14").getByRole("button", { name: "Play R14" }).click();
  await expect(here(page)).toContainText("3 ● R14");
  await answered(page);
  await page.getByRole("link", { name: "API", exact: true }).hover();
  await expect(preview(page)).toHaveCount(0);
});

test("a stone cannot be put on a stone, and the page says why", async ({ page }) => {
  await open(page, "?moves=Q16,O17");
  await point(page, "Q16").click();
  await expect(page.getByText("Not played: Q16 is occupied.", { exact: true }).first()).toBeVisible();
  await expect(page).toHaveURL(/moves=Q16,O17$/);
  await play(page, "R14");
  await expect(page.getByText("Not played")).toHaveCount(0);
});

test("one corner in view has only its own moves", async ({ page }) => {
  await open(page, "?moves=Q16,O17,D4");
  await corner(page, "lower_left").getByRole("button").first().click();
  await expect(page.getByRole("gridcell")).toHaveCount(169);
  await expect(chip(page, "C6").or(chip(page, "F3")).first()).toBeVisible();
  await expect(row(page, "R14")).toHaveCount(0);
  await corner(page, "lower_left").getByRole("button").first().click();
  await expect(page.getByRole("gridcell")).toHaveCount(361);
});

test("a move outside the book ends the corner, and the page says what was expected", async ({ page, house }) => {
  await open(page, "?moves=Q16,O17");
  await play(page, "Q18");
  await expect(corner(page, "upper_right")).toHaveAttribute("data-state", "terminated");
  const said = await house.ask<{ corners: { corner: string; left_book: { expected: string[] } | null }[] }>("/v1/next?moves=Q16,O17,Q18");
  const left = said.corners.find((one) => one.corner === "upper_right")!.left_book!;
  expect(left.expected).toContain("R14");
  await expect(corner(page, "upper_right")).toContainText("Left the book at move 3, Black Q18");
  for (const name of left.expected) await expect(corner(page, "upper_right")).toContainText(name);
  await expect(page.locator(".where p")).toContainText("Move 3, Black Q18, is not in the book; it has");
});

function panelButton(page: Page) {
  return page.getByRole("button", { name: "Moves", exact: true });
}

test("no column of the table is cut, and no word broken", async ({ page }) => {
  // Three kinds of players, which no small book has.
  await page.route("**/v1/next", async (route) => {
    const response = await route.fetch();
    const said = (await response.json()) as { moves: { statistics: { kinds: { kind: string }[] } | null }[] };
    for (const { statistics } of said.moves) {
      const [one] = statistics?.kinds ?? [];
      if (one && page.url().includes("book=games")) statistics!.kinds = ["engine", "professional", "other"].map((kind) => ({ ...one, kind }));
    }
    await route.fulfill({ json: said });
  });
  for (const search of ["?moves=Q16,O17,R14", "?moves=Q16,D16", "?book=games&moves=Q16,O17", "?book=xiangqi&game=xiangqi&moves=h2e2", "?book=renju&game=renju&moves=h8"]) {
    await open(page, search);
    for (const width of [1440, 1024, 390]) {
      await page.setViewportSize({ width, height: 844 });
      const [inside, room, most] = await table(page).evaluate((it) => {
        const boxes = [...it.querySelectorAll("thead th, .point-name, .more")].map((one) => one.clientHeight);
        return [it.parentElement!.scrollWidth, it.parentElement!.clientWidth, Math.max(...boxes)];
      });
      expect(inside, `${search} at ${width}`).toBeLessThanOrEqual(room! + 1);
      expect(most, `${search} at ${width}`).toBeLessThan(45);
    }
  }
});

test("the page opens with one corner, and the whole board is one click away", async ({ page, house }) => {
  const said = await house.ask<{ moves: { leads_to: string; corner: string }[] }>("/v1/next?limit=100");
  const lines = new Set(said.moves.map((move) => move.leads_to));
  expect(said.moves.length).toBe(4 * lines.size);
  await open(page);
  await expect(page.getByRole("gridcell")).toHaveCount(169);
  await expect(heading(page)).toHaveText("Empty corner");
  await expect(page.locator(".where p")).toHaveText(/^Black to play: the book has 8 moves, first Q16 \(4-4 point\), played \d+ % of the time\.$/);
  await expect(page.getByRole("region", { name: "First steps" }).getByRole("listitem")).toHaveCount(3);
  await wholeBoard(page);
  await expect(page).toHaveURL(/\?view=board$/);
  await page.reload();
  await expect(page.getByRole("gridcell")).toHaveCount(361);
  await expect(page.getByRole("region", { name: "First steps" })).toHaveCount(0);
  // A move has one row for all empty corners, and a mark in each.
  await expect(table(page).locator("tbody")).toHaveCount(lines.size);
  for (const name of ["D16", "Q16", "D4", "Q4"]) await expect(chip(page, name).locator("i")).toHaveText("a");
  await play(page, "Q4");
  await expect(heading(page)).toHaveText("Lower right: 4-4 point");
  // Stones of several corners open the whole board, and so does a move that is out of view.
  await open(page, "?moves=Q16,D4");
  await expect(page.getByRole("gridcell")).toHaveCount(361);
  await wholeBoard(page);
  await expect(page.getByRole("gridcell")).toHaveCount(169);
});

test("a position without a name of its own has that of the last one with a name", async ({ page }) => {
  await open(page, "?moves=Q16,O17,R14,R17,Q17,Q18,P18,R18,P17,S15,pass,R10,R15");
  await expect(heading(page)).toHaveText(/^4-4, low approach, .*, \d+ moves? later$/);
  await page.goto("/?book=xiangqi&moves=h2e2,h9g7");
  await expect(heading(page)).toContainText("Central Cannon vs Left Horse");
  await page.goto("/?book=renju&moves=h8,h9,i9");
  await expect(heading(page)).toContainText("Flower moon");
  await expect(page.locator(".where p")).toContainText("Black wins (one fifth move, no swap).");
});
