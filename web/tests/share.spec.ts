// The page in frames of other sites, and what is shared of a position.
import AxeBuilder from "@axe-core/playwright";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "./house";
import { open } from "./sight";

/** Size of the smallest frame. */
const FRAME = { width: 400, height: 500 };

test("another site shows the small page in a frame, where one walks; sites that may not show nothing", async ({ page, house, watch, context }) => {
  watch.allow(/requested elsewhere: http:\/\/(localhost|127\.0\.0\.1):/);
  watch.allow(/frame-ancestors|X-Frame-Options/);
  const site = createServer(({ url }, response) => {
    const src = `${house.url}/?${url!.split("?")[1]}`.replace(/&/g, "&amp;");
    response.setHeader("content-type", "text/html").end(`<!doctype html><iframe width="${FRAME.width}" height="${FRAME.height}" src="${src}"></iframe>`);
  });
  await new Promise<void>((ready) => site.listen(0, "127.0.0.1", ready));
  const { port } = site.address() as AddressInfo;
  const [club, other] = [`http://localhost:${port}`, `http://127.0.0.1:${port}`];
  await house.stop();
  await house.start("--embed-origins", club);
  const framed = page.frameLocator("iframe");

  await page.goto(`${club}/?moves=Q16,O17&embed=1`);
  await expect(framed.getByRole("heading", { name: "4-4, low approach" })).toBeVisible();
  await expect(framed.locator("header, footer, .panels, .welcome, .key, .counted, .legend")).toHaveCount(0);
  await expect(framed.locator("tbody").first()).toContainText("R14");
  await framed.locator('[data-point="R14"]').click();
  await expect(framed.getByRole("heading", { name: "knight's answer" })).toBeVisible();
  const inside = page.frames()[1]!;
  expect(inside.url()).toBe(`${house.url}/?moves=Q16,O17,R14&embed=1`);
  expect(await inside.title()).toBe("4-4, low approach, knight's answer – Joseki");
  await framed.getByRole("button", { name: "Back" }).click();
  await expect(framed.locator("tbody").first()).toContainText("R14");
  const whole = framed.getByRole("link", { name: "Open in Joseki" });
  await expect(whole).toHaveAttribute("href", "?moves=Q16,O17,R14&at=2");
  const opened = context.waitForEvent("page");
  await whole.click();
  await expect((await opened).getByRole("navigation", { name: "Panels" })).toBeVisible();

  for (const refused of [`${club}/?moves=Q16`, `${other}/?moves=Q16&embed=1`]) {
    const before = watch.complaints.length;
    await page.goto(refused);
    await expect.poll(() => watch.complaints.slice(before).some((text) => text.includes("frame-ancestors"))).toBe(true);
    await expect(framed.getByRole("main")).toHaveCount(0);
  }
  site.close();
});

test.describe("a frame of the smallest size", () => {
  test.use({ viewport: FRAME });

  test("has the board and the moves of every game in view, and is sound", async ({ page }) => {
    for (const search of ["?moves=Q16,O17", "?moves=Q16,D4,Q3", "?book=renju&moves=h8,i9", "?book=xiangqi&moves=h2e2"]) {
      await page.goto(`/${search}&embed=1`);
      const first = page.locator("tbody tr").first();
      await expect(first).toBeInViewport({ ratio: 0.5 });
      await expect(page.getByRole("grid")).toBeInViewport({ ratio: 1 });
      expect(await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight])).toEqual([FRAME.width, FRAME.height]);
    }
    const { violations } = await new AxeBuilder({ page }).exclude(".board").analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(" ")}`)).toEqual([]);
  });
});

const SHARED = [
  { search: "?moves=Q16,O17,R14&at=2", format: "SGF", name: "4-4 low approach.sgf", moves: 2, picture: "upper_right" },
  { search: "?game=renju&moves=h8,i9&book=renju", format: "SGF", name: "indirect.sgf", moves: 2, picture: null },
  { search: "?game=xiangqi&moves=h2e2,h9g7,h0g2&book=xiangqi", format: "PGN", name: /\.pgn$/, moves: 3, picture: null },
] as const;

test("link, record and pictures are shared: the server reads the record, and draws the position", async ({ page, house, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const button = page.getByRole("button", { name: "Share", exact: true });
  const dialog = page.getByRole("dialog", { name: "Share" });
  for (const { search, format, name, moves, picture } of SHARED) {
    await open(page, search);
    await expect(page).not.toHaveTitle("Joseki");
    await button.click();
    await dialog.getByRole("button", { name: "Copy link" }).click();
    await expect(dialog.getByText("Copied", { exact: true })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${house.url}/${search}`);

    const download = page.waitForEvent("download");
    await dialog.getByRole("link", { name: `Download ${format}` }).click();
    const file = await download;
    expect(file.suggestedFilename()).toMatch(name);
    const sgf = await readFile(await file.path(), "utf8");
    await dialog.getByRole("button", { name: `Copy ${format}` }).click();
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(sgf);
    const book = new URLSearchParams(search).get("book") ?? "main";
    const { games } = await house.ask<{ games: { review?: { moves: number } }[] }>(`/v1/review?book=${book}`, { sgf });
    expect(games[0]!.review!.moves).toBe(moves);

    for (const [kind, type] of [["PNG", "image/png"], ["SVG", "image/svg+xml"]] as const) {
      const href = await dialog.getByRole("link", { name: `Download ${kind}` }).getAttribute("href");
      expect(new URLSearchParams(href!.split("?")[1]).get("corner")).toBe(picture);
      expect((await fetch(house.url + href!)).headers.get("content-type")).toBe(type);
    }
    const image = dialog.getByRole("img");
    await expect.poll(() => image.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBeGreaterThan(100);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    await expect(button).toBeFocused();
  }
});

test("the dialog is sound, by finger too", async ({ browser, house }) => {
  const context = await browser.newContext({ baseURL: house.url, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: "dark" });
  const page = await context.newPage();
  await open(page, "?moves=Q16,O17");
  await page.getByRole("button", { name: "Share", exact: true }).tap();
  const dialog = page.getByRole("dialog", { name: "Share" });
  await dialog.getByRole("button", { name: "Whole board" }).tap();
  await expect(dialog.getByRole("img", { name: "The board" })).toBeVisible();
  for (const target of await dialog.locator("button, a").all()) expect((await target.boundingBox())!.height).toBeGreaterThanOrEqual(44);
  expect(await dialog.evaluate((one) => one.scrollWidth <= one.clientWidth)).toBe(true);
  const { violations } = await new AxeBuilder({ page }).include("dialog").analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(" ")}`)).toEqual([]);
  await context.close();
});
