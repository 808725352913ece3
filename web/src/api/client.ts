// The one door to the server: a question, its answer, or the problem that it tells.
import type { ProblemBody } from "./types";

/** Why a question has no answer, in words that can be shown. */
export class Problem extends Error {
  override name = "Problem";
  constructor(
    /** The HTTP status; 0 if there was no answer at all. */
    readonly status: number,
    /** What the server says. */
    readonly body: Partial<ProblemBody>,
  ) {
    super(body.detail ?? body.title ?? `the server answered ${status}`);
  }
}

/** An answer with what its headers say of it. */
export interface Answered<T> {
  readonly value: T;
  /** The version of what was answered, to be said when it is changed. */
  readonly etag: string | null;
}

/** Who asks: the key that goes with every request, for a server that wants one for reading too. */
export const asker: { key: string | null } = { key: null };

/** A question to the server. */
export interface Asked {
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Sent as JSON, or as it is if it is a record. */
  readonly json?: unknown;
  /** Records: a text, or the bytes of a file, whose encoding is the server's to know. */
  readonly sgf?: string | Blob;
  readonly ifMatch?: string | null;
  readonly signal?: AbortSignal;
}

/**
 * Asks the server.
 * @throws {Problem} what the server refuses, and a server that does not answer.
 */
export async function ask<T>(path: string, asked: Asked = {}): Promise<Answered<T>> {
  const headers = new Headers({ accept: "application/json" });
  if (asked.json !== undefined) headers.set("content-type", "application/json");
  if (asked.sgf !== undefined) headers.set("content-type", "application/x-go-sgf");
  if (asker.key) headers.set("authorization", `Bearer ${asker.key}`);
  if (asked.ifMatch) headers.set("if-match", asked.ifMatch);
  const body = asked.sgf ?? (asked.json === undefined ? null : JSON.stringify(asked.json));
  const method = asked.method ?? (body === null ? "GET" : "POST");
  let response: Response;
  let text: string;
  try {
    response = await fetch(path, { method, headers, body, signal: asked.signal ?? null });
    text = await response.text();
  } catch (error) {
    if (asked.signal?.aborted) throw error;
    throw new Problem(0, { detail: "The server does not answer. Is it running?" });
  }
  if (!response.ok) throw new Problem(response.status, parsed(text) ?? (text ? { detail: text.slice(0, 300) } : {}));
  const value = parsed(text);
  if (value === null) throw new Problem(response.status, { detail: "The server's answer is no JSON." });
  return { value: value as T, etag: response.headers.get("etag") };
}

/** A path with its parameters; those that are null are left out. */
export function path(base: string, parameters: Record<string, string | number | boolean | null>): string {
  const said = Object.entries(parameters).filter(([, value]) => value !== null);
  const query = new URLSearchParams(said.map(([name, value]) => [name, String(value)])).toString();
  return query ? `${base}?${query}` : base;
}

/** The path of a book. */
export function bookPath(book: string | null): string {
  return `/v1/books/${encodeURIComponent(book ?? "main")}`;
}

function parsed(text: string): object | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" ? value : null;
  } catch {
    return null;
  }
}
