// The first steps, for the first visit of a browser.
import { signal } from "@preact/signals";
import { kept } from "./kept";
import { look } from "./place";

const visit = kept("visit", ["first", "later"] as const, () => "first");

/** Whether the first steps are shown. */
export const isWelcome = signal(visit.now.peek() === "first");
if (!look.peek().embed) visit.choose("later");

export const closeWelcome = () => void (isWelcome.value = false);
