// The picture of the README, `docs/page.png`: the same position each time, from a database that was just made.
import { stat } from "node:fs/promises";
import { expect, test } from "./house";
import { open, point, preview } from "./sight";

const PICTURE = "../docs/page.png";
/** The most that the picture may weigh, in bytes. */
const HEAVIEST = 200_000;

test.use({ viewport: { width: 1280, height: 720 } });

test("the picture of the README", async ({ page }) => {
  await open(page, "?moves=Q16,O17,R14,R17,Q17,D4,C6,F3,D16");
  // Where the mouse is, a line would lie over the board.
  await page.mouse.move(0, 0);
  await expect(preview(page)).toHaveCount(0);
  await expect(point(page, "Q18").locator(".chip")).toBeVisible();
  // A board of one colour makes the file a third smaller than the gradient over it.
  await page.evaluate(() => {
    const sheet = document.styleSheets[0]!;
    sheet.insertRule(".shudan-goban::after { background: none !important }", sheet.cssRules.length);
  });
  await page.screenshot({ path: PICTURE });
  expect((await stat(PICTURE)).size).toBeLessThan(HEAVIEST);
});
