// What is sent, when it is sent again, and what errors say; then the same against a running server,
// if JOSEKI_URL and JOSEKI_KEY (scope admin) name one.
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { afterEach, describe, it } from "node:test";

import { Client, InvalidAnswer, NoAnswer, Problem } from "../dist/index.js";

const { fetch: network } = globalThis;
const URL = process.env.JOSEKI_URL;
const GAME = [["B", "Q16"], ["W", "O17"], ["B", "R14"], ["W", "R17"]];

const json = (status, body, headers = {}) => () =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json", ...headers } });
const problem = (status, code, after, more = {}) =>
  json(status, { code, detail: "so", ...more }, { "content-type": "application/problem+json", ...(after && { "retry-after": after }) });
const lost = () => {
  throw new TypeError("fetch failed", { cause: new Error("refused") });
};
const stream = (text, breaks) => () => {
  const start = (body) => (body.enqueue(new TextEncoder().encode(text)), breaks ? setTimeout(() => body.error(new Error("lost"))) : body.close());
  return new Response(new ReadableStream({ start }), { headers: { "content-type": "text/event-stream" } });
};

/** Gives answers written beforehand; returns the requests that came. */
function serve(...answers) {
  const requests = [];
  globalThis.fetch = async (url, options) => {
    requests.push({ url: String(url), ...options });
    return answers.shift()();
  };
  return requests;
}

describe("requests", () => {
  const joseki = () => new Client("http://test/", { key: "jk_1" });
  afterEach(() => (globalThis.fetch = network));

  it("are sent again if that is safe", async () => {
    const requests = serve(problem(503, "overloaded", "0"), lost, json(200, { best: "Q16" }));
    assert.equal((await joseki().next({ moves: GAME })).best, "Q16");
    assert.equal(requests.length, 3);
    assert.equal(requests[0].headers.authorization, "Bearer jk_1");
    const changes = serve(problem(504, "outcome_unknown"), json(200, {}));
    await joseki().edit("DD", { comment: "x" }, 7);
    assert.equal(changes[0].headers["idempotency-key"], changes[1].headers["idempotency-key"]);
    assert.equal(changes[0].headers["if-match"], '"7"');
  });

  it("are not sent again if nobody knows what that does, or if it takes too long", async () => {
    const requests = serve(lost, lost, problem(503, "store_busy", "3600"), problem(422, "illegal_move", "0"));
    await assert.rejects(joseki().createTable({ game: "renju" }), NoAnswer);
    await assert.rejects(joseki().act("t", { action: "play", move: "h8" }), { message: "no answer from http://test: refused" });
    await assert.rejects(joseki().next({}), { code: "store_busy" });
    await assert.rejects(joseki().next({}), { code: "illegal_move" });
    assert.equal(requests.length, 4);
  });

  it("that are refused are problems, and other programs are recognised", async () => {
    serve(problem(422, "illegal_move", "5", { field: "moves[1]" }), () => new Response("<p>"), () => new Response("<p>", { status: 404 }));
    const wanted = { status: 422, code: "illegal_move", field: "moves[1]", retryAfter: 5, message: "illegal_move: so (in moves[1])" };
    await assert.rejects(joseki().next({}), wanted);
    for (let n = 0; n < 2; n++) await assert.rejects(joseki().next({}), InvalidAnswer);
    assert.throws(() => new Client("http://test", { key: "jk_1\nX: y" }), /invalid key/);
  });

  it("include what was written", async () => {
    const written = json(200, { book: { name: "mine", version: 3 } });
    const requests = serve(json(201, { results: 8 }), written, json(200, {}), problem(503, "node_behind", "0"), json(200, {}));
    const client = joseki();
    await client.report({ game_id: "1" });
    await client.request("post", "/v1/books/{book}/edits", { path: { book: "mine" }, body: { edits: [] } });
    await client.next({});
    assert.equal(requests[2].url, "http://test/v1/next?min_version=mine%3A3&min_results=8");
    await client.next({});
  });

  it("for streams go on after the last event that came whole", async () => {
    const first = ': hello\nid: 7@a\n\nid: 8@a\nevent: change\ndata: {"id":\ndata: 8}\n\nid: 9@a\nevent: ch';
    const second = 'id: 9@a\r\nevent: change\r\ndata: {"id":9}\r\n\r\n:\n\n';
    const requests = serve(stream(first, true), problem(503, "overloaded"), stream(second), problem(404, "unknown_book"));
    const found = [];
    for await (const event of joseki().followChanges()) found.push([event.data.id, event.id]);
    assert.deepEqual(found, [[8, "8@a"], [9, "9@a"]]);
    assert.deepEqual(requests.map((request) => request.headers["last-event-id"]), [undefined, "8@a", "8@a", "9@a"]);
  });
});

describe("a server", { skip: !URL && "JOSEKI_URL names no server" }, () => {
  const joseki = new Client(URL);
  const name = `ts-${randomUUID().slice(0, 12)}`;

  it("answers questions", async () => {
    assert.equal((await joseki.next({ moves: GAME.slice(0, 2) })).best, "R14");
    const answers = await joseki.nextBatch([{ moves: GAME }, { moves: [["B", "Z99"]] }]);
    assert.deepEqual(answers.map((answer) => answer.error?.code), [undefined, "invalid_point"]);
    assert.ok((await joseki.search("avalanche")).total > 0);
    await assert.rejects(joseki.next({ moves: [["B", "Q16"], ["W", "Q16"]] }), { code: "illegal_move", field: "moves[1]" });
  });

  it("learns and is edited", async () => {
    const game = { game_id: name, opponent: name, color: "B", result: "loss", moves: GAME };
    assert.equal((await joseki.report(game)).status, "counted");
    await joseki.request("put", "/v1/books/{book}", { path: { book: name } });
    const imported = await joseki.request("post", "/v1/books/{book}/import", { path: { book: name }, sgf: "(;SZ[19];B[pd];W[nc])" });
    assert.equal(imported.changed, true);
    const node = await joseki.node("DDCF", name);
    await joseki.edit("DDCF", { verdict: "good" }, node.revision, name);
    await assert.rejects(joseki.edit("DDCF", { verdict: "ideal" }, node.revision, name), Problem);
    const file = await joseki.download("/v1/books/{book}/export", { path: { book: name } });
    assert.match(new TextDecoder().decode(file), /^\(;/);
    const kinds = [];
    for await (const event of joseki.followChanges({ book: name, after: "0" })) {
      kinds.push(event.data.kind);
      if (kinds.length === 3) break;
    }
    assert.deepEqual(kinds, ["create", "import", "edit"]);
    await joseki.request("delete", "/v1/books/{book}", { path: { book: name }, ifMatch: "*" });
  });

  it("plays at tables", async () => {
    const { tokens } = await joseki.createTable({ game: "gomoku", white: "engine", seconds: 0.1 });
    for await (const event of joseki.followTable(tokens.watch)) {
      if (event.name !== "table") continue;
      if (event.data.moves.length === 0) await joseki.act(tokens.black, { action: "play", move: "h8", version: event.data.version });
      if (event.data.moves.length === 2) break;
    }
    assert.equal((await joseki.act(tokens.black, { action: "resign" })).phase, "over");
    await joseki.request("delete", "/v1/tables/{table}", { path: { table: tokens.black } });
  });
});
