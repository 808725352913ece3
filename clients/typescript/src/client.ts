// The client: typed requests to every address, and names for those that bots and curators use most.
import { InvalidAnswer, JosekiError, NoAnswer, Problem } from "./errors.js";
import type { ServerEvent } from "./events.js";
import { EventReader, linesOf } from "./events.js";
import type { components, paths } from "./schema.js";

/** Types of the API's objects, by their names in `openapi.json`. */
export type Schemas = components["schemas"];

export type Method = "get" | "post" | "put" | "patch" | "delete";

/** Operation at an address. */
export type Operation<P extends keyof paths, M extends Method> = NonNullable<paths[P][M]>;

/** Addresses that take a method. */
export type PathsWith<M extends Method> = {
  [P in keyof paths]: [Operation<P, M>] extends [never] ? never : P;
}[keyof paths];

type Parameters<O, Kind extends string> = O extends { parameters: { [K in Kind]?: infer V } } ? NonNullable<V> : never;
type Body<O> = O extends { requestBody?: { content: { "application/json": infer B } } } ? B : never;
type Success<O> = O extends { responses: infer R } ? R[keyof R & (200 | 201)] : never;

/** JSON that an operation answers. */
export type Answer<O> = [Success<O>] extends [never]
  ? null
  : Success<O> extends { content: { "application/json": infer B } } ? B : null;

/** What is sent with a request. */
export interface Options<O> {
  /** Parts of the address in braces. */
  readonly path?: Parameters<O, "path">;
  readonly query?: Partial<Parameters<O, "query">>;
  /** Body, sent as JSON. */
  readonly body?: Partial<Body<O>>;
  /** Body of an import: the text or the bytes of an SGF file. */
  readonly sgf?: string | Uint8Array<ArrayBuffer>;
  /** Revision of the node, or version of the book, that a change is based on; `*` for any. */
  readonly ifMatch?: number | "*";
  /** Name of a change of a book, under which it is made once; by default a new one. */
  readonly idempotencyKey?: string;
  /** Whether the request may be sent twice; by default all may but those that make something new. */
  readonly repeatable?: boolean;
  readonly signal?: AbortSignal;
}

export interface Settings {
  /** API key; in Node by default that of the environment's `JOSEKI_KEY`. */
  readonly key?: string | null;
  /** Milliseconds until a request without an answer is given up; default 10,000. */
  readonly timeout?: number;
  /** How often a request that may be sent twice is sent again; default 5. */
  readonly retries?: number;
  /** Milliseconds to wait in all for a server that is busy; default 30,000. */
  readonly patience?: number;
}

/** Where a follower goes on, and how it is stopped. */
export interface FollowOptions {
  readonly book?: string;
  /** Id of the last event of an earlier run. */
  readonly after?: string;
  readonly signal?: AbortSignal;
}

/** Statuses after which nobody knows whether a request was carried out, or that soon pass. */
const LOST = [502, 503, 504];

/** Milliseconds without a word after which a stream is taken for lost; servers say one every 15 s. */
const SILENCE = 60_000;

const QUESTIONS = /^\/v1\/(next|quiz|review|influence|ladder|score|solve|forbidden)\b/;

export class Client {
  readonly #url: string;
  readonly #key: string | null;
  readonly #timeout: number;
  readonly #retries: number;
  readonly #patience: number;
  // What this client wrote: reads include it, whichever node answers.
  readonly #versions = new Map<string, number>();
  #results = 0;

  constructor(url = "http://127.0.0.1:8361", settings: Settings = {}) {
    this.#url = url.replace(/\/+$/, "");
    this.#key = settings.key ?? environmentKey();
    if (this.#key !== null && !/^[\x21-\x7e]+$/.test(this.#key)) {
      throw new TypeError("invalid key: expected visible ASCII characters only");
    }
    this.#timeout = settings.timeout ?? 10_000;
    this.#retries = settings.retries ?? 5;
    this.#patience = settings.patience ?? 30_000;
  }

  /**
   * Sends a request to any address of the API, as `openapi.json` describes it.
   * @throws {JosekiError} if the server refuses it or does not answer
   */
  async request<M extends Method, P extends PathsWith<M>>(
    method: M,
    path: P,
    options: Options<Operation<P, M>> = {},
  ): Promise<Answer<Operation<P, M>>> {
    const response = await this.#send(method, path, options as Options<unknown>);
    const answer = await response.json().catch(() => undefined);
    if (response.status !== 204 && (typeof answer !== "object" || answer === null)) throw this.#invalid();
    this.#note(method, path, answer ?? {});
    return (answer ?? null) as Answer<Operation<P, M>>;
  }

  /** Downloads a file: the export of a book, the record of a game, a picture. */
  async download<P extends PathsWith<"get">>(path: P, options: Options<Operation<P, "get">> = {}): Promise<Uint8Array> {
    const response = await this.#send("get", path, options as Options<unknown>);
    return new Uint8Array(await response.arrayBuffer());
  }

  /** Returns the candidates on a board, best first. */
  next(question: Partial<Schemas["NextRequest"]>, signal?: AbortSignal): Promise<Schemas["NextResponse"]> {
    return this.request("post", "/v1/next", { body: question, ...(signal && { signal }) });
  }

  /** Returns the candidates on up to 1,000 boards. An invalid question affects no other. */
  async nextBatch(queries: Partial<Schemas["NextRequest"]>[]): Promise<Schemas["BatchAnswer"][]> {
    const body = { queries: queries as Schemas["NextRequest"][] };
    return (await this.request("post", "/v1/next/batch", { body })).answers;
  }

  /** Reports the result of a game. Sent again under its `game_id`, it counts once. */
  async report(game: Partial<Schemas["ResultRequest"]>): Promise<Schemas["PostedJson"]> {
    return (await this.request("post", "/v1/results", { body: game })) as Schemas["PostedJson"];
  }

  /** Finds moves by the words of their names, tags and comments. */
  search(q: string, book = "main"): Promise<Schemas["FoundNodesJson"]> {
    return this.request("get", "/v1/books/{book}/search", { path: { book }, query: { q } });
  }

  /** Returns the move that ends a line, such as `DDCF`. */
  node(steps: string, book = "main"): Promise<Schemas["NodeJson"]> {
    return this.request("get", "/v1/books/{book}/nodes/{steps}", { path: { book, steps } });
  }

  /** Changes fields of a move, if its revision is still the one that you read. */
  edit(steps: string, fields: Partial<Schemas["PatchJson"]>, ifMatch: number | "*", book = "main"): Promise<Schemas["EditAnswer"]> {
    return this.request("patch", "/v1/books/{book}/nodes/{steps}", { path: { book, steps }, body: fields, ifMatch });
  }

  /** Makes a table. Its tokens are the only rights to it, and are shown once. */
  createTable(setup: Partial<Schemas["TableSetup"]>): Promise<Schemas["NewTableJson"]> {
    return this.request("post", "/v1/tables", { body: setup });
  }

  /** Does something at a table; with the `version` that you saw, a lost answer is asked for again. */
  act(token: string, action: Partial<Schemas["TableActionRequest"]>): Promise<Schemas["TableJson"]> {
    const repeatable = action.version !== undefined;
    return this.request("post", "/v1/tables/{table}/actions", { path: { table: token }, body: action, repeatable });
  }

  /**
   * Follows the changes of all books, or of one, until `signal` stops it. A lost connection is made
   * again and goes on after the last event. After an event `restart` (a backup was restored) read
   * again what you keep.
   */
  async *followChanges(options: FollowOptions = {}): AsyncGenerator<ServerEvent, void> {
    const { book, after, signal } = options;
    yield* this.#follow(`/v1/changes/stream${query({ book, after })}`, signal);
  }

  /** Follows a table until it is removed: an event `table` has the whole state. */
  async *followTable(token: string, signal?: AbortSignal): AsyncGenerator<ServerEvent, void> {
    yield* this.#follow(`/v1/tables/${encodeURIComponent(token)}/events`, signal);
  }

  async *#follow(path: string, signal?: AbortSignal): AsyncGenerator<ServerEvent, void> {
    const reader = new EventReader(null);
    let wasOpen = false;
    for (let failed = 0; !signal?.aborted; failed++) {
      const stop = new AbortController();
      const either = signal ? AbortSignal.any([signal, stop.signal]) : stop.signal;
      try {
        const headers: Record<string, string> = { ...this.#headers(), accept: "text/event-stream" };
        if (reader.lastId !== null) headers["last-event-id"] = reader.lastId;
        const response = await within(this.#timeout, fetch(this.#url + path, { headers, signal: either }));
        if (wasOpen && response.status === 404) return;
        if (!response.ok) throw await this.#problem(response);
        if (!response.headers.get("content-type")?.startsWith("text/event-stream")) throw this.#invalid();
        [wasOpen, failed] = [true, 0];
        const body = response.body!.getReader();
        const events = new EventReader(reader.lastId);
        for await (const line of linesOf(async () => (await within(SILENCE, body.read())).value ?? null)) {
          const event = events.take(line);
          reader.lastId = events.lastId;
          if (event) yield event;
        }
      } catch (error) {
        if (signal?.aborted) return;
        const problem = this.#failure(error);
        const passes = problem instanceof NoAnswer || (problem instanceof Problem && mayPass(problem));
        if (!passes || (!wasOpen && failed >= this.#retries)) throw problem;
      } finally {
        stop.abort();
      }
      await pause(backoff(Math.min(failed, 6)), signal);
    }
  }

  async #send(method: Method, path: string, options: Options<unknown>): Promise<Response> {
    const values = (options.path ?? {}) as Record<string, string | number>;
    const address = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ""));
    const least = method === "get" || QUESTIONS.test(path) ? this.#written(path) : {};
    const isChange = method !== "get" && path.startsWith("/v1/books/");
    const headers = this.#headers();
    let body: BodyInit | null = null;
    if (options.sgf !== undefined) [headers["content-type"], body] = ["application/x-go-sgf", options.sgf];
    else if (options.body !== undefined) [headers["content-type"], body] = ["application/json", JSON.stringify(options.body)];
    if (isChange) headers["idempotency-key"] = options.idempotencyKey ?? newName();
    if (options.ifMatch !== undefined) headers["if-match"] = options.ifMatch === "*" ? "*" : `"${options.ifMatch}"`;
    const repeatable = options.repeatable ?? (path !== "/v1/tables" && !(method === "post" && path.startsWith("/v1/keys")));
    const url = this.#url + address + query({ ...least, ...(options.query as object | undefined) });
    const until = Date.now() + this.#patience;
    for (let failed = 0; ; failed++) {
      let problem: JosekiError;
      try {
        const timeout = AbortSignal.timeout(this.#timeout);
        const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout;
        const response = await fetch(url, { method: method.toUpperCase(), headers, body, signal });
        if (response.ok) return response;
        problem = await this.#problem(response);
      } catch (error) {
        if (options.signal?.aborted) throw error;
        problem = this.#failure(error);
      }
      if (problem instanceof Problem && problem.code === "node_behind") this.#forget();
      const passes = problem instanceof NoAnswer || (problem instanceof Problem && mayPass(problem));
      const after = problem instanceof Problem && problem.retryAfter !== null ? problem.retryAfter * 1000 : backoff(failed);
      if (!passes || !repeatable || failed >= this.#retries || Date.now() + after > until) throw problem;
      await pause(after, options.signal);
    }
  }

  #headers(): Record<string, string> {
    return { accept: "application/json", ...(this.#key !== null && { authorization: `Bearer ${this.#key}` }) };
  }

  async #problem(response: Response): Promise<JosekiError> {
    const said = response.headers.get("retry-after") ?? "";
    const after = /^\d+$/.test(said) ? Number(said) : null;
    const states = response.headers.get("content-type")?.startsWith("application/problem+json");
    const body: unknown = states ? await response.json().catch(() => null) : null;
    if (typeof body === "object" && body !== null) return new Problem(response.status, body, after);
    // A proxy in front of the server may say that it is busy.
    if (response.status === 429 || LOST.includes(response.status)) return new Problem(response.status, {}, after);
    return this.#invalid();
  }

  #failure(error: unknown): JosekiError {
    if (error instanceof JosekiError) return error;
    const isTimeout = error instanceof DOMException && error.name === "TimeoutError";
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    return new NoAnswer(`no answer from ${this.#url}: ${isTimeout ? "the server did not answer in time" : cause}`, { cause: error });
  }

  #invalid(): InvalidAnswer {
    return new InvalidAnswer(`${this.#url}: not an answer of a joseki service`);
  }

  #note(method: Method, path: string, answer: object): void {
    const { book, results, dry_run } = answer as { book?: { name?: string; version?: number }; results?: number; dry_run?: boolean };
    if (method === "get" || dry_run) return;
    if (path === "/v1/results" && typeof results === "number") this.#results = Math.max(this.#results, results);
    if (!path.startsWith("/v1/books/") || !book?.name || !book.version) return;
    this.#versions.set(book.name, Math.max(book.version, this.#versions.get(book.name) ?? 0));
  }

  #written(path: string): object {
    if (!/^\/v1\/(next|quiz|review|books|changes|results|opponents)\b/.test(path) || path === "/v1/next/picture") return {};
    const books = [...this.#versions].slice(-32).map(([book, version]) => `${book}:${version}`);
    return { min_version: books.join(",") || undefined, min_results: this.#results || undefined };
  }

  #forget(): void {
    this.#versions.clear();
    this.#results = 0;
  }
}

/** Returns a name that nobody else has. `randomUUID` is missing on pages without TLS. */
function newName(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

function mayPass(problem: Problem): boolean {
  return problem.status === 429 ? problem.retryAfter !== null : LOST.includes(problem.status);
}

/** Milliseconds to wait: a random share of a time that doubles, at most 10 s. */
function backoff(failed: number): number {
  return Math.min(200 * 2 ** failed, 10_000) * (0.5 + Math.random() / 2);
}

function pause(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener("abort", done);
  });
}

/** Rejects if a promise takes longer. */
function within<T>(milliseconds: number, promise: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException("too long", "TimeoutError")), milliseconds);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/** Returns parameters as they stand in an address: lists with commas, undefined ones left out. */
function query(parameters: object): string {
  const said = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== null);
  const text = new URLSearchParams(said.map(([name, value]) => [name, String(value)])).toString();
  return text && `?${text}`;
}

function environmentKey(): string | null {
  const { process } = globalThis as { process?: { env?: Record<string, string> } };
  return process?.env?.["JOSEKI_KEY"] || null;
}
