// The position that is being set up; it has the board until it is done.
import { batch, effect, signal, untracked } from "@preact/signals";
import type { Line } from "../game/line";
import { other, toPlay } from "../game/line";
import type { Tool } from "../game/setup";
import { edited, emptied, setupFrom, setupProblem, toolName, toolsOf, withTurn } from "../game/setup";
import { goTo, line, look, refused, said } from "./place";
import type { Takeover } from "./stage";
import { NO_MARKS, takeover } from "./stage";

interface Setup {
  readonly draft: Line;
  readonly tool: Tool;
}

/** The setup; null while there is none. */
export const setup = signal<Setup | null>(null);

/** Starts with the position on the board. */
export function startSetup(): void {
  const draft = setupFrom(line.value);
  change({ draft, tool: toolsOf(draft)[0]! });
}

export const chooseTool = (tool: Tool) => change({ tool });
export const emptySetup = () => setup.value && change({ draft: emptied(setup.value.draft) });
export const turnSetup = () => {
  const draft = setup.value?.draft;
  if (draft) change({ draft: withTurn(draft, other(toPlay(draft), draft.game)) });
};

export function cancelSetup(): void {
  batch(() => {
    setup.value = null;
    refused.value = null;
    said.value = "";
  });
}

/** Takes the setup as the line of the page, as a step in the browser's history. */
export function finishSetup(): void {
  const draft = setup.value?.draft;
  if (!draft) return;
  const problem = setupProblem(draft);
  if (problem) {
    refused.value = problem;
    return;
  }
  batch(() => {
    cancelSetup();
    goTo(draft);
  });
}

function place(point: string): void {
  const now = setup.value;
  if (!now) return;
  change({ draft: edited(now.draft, now.tool, point) });
  said.value = `${toolName(now.tool, now.draft)}, ${point}`;
}

function change(to: Partial<Setup>): void {
  batch(() => {
    refused.value = null;
    setup.value = { ...setup.value, ...to } as Setup;
  });
}

let mine: Takeover | null = null;
effect(() => {
  const wanted = setup.value && { line: setup.value.draft, takes: "points" as const, play: place, marks: NO_MARKS };
  untracked(() => {
    if (wanted || takeover.value === mine) takeover.value = wanted;
    mine = wanted;
  });
});

// Another line, as by the browser's Back, and the quiz end it.
effect(() => {
  void [line.value, look.value.panel === "quiz"];
  untracked(() => setup.value && cancelSetup());
});
