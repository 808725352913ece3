// HTTP client: sends a request and returns its response or problem.
import type { ProblemBody } from "./types";
import { forgetWritten, noteWritten, withWritten } from "./written";
import { t } from "../text/text";

/** Error of a request, with a message to show. */
export class Problem extends Error {
  override name = "Problem";
  constructor(
    /** HTTP status; 0 without a response. */
    readonly status: number,
    /** The server's problem document. */
    readonly body: Partial<ProblemBody>,
  ) {
    super(body.detail ?? body.title ?? t.problem.status(status));
  }
}

/** A response body with its entity tag. */
export interface Answered<T> {
  readonly value: T;
  /** Entity tag, to send in If-Match with a change. */
  readonly etag: string | null;
}

/** API key that goes with every request, for servers that require one for reading too. */
export const asker: { key: string | null } = { key: null };

/** Options of a request. */
export interface Asked {
  readonly method?: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Body, sent as JSON. */
  readonly json?: unknown;
  /** Game records: a text, or the bytes of a file in any encoding. */
  readonly sgf?: string | Blob;
  readonly ifMatch?: string | null;
  readonly signal?: AbortSignal;
  /** Id of the event to resume a stream of events after. */
  readonly lastId?: string | null;
}

/**
 * Sends a request.
 * @throws {Problem} if the server rejects the request or does not respond
 */
export async function ask<T>(path: string, asked: Asked = {}): Promise<Answered<T>> {
  const { response, text, method } = await receive(path, asked, (whole) => whole.text());
  const value = parsed(text);
  if (value === null) throw new Problem(response.status, { detail: t.problem.notJson });
  noteWritten(method, path, value);
  return { value: value as T, etag: response.headers.get("etag") };
}

/**
 * Reads a file.
 * @throws {Problem} if the server rejects the request or does not respond
 */
export async function askText(path: string): Promise<string> {
  return (await receive(path, {}, (whole) => whole.text())).text;
}

/**
 * Sends a request whose response grows: one JSON value a line, each with more than the one before.
 * `show` receives each as it comes; the last is returned.
 * @throws {Problem} if the server rejects the request, does not respond, or stops in the middle
 */
export async function askGrowing<T>(path: string, asked: Asked, show: (value: T) => void): Promise<T> {
  const { response, text } = await readLines(path, asked, (line) => {
    const value = parsed(line);
    if (value !== null) show(value as T);
  });
  const value = parsed(text);
  if (value === null) throw new Problem(response.status, { detail: t.problem.notJson });
  return value as T;
}

/**
 * Sends a request, and calls `each` with every line of its response as it comes.
 * @throws {Problem} if the server rejects the request, does not respond, or stops in the middle
 */
export function readLines(path: string, asked: Asked, each: (line: string) => void): Promise<Received> {
  return receive(path, asked, (growing) => lastLine(growing, each));
}

/** Reads a response line by line; `each` receives every line, and the last is returned. */
async function lastLine(response: Response, each: (line: string) => void): Promise<string> {
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let last = "";
  let rest = "";
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    const lines = (rest + read.value).split("\n");
    rest = lines.pop() ?? "";
    last = lines.at(-1) ?? last;
    lines.forEach(each);
  }
  return rest || last;
}

interface Received {
  readonly method: string;
  readonly response: Response;
  readonly text: string;
}

/** Sends a request and reads its response; `read` reads one that reports no problem. */
async function receive(path: string, asked: Asked, read: (response: Response) => Promise<string>): Promise<Received> {
  const headers = new Headers({ accept: "application/json" });
  if (asked.json !== undefined) headers.set("content-type", "application/json");
  if (asked.sgf !== undefined) headers.set("content-type", "application/x-go-sgf");
  if (asker.key) headers.set("authorization", `Bearer ${asker.key}`);
  if (asked.ifMatch) headers.set("if-match", asked.ifMatch);
  if (asked.lastId) headers.set("last-event-id", asked.lastId);
  const body = asked.sgf ?? (asked.json === undefined ? null : JSON.stringify(asked.json));
  const method = asked.method ?? (body === null ? "GET" : "POST");
  let response: Response;
  let text: string;
  try {
    response = await fetch(withWritten(method, path), { method, headers, body, signal: asked.signal ?? null });
    text = await (response.ok ? read(response) : response.text());
  } catch (error) {
    if (asked.signal?.aborted) throw error;
    throw new Problem(0, { detail: t.problem.noResponse });
  }
  if (!response.ok) {
    const problem = new Problem(response.status, parsed(text) ?? (text ? { detail: text.slice(0, 300) } : {}));
    if (problem.body.code === "node_behind") forgetWritten();
    throw problem;
  }
  return { method, response, text };
}

/** Returns a path with query parameters; null parameters are omitted. */
export function path(base: string, parameters: Record<string, string | number | boolean | null>): string {
  const said = Object.entries(parameters).filter(([, value]) => value !== null);
  const query = new URLSearchParams(said.map(([name, value]) => [name, String(value)])).toString();
  return query ? `${base}?${query}` : base;
}

/** Returns the path of a book. */
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
