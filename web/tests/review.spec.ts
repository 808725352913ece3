// Reviews of pasted, dropped and broken games; the page shows what the API returns for the same
// file.
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "./house";
import { sgfOf } from "./records";
import { answered, corner, here, open, panel, point, row } from "./sight";

/** Black leaves the book with move 7; the two other corners stay in it. */
const MOVES = "Q16 O17 R14 R17 Q17 Q18 O18 D4 C6 F3 D16 C14".split(" ");
const FAULT = 7;
const SGF = sgfOf({ black: "Ann", white: "Ben", date: "2001-02-03", result: "W+R", moves: MOVES });
const BROKEN = "(;GM[1]FF[4]SZ[19];B[pd];W[";
/** Texts of the corner states on the page. */
const STATES: Record<string, string> = {
  empty: "no moves yet",
  ongoing: "in the book",
  interrupted: "in the book; the last move was played elsewhere",
  terminated: "left the book",
};

interface Reviewed {
  readonly games: readonly {
    readonly review: { readonly corners: readonly { readonly corner: string; readonly state: string; readonly moves: readonly Judged[] }[] };
  }[];
}
interface Judged {
  readonly move: number;
  readonly kind: string;
  readonly text: string;
}

test("a pasted game: each corner as the API has it, and a fault on the board", async ({ page, house }) => {
  const said = await house.ask<Reviewed>("/v1/review", { sgf: SGF });
  const corners = said.games[0]!.review.corners;
  expect(corners.map((one) => one.state).sort()).toEqual(["empty", "interrupted", "ongoing", "terminated"]);
  await open(page);
  await panel(page, "Review").click();
  await field(page).fill(SGF);
  await page.getByRole("button", { name: "Review", exact: true }).last().click();
  await expect(page.getByRole("heading", { name: /Ann.*Ben/ })).toBeVisible();
  for (const one of corners) {
    const text = one.corner.replace("_", " ");
    await expect(page.locator(".left-list li").filter({ hasText: `${text}: ${STATES[one.state]}` })).toHaveCount(1);
  }
  await showsFault(page, corners.flatMap((one) => one.moves));
  await page.getByRole("button", { name: "To the end" }).click();
  await answered(page);
  for (const one of corners) await expect(corner(page, one.corner)).toHaveAttribute("data-state", one.state);
  await expect(here(page)).toContainText(`${MOVES.length} ○ C14`);
  await page.getByRole("button", { name: /Previous remark/ }).click();
  await expect(here(page)).toContainText(`${FAULT - 1} ○ Q18`);
});

test("faults are in the chart and on their stones; leaving the book is none", async ({ page, house }) => {
  await house.ask("/v1/books/faults", { method: "PUT" });
  const add = (moves: string, verdict: string) =>
    house.ask(`/v1/books/faults/nodes?moves=${moves}`, { method: "PUT", headers: { "if-none-match": "*" }, json: { verdict } });
  await add("Q16,O17,R14", "ideal");
  await add("Q16,O17,Q14", "mistake");
  await add("Q16,O17,Q14,R17", "ideal");
  await open(page, "?book=faults&panel=review");
  await field(page).fill(sgfOf({ black: "Ann", white: "Ben", date: "2001-02-03", result: "W+R", moves: ["Q16", "O17", "Q14", "K10", "R17", "S16"] }));
  await page.getByRole("button", { name: "Review", exact: true }).last().click();
  await expect(page.getByText("Remarks only: 1 fault, 1 left the book")).toBeVisible();
  const chart = page.getByRole("img", { name: /^Cost by move: 1 fault.*1 left the book/ });
  await expect(chart.locator(".fault")).toHaveCount(1);
  await expect(here(page)).toContainText("2 ○ O17");
  await expect(point(page, "Q14")).toHaveAccessibleName(/played in the game, mistake/);
  await page.getByRole("button", { name: "To the end" }).click();
  await answered(page);
  await expect(point(page, "Q14")).toHaveAccessibleName(/^Q14, Black, fault at move 3, mistake/);
  // A click at the left end goes to the first judged move.
  await chart.click({ position: { x: 2, y: 20 } });
  await expect(page.getByText("Move 1, Black Q16", { exact: true })).toBeVisible();
});

test("a file that is dropped anywhere on the page is reviewed", async ({ page }) => {
  await open(page);
  await drop(page, page.locator("main"), "game.sgf", SGF);
  await expect(panel(page, "Review")).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByRole("heading", { name: /Ann.*Ben/ })).toBeVisible();
  await expect(page.locator(".left-list li")).toHaveCount(4);
});

test("a file that is chosen is reviewed, and its comments can be downloaded", async ({ page }) => {
  await open(page, "?panel=review");
  await page.getByLabel("A file with games").setInputFiles({ name: "game.sgf", mimeType: "application/x-go-sgf", buffer: Buffer.from(SGF) });
  await expect(page.getByRole("heading", { name: /Ann.*Ben/ })).toBeVisible();
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download with comments" }).click();
  const stream = await (await download).createReadStream();
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString();
  expect(text).toContain("PB[Ann]");
  expect(text).toContain("C[");
});

test("a broken file says what is wrong, and nothing that was typed is lost", async ({ page }) => {
  await open(page, "?panel=review");
  await field(page).fill(BROKEN);
  await page.getByRole("button", { name: "Review", exact: true }).last().click();
  await expect(page.getByRole("alert")).toContainText("never closed");
  await expect(field(page)).toHaveValue(BROKEN);
  await field(page).fill(`${BROKEN}nc])`);
  await page.getByRole("button", { name: "Review", exact: true }).last().click();
  await expect(page.locator(".left-list li")).toHaveCount(4);
  await expect(page.getByRole("alert")).toHaveCount(0);
  await drop(page, page.locator("main"), "notes.txt", "no game at all");
  await expect(page.getByRole("alert")).toBeVisible();
});

test("a game stays when the panel is left", async ({ page }) => {
  await open(page, "?panel=review");
  await drop(page, page.locator("main"), "game.sgf", SGF);
  await expect(page.getByRole("heading", { name: /Ann.*Ben/ })).toBeVisible();
  await panel(page, "Moves").click();
  await expect(page.getByRole("heading", { name: /Ann.*Ben/ })).toHaveCount(0);
  await panel(page, "Review").click();
  await expect(page.getByRole("heading", { name: /Ann.*Ben/ })).toBeVisible();
});

/**
 * Chooses the fault: the board shows the position before it, with the book's moves and the move
 * played.
 */
async function showsFault(page: Page, judged: readonly Judged[]): Promise<void> {
  const fault = judged.find((one) => one.move === FAULT)!;
  expect(fault.kind).toBe("left");
  const found = page.getByRole("region", { name: "Table of judged moves" }).getByRole("row").filter({ hasText: "O18" });
  await expect(found).toContainText(fault.text);
  await found.getByRole("button").click();
  await expect(here(page)).toContainText(`${FAULT - 1} ○ Q18`);
  await answered(page);
  await expect(row(page, "P18")).toContainText("ideal");
  await expect(point(page, "O18")).not.toHaveAccessibleName(/Black/);
  await expect(page.getByRole("link", { name: "Move 12, White C14" })).toBeAttached();
}

function field(page: Page): Locator {
  return page.getByRole("textbox", { name: /Paste/ });
}

/** Drops a file as a file manager does. */
async function drop(page: Page, on: Locator, name: string, text: string): Promise<void> {
  const dataTransfer = await page.evaluateHandle(
    ([name, text]) => {
      const carried = new DataTransfer();
      carried.items.add(new File([text!], name!));
      return carried;
    },
    [name, text],
  );
  await on.dispatchEvent("dragover", { dataTransfer });
  await on.dispatchEvent("drop", { dataTransfer });
}
