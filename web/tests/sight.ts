// Locators for the parts of the page, by what a person sees or hears.
import type { Locator, Page } from "@playwright/test";
import { expect } from "@playwright/test";

/** A point of the board. */
export function point(page: Page, name: string): Locator {
  return page.getByRole("grid").locator(`[data-point="${name}"]`);
}

/** The candidate's chip on a point. */
export function chip(page: Page, name: string): Locator {
  return point(page, name).locator(".chip");
}

/** The frame of the table, which stays during requests. */
export function frame(page: Page): Locator {
  return page.getByRole("region", { name: "Table of moves" });
}

export function table(page: Page): Locator {
  return frame(page).getByRole("table");
}

/** The rows of a move in the table; its mirrored twin may be in the same row. */
export function row(page: Page, name: string): Locator {
  const named = page.locator(".point-name", { hasText: new RegExp(`(^| )${name}( |$)`) });
  return table(page).locator("tbody").filter({ has: named });
}

export function corner(page: Page, name: string): Locator {
  return page.locator(`[data-corner="${name}"]`);
}

/** The breadcrumb of the position on the board. */
export function here(page: Page): Locator {
  return page.getByRole("navigation", { name: "Path" }).locator("[aria-current]");
}

/** The name of the position. */
export function heading(page: Page): Locator {
  return page.locator(".where h2");
}

/** The numbers on previewed stones. */
export function preview(page: Page): Locator {
  return page.locator(".picture .number text");
}

/** Waits until the book has answered for the position on the board. */
export async function answered(page: Page): Promise<void> {
  await expect(frame(page)).toHaveAttribute("aria-busy", "false");
}

/** Opens a URL of the page, and waits for the book's answer. */
export async function open(page: Page, search = ""): Promise<void> {
  await page.goto(`/${search}`);
  await answered(page);
}

/** Clicks a point, and waits until it is the last move and the book has answered. */
export async function play(page: Page, name: string): Promise<void> {
  await point(page, name).click();
  await expect(here(page)).toContainText(name);
  await answered(page);
}

/** A select box of the header, or of the settings: `Book`, `Overlay`, `Opponent`, … */
export function choice(page: Page, name: string): Locator {
  return page.getByRole("combobox", { name: new RegExp(`^${name}`) });
}

/** The button of a panel. */
export function panel(page: Page, name: string): Locator {
  return page.getByRole("navigation", { name: "Panels" }).getByRole("button", { name, exact: true });
}

/** Opens the settings, which a click elsewhere closes. */
export async function settings(page: Page): Promise<void> {
  await page.locator(".settings:not([open]) summary").click();
}

/** Shows what is for programs and curators: priorities, steps, and the field for a key. */
export async function showForPrograms(page: Page): Promise<void> {
  await settings(page);
  await page.getByRole("checkbox", { name: "Priorities, steps and editing" }).check();
  await page.keyboard.press("Escape");
}

/** Shows the whole board. */
export async function wholeBoard(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Whole board" }).click();
}
