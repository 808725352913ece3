"""Plays a few moves of the book against an opponent, and learns from the game.

    python play.py --opponent tom Q16,O17

Our moves are the book's best, the opponent's those that games play most. With a key in JOSEKI_KEY
the game is then reported as lost, and the same question asked again, to show what was learned.
"""

from __future__ import annotations

import argparse
import sys
import uuid

from joseki_client import Client, JosekiError
from joseki_client.types import CandidateJson

Move = tuple[str, str]


def games(candidate: CandidateJson) -> int:
    """Returns how many games have a move; a book that was not made of games does not say."""
    statistics = candidate.get("statistics")
    return statistics["games"] if statistics else 0


def play(
    client: Client, moves: list[Move], opponent: str, turns: int = 6
) -> tuple[list[Move], str]:
    """Plays some turns, ours first; returns all moves, and the book's line that they end in."""
    line = corner = ""
    for turn in range(turns):
        if turn % 2 == 0:
            answer = client.next(moves=moves, opponent=opponent)
            move = next(iter(answer["moves"]), None)
        else:
            answer = client.next(moves=moves)  # The opponent stays in the corner.
            here = [move for move in answer["moves"] if move["corner"] == corner]
            move = max(here, key=games, default=None)
        if move is None:
            break  # The book ends here.
        line, corner = move["leads_to"], move["corner"]
        moves = [*moves, (answer["to_play"], move["point"])]
        name, value = (move["names"] or [""])[0], move["evidence"]["mean"]
        verdict = move.get("verdict") or "-"
        print(f"{answer['to_play']} {move['point']:4} {verdict:8} {value:6.1%}  {name}".rstrip())
    return moves, line


def learn(client: Client, before: list[Move], game: list[Move], opponent: str) -> None:
    """Reports the game as lost for the side to play, and shows what that changes of its move."""
    hoped = client.next(moves=before, opponent=opponent)["moves"][0]
    color, point = game[len(before)]
    entered = client.report(
        game_id=f"{opponent}-{uuid.uuid4()}",
        opponent=opponent,
        color=color,
        result="loss",
        moves=game,
    )
    moves = client.next(moves=before, opponent=opponent, limit=100)["moves"]
    feared = next(
        move for move in moves if move["point"] == point and move["corner"] == hoped["corner"]
    )
    print(f"{entered['status']}: a loss against {opponent}, {entered['learned']} moves learned")
    change = f"{hoped['evidence']['mean']:.1%}, now {feared['evidence']['mean']:.1%}"
    best = moves[0]["point"]
    print(f"{color} {point} was expected to win {change}; the best move is {best}")


def main() -> None:
    about = argparse.ArgumentParser(description="Plays a few moves of the book, and learns.")
    about.add_argument("moves", nargs="?", default="Q16,O17", help="the moves so far, Black first")
    about.add_argument("--server", default="http://127.0.0.1:8361")
    about.add_argument("--opponent", default="tom", help="against whom we play")
    about.add_argument("--timeout", type=float, default=10, help="seconds to wait for an answer")
    given = about.parse_args()
    points = filter(None, given.moves.split(","))
    before = [("BW"[number % 2], point) for number, point in enumerate(points)]
    try:
        with Client(given.server, timeout=given.timeout) as client:
            game, line = play(client, before, given.opponent)
            if not line:
                return
            total = client.list_lines(prefix=line, limit=1)["total"]
            print(f"{total} lines of the book begin with {line}")
            if client.has_key:
                learn(client, before, game, given.opponent)
    except (JosekiError, ValueError) as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
