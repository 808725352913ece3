// An action of a button: one run at a time, with its problem shown next to the button.
import { useRef, useState } from "preact/hooks";
import type { Problem } from "../api/client";
import { asProblem } from "../state/resource";

export interface Task {
  readonly busy: boolean;
  readonly problem: Problem | null;
  /** Runs the action, unless it is already running. */
  readonly run: (work: () => Promise<unknown>) => void;
  readonly forget: () => void;
}

export function useTask(): Task {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  // Rendering may lag behind: a second press in a row is ignored.
  const running = useRef(false);
  const end = (found: Problem | null) => {
    running.current = false;
    setBusy(false);
    setProblem(found);
  };
  const run = (work: () => Promise<unknown>) => {
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
