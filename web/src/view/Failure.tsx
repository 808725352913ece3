// A problem, shown where it happened: what is wrong, where, and what to do.
import type { Problem } from "../api/client";
import { t } from "../text/text";

interface FailureProps {
  readonly problem: Problem;
  /** Repeats the request, if that may help. */
  readonly again?: () => void;
}

export function Failure({ problem, again }: FailureProps) {
  const { title, field, line } = problem.body;
  const where = [field && t.problem.field(field), line && t.problem.line(line)].filter(Boolean).join(", ");
  return (
    <div class="failure" role="alert">
      <strong>{title ?? t.problem.title}</strong>
      <p>
        {problem.message}
        {where && ` (${where})`}
      </p>
      {again && (
        <button type="button" onClick={again}>
          {t.problem.again}
        </button>
      )}
    </div>
  );
}
