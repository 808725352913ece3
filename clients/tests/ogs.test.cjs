// The userscript's logic, with objects of the shape that the site's client has: a `goban` with an
// `engine`, whose `cur_move` is a node of a tree of moves. With JOSEKI_URL it asks a server.
"use strict";
const assert = require("node:assert/strict");
const { it } = require("node:test");

const { mayShow, questionOf, marksOf, centreOf, cellOf, fetchByManager, start, Follower } = require("../ogs.user.js");

/** Returns an engine after moves such as `[15, 3]`; Black begins, on stones that were placed. */
function engine(moves, { size = 19, placed = [], edited = -1, ...more } = {}) {
  const board = Array.from({ length: size }, () => Array(size).fill(0));
  for (const [x, y, color] of placed) board[y][x] = color;
  const state = (player) => ({ player, board: board.map((row) => [...row]) });
  let node = { x: -1, y: -1, player: 0, edited: false, parent: null, state: state(1) };
  moves.forEach(([x, y], index) => {
    const player = 1 + (index % 2);
    if (x >= 0) board[y][x] = player;
    node = { x, y, player, edited: index <= edited, parent: node, state: state(3 - player) };
  });
  return { width: size, height: size, phase: "finished", config: {}, cur_move: node, ...more };
}

it("reads moves, passes and stones", () => {
  const moves = [[15, 3], [13, 2], [-1, -1]];
  const asked = { board_size: "19", coords: "gtp" };
  assert.deepEqual(questionOf(engine(moves)), { ...asked, moves: "B:Q16,W:O17,B:pass", to_play: "W" });
  const placed = [[3, 3, 1], [0, 18, 2]];
  assert.deepEqual(questionOf(engine([], { placed })), { ...asked, stones: "B:D16,W:A1", to_play: "B" });
  // Stones placed in the middle of a demo are no moves.
  const edited = questionOf(engine(moves, { edited: 0 }));
  assert.deepEqual(edited, { ...asked, stones: "B:Q16", moves: "W:O17,B:pass", to_play: "W" });
  assert.equal(questionOf(engine([[8, 0]], { size: 9 })).moves, "B:J9");
  assert.equal(questionOf(engine([], { size: 25 })), null);
  assert.equal(questionOf({ ...engine([]), height: 9 }), null);
});

it("is off while a game is played", () => {
  const played = engine([], { phase: "play" });
  assert.equal(mayShow({ engine: engine([]) }), true);
  assert.equal(mayShow({ engine: played }), false);
  assert.equal(mayShow({ engine: { ...played, phase: "stone removal" } }), false);
  assert.equal(mayShow({ engine: played, review_id: 7 }), true, "a demo board");
  assert.equal(mayShow({ engine: { ...played, config: { game_id: 8 } }, review_id: 7 }), false, "a review of a running game");
  assert.equal(mayShow(null), false);
});

it("maps points to the board, whatever is labelled or cut off", () => {
  assert.deepEqual(cellOf("Q16", 19), { x: 15, y: 3 });
  const goban = { square_size: 20, draw_left_labels: true, draw_top_labels: false, bounds: { left: 0, top: 0 } };
  assert.deepEqual(centreOf(goban, { x: 0, y: 0 }), { x: 30, y: 10 });
  assert.deepEqual(centreOf({ ...goban, bounds: { left: 9, top: 0 } }, { x: 9, y: 1 }), { x: 10, y: 30 });
});

it("marks each point with a letter, and says verdicts without colours too", () => {
  const move = (points, verdict, ...names) => ({ points, verdict, names });
  const marks = marksOf({ moves: [move(["R14"], "ideal", "knight's answer"), move(["C3", "D2"], "mistake"), move(["K10"], null)] }, 19);
  assert.deepEqual(marks.map((mark) => [mark.point, mark.letter]), [["R14", "a"], ["C3", "b✗"], ["D2", "b✗"], ["K10", "c"]]);
  assert.equal(marks[0].text, "R14 · ideal · knight's answer");
  assert.equal(new Set(marks.map((mark) => mark.ink)).size, 3);
});

/** A page without a browser: elements keep their children and attributes. */
function page(fetch) {
  const element = (name) => ({
    name, children: [], attributes: {}, style: {}, parentNode: null,
    setAttribute(key, value) { this.attributes[key] = value; },
    addEventListener(_, call) { this.click = call; },
    append(...added) { for (const one of added) { one.remove?.(); one.parentNode = this; this.children.push(one); } },
    replaceChildren(...added) { this.children = []; this.append(...added); },
    remove() { if (this.parentNode) this.parentNode.children = this.parentNode.children.filter((one) => one !== this); this.parentNode = null; },
  });
  const stored = new Map([["joseki-server", process.env.JOSEKI_URL ?? "http://test"]]);
  const storage = { getItem: (name) => stored.get(name) ?? null, setItem: (name, value) => stored.set(name, value) };
  const document = { body: element("body"), createElement: element, createElementNS: (_, name) => element(name) };
  const around = element("div");
  const board = Object.assign(element("div"), { offsetLeft: 0, offsetTop: 0, offsetWidth: 420, offsetHeight: 420 });
  around.append(board);
  const goban = { parent: board, square_size: 20, bounds: { left: 0, top: 0 }, engine: engine([[15, 3], [13, 2]]) };
  const window = { document, global_goban: goban };
  return { window, goban, follower: new Follower(window, storage, fetch), drawn: () => around.children.filter((one) => one.name === "svg") };
}

/** Returns the text of an element and all in it. */
const textOf = (element) => [element.textContent ?? "", ...element.children.map(textOf)].join(" ");

it("draws what the server answers, and takes it away when a game begins", async () => {
  const answer = { moves: [{ points: ["R14"], verdict: "ideal", names: [] }] };
  const asked = [];
  const canned = async (address) => (asked.push(String(address)), new Response(JSON.stringify(answer)));
  const { window, goban, follower, drawn } = page(process.env.JOSEKI_URL ? fetch : canned);
  await follower.look();
  await follower.look();
  assert.match(textOf(drawn()[0]), /\ba\b/);
  assert.match(textOf(window.document.body), /R14 · ideal/);
  if (!process.env.JOSEKI_URL) {
    assert.deepEqual(asked, ["http://test/v1/next?board_size=19&coords=gtp&moves=B%3AQ16%2CW%3AO17&to_play=B&limit=6"]);
  }
  follower.overlay.toggle();
  await follower.look();
  assert.equal(drawn().length, 0);
  follower.overlay.toggle();
  await follower.look();
  assert.equal(drawn().length, 1);
  goban.engine.phase = "play";
  await follower.look();
  assert.equal(drawn().length, 0);
  assert.equal(window.document.body.children.length, 0);
});

it("says what is wrong", async () => {
  const refused = new Response('{"code":"key_missing","detail":"missing API key"}', { status: 401 });
  for (const [answer, said] of [[Promise.reject(new TypeError("x")), /no answer from .*joseki serve/], [refused, /missing API key/], [new Response("<p>"), /not a joseki service/]]) {
    const { window, follower, drawn } = page(async () => answer);
    await follower.look();
    assert.match(textOf(window.document.body), said);
    assert.equal(drawn().length, 0);
  }
});

it("keeps the key where the site cannot read it, and asks by the manager", async () => {
  const site = new Map([["joseki-key", "jk_1"], ["other", "x"]]);
  const kept = new Map();
  const asked = [];
  const menu = new Map();
  const local = { getItem: (name) => site.get(name) ?? null, removeItem: (name) => site.delete(name) };
  const { window } = page(() => assert.fail("the site's own request"));
  Object.assign(globalThis, {
    window: { localStorage: local, prompt: () => " http://other/ " },
    unsafeWindow: Object.assign(window, { setInterval: () => {} }),
    GM_getValue: (name, usual) => kept.get(name) ?? usual,
    GM_setValue: (name, value) => kept.set(name, value),
    GM_registerMenuCommand: (title, call) => menu.set(title, call),
    GM_xmlhttpRequest: (request) => (asked.push(request), request.onload({ status: 401, responseText: '{"detail":"no"}' })),
  });
  start();
  assert.deepEqual([...site.keys()], ["other"]);
  assert.equal(kept.get("joseki-key"), "jk_1");
  [...menu.values()][0]();
  assert.equal(kept.get("joseki-server"), "http://other/");
  const answer = await fetchByManager("http://other/v1/next", { headers: { authorization: "Bearer jk_1" } });
  assert.deepEqual([answer.ok, answer.status, await answer.json()], [false, 401, { detail: "no" }]);
  assert.equal(asked[0].headers.authorization, "Bearer jk_1");
});
