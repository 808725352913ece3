// The picture of the README, `docs/page.png`: always the same position, from a fresh database.
import { stat } from "node:fs/promises";
import { expect, test } from "./house";
import { answered, open, point, preview } from "./sight";

const PICTURE = "../docs/page.png";
/** Maximum size of the picture, in bytes. */
const HEAVIEST = 210_000;

test.use({ viewport: { width: 1280, height: 720 } });

test("the picture of the README", async ({ page }) => {
  await open(page, "?moves=Q16,O17,R14");
  // The first steps are for the first visit.
  await page.reload();
  await answered(page);
  // The mouse would show a preview on the board.
  await page.mouse.move(0, 0);
  await expect(preview(page)).toHaveCount(0);
  await expect(point(page, "Q18").locator(".chip")).toBeVisible();
  await page.screenshot({ path: PICTURE });
  expect((await stat(PICTURE)).size).toBeLessThan(HEAVIEST);
});
