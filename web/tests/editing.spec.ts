// Two people editing one move: both edits are in the book, the log shows them, and they can be
// reverted.
import type { Locator, Page } from "@playwright/test";
import type { House } from "./house";
import { expect, test } from "./house";
import { answered, open, panel, play, showForPrograms, table } from "./sight";

interface Node {
  readonly names: readonly string[];
  readonly comment: string;
  readonly verdict: string | null;
}

test("without a key nothing can be changed, and the page says so", async ({ page }) => {
  await open(page, "?moves=Q16,O17");
  await showForPrograms(page);
  await expect(page.getByText("Editing needs a key")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save", exact: true })).toHaveCount(0);
});

test("a wrong key is refused at the form, and nothing that was typed is lost", async ({ page, house, watch }) => {
  watch.allow(/status of 40[13]/);
  const before = await node(house, "DDCFCI");
  await open(page, "?moves=Q16,O17,L17");
  await giveKey(page, "jk_00000000_0000000000000000000000000000000000000000000000000000000000000000");
  await editor(page).getByLabel("Comment").fill("Written with a wrong key.");
  await editor(page).getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByRole("alert").filter({ hasText: /key/i }).first()).toBeVisible();
  await expect(editor(page).getByLabel("Comment")).toHaveValue("Written with a wrong key.");
  expect(await node(house, "DDCFCI")).toEqual(before);
});

test("changes by others arrive, and no row moves; a hidden page catches up when it is seen again", async ({ page, house, watch }) => {
  await house.ask("/v1/books/live", { method: "PUT" });
  const write = async (moves: string, json: object, reason = "") => {
    const headers = { "if-none-match": "*" };
    await house.ask(`/v1/books/live/nodes?moves=${moves}&reason=${reason}`, { method: "PUT", headers, json });
  };
  await write("Q16,O17,R14", { comment: "First." });
  await write("Q16,O17,P17", {});
  const stream = page.waitForResponse("**/v1/changes/stream?*");
  await open(page, "?book=live&moves=Q16,O17");
  await stream;
  const points = () => table(page).locator(".point-name").allInnerTexts();
  const before = await points();
  const top = await table(page).boundingBox();
  await house.ask("/v1/books/live/nodes?moves=Q16,O17,Q14", { method: "PUT", headers: { "if-none-match": "*" }, json: { verdict: "ideal" } });
  await expect(page.getByText(/^live was changed by .*: 1 added\.$/)).toBeVisible();
  await expect(table(page).locator(".point-name")).toHaveCount(before.length + 1);
  // The best move of all is last, until the reader moves on.
  expect(await points()).toEqual([...before, "Q14"]);
  expect(await table(page).boundingBox()).toMatchObject({ x: top!.x, y: top!.y });
  // The open list of moves beside one of the line, too.
  await page.getByRole("button", { name: "Other moves than move 2" }).click();
  await expect(page.getByText("The book has no other move here.")).toBeVisible();
  await write("Q16,R17", {});
  await expect(page.getByRole("list", { name: "Other moves" })).toContainText("R17");
  await page.getByRole("button", { name: "What changed", exact: true }).click();
  await expect(page.getByRole("article").first()).toContainText("1 added");
  await expect(page.locator(".toast")).toHaveCount(0);
  const show = (state: string) =>
    page.evaluate((state) => {
      Object.defineProperty(document, "visibilityState", { value: state, configurable: true });
      document.dispatchEvent(new Event("visibilitychange"));
    }, state);
  const closed = page.waitForEvent("requestfailed", (request) => request.url().includes("/v1/changes/stream"));
  await show("hidden");
  await closed;
  await write("Q16,O17,R14,R17", { comment: "Meanwhile." }, "Unseen");
  const resumed = page.waitForRequest("**/v1/changes/stream?*");
  await show("visible");
  expect((await resumed).headers()["last-event-id"]).toMatch(/^\d+@[0-9a-f]+$/);
  await expect(page.getByText(/^live was changed by .*: 1 added, “Unseen”\.$/)).toBeVisible();
  // The server goes and comes back.
  watch.allow(/net::ERR_/);
  await house.stop();
  await house.start();
  await expect.poll(() => watch.requests.filter((url) => url.includes("/v1/changes/stream")).length).toBeGreaterThan(2);
  await page.getByRole("button", { name: "Close", exact: true }).click();
  await expect(async () => {
    await house.ask("/v1/books/live/nodes?moves=Q16,O17,R14,R17,Q17", { method: "PUT", headers: { "if-none-match": "*" }, json: {} }).catch(() => undefined);
    await expect(page.locator(".toast")).toContainText("1 added", { timeout: 500 });
  }).toPass();
});

test("two people change the same move: both changes are kept, logged, and can be reverted", async ({ page, context, house, watch }) => {
  watch.allow(/status of 412/);
  const steps = "DDCFFCCC";
  const began = await node(house, steps);
  const other = await context.newPage();
  for (const one of [page, other]) {
    await open(one, "?moves=Q16,O17,R14,R17");
    await giveKey(one, house.key);
    await expect(editor(one).getByLabel("Comment")).toHaveValue(began.comment);
  }
  await editor(page).getByLabel("Names").fill("The name of the first");
  await editor(page).getByLabel("Comment").fill("The comment of the first");
  const asked = page.waitForRequest(/\/v1\/next\?min_version=main:\d+$/);
  await save(page);
  // The next question includes the change, whichever node answers it.
  await asked;
  await expect.poll(async () => (await node(house, steps)).comment).toBe("The comment of the first");

  await editor(other).getByLabel("Comment").fill("The comment of the second");
  await editor(other).getByLabel("Verdict").selectOption("ideal");
  await editor(other).getByRole("button", { name: "Save", exact: true }).click();
  const merge = other.getByRole("region", { name: /^Conflicting changes/ });
  await expect(merge).toContainText("The comment of the first");
  await expect(merge).toContainText("The comment of the second");
  // Nothing is written before the choice is made.
  expect(await node(house, steps)).toMatchObject({ comment: "The comment of the first", verdict: began.verdict });
  await expect(merge.getByRole("button", { name: "Save merged version" })).toBeDisabled();
  await merge.getByRole("radio", { name: /^Mine/ }).check();
  await merge.getByRole("button", { name: "Save merged version" }).click();
  await expect(other.getByText(/^Saved as change \d+/)).toBeVisible();
  expect(await node(house, steps)).toMatchObject({
    names: ["The name of the first"],
    comment: "The comment of the second",
    verdict: "ideal",
  });

  await editor(other).getByRole("button", { name: "History of this move" }).click();
  await expect(panel(other, "History")).toHaveAttribute("aria-pressed", "true");
  const changes = other.getByRole("article", { name: /^Change \d+$/ });
  await expect(changes).toHaveCount(3);
  await expect(changes.nth(0)).toContainText("The comment of the second");
  await expect(changes.nth(1)).toContainText("The comment of the first");
  await expect(changes.nth(2)).toContainText("by starter");
  await revert(changes.first());
  await expect.poll(async () => (await node(house, steps)).comment).toBe("The comment of the first");
  expect(await node(house, steps)).toMatchObject({ names: ["The name of the first"], verdict: began.verdict });
});

test("what was typed stays while another move is looked at", async ({ page, house }) => {
  await open(page, "?moves=Q16,O17,R14");
  await giveKey(page, house.key);
  await editor(page).getByLabel("Comment").fill("Not yet finished");
  await play(page, "R17");
  await expect(editor(page).getByLabel("Comment")).not.toHaveValue("Not yet finished");
  await page.getByRole("button", { name: "Back", exact: true }).click();
  await answered(page);
  await expect(editor(page).getByLabel("Comment")).toHaveValue("Not yet finished");
});

async function node(house: House, steps: string): Promise<Node> {
  return house.ask<Node>(`/v1/books/main/nodes/${steps}?corner=upper_right&handedness=clockwise&color=B`);
}

async function giveKey(page: Page, key: string): Promise<void> {
  await showForPrograms(page);
  await page.getByPlaceholder("Key for editing").fill(key);
  await page.getByRole("button", { name: "Use", exact: true }).click();
  await answered(page);
}

function editor(page: Page): Locator {
  return page.getByRole("region", { name: /^Edit / });
}

async function save(page: Page): Promise<void> {
  await editor(page).getByRole("button", { name: "Save", exact: true }).click();
  await expect(page.getByText(/^Saved as change \d+/)).toBeVisible();
}

/** Reverts a change of the log: first the dry run, then the revert. */
async function revert(change: Locator): Promise<void> {
  await change.getByRole("button", { name: /^Revert…/ }).click();
  const group = change.getByRole("group", { name: /^Revert change/ });
  await expect(group).toContainText("would happen");
  await group.getByRole("button", { name: /^Revert change/ }).click();
}
