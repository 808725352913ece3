// Whether the page shows what programs and curators need: priorities, steps of lines, the field for a key.
import { computed } from "@preact/signals";
import { kept } from "./kept";

const choice = kept("programs", ["hidden", "shown"] as const, () => "hidden");

export const forPrograms = computed(() => choice.now.value === "shown");
export const showForPrograms = (isShown: boolean) => choice.choose(isShown ? "shown" : "hidden");
