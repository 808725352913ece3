// Fast clicks: in whatever order responses arrive, the table never belongs to another position.
import type { Page, Route } from "@playwright/test";
import { expect, test } from "./house";
import { answered, here, open, point, table } from "./sight";

/** The moves in the URL and those of the table at one moment. */
interface Seen {
  readonly moves: string;
  readonly table: readonly string[];
}

for (const stubborn of [false, true]) {
  const how = stubborn ? "even if requests cannot be aborted" : "when the page aborts older requests";
  test(`answers in the wrong order never show, ${how}`, async ({ page, house, watch }) => {
    watch.allow(/net::ERR_(ABORTED|FAILED)/);
    if (stubborn) await page.addInitScript(ignoreAborts);
    await page.addInitScript(writeDown);
    const right = new Map<string, readonly string[]>();
    const positions = ["", "Q16", "Q16,O17", "Q16,O17,R14"];
    for (const moves of positions) {
      const said = await house.ask<{ moves: { points: string[]; corner: string }[] }>(`/v1/next?whole_board=true&limit=100&moves=${moves}`);
      right.set(moves, said.moves.filter((move) => move.corner === "upper_right").flatMap((move) => move.points));
    }
    await open(page);
    const held = await hold(page);
    for (const [index, name] of ["Q16", "O17", "R14"].entries()) {
      await point(page, name).click();
      await expect(here(page)).toContainText(name);
      await expect.poll(() => held.length).toBe(index + 1);
    }
    await expect(table(page)).toHaveCount(0);
    // First the oldest, while the newest is still in flight; then the newest; then the one between.
    await held[0]!();
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await expect(table(page)).toHaveCount(0);
    await held[2]!();
    await answered(page);
    await expect(table(page)).toBeVisible();
    await held[1]!();
    await page.evaluate(() => new Promise(requestAnimationFrame));
    await point(page, "R17").hover();
    for (const seen of await page.evaluate(() => (window as unknown as { seen: Seen[] }).seen)) {
      if (seen.table.length > 0) expect(seen.table, `the table at ${seen.moves || "the start"}`).toEqual(right.get(seen.moves));
    }
    expect(await page.locator(".point-name").allInnerTexts()).toEqual(right.get("Q16,O17,R14"));
  });
}

/** Holds back responses of the book; calling a returned function releases one. */
async function hold(page: Page): Promise<(() => Promise<void>)[]> {
  const held: (() => Promise<void>)[] = [];
  await page.route("**/v1/next", (route: Route) => {
    held.push(async () => {
      const response = await route.fetch();
      // A request that the page has aborted accepts no response.
      await route.fulfill({ response }).catch(() => undefined);
    });
  });
  return held;
}

/** Records the content of the page on every change. Runs in the page. */
function writeDown(): void {
  const seen: Seen[] = [];
  Object.assign(window, { seen });
  const look = () => {
    const moves = new URLSearchParams(location.search).get("moves") ?? "";
    seen.push({ moves, table: Array.from(document.querySelectorAll<HTMLElement>(".point-name"), (one) => one.innerText) });
  };
  new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
}

/** Lets every response arrive, although the page has aborted its request. Runs in the page. */
function ignoreAborts(): void {
  const ask = window.fetch.bind(window);
  window.fetch = (input, init) => ask(input, { ...init, signal: null });
}
