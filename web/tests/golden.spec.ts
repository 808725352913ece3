// The golden line of the 4-4 point, played by clicks in two mirrored corners, by either colour
// first.
import type { Page } from "@playwright/test";
import { expect, test } from "./house";
import { answered, chip, corner, heading, here, open, play, point, row, wholeBoard } from "./sight";

/** 4-4, low approach, knight's answer, invasion at the 3-3 point with the separating block. */
const UPPER_RIGHT = "Q16 O17 R14 R17 Q17 Q18 P18 R18 P17 S15 pass R10 R15 S14 R13".split(" ");
const LOWER_LEFT = "D4 C6 F3 C3 C4 B4 B5 B3 C5 E2 pass K3 E3 F2 G3".split(" ");
/** The starter book's verdicts of the moves; none for a tenuki. */
const VERDICTS = ["ideal", "ideal", "ideal", "good", ...Array<string>(6).fill("ideal"), "", "good", "ideal", "ideal", "ideal"];
const STATES = [...Array<string>(10).fill("ongoing"), "interrupted", "tenuki", "tenuki", "tenuki", "finished"];
const SIGNS: Record<string, string> = { ideal: "★", good: "✓" };

const placements = [
  { name: "upper right, Black first", area: "upper_right", first: "B", from: "", moves: UPPER_RIGHT },
  { name: "lower left, mirrored, White first", area: "lower_left", first: "W", from: "?to_play=W&view=lower_left", moves: LOWER_LEFT },
];

for (const { name, area, first, from, moves } of placements) {
  test(`the golden line by clicks: ${name}`, async ({ page }) => {
    await open(page, from);
    for (const [index, move] of moves.entries()) {
      await isProposed(page, move, VERDICTS[index]!);
      await playOrPass(page, move);
      await expect(corner(page, area)).toHaveAttribute("data-state", STATES[index]!);
      expect(moveParameter(page)).toBe(written(moves.slice(0, index + 1), first));
    }
    await wholeBoard(page);
    await expect(page.locator('[data-corner][data-state="empty"]')).toHaveCount(3);
  });
}

test("reloading the URL, and opening it elsewhere, gives the same", async ({ page, context }) => {
  const moves = UPPER_RIGHT.slice(0, 9);
  await open(page, `?moves=${moves.slice(0, 7).join(",")}`);
  for (const move of moves.slice(7)) await play(page, move);
  const seen = await sight(page);
  expect(seen.stones).toHaveLength(9);
  await page.reload();
  await answered(page);
  expect(await sight(page)).toEqual(seen);
  const beside = await context.newPage();
  await beside.goto(page.url());
  await answered(beside);
  expect(await sight(beside)).toEqual(seen);
});

test("back and forward of the browser step through the moves", async ({ page }) => {
  await open(page);
  for (const move of UPPER_RIGHT.slice(0, 4)) await play(page, move);
  await page.goBack();
  await page.goBack();
  await expect(here(page)).toContainText("2 ○ O17");
  await expect(row(page, "R14")).toBeVisible();
  await expect(heading(page)).toHaveText("4-4, low approach");
  await page.goForward();
  await expect(here(page)).toContainText("3 ● R14");
  await expect(row(page, "R17")).toBeVisible();
});

test("back, forward, undo and breadcrumbs of the page", async ({ page }) => {
  const walk = (name: string) => page.getByRole("group", { name: "Moves" }).getByRole("button", { name, exact: true });
  await open(page, `?moves=${UPPER_RIGHT.slice(0, 6).join(",")}`);
  await walk("Back").click();
  await expect(here(page)).toContainText("5 ● Q17");
  await expect(point(page, "Q18")).not.toHaveAccessibleName(/Black|White/);
  expect(new URL(page.url()).searchParams.get("at")).toBe("5");
  await walk("Forward").click();
  await expect(point(page, "Q18")).toHaveAccessibleName("Q18, White, last move");
  await page.getByRole("link", { name: "Move 2, White O17" }).click();
  await expect(here(page)).toContainText("2 ○ O17");
  await expect(row(page, "R14")).toBeVisible();
  await expect(walk("To the end")).toBeEnabled();
  await walk("To the end").click();
  await expect(here(page)).toContainText("6 ○ Q18");
  await walk("Undo the last move").click();
  await expect(here(page)).toContainText("5 ● Q17");
  await expect(walk("Forward")).toBeDisabled();
  await walk("To the start").click();
  await expect(here(page)).toHaveText("Start");
  await walk("Clear the board").click();
  await expect(page).toHaveURL(/\/$/);
});

test("another move after going back drops the later ones", async ({ page }) => {
  await open(page, "?moves=Q16,O17,R14,R17&at=2");
  await play(page, "O16");
  await expect(page).toHaveURL(/\?moves=Q16,O17,O16$/);
});

/** Checks that the move is among the candidates on the board and in the table, with its verdict. */
async function isProposed(page: Page, move: string, verdict: string): Promise<void> {
  if (move === "pass") return;
  await expect(chip(page, move).locator("b")).toHaveText(SIGNS[verdict]!);
  await expect(row(page, move).getByRole("cell").first()).toHaveText(`${SIGNS[verdict]} ${verdict}`);
}

async function playOrPass(page: Page, move: string): Promise<void> {
  if (move !== "pass") return play(page, move);
  await page.getByRole("button", { name: "Pass", exact: true }).click();
  await expect(here(page)).toContainText("pass");
  await answered(page);
}

function moveParameter(page: Page): string | null {
  return new URL(page.url()).searchParams.get("moves");
}

function written(moves: readonly string[], first: string): string {
  if (first === "B") return moves.join(",");
  return moves.map((move, index) => `${index % 2 === 0 ? "W" : "B"}:${move}`).join(",");
}

/** Returns what a person sees: the stones, the moves of the table, the corners. */
async function sight(page: Page) {
  const stones = page.getByRole("gridcell", { name: /, (Black|White)/ });
  return {
    stones: await stones.evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label"))),
    moves: await page.locator(".point-name").allInnerTexts(),
    corners: await page.locator("[data-corner]").allInnerTexts(),
    path: await page.getByRole("navigation", { name: "Path" }).innerText(),
  };
}
