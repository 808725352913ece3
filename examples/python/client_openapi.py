"""The same questions through a client that was generated from the service's own description (Python 3.11 or later).

    pip install -r requirements.txt
    openapi-python-client generate --url http://127.0.0.1:8361/openapi.json --meta none --output-path joseki_client
    PYTHONPATH=. python client_openapi.py

All requests and answers are classes, so that an editor completes them and a type checker finds what is misspelt. Each
address is a module of `joseki_client.api` with `sync` and `asyncio`. With a key in JOSEKI_KEY a game is reported, too.
"""

import os
import sys
import uuid
from typing import Any, TypeVar

import httpx
from joseki_client import AuthenticatedClient, Client
from joseki_client.api.books import list_lines
from joseki_client.api.next_ import next_on_board
from joseki_client.api.results import post_results
from joseki_client.models import (
    LinesJson,
    NextRequest,
    NextResponse,
    PostedJson,
    ProblemJson,
    ResultChoice,
    ResultRequest,
)

Kind = TypeVar("Kind")


class Refused(Exception):
    """The problem that was answered in place of what was asked for."""


def expect(kind: type[Kind], answer: object) -> Kind:
    """The answer, if it is of the kind that a success has."""
    if isinstance(answer, ProblemJson):
        raise Refused(f"{answer.code}: {answer.detail}" + (f" (in {answer.field})" if answer.field else ""))
    if not isinstance(answer, kind):
        raise Refused("this is no answer of a joseki service")
    return answer


def talk(client: Any, moves: list[list[str]], opponent: str, report: bool) -> None:
    """Asks for the candidates, for the lines that the best one leads to, and reports a lost game with it."""
    question = NextRequest(moves=moves, opponent=opponent)
    answer = expect(NextResponse, next_on_board.sync(client=client, body=question))
    for move in answer.moves[:3]:
        games = move.statistics.games if move.statistics else 0
        print(answer.to_play, f"{move.point:4} {move.verdict or '-':8} {move.evidence.mean:6.1%}  {games} games")
    if not answer.moves:
        return
    best = answer.moves[0]
    lines = expect(LinesJson, list_lines.sync("main", client=client, prefix=best.leads_to, limit=1))
    print(f"{lines.total} lines of the book begin with {best.leads_to}")
    if not report:
        return
    game = ResultRequest(
        game_id=f"{opponent}-{uuid.uuid4()}",
        opponent=opponent,
        color=answer.to_play,
        result=ResultChoice.LOSS,
        moves=[*moves, [answer.to_play, best.point]],
    )
    entered = expect(PostedJson, post_results.sync(client=client, body=game))
    print(f"{entered.status}: a loss against {opponent}, {entered.learned} moves learned")
    # With several nodes another one may answer: it has to know of the game, too.
    again = expect(NextResponse, next_on_board.sync(client=client, body=question, min_results=entered.results))
    print(f"the best move was {best.point}, now it is {again.moves[0].point}")


def main(server: str = "http://127.0.0.1:8361", moves: str = "Q16,O17", opponent: str = "tom") -> None:
    before = [["BW"[number % 2], point] for number, point in enumerate(moves.split(","))]
    key = os.environ.get("JOSEKI_KEY", "")
    if not (key.isascii() and key.isprintable()):
        sys.exit("JOSEKI_KEY: this is no key, as those have only visible ASCII characters")
    timeout = httpx.Timeout(10)
    # The generated functions name an `AuthenticatedClient` wherever a key may be sent; to read, a `Client` does as well.
    client = AuthenticatedClient(server, key, timeout=timeout) if key else Client(server, timeout=timeout)
    try:
        with client:
            talk(client, before, opponent, report=bool(key))
    except Refused as problem:
        sys.exit(f"{server} refuses: {problem}")
    except httpx.HTTPError as error:
        sys.exit(f"no answer from {server}: {error}")
    except (ValueError, LookupError, TypeError, AttributeError):
        sys.exit(f"{server}: this is no answer of a joseki service")


if __name__ == "__main__":
    main(*sys.argv[1:])
