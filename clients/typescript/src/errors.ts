// What can go wrong.
import type { components } from "./schema.js";

/** Problem document of the server (RFC 9457). */
export type ProblemBody = components["schemas"]["ProblemJson"];

/** Base of all errors of this package. */
export class JosekiError extends Error {
  override name = "JosekiError";
}

/** The server cannot be reached, or did not answer in time. */
export class NoAnswer extends JosekiError {
  override name = "NoAnswer";
}

/** What answered is not a joseki service. */
export class InvalidAnswer extends JosekiError {
  override name = "InvalidAnswer";
}

/** The server refused a request: match on `code`, which is stable; `detail` is for people. */
export class Problem extends JosekiError {
  override name = "Problem";
  readonly code: string;
  readonly detail: string;
  /** Field or parameter at fault, such as `moves[1]`. */
  readonly field: string | null;

  constructor(
    readonly status: number,
    /** The whole document, with the members that only some codes have. */
    readonly body: Partial<ProblemBody>,
    /** Seconds after which the server takes the request. */
    readonly retryAfter: number | null,
  ) {
    const code = body.code ?? `http_${status}`;
    const detail = body.detail ?? body.title ?? "";
    super(`${code}: ${detail}${body.field ? ` (in ${body.field})` : ""}`);
    this.code = code;
    this.detail = detail;
    this.field = body.field ?? null;
  }
}
