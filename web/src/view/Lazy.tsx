// A part of the page that is loaded on first use.
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Problem } from "../api/client";
import { t } from "../text/text";
import { Failure } from "./Failure";

interface LazyProps<P> {
  readonly load: () => Promise<ComponentType<P>>;
  readonly props: P;
}

/** Shows the part once it is loaded; a newly deployed server may no longer have it. */
export function Lazy<P extends object>({ load, props }: LazyProps<P>) {
  const [Part, setPart] = useState<ComponentType<P> | null>(null);
  const [problem, setProblem] = useState<Problem | null>(null);
  useEffect(() => {
    let wanted = true;
    load().then(
      (part) => wanted && setPart(() => part),
      () => wanted && setProblem(new Problem(0, { detail: t.app.notLoaded })),
    );
    return () => {
      wanted = false;
    };
  }, [load]);
  if (problem) return <Failure problem={problem} />;
  return Part && <Part {...props} />;
}
