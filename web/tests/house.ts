// A real server with a real book in its own folder, and a monitor of the browser's errors and
// requests.
import { test as base, expect } from "@playwright/test";
import type { BrowserContext, Request } from "@playwright/test";
import type { ChildProcess } from "node:child_process";
import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { GAMES, sgfOf } from "./records";

const BINARY = resolve(process.env["JOSEKI_BIN"] ?? "../target/debug/joseki");
/** All tests come from one address. */
const LIMITS = ["--anonymous-work", "0s", "--max-tables-per-address", "0"];
/** Name of the book that counts the games of `records.ts`, next to `main`, the starter book. */
export const MINED = "games";

/** A server, from its first start to its end. */
export class House {
  url = "";
  key = "";
  private child: ChildProcess | null = null;

  private constructor(private readonly folder: string) {}

  /** Creates a database with the starter book and a small book of counted games, and serves it. */
  static async open(): Promise<House> {
    if (!existsSync(BINARY)) throw new Error(`${BINARY} does not exist: build it (cargo build), or set JOSEKI_BIN`);
    const house = new House(await mkdtemp(join(tmpdir(), "joseki-page-")));
    const records = join(house.folder, "records");
    await mkdir(records);
    for (const [index, game] of GAMES.entries()) await writeFile(join(records, `${index}.sgf`), sgfOf(game));
    await promisify(execFile)(BINARY, ["--db", house.db, "mine", records, "--book", MINED]);
    await house.start();
    return house;
  }

  private get db(): string {
    return join(this.folder, "house.db");
  }

  /** Mines games, written as a file, into a book of a game. */
  async mine(book: string, game: string, name: string, text: string): Promise<void> {
    const file = join(this.folder, name);
    await writeFile(file, text);
    await promisify(execFile)(BINARY, ["--db", this.db, "mine", file, "--book", book, "--game", game, "--min-games", "1"]);
  }

  /** Starts the server, on its previous address if it had one, with these options, and waits until it listens. */
  async start(...options: string[]): Promise<void> {
    const listen = this.url ? new URL(this.url).host : "127.0.0.1:0";
    const child = spawn(BINARY, ["--db", this.db, "serve", "--listen", listen, ...LIMITS, ...options], { stdio: ["ignore", "pipe", "pipe"] });
    this.child = child;
    let printed = "";
    await new Promise<void>((ready, failed) => {
      const take = (bytes: Buffer) => {
        printed += bytes.toString();
        const address = /^Listening on (\S+?);/m.exec(printed)?.[1];
        if (!address) return;
        this.url = `http://${address}`;
        ready();
      };
      child.stdout.on("data", take);
      child.stderr.on("data", take);
      child.once("exit", (code) => failed(new Error(`joseki serve exited with ${code}:\n${printed}`)));
    });
    this.key = /\bjk_\w+/.exec(printed)?.[0] ?? this.key;
  }

  /** Stops the server and keeps its database. */
  async stop(): Promise<void> {
    const child = this.child;
    this.child = null;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((done) => child.once("exit", done));
    child.kill("SIGTERM");
    await ended;
  }

  async close(): Promise<void> {
    await this.stop();
    await rm(this.folder, { recursive: true });
  }

  /** Sends a request to the API; any status but success fails the test. */
  async ask<T>(path: string, asked: Asked = {}): Promise<T> {
    const headers: Record<string, string> = { authorization: `Bearer ${this.key}`, ...asked.headers };
    const body = asked.sgf ?? (asked.json === undefined ? null : JSON.stringify(asked.json));
    if (body !== null) headers["content-type"] ??= asked.sgf ? "application/x-go-sgf" : "application/json";
    const response = await fetch(this.url + path, { method: asked.method ?? (body === null ? "GET" : "POST"), headers, body });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} responded with ${response.status}: ${text}`);
    return JSON.parse(text) as T;
  }
}

interface Asked {
  readonly method?: string;
  readonly json?: unknown;
  readonly sgf?: string;
  readonly headers?: Record<string, string>;
}

/** Errors of the browser, and the URLs it requested. */
export class Watch {
  readonly complaints: string[] = [];
  readonly requests: string[] = [];
  private readonly allowed: RegExp[] = [];
  private readonly pending = new Set<Request>();

  constructor(context: BrowserContext, origin: string) {
    context.on("console", (message) => {
      if (message.type() === "error" || message.type() === "warning") this.complaints.push(message.text());
    });
    context.on("weberror", (error) => this.complaints.push(`thrown: ${error.error().message}`));
    context.on("requestfinished", (request) => this.pending.delete(request));
    context.on("requestfailed", (request) => this.pending.delete(request));
    context.on("request", (request) => {
      this.requests.push(request.url());
      if (!request.url().includes("/v1/changes/stream")) this.pending.add(request);
      const own = new URL(request.url()).origin === origin;
      if (!own) this.complaints.push(`requested elsewhere: ${request.url()}`);
    });
  }

  /** Waits until no request is under way for a while, but for the stream of changes. */
  async settled(): Promise<void> {
    for (let quiet = 0; quiet < 3; ) {
      await new Promise((done) => setTimeout(done, 100));
      quiet = this.pending.size === 0 ? quiet + 1 : 0;
    }
  }

  /** Allows an error that the test provokes. */
  allow(complaint: RegExp): void {
    this.allowed.push(complaint);
  }

  get unexpected(): string[] {
    return this.complaints.filter((text) => !this.allowed.some((allowed) => allowed.test(text)));
  }
}

interface Of {
  readonly watch: Watch;
}
interface Shared {
  readonly house: House;
}

/** A test with a server; it fails on any browser error that it does not allow. */
export const test = base.extend<Of, Shared>({
  house: [
    async ({}, use) => {
      const house = await House.open();
      await use(house);
      await house.close();
    },
    { scope: "worker", timeout: 90_000 },
  ],
  baseURL: async ({ house }, use) => use(house.url),
  watch: [
    async ({ context, house }, use) => {
      await context.addInitScript(() => {
        addEventListener("securitypolicyviolation", (event) => {
          console.error(`against the policy: ${event.violatedDirective} ${event.blockedURI}`);
        });
      });
      const watch = new Watch(context, house.url);
      await use(watch);
      expect(watch.unexpected, "errors of the browser").toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };
