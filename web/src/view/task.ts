// Something that is done when a button is pressed: it runs once at a time, and its problem is shown beside the button.
import { useRef, useState } from "preact/hooks";
import type { Problem } from "../api/client";
import { asProblem } from "../state/resource";

export interface Task {
  readonly busy: boolean;
  readonly problem: Problem | null;
  /** Does it, unless it is being done already. */
  readonly run: (work: () => Promise<void>) => void;
  readonly forget: () => void;
}

export function useTask(): Task {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  // What is drawn may lag behind: two presses in a row are one.
  const running = useRef(false);
  const end = (found: Problem | null) => {
    running.current = false;
    setBusy(false);
    setProblem(found);
  };
  const run = (work: () => Promise<void>) => {
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setProblem(null);
    work().then(
      () => end(null),
      (error: unknown) => end(asProblem(error)),
    );
  };
  return { busy, problem, run, forget: () => setProblem(null) };
}
