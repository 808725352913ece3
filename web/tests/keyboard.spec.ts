// Everything without a mouse: the focus is always visible and never lost, and changes are
// announced.
import type { Page } from "@playwright/test";
import { expect, test } from "./house";
import { answered, frame, here, open, panel, point, preview, table } from "./sight";

test("the board is played with the keyboard alone", async ({ page }) => {
  await open(page);
  await tabTo(page, () => document.activeElement?.getAttribute("role") === "gridcell");
  await expect(point(page, "Q16")).toBeFocused();
  await press(page, "ArrowRight", "ArrowRight", "ArrowDown");
  await expect(point(page, "S15")).toBeFocused();
  await press(page, "Home", "PageUp");
  await expect(point(page, "G19")).toBeFocused();
  await press(page, "ArrowLeft", "ArrowUp");
  await expect(point(page, "G19")).toBeFocused();
  await press(page, "N");
  await expect(preview(page).getByText("1", { exact: true })).toBeVisible();
  const first = await focused(page);
  await press(page, "N");
  expect(await focused(page)).not.toBe(first);
  await press(page, "Shift+N");
  expect(await focused(page)).toBe(first);
  await press(page, "Enter");
  await expect(here(page)).toContainText(`1 ● ${first}`);
  await answered(page);
  await expect(point(page, first)).toBeFocused();
  await press(page, "Backspace");
  await expect(here(page)).toHaveText("Start");
  await expect(point(page, first)).toBeFocused();
});

test("back and forward, undo and pass have keys on the board", async ({ page }) => {
  await open(page, "?moves=Q16,O17,R14");
  await point(page, "K10").focus();
  await press(page, ",", ",");
  await expect(here(page)).toContainText("1 ● Q16");
  await press(page, ".");
  await expect(here(page)).toContainText("2 ○ O17");
  await press(page, "p");
  await expect(here(page)).toContainText("3 ● pass");
  await press(page, "Backspace");
  await expect(here(page)).toContainText("2 ○ O17");
  await expect(point(page, "K10")).toBeFocused();
});

test("a screen reader hears the move, the state of the corner, and the best answer", async ({ page, house }) => {
  const said = await house.ask<{ moves: { point: string; verdict: string; statistics: { games: number } }[] }>("/v1/next?limit=100&moves=Q16,O17");
  const best = said.moves[0]!;
  await open(page, "?moves=Q16");
  await point(page, "O17").focus();
  await press(page, "Enter");
  await expect(page.getByRole("status")).toContainText("White O17. upper right: in the book. Black to play.");
  await expect(page.getByRole("status")).toContainText(`Best is ${best.point}, ${best.verdict}, played 40 % of the time, ${best.statistics.games.toLocaleString("en")} games`);
  await expect(page.getByRole("status")).toContainText(`${said.moves.length} moves in all`);
});

test("the moves of the table are reached with the tab key, and playing one does not lose the focus", async ({ page }) => {
  await open(page, "?moves=Q16,O17");
  await tabTo(page, () => document.activeElement?.getAttribute("aria-label") === "Play R14");
  await expect(preview(page).first()).toBeVisible();
  await press(page, "Enter");
  await expect(here(page)).toContainText("3 ● R14");
  await answered(page);
  await expect(frame(page)).toBeFocused();
  await press(page, "Tab");
  await expect(table(page).getByRole("button").first()).toBeFocused();
});

test("every stop of the tab key is visible, and none is a trap", async ({ page }) => {
  await open(page, "?moves=Q16,O17,R14");
  const seen = new Set<string>();
  for (let stop = 0; stop < 200; stop += 1) {
    await page.keyboard.press("Tab");
    const at = await page.evaluate(whatHasFocus);
    if (at === null) break;
    expect(at.outline, `the focus on ${at.says}`).not.toBe("none");
    expect(at.width, `the focus on ${at.says}`).toBeGreaterThanOrEqual(2);
    seen.add(at.says);
  }
  for (const name of ["Joseki", "Dark", "Pass", "Move 2, White O17", "Review", "Play R17", "upper right", "API"]) expect(seen).toContain(name);
});

test("the walk buttons keep the focus at the ends of the line", async ({ page }) => {
  await open(page, "?moves=Q16,O17");
  const undo = page.getByRole("button", { name: "Undo the last move" });
  await undo.focus();
  await press(page, "Enter", "Enter");
  await expect(here(page)).toHaveText("Start");
  expect(await isVisible(page)).toBe(true);
});

test("the panels open with the keyboard", async ({ page }) => {
  await open(page);
  await panel(page, "Review").focus();
  await press(page, "Enter");
  await expect(panel(page, "Review")).toHaveAttribute("aria-pressed", "true");
  await expect(panel(page, "Review")).toBeFocused();
});

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

/** Presses the tab key from the top until `reached` is true in the page. */
async function tabTo(page: Page, reached: () => boolean): Promise<void> {
  for (let stop = 0; stop < 60; stop += 1) {
    await page.keyboard.press("Tab");
    if (await page.evaluate(reached)) return;
  }
  throw new Error("the tab key does not reach it");
}

async function focused(page: Page): Promise<string> {
  return (await page.locator(":focus").getAttribute("data-point")) ?? "";
}

/** Returns whether the focused element is visible. */
async function isVisible(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const at = document.activeElement;
    return at !== null && at !== document.body && at.getClientRects().length > 0;
  });
}

/** Returns the focused element and its outline; null past the end of the page. Runs in the page. */
function whatHasFocus(): { says: string; outline: string; width: number } | null {
  const at = document.activeElement;
  if (!(at instanceof HTMLElement) || at === document.body) return null;
  const { outlineStyle, outlineWidth } = getComputedStyle(at);
  const label = at.closest("label")?.innerText.split("\n")[0];
  const says = at.getAttribute("aria-label") ?? label ?? at.innerText;
  return { says: says.trim(), outline: outlineStyle, width: Number.parseFloat(outlineWidth) };
}
