"""A client of the joseki service in one file, with nothing but the standard library (Python 3.9 or later).

    python3 client_stdlib.py --opponent tom Q16,O17

plays on from these moves, Black first: our moves are the book's best, the opponent's those that games play most. With a
key in JOSEKI_KEY the game is then reported as lost, and the same question asked again, to show what was learned of it.
Copy the classes into your bot: `Joseki` is all that it needs.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
import uuid
from collections.abc import Iterator
from http.client import HTTPException
from typing import Any
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import Request, urlopen

Move = tuple[str, str]  # ("B", "Q16"), or ("W", "pass")
Json = dict[str, Any]


class Problem(Exception):
    """What the service refuses: `code` is for programs, `detail` for people, `field` says where in the request."""

    def __init__(self, status: int, told: Any) -> None:
        self.status, body = status, told if isinstance(told, dict) else {}
        self.code: str = body.get("code", f"http_{status}")
        self.detail: str = body.get("detail", "this is no answer of a joseki service")
        self.field: str | None = body.get("field")
        super().__init__(f"{self.code}: {self.detail}" + (f" (in {self.field})" if self.field else ""))


class Joseki:
    """The service at `url`. Reading needs no key, unless the service wants one; reporting results does."""

    def __init__(self, url: str, key: str | None = None, timeout: float = 10, patience: float = 30) -> None:
        self.url, self.key = url.rstrip("/"), key
        self.timeout = timeout  # seconds without a word from the service
        self.patience = patience  # seconds to wait in all when it is busy (503) or the key is used too often (429)
        self.least = ""  # what answers have to include: the last result that we reported, whichever node answers

    def next(self, moves: list[Move], **asked: Any) -> Json:
        """The candidates after these moves, best first, as `moves`; `asked` is the rest of the request, as `opponent`."""
        return self._send("POST", f"/v1/next{self.least}", {"moves": moves, **asked})

    def post_result(self, game_id: str, opponent: str, color: str, result: str, moves: list[Move], **more: Any) -> Json:
        """Reports a whole game: `result` is win, loss or draw for `color`. The same game under its id counts once."""
        game = {"game_id": game_id, "opponent": opponent, "color": color, "result": result, "moves": moves}
        entered = self._send("POST", "/v1/results", {**game, **more})
        self.least = f"?min_results={entered['results']}"
        return entered

    def lines(self, book: str = "main", prefix: str = "", page: int = 100) -> Iterator[Json]:
        """All lines of a book that begin with these steps, asked for a page at a time as they are needed."""
        asked = {"prefix": prefix, "limit": page}
        while True:
            answer = self._send("GET", f"/v1/books/{quote(book, safe='')}/lines?{urlencode(asked)}")
            yield from answer["lines"]
            if answer["next"] is None:
                return
            asked["after"] = answer["next"]

    def _send(self, method: str, path: str, body: Json | None = None) -> Json:
        headers = {"Accept": "application/json", "Content-Type": "application/json"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        data = None if body is None else json.dumps(body).encode()
        give_up = time.monotonic() + self.patience
        while True:
            try:
                with urlopen(Request(self.url + path, data, headers, method=method), timeout=self.timeout) as answer:
                    found = json.load(answer)
                if not isinstance(found, dict):
                    raise ValueError("this is no answer of a joseki service")
                return found
            except HTTPError as error:
                with error:
                    told = error.headers.get_content_type() == "application/problem+json"
                    problem = Problem(error.code, json.load(error) if told else None)
                # Everything here may be sent twice: questions change nothing, and a game counts once.
                wait = error.headers.get("Retry-After", "")
                if error.code not in (429, 503) or not wait.isdecimal() or time.monotonic() + int(wait) > give_up:
                    raise problem from None
                time.sleep(int(wait) or 0.1)


def often(candidate: Json) -> int:
    """How many games have a candidate; a book that was not made of games does not say."""
    return int((candidate["statistics"] or {"games": 0})["games"])


def play(joseki: Joseki, moves: list[Move], opponent: str, turns: int = 6) -> tuple[list[Move], str]:
    """Plays on for some turns, ours first; gives all moves, and the line of the book that the last one ends."""
    line = corner = ""
    for turn in range(turns):
        if turn % 2 == 0:
            answer = joseki.next(moves, opponent=opponent)
            move = next(iter(answer["moves"]), None)
        else:
            answer = joseki.next(moves)  # the opponent stays in the corner
            move = max((move for move in answer["moves"] if move["corner"] == corner), key=often, default=None)
        if move is None:
            break  # the book ends here
        line, corner = move["leads_to"], move["corner"]
        moves = [*moves, (answer["to_play"], move["point"])]
        name, value = (move["names"] or [""])[0], move["evidence"]["mean"]
        print(answer["to_play"], f"{move['point']:4} {move['verdict'] or '-':8} {value:6.1%}  {name}".rstrip())
    return moves, line


def learn(joseki: Joseki, before: list[Move], game: list[Move], opponent: str) -> None:
    """Reports the game as lost for the side that was to play, and shows what that changes of its first move."""
    hoped = joseki.next(before, opponent=opponent)["moves"][0]
    color, point = game[len(before)]
    entered = joseki.post_result(f"{opponent}-{uuid.uuid4()}", opponent, color, "loss", game)
    moves = joseki.next(before, opponent=opponent, limit=100)["moves"]
    feared = next(move for move in moves if move["point"] == point and move["corner"] == hoped["corner"])
    print(f"{entered['status']}: a loss against {opponent}, {entered['learned']} moves learned")
    change = f"{hoped['evidence']['mean']:.1%}, now {feared['evidence']['mean']:.1%}"
    print(f"{color} {point} was expected to win {change}; the best move is {moves[0]['point']}")


def main() -> None:
    about = argparse.ArgumentParser(description="Plays a few moves of the book, and learns from the game.")
    about.add_argument("moves", nargs="?", default="Q16,O17", help="the moves so far, Black first")
    about.add_argument("--server", default="http://127.0.0.1:8361")
    about.add_argument("--opponent", default="tom", help="against whom we play")
    about.add_argument("--timeout", type=float, default=10, help="seconds to wait for an answer")
    given = about.parse_args()
    if not 0 < given.timeout < 1e6:
        sys.exit("--timeout: more than 0 seconds, and fewer than a million")
    key = os.environ.get("JOSEKI_KEY", "")
    if not (key.isascii() and key.isprintable()):
        sys.exit("JOSEKI_KEY: this is no key, as those have only visible ASCII characters")
    joseki = Joseki(given.server, key, given.timeout)
    before = [("BW"[number % 2], point) for number, point in enumerate(filter(None, given.moves.split(",")))]
    try:
        game, line = play(joseki, before, given.opponent)
        if line:
            print(f"{sum(1 for _ in joseki.lines(prefix=line))} lines of the book begin with {line}")
        if line and joseki.key:
            learn(joseki, before, game, given.opponent)
    except Problem as problem:
        sys.exit(f"{given.server} refuses: {problem}")
    except (LookupError, TypeError, AttributeError):
        sys.exit(f"{given.server}: this is no answer of a joseki service")
    except (OSError, HTTPException, ValueError) as error:
        sys.exit(f"no answer from {given.server}: {error}")


if __name__ == "__main__":
    main()
