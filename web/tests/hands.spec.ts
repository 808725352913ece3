// Arrow keys and the wheel, numbers on stones, set-up, and previews.
import { expect, test } from "./house";
import { answered, choice, here, open, panel, play, point, preview, settings, showForPrograms } from "./sight";

test("arrow keys step through the moves and between moves of the book, wherever the focus is", async ({ page, house }) => {
  const said = await house.ask<{ moves: { points: string[]; corner: string }[] }>("/v1/next?limit=100&moves=Q16,O17");
  const moves = said.moves.filter((move) => move.corner === "upper_right");
  await open(page, "?moves=Q16,O17,R14,R17");
  await page.keyboard.press("ArrowLeft");
  await expect(here(page)).toContainText("3 ● R14");
  await panel(page, "Moves").focus();
  const after = moves[1 + moves.findIndex((move) => move.points.includes("R14"))]!.points[0]!;
  await page.keyboard.press("ArrowDown");
  await expect(here(page)).toContainText(`3 ● ${after}`);
  await page.keyboard.press("ArrowUp");
  await expect(here(page)).toContainText("3 ● R14");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("ArrowLeft");
  await expect(here(page)).toContainText("1 ● Q16");
  await page.keyboard.press("ArrowRight");
  await expect(here(page)).toContainText("2 ○ O17");
});

test("after a click on the board the arrow keys step, and with the tab key they move the focus", async ({ page }) => {
  await open(page, "?view=board");
  await play(page, "Q16");
  await play(page, "D4");
  await page.keyboard.press("ArrowLeft");
  await expect(here(page)).toContainText("1 ● Q16");
  await page.keyboard.press("ArrowRight");
  await expect(here(page)).toContainText("2 ○ D4");
  await panel(page, "Moves").focus();
  await point(page, "D4").focus();
  await page.keyboard.press("ArrowRight");
  await expect(point(page, "E4")).toBeFocused();
  await expect(here(page)).toContainText("2 ○ D4");
});

test("fields keep their arrow keys, and the table scrolls with them", async ({ page }) => {
  await open(page, "?moves=Q16,O17");
  await showForPrograms(page);
  await page.getByPlaceholder("Key for editing").focus();
  await page.keyboard.press("ArrowLeft");
  await expect(here(page)).toContainText("2 ○ O17");
  await page.getByRole("region", { name: "Table of moves" }).focus();
  await page.keyboard.press("ArrowDown");
  await expect(here(page)).toContainText("2 ○ O17");
});

test("the wheel over the board steps through the moves, and elsewhere it scrolls", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 600 });
  await open(page, "?moves=Q16,O17,R14");
  await point(page, "K10").hover();
  await page.mouse.wheel(0, -100);
  await expect(here(page)).toContainText("2 ○ O17");
  await page.waitForTimeout(100);
  await page.mouse.wheel(0, 100);
  await expect(here(page)).toContainText("3 ● R14");
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await answered(page);
  // The buttons are below the window, so that the page scrolls to them.
  await page.getByRole("group", { name: "Moves" }).hover();
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(0);
  await page.mouse.wheel(0, -100);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeLessThan(before);
  await expect(here(page)).toContainText("3 ● R14");
});

test("a turn of the wheel that began elsewhere scrolls the page on, and never steps", async ({ page }) => {
  await open(page, "?moves=Q16,O17,R14");
  /** Turns the wheel over elements, one right after the other; returns which of the turns scroll nothing. */
  const turn = (over: string[], cancelable = true) =>
    page.evaluate(
      ([selectors, cancelable]) =>
        selectors.map((selector) => {
          const event = new WheelEvent("wheel", { deltaY: -100, bubbles: true, cancelable });
          return !document.querySelector(selector)!.dispatchEvent(event);
        }),
      [over, cancelable] as const,
    );
  const moves = "[role=group][aria-label=Moves]";
  expect(await turn([moves, "[role=grid]", ".board", "[role=grid]"])).toEqual([false, false, false, false]);
  await page.reload();
  await answered(page);
  // The browser scrolls already, and asks nobody.
  expect(await turn(["[role=grid]", "[role=grid]"], false)).toEqual([false, false]);
  await expect(here(page)).toContainText("3 ● R14");
  await page.reload();
  await answered(page);
  // Off the board and back on it is one gesture too.
  expect(await turn(["[role=grid]", moves, "[role=grid]"])).toEqual([true, false, false]);
  await expect(here(page)).toContainText("2 ○ O17");
});

test("moves play by themselves with the comment of each, and stop at the end, by Space and by a touch of the board", async ({ page }) => {
  await open(page, "?moves=Q16,O17,R14,R17&at=2");
  const steps = await page.evaluate(() => history.length);
  await page.getByLabel("Seconds a move").selectOption("0.5");
  await page.getByRole("button", { name: "Play the moves by themselves" }).click();
  await expect(page.locator(".caption")).not.toBeEmpty();
  await expect(here(page)).toContainText("4 ○ R17");
  await expect(page.getByRole("button", { name: "Play the moves by themselves" })).toBeVisible();
  expect(await page.evaluate(() => history.length)).toBe(steps);
  // From the end it begins again.
  await panel(page, "Moves").focus();
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press("Space");
  await expect(here(page)).toContainText("1 ● Q16");
  await page.keyboard.press("Space");
  await expect(page.getByRole("button", { name: "Play the moves by themselves" })).toBeVisible();
  await page.keyboard.press("Space");
  await point(page, "K10").dispatchEvent("pointerdown", { pointerType: "mouse" });
  await expect(page.getByRole("button", { name: "Play the moves by themselves" })).toBeVisible();
  await page.reload();
  await answered(page);
  await expect(page.getByLabel("Seconds a move")).toHaveValue("0.5");
});

test("a board of Go is counted, and a click marks a chain as dead", async ({ page }) => {
  const wall = [..."123456789"].flatMap((row) => [`B:E${row}`, `W:F${row}`]).join(",");
  await open(page, `?board_size=9&stones=${wall},W:C3`);
  await page.getByRole("button", { name: "Count the board" }).click();
  const count = page.getByRole("group", { name: "Count", exact: true });
  await expect(count).toContainText("Black wins by 1.5. Black 45: 9 stones + 36 territory. White 43.5: 9 stones + 27 territory + 7.5 komi.");
  await expect(point(page, "C3")).toHaveAccessibleName(/^C3, White, .*dead, Black’s area$/);
  await expect(page.locator(".owner.white-side")).toHaveCount(27);
  await point(page, "C3").click();
  await expect(count).toContainText("White wins by");
  await expect(page.locator(".owner.neutral")).toHaveCount(35);
  await count.getByLabel("Rules").selectOption("japanese");
  await count.getByLabel("Komi").fill("0.5");
  await point(page, "C3").click();
  await expect(count).toContainText("Black wins by 9.5. Black 37: 36 territory + 0 prisoners + 1 dead. White 27.5: 27 territory + 0 prisoners + 0 dead + 0.5 komi.");
  await count.getByRole("button", { name: "Done" }).click();
  await answered(page);
  await expect(page.locator(".owner")).toHaveCount(0);
});

test("stones show their move numbers or liberties, and the choice lasts", async ({ page }) => {
  await open(page, "?moves=Q16,O17,Q17");
  const texts = () => page.locator(".picture .text.black-side, .picture .text.white-side").allTextContents();
  expect(await texts()).toEqual([]);
  await settings(page);
  await choice(page, "On stones").selectOption("numbers");
  expect((await texts()).sort()).toEqual(["1", "2", "3"]);
  await expect(point(page, "O17")).toHaveAccessibleName("O17, White, move 2");
  await choice(page, "On stones").selectOption("liberties");
  expect((await texts()).sort()).toEqual(["4", "6", "6"]);
  await expect(point(page, "Q16")).toHaveAccessibleName("Q16, Black, 6 liberties");
  await page.reload();
  await answered(page);
  expect((await texts()).sort()).toEqual(["4", "6", "6"]);
  await point(page, "R14").hover();
  await expect(page.locator(".picture .number").first()).toBeVisible();
});

test("pieces show the number of their last move", async ({ page }) => {
  await open(page, "?book=xiangqi&game=xiangqi&moves=h2e2,h9g7,e2e6");
  await settings(page);
  await choice(page, "On pieces").selectOption("numbers");
  await expect(page.locator(".picture .badge")).toHaveCount(2);
  await expect(point(page, "e6")).toHaveAccessibleName(/^e6, Red cannon, move 3, last move/);
});

test("a position is set up by placing and erasing stones of either side", async ({ page }) => {
  await open(page, "?moves=Q16,O17");
  await page.getByRole("button", { name: "Set up a position" }).click();
  const tools = page.getByRole("group", { name: "Set up" });
  await expect(page.locator(".chip")).toHaveCount(0);
  await tools.getByRole("button", { name: "White stone" }).click();
  await point(page, "R14").click();
  await expect(point(page, "R14")).toHaveAccessibleName("R14, White");
  await tools.getByRole("button", { name: "Erase" }).click();
  await point(page, "O17").click();
  await expect(point(page, "O17")).toHaveAccessibleName("O17");
  await tools.getByRole("button", { name: "to play" }).click();
  await expect(tools.getByRole("button", { name: "White to play" })).toBeVisible();
  await tools.getByRole("button", { name: "Done" }).click();
  await answered(page);
  await expect(page).toHaveURL(/\?stones=B:Q16,W:R14&to_play=W$/);
  await expect(page.locator(".chip").first()).toBeVisible();
  await page.goBack();
  await expect(here(page)).toContainText("2 ○ O17");
});

test("a set-up with a stone without liberties is refused, and Cancel keeps the line", async ({ page }) => {
  await open(page, "?stones=W:A18,W:B19");
  await page.getByRole("button", { name: "Set up a position" }).click();
  await point(page, "A19").click();
  await page.getByRole("button", { name: "Done" }).click();
  await expect(page.getByText("The stone on A19 has no liberties", { exact: false }).first()).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await answered(page);
  await expect(page).toHaveURL(/\?stones=W:A18,W:B19$/);
  await expect(point(page, "A19")).toHaveAccessibleName(/^A19(?!, Black)/);
});

test("pieces of xiangqi are set up, with the keyboard too", async ({ page }) => {
  await open(page, "?book=xiangqi&game=xiangqi");
  await page.getByRole("button", { name: "Set up a position" }).click();
  await page.getByRole("button", { name: "Empty the board" }).click();
  await page.getByRole("button", { name: "Red chariot" }).click();
  await point(page, "a5").focus();
  await page.keyboard.press("Enter");
  await expect(point(page, "a5")).toHaveAccessibleName("a5, Red chariot");
  await page.getByRole("button", { name: "Done" }).click();
  await answered(page);
  await expect(page).toHaveURL(/fen=3k5\/9\/9\/9\/R8\//);
  await page.reload();
  await answered(page);
  await expect(point(page, "a5")).toHaveAccessibleName("a5, Red chariot");
});

test("a click with Shift keeps the book's line on the board, and Escape takes it away", async ({ page }) => {
  await open(page, "?moves=Q16,O17");
  await point(page, "R14").click({ modifiers: ["Shift"] });
  await page.mouse.move(0, 0);
  await panel(page, "Moves").focus();
  for (const number of ["1", "2", "3"]) await expect(preview(page).getByText(number, { exact: true })).toBeVisible();
  await expect(page.getByRole("status")).toContainText("Shown on the board: Black R14");
  await expect(page).toHaveURL(/moves=Q16,O17$/);
  await page.keyboard.press("Escape");
  await expect(preview(page)).toHaveCount(0);
  await point(page, "K10").click({ modifiers: ["Shift"] });
  await expect(preview(page)).toHaveText(["1"]);
  await play(page, "R14");
  await expect(preview(page)).toHaveCount(0);
  await point(page, "R14").click({ modifiers: ["Shift"] });
  await expect(page.getByText("Not shown: R14 is occupied.", { exact: true }).first()).toBeVisible();
});

test.describe("with fingers", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("the first tap previews, and the second plays", async ({ page }) => {
    await open(page, "?moves=Q16,O17");
    await point(page, "R14").tap();
    await expect(preview(page).first()).toBeVisible();
    await expect(here(page)).toContainText("2 ○ O17");
    await point(page, "K10").tap();
    await expect(preview(page)).toHaveText(["1"]);
    await point(page, "K10").tap();
    await expect(here(page)).toContainText("3 ● K10");
    await expect(preview(page)).toHaveCount(0);
    await answered(page);
    const button = page.locator(".point-name").first();
    const name = await button.innerText();
    await button.tap();
    await expect(preview(page).first()).toBeVisible();
    await expect(here(page)).toContainText("3 ● K10");
    await button.tap();
    await expect(here(page)).toContainText(name);
  });

  test("a long press previews, and does not play when it ends", async ({ page }) => {
    await open(page, "?moves=Q16,O17");
    await point(page, "K10").tap();
    const box = (await point(page, "R14").boundingBox())!;
    const touch = await page.context().newCDPSession(page);
    const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
    await touch.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints });
    await expect(preview(page).getByText("3", { exact: true })).toBeVisible();
    await touch.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await expect(preview(page).first()).toBeVisible();
    await expect(here(page)).toContainText("2 ○ O17");
  });

  test("a tap picks a piece, and the next one moves it", async ({ page }) => {
    await open(page, "?book=xiangqi&game=xiangqi");
    await point(page, "h2").tap();
    await expect(page.locator(".point.reached")).toHaveCount(12);
    await point(page, "e2").tap();
    await expect(here(page)).toContainText("1 h2e2");
  });
});
