// ==UserScript==
// @name         joseki on OGS
// @description  Shows the moves of your joseki book on reviews, demo boards and finished games of online-go.com
// @version      0.1.0
// @license      MIT
// @match        https://online-go.com/*
// @grant        GM_getValue
// @grant        GM_setValue
// @grant        GM_registerMenuCommand
// @grant        GM_xmlhttpRequest
// @grant        unsafeWindow
// @connect      *
// @run-at       document-idle
// ==/UserScript==

// Reads the board from the page's own client, asks the server on your machine, and draws over the
// board. It is off while a game is being played, whoever plays it: help in a running game is cheating.
// docs/clients.md says how to install it.
"use strict";

(() => {
  const COLUMNS = "ABCDEFGHJKLMNOPQRSTUVWXYZ";
  const COLORS = ["", "B", "W"];
  const SIGNS = { ideal: "", good: "", trick: "!?", question: "?", mistake: "✗" };
  const INKS = { ideal: "#1b7a3d", good: "#2463b0", trick: "#8a5a00", question: "#8a5a00", mistake: "#b3261e" };
  const NO_VERDICT = "#555555";
  /** Where the server is, unless a setting says otherwise. */
  const SERVER = "http://127.0.0.1:8361";
  /** How many moves are drawn. */
  const MOST = 12;

  /**
   * Whether the book may be shown on a board: on finished games, their reviews, and demo boards. A
   * review of a game that is still played names that game, and is left alone.
   */
  function mayShow(goban) {
    const engine = goban?.engine;
    if (!engine?.cur_move) return false;
    if (engine.phase === "finished") return true;
    return Boolean(goban.review_id) && !engine.config?.game_id && !goban.game_id;
  }

  function pointOf(x, y, size) {
    return `${COLUMNS[x]}${size - y}`;
  }

  /** Returns x and y of a point such as `Q16`. */
  function cellOf(point, size) {
    return { x: COLUMNS.indexOf(point[0]), y: size - Number(point.slice(1)) };
  }

  /**
   * Returns the parameters of a question about the position on the board, or null on boards that
   * books are not about. Stones that were placed and not played, as handicap and in demos, are sent
   * as initial stones; the moves after them in their order.
   */
  function questionOf(engine) {
    const size = engine.width;
    if (size !== engine.height || size < 9 || size > 19) return null;
    const moves = [];
    let node = engine.cur_move;
    for (; node.parent && !node.edited; node = node.parent) {
      const point = node.x < 0 || node.y < 0 ? "pass" : pointOf(node.x, node.y, size);
      moves.unshift(`${COLORS[node.player]}:${point}`);
    }
    const stones = [];
    node.state.board.forEach((row, y) =>
      row.forEach((color, x) => {
        if (color) stones.push(`${COLORS[color]}:${pointOf(x, y, size)}`);
      }),
    );
    const question = { board_size: String(size), coords: "gtp" };
    if (moves.length > 0) question.moves = moves.join(",");
    if (stones.length > 0) question.stones = stones.join(",");
    const toPlay = COLORS[engine.cur_move.state.player];
    if (toPlay) question.to_play = toPlay;
    return question;
  }

  /** Returns what is drawn for an answer: each point once, with a letter, verdict and name. */
  function marksOf(answer, size) {
    return answer.moves.slice(0, MOST).flatMap((move, index) =>
      move.points.map((point) => ({
        ...cellOf(point, size),
        point,
        letter: String.fromCharCode(97 + index) + (SIGNS[move.verdict] ?? ""),
        ink: INKS[move.verdict] ?? NO_VERDICT,
        text: [point, move.verdict ?? "no verdict", move.names[0]].filter(Boolean).join(" · "),
      })),
    );
  }

  /** Returns the centre of an intersection in pixels from the upper left corner of the board. */
  function centreOf(goban, { x, y }) {
    const { left = 0, top = 0 } = goban.bounds ?? {};
    // A board cut at a side has no labels there, and begins at its first line.
    const offset = (isLabelled, cut) => (cut > 0 ? -cut : isLabelled ? 1 : 0);
    return {
      x: (x + offset(goban.draw_left_labels, left) + 0.5) * goban.square_size,
      y: (y + offset(goban.draw_top_labels, top) + 0.5) * goban.square_size,
    };
  }

  /** Asks the server; rejects with a sentence to show. */
  async function ask(server, key, question, fetch) {
    const address = `${server}/v1/next?${new URLSearchParams({ ...question, limit: "6" })}`;
    let response;
    try {
      response = await fetch(address, key ? { headers: { authorization: `Bearer ${key}` } } : {});
    } catch {
      throw new Error(`no answer from ${server}. Start it with: joseki serve`);
    }
    const body = await response.json().catch(() => null);
    if (!response.ok) throw new Error(body?.detail ?? `${server} answers ${response.status}.`);
    if (!Array.isArray(body?.moves)) throw new Error(`${server} is not a joseki service.`);
    return body;
  }

  const SVG = "http://www.w3.org/2000/svg";

  /** Draws over one page. */
  class Overlay {
    constructor(document, storage) {
      this.document = document;
      this.storage = storage;
      this.svg = document.createElementNS(SVG, "svg");
      this.svg.setAttribute("style", "position:absolute;pointer-events:none;z-index:10");
      this.svg.setAttribute("aria-hidden", "true");
      this.panel = document.createElement("details");
      this.panel.setAttribute(
        "style",
        "position:fixed;left:8px;bottom:8px;z-index:1000;max-width:20rem;max-height:60vh;overflow:auto;padding:8px;" +
          "border-radius:6px;background:#fffffff2;color:#1a1a1a;font:13px/1.5 system-ui,sans-serif;box-shadow:0 1px 6px #0006",
      );
      // What is said first is shown while the panel is closed, which leaves the board free.
      this.summary = document.createElement("summary");
      this.summary.setAttribute("style", "cursor:pointer;min-height:24px");
      this.summary.setAttribute("role", "status");
      this.button = document.createElement("button");
      this.button.setAttribute("style", "font:inherit;margin:6px 0 0;padding:2px 10px;min-height:32px;cursor:pointer");
      this.button.addEventListener("click", () => this.toggle());
      this.list = document.createElement("div");
      this.panel.append(this.summary, this.list, this.button);
      this.name();
    }

    get isOn() {
      return this.storage.getItem("joseki-off") !== "1";
    }

    toggle() {
      this.storage.setItem("joseki-off", this.isOn ? "1" : "0");
      this.name();
    }

    name() {
      this.button.textContent = this.isOn ? "Hide the book" : "Show the book";
    }

    hide() {
      this.svg.remove();
      this.list.replaceChildren();
      if (this.panel.parentNode) this.panel.remove();
    }

    /** Shows the panel with a sentence, or with marks that are also drawn over the board. */
    show(goban, marks, sentence = "") {
      if (!this.panel.parentNode) this.document.body.append(this.panel);
      this.summary.textContent = `Book: ${sentence || marks[0].text}`;
      this.list.replaceChildren(...marks.map((mark) => this.line(mark)));
      this.svg.remove();
      if (marks.length === 0) return;
      // Beside the board and not in it: its inside belongs to the page, and may be a shadow tree.
      const board = goban.parent;
      this.svg.setAttribute("width", String(board.offsetWidth));
      this.svg.setAttribute("height", String(board.offsetHeight));
      this.svg.style.left = `${board.offsetLeft}px`;
      this.svg.style.top = `${board.offsetTop}px`;
      this.svg.replaceChildren(...marks.flatMap((mark) => this.mark(goban, mark)));
      board.parentNode.append(this.svg);
    }

    line({ letter, text, ink }) {
      const line = this.document.createElement("div");
      line.textContent = `${letter}  ${text}`;
      line.style.borderLeft = `4px solid ${ink}`;
      line.style.paddingLeft = "6px";
      return line;
    }

    mark(goban, mark) {
      const { x, y } = centreOf(goban, mark);
      const circle = this.document.createElementNS(SVG, "circle");
      const set = (element, values) => Object.entries(values).forEach(([name, value]) => element.setAttribute(name, String(value)));
      set(circle, { cx: x, cy: y, r: goban.square_size * 0.42, fill: "#fffffff0", stroke: mark.ink, "stroke-width": goban.square_size * 0.08 });
      const text = this.document.createElementNS(SVG, "text");
      set(text, { x, y, fill: mark.ink, "text-anchor": "middle", "dominant-baseline": "central", "font-weight": "bold" });
      set(text, { "font-family": "system-ui,sans-serif", "font-size": goban.square_size * (mark.letter.length > 1 ? 0.42 : 0.55) });
      text.textContent = mark.letter;
      return [circle, text];
    }
  }

  /** Follows the board that the page shows, and draws what the book says to it. */
  class Follower {
    /** `window` is the page's; `storage` and `fetch` are the script's own, out of reach of the page. */
    constructor(window, storage, fetch) {
      this.window = window;
      this.storage = storage;
      this.fetch = fetch;
      this.overlay = new Overlay(window.document, storage);
      this.shown = "";
    }

    /** Looks whether anything changed; the page has no event for all that may. */
    async look() {
      const goban = this.window.global_goban;
      if (!mayShow(goban)) {
        if (this.shown !== "") this.overlay.hide();
        this.shown = "";
        return;
      }
      const question = this.overlay.isOn ? questionOf(goban.engine) : null;
      const { offsetLeft, offsetTop, offsetWidth } = goban.parent;
      const state = JSON.stringify([this.overlay.isOn, question, goban.square_size, goban.bounds, offsetLeft, offsetTop, offsetWidth]);
      if (state === this.shown) return;
      this.shown = state;
      if (!question) {
        this.overlay.show(goban, [], this.overlay.isOn ? "only boards of 9 to 19 lines are in books" : "hidden");
        return;
      }
      const server = (this.storage.getItem("joseki-server") || SERVER).replace(/\/+$/, "");
      let marks = [];
      let sentence = "";
      try {
        const answer = await ask(server, this.storage.getItem("joseki-key"), question, this.fetch);
        marks = marksOf(answer, goban.engine.width);
        if (marks.length === 0) sentence = "no move here";
      } catch (error) {
        sentence = error.message;
      }
      // The board may have moved on meanwhile, or a game may have begun.
      if (this.shown === state && mayShow(goban)) this.overlay.show(goban, marks, sentence);
    }

    start() {
      this.window.setInterval(() => void this.look(), 250);
    }
  }

  /** Asks through the userscript manager: scripts of the site do not see the key, and no site needs to be let in. */
  function fetchByManager(url, { headers = {} } = {}) {
    return new Promise((resolve, reject) => {
      const onload = ({ status, responseText }) =>
        resolve({ status, ok: status >= 200 && status < 300, json: async () => JSON.parse(responseText) });
      GM_xmlhttpRequest({ method: "GET", url, headers, timeout: 10_000, anonymous: true, onload, onerror: reject, ontimeout: reject });
    });
  }

  function start() {
    const storage = { getItem: (name) => GM_getValue(name, null), setItem: (name, value) => GM_setValue(name, value) };
    // Earlier versions kept them where every script of the site can read them.
    for (const name of ["joseki-server", "joseki-key", "joseki-off"]) {
      const before = window.localStorage.getItem(name);
      if (before !== null) storage.setItem(name, before);
      window.localStorage.removeItem(name);
    }
    const settings = [["joseki-server", "Address of the joseki server", SERVER], ["joseki-key", "Key for the joseki server (empty for none)", ""]];
    for (const [name, title, usual] of settings) {
      GM_registerMenuCommand(title, () => {
        const said = window.prompt(title, storage.getItem(name) ?? usual);
        if (said !== null) storage.setItem(name, said.trim());
      });
    }
    new Follower(unsafeWindow, storage, fetchByManager).start();
  }

  if (typeof module === "object") module.exports = { mayShow, questionOf, marksOf, centreOf, cellOf, fetchByManager, start, Follower };
  else start();
})();
