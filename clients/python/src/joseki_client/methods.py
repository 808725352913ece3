"""The methods of both clients: each says which request is sent and what comes back."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from functools import update_wrapper
from typing import (
    TYPE_CHECKING,
    Any,
    Concatenate,
    Generic,
    Literal,
    ParamSpec,
    TypeVar,
    Unpack,
    overload,
)
from urllib.parse import quote

from . import types as t
from .request import Event, Request, Stream

if TYPE_CHECKING:
    from .client import AsyncClient, Client

P = ParamSpec("P")
T = TypeVar("T")


class Method(Generic[P, T]):
    """A method that returns an answer on a `Client`, and an awaitable one on an `AsyncClient`."""

    def __init__(self, build: Callable[Concatenate[Any, P], Request[T]]) -> None:
        self._build = build
        self.__doc__ = build.__doc__

    @overload
    def __get__(self, client: Client, owner: type[Client]) -> Callable[P, T]: ...
    @overload
    def __get__(
        self, client: AsyncClient, owner: type[AsyncClient]
    ) -> Callable[P, Awaitable[T]]: ...
    @overload
    def __get__(self, client: None, owner: type[Any]) -> Method[P, T]: ...
    def __get__(self, client: Any, owner: Any) -> Any:
        return self if client is None else _bound(self._build, client, client._send)


class Following(Generic[P]):
    """A method that returns an iterator of events, asynchronous on an `AsyncClient`."""

    def __init__(self, build: Callable[Concatenate[Any, P], Stream]) -> None:
        self._build = build
        self.__doc__ = build.__doc__

    @overload
    def __get__(self, client: Client, owner: type[Client]) -> Callable[P, Iterator[Event]]: ...
    @overload
    def __get__(
        self, client: AsyncClient, owner: type[AsyncClient]
    ) -> Callable[P, AsyncIterator[Event]]: ...
    @overload
    def __get__(self, client: None, owner: type[Any]) -> Following[P]: ...
    def __get__(self, client: Any, owner: Any) -> Any:
        return self if client is None else _bound(self._build, client, client._follow)


def _bound(
    build: Callable[..., Any], client: Any, send: Callable[[Any], Any]
) -> Callable[..., Any]:
    def method(*values: Any, **named: Any) -> Any:
        return send(build(client, *values, **named))

    return update_wrapper(method, build)


def _path(*parts: str) -> str:
    return "/v1/" + "/".join(quote(part, safe="") for part in parts)


def _sgf(sgf: str | bytes) -> bytes:
    return sgf.encode() if isinstance(sgf, str) else sgf


class Methods:
    """What both clients can ask. Fields and parameters are those of `openapi.json`."""

    @Method
    def request(
        self,
        method: str,
        path: str,
        /,
        *,
        json: Any = None,
        repeatable: bool = False,
        **parameters: Any,
    ) -> Request[Any]:
        """Sends a request to an address that has no method here, such as `/v1/quiz`."""
        repeatable = repeatable or method == "GET"
        return Request(method, path, parameters, json=json, repeatable=repeatable)

    # The next move.

    @Method
    def next(self, **question: Unpack[t.NextRequest]) -> Request[t.NextResponse]:
        """Returns the candidates on a board, best first."""
        return Request("POST", "/v1/next", json=question, reads=True)

    @Method
    def best(self, **question: Unpack[t.BestParameters]) -> Request[t.BestJson]:
        """Returns the best move with its verdict and name, and little else.

        Moves are written as in an address: `moves="Q16,O17"`.
        """
        return Request("GET", "/v1/best", question, reads=True)

    @Method
    def next_batch(self, *queries: t.NextRequest) -> Request[t.BatchResponse]:
        """Returns the candidates on up to 1,000 boards. An invalid question affects no other."""
        return Request("POST", "/v1/next/batch", json={"queries": queries}, reads=True)

    @Method
    def score(self, **board: Unpack[t.ScoreRequest]) -> Request[t.ScoreResponse]:
        """Scores a board of Go by area or by territory."""
        return Request("POST", "/v1/score", json=board)

    @Method
    def review(self, **games: Unpack[t.ReviewRequest]) -> Request[t.ReviewResponse]:
        """Reviews up to 200 game records against a book, corner by corner."""
        return Request("POST", "/v1/review", json=games, reads=True)

    # Results of games.

    @Method
    def report(self, **game: Unpack[t.ResultRequest]) -> Request[t.PostedJson]:
        """Reports the result of a game, from which the books learn.

        The same game sent again under its `game_id` counts once.
        """
        return Request("POST", "/v1/results", json=game)

    @Method
    def report_many(self, *games: t.ResultRequest) -> Request[t.PostedResultsJson]:
        """Reports up to 10,000 results. One that is refused affects no other."""
        return Request("POST", "/v1/results", json={"results": games})

    @Method
    def get_result(self, game_id: str) -> Request[t.ResultJson]:
        """Returns a result as last reported or corrected."""
        return Request("GET", _path("results", game_id), reads=True)

    @Method
    def correct_result(
        self, game_id: str, /, **game: Unpack[t.ResultCorrection]
    ) -> Request[t.PostedJson]:
        """Replaces the result reported under this id."""
        return Request("PUT", _path("results", game_id), json=game)

    @Method
    def withdraw_result(self, game_id: str) -> Request[t.WithdrawnJson]:
        """Withdraws a result; it no longer counts."""
        return Request("DELETE", _path("results", game_id))

    @Method
    def list_opponents(
        self, **parameters: Unpack[t.ListOpponentsParameters]
    ) -> Request[t.OpponentsJson]:
        """Lists the opponents against whom results were reported."""
        return Request("GET", "/v1/opponents", parameters, reads=True)

    @Method
    def get_opponent(
        self, opponent: str, **parameters: Unpack[t.GetOpponentParameters]
    ) -> Request[t.OpponentAnswerJson]:
        """Returns an opponent's games, and the moves where its results differ most."""
        return Request("GET", _path("opponents", opponent), parameters, reads=True)

    # Books.

    @Method
    def list_books(self) -> Request[t.BooksJson]:
        """Lists all books."""
        return Request("GET", "/v1/books", reads=True)

    @Method
    def get_book(
        self, book: str = "main", **parameters: Unpack[t.GetBookParameters]
    ) -> Request[t.CountedBookJson]:
        """Returns the name, version and size of a book."""
        return Request("GET", _path("books", book), parameters, reads=True)

    @Method
    def create_book(
        self, book: str, *, key: str | None = None, **parameters: Unpack[t.CreateBookParameters]
    ) -> Request[t.BookJson]:
        """Creates a book, empty or as the starter book of its game."""
        return Request("PUT", _path("books", book), parameters, change=key)

    @Method
    def delete_book(
        self,
        book: str,
        *,
        if_match: int | Literal["*"] = "*",
        key: str | None = None,
        **parameters: Unpack[t.DeleteBookParameters],
    ) -> Request[t.ChangeJson]:
        """Deletes a book with its counts and games."""
        return Request("DELETE", _path("books", book), parameters, if_match=if_match, change=key)

    @Method
    def copy_book(self, book: str, to: str, *, key: str | None = None) -> Request[t.BookJson]:
        """Copies a book, with its counts, to a new name."""
        return Request("POST", _path("books", book, "copy"), json={"to": to}, change=key)

    @Method
    def search(
        self, book: str = "main", **parameters: Unpack[t.SearchBookParameters]
    ) -> Request[t.FoundNodesJson]:
        """Finds moves by the words `q` of their names, tags and comments."""
        return Request("GET", _path("books", book, "search"), parameters, reads=True)

    @Method
    def list_lines(
        self, book: str = "main", **parameters: Unpack[t.ListLinesParameters]
    ) -> Request[t.LinesJson]:
        """Returns a page of a book's lines; `next` of the answer is `after` of the next page."""
        return Request("GET", _path("books", book, "lines"), parameters, reads=True)

    @Method
    def export(
        self, book: str = "main", **parameters: Unpack[t.ExportBookParameters]
    ) -> Request[bytes]:
        """Returns a book as a file, by default SGF."""
        return Request("GET", _path("books", book, "export"), parameters, reads=True, raw=True)

    @Method
    def import_sgf(
        self,
        book: str,
        sgf: str | bytes,
        *,
        key: str | None = None,
        **parameters: Unpack[t.ImportBookParameters],
    ) -> Request[t.ImportJson]:
        """Merges an SGF file into a book, which is created if it does not exist."""
        return Request(
            "POST", _path("books", book, "import"), parameters, sgf=_sgf(sgf), change=key
        )

    # Moves of a book.

    @Method
    def get_node(
        self, line: str = "", *, book: str = "main", **parameters: Unpack[t.GetNodeParameters]
    ) -> Request[t.NodeJson]:
        """Returns the move that ends a line, such as `DDCF`; without a line, the empty corner."""
        return Request("GET", _node(book, line), parameters, reads=True)

    @Method
    def put_node(
        self,
        line: str,
        fields: t.PatchJson,
        *,
        book: str = "main",
        if_match: int | Literal["*"] | None = None,
        key: str | None = None,
        **parameters: Unpack[t.PutNodeParameters],
    ) -> Request[t.EditAnswer]:
        """Creates the move that ends a line.

        With the revision of an existing one as `if_match`, it replaces all its fields.
        """
        return Request(
            "PUT",
            _node(book, line),
            parameters,
            json=fields,
            if_match=if_match,
            if_none_match="*" if if_match is None else None,
            change=key,
        )

    @Method
    def patch_node(
        self,
        line: str,
        fields: t.PatchJson,
        *,
        if_match: int | Literal["*"],
        book: str = "main",
        key: str | None = None,
        **parameters: Unpack[t.PatchNodeParameters],
    ) -> Request[t.EditAnswer]:
        """Changes fields of the move that ends a line.

        `if_match` is the `revision` of the node as you read it, or `"*"` for any state of it.
        """
        return Request(
            "PATCH", _node(book, line), parameters, json=fields, if_match=if_match, change=key
        )

    @Method
    def delete_node(
        self,
        line: str,
        *,
        if_match: int | Literal["*"],
        book: str = "main",
        key: str | None = None,
        **parameters: Unpack[t.DeleteNodeParameters],
    ) -> Request[t.ChangedJson]:
        """Deletes the move that ends a line, with all that follows it."""
        return Request("DELETE", _node(book, line), parameters, if_match=if_match, change=key)

    @Method
    def edit(
        self, book: str, *, key: str | None = None, **edits: Unpack[t.EditsRequest]
    ) -> Request[t.ChangedJson]:
        """Applies edits in order: all of them, or none if one fails."""
        return Request("POST", _path("books", book, "edits"), json=edits, change=key)

    @Method
    def revert(
        self, book: str, *, key: str | None = None, **which: Unpack[t.RevertBody]
    ) -> Request[t.RevertedJson]:
        """Reverts a change, or all changes since a point in time."""
        return Request("POST", _path("books", book, "revert"), json=which, change=key)

    # Changes of books.

    @Method
    def list_changes(self, **parameters: Unpack[t.ListChangesParameters]) -> Request[t.ChangesJson]:
        """Lists the changes of all books, or of one."""
        return Request("GET", "/v1/changes", parameters, reads=True)

    @Method
    def get_change(
        self, change: int, **parameters: Unpack[t.GetChangeParameters]
    ) -> Request[t.ChangeDetailsJson]:
        """Returns a change with the moves that it affected."""
        return Request("GET", _path("changes", str(change)), parameters, reads=True)

    @Following
    def follow_changes(self, *, book: str | None = None, after: str | None = None) -> Stream:
        """Follows the changes of all books, or of one, forever.

        A lost connection is made again and goes on after the last event. `after` is the id of an
        event from an earlier run. An event `change` has a `ChangeJson`; after an event `restart`
        (a backup was restored) read again what you keep.
        """
        return Stream("/v1/changes/stream", {"book": book, "after": after})

    # Games at a table.

    @Method
    def create_table(self, **setup: Unpack[t.TableSetup]) -> Request[t.NewTableJson]:
        """Makes a table. Its tokens are the only rights to it, and are shown once."""
        return Request("POST", "/v1/tables", json=setup, repeatable=False)

    @Method
    def get_table(
        self, token: str, **parameters: Unpack[t.GetTableParameters]
    ) -> Request[t.TableJson]:
        """Returns the state of a table."""
        return Request("GET", _path("tables", token), parameters)

    @Method
    def act(self, token: str, **action: Unpack[t.TableActionRequest]) -> Request[t.TableJson]:
        """Does something at a table, with the token of a side; returns the state afterwards.

        Without the `version` of the state that you saw, a lost answer is not asked for again.
        """
        return Request(
            "POST", _path("tables", token, "actions"), json=action, repeatable="version" in action
        )

    @Method
    def get_table_record(
        self, token: str, **parameters: Unpack[t.GetTableRecordParameters]
    ) -> Request[bytes]:
        """Returns the record of a game at a table."""
        return Request("GET", _path("tables", token, "record"), parameters, raw=True)

    @Method
    def delete_table(self, token: str) -> Request[None]:
        """Removes a table whose game is over."""
        return Request("DELETE", _path("tables", token))

    @Following
    def follow_table(self, token: str, *, coords: t.Coords | None = None) -> Stream:
        """Follows a table until it is removed.

        An event `table` has the whole state (`TableJson`): first the present one, then one after
        each change. `thinking` has what a program thinks.
        """
        return Stream(_path("tables", token, "events"), {"coords": coords})


def _node(book: str, line: str) -> str:
    return _path("books", book, "nodes", *([line] if line else []))
