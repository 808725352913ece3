// The quiz: a question on the board, a right and a wrong answer, graded as by the API.
import type { Page } from "@playwright/test";
import type { House } from "./house";
import { expect, test } from "./house";
import { here, open, panel, point, table } from "./sight";

const SEED = 5;

interface Question {
  readonly moves: readonly (readonly [string, string])[];
  readonly to_play: string;
  readonly corner: string;
}
interface Told {
  readonly next: Question | null;
  readonly graded: { readonly right: boolean; readonly accepted: readonly { readonly points: readonly string[] }[] } | null;
}

test.beforeEach(async ({ page }) => {
  // Fixes the seed of the page's draws.
  await page.route("**/v1/quiz", (route) => {
    const asked = route.request().postDataJSON() as object;
    return route.continue({ postData: JSON.stringify({ ...asked, seed: SEED }) });
  });
});

test("a right and a wrong answer", async ({ page, house }) => {
  await open(page);
  await panel(page, "Quiz").click();
  const first = await told(page, () => page.getByRole("button", { name: "Start", exact: true }).click());
  const question = first.next!;
  await isAsked(page, question);
  const right = await accepted(house, question);
  const graded = await told(page, () => point(page, right[0]!).click());
  expect(graded.graded!.right).toBe(true);
  await expect(page.getByText("1 of 1 right")).toBeVisible();
  await expect(point(page, right[0]!)).toHaveAccessibleName(/your answer/);
  await expect(point(page, right[0]!).locator(".chip.tone-good")).toHaveText(/\S/);
  await expect(page.getByRole("status")).toContainText(`${right[0]}. Right`);

  await page.getByRole("button", { name: "Next" }).click();
  const second = graded.next!;
  await isAsked(page, second);
  const wrong = "K10";
  const other = await accepted(house, second);
  expect(other).not.toContain(wrong);
  const refused = await told(page, () => point(page, wrong).click());
  expect(refused.graded!.right).toBe(false);
  await expect(page.getByText("1 of 2 right")).toBeVisible();
  await expect(page.locator(".accepted")).toContainText(other[0]!);
  await expect(point(page, other[0]!)).toHaveAccessibleName(/right|best/i);
  // The board takes no second answer.
  const asked = page.waitForRequest("**/v1/quiz", { timeout: 1 }).catch(() => null);
  await point(page, other[0]!).click();
  expect(await asked).toBeNull();
  await expect(page.getByText("1 of 2 right")).toBeVisible();
});

test("giving up is an answer, and the position can be explored", async ({ page, house }) => {
  await open(page, "?moves=D4");
  await panel(page, "Quiz").click();
  const { next } = await told(page, () => page.getByRole("button", { name: "Start", exact: true }).click());
  const right = await accepted(house, next!);
  await told(page, () => page.getByRole("button", { name: "I don't know" }).click());
  await expect(page.locator(".accepted")).toContainText(right[0]!);
  await expect(page.getByText("0 of 1 right")).toBeVisible();
  await page.getByRole("button", { name: "Explore this position" }).click();
  await expect(panel(page, "Moves")).toHaveAttribute("aria-pressed", "true");
  await expect(here(page)).toContainText(`${next!.moves.length} `);
  await expect(table(page).getByRole("button", { name: `Play ${right[0]}` })).toBeVisible();
  await panel(page, "Quiz").click();
  await expect(page.getByText("0 of 1 right")).toBeVisible();
});

test("a family and a level are asked, rows of right answers count, and what is due is trained", async ({ page, house, watch }) => {
  // Nobody knows the player before the first answer.
  watch.allow(/status of 404/);
  await page.addInitScript((key) => sessionStorage.setItem("joseki-key", key), house.key);
  await open(page);
  await panel(page, "Quiz").click();
  await page.getByLabel("Family").selectOption("4-4, low approach");
  await page.getByLabel("Level").selectOption("easy");
  await page.getByLabel(/^Your name/).fill("Ann");
  const request = page.waitForRequest("**/v1/quiz");
  let answer = await told(page, () => page.getByRole("button", { name: "Start", exact: true }).click());
  const asked = (await request).postDataJSON() as { names: string[]; max_depth: number; min_games: number };
  expect(asked).toMatchObject({ names: ["4-4, low approach"], max_depth: 6, player: "Ann" });
  expect(asked.min_games).toBeGreaterThan(100);
  for (const right of [1, 2]) {
    const points = await accepted(house, answer.next!);
    answer = await told(page, () => point(page, points[0]!).click());
    await expect(page.getByText(`${right} of ${right} right`)).toBeVisible();
    await page.getByRole("button", { name: "Next" }).click();
  }
  await expect(page.getByText("2 in a row")).toBeVisible();
  await told(page, () => page.getByRole("button", { name: "I don't know" }).click());
  await expect(page.getByText("longest row 2")).toBeVisible();
  await page.getByRole("button", { name: "New quiz" }).click();
  await expect(page.getByText(/3 answers\.$/)).toBeVisible();
  const train = page.waitForRequest("**/v1/quiz");
  await page.getByRole("button", { name: /^Train / }).first().click();
  expect((await train).postDataJSON()).toMatchObject({ only_due: false, names: [expect.stringContaining("4-4")], min_games: 0, max_depth: null });
});

test("the quiz is answered with the keyboard alone", async ({ page, house }) => {
  await open(page);
  await panel(page, "Quiz").focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Start", exact: true }).focus();
  const { next } = await told(page, () => page.keyboard.press("Enter"));
  const right = await accepted(house, next!);
  await expect(page.getByRole("status")).toContainText("Question 1");
  await point(page, right[0]!).focus();
  await told(page, () => page.keyboard.press("Enter"));
  await expect(page.getByRole("button", { name: "Next" })).toBeFocused();
  await expect(page.getByText("1 of 1 right")).toBeVisible();
});

/** Returns the server's response to an action. */
async function told(page: Page, act: () => Promise<void>): Promise<Told> {
  const answer = page.waitForResponse("**/v1/quiz");
  await act();
  return (await (await answer).json()) as Told;
}

/** Returns the right moves of a question, according to the API. */
async function accepted(house: House, question: Question): Promise<string[]> {
  const { graded } = await house.ask<Told>("/v1/quiz", {
    json: { moves: question.moves, to_play: question.to_play, answer: "pass", seed: SEED },
  });
  return graded!.accepted.flatMap((move) => move.points);
}

/** Checks that the question is shown, and no book move that would give it away. */
async function isAsked(page: Page, question: Question): Promise<void> {
  const color = question.to_play === "B" ? "Black" : "White";
  await expect(page.locator(".question")).toContainText(`${color} to play in the ${question.corner.replace("_", " ")} corner`);
  await expect(page.getByRole("grid").locator(".chip")).toHaveCount(0);
  await expect(table(page)).toHaveCount(0);
  const last = question.moves.at(-1)!;
  if (last[1] !== "pass") await expect(point(page, last[1])).toHaveAccessibleName(/last move/);
}
