"""Requests, their answers and when to send them again, without any input or output."""

from __future__ import annotations

import contextlib
import json
import keyword
import os
import random
import time
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

import httpx

from .errors import InvalidAnswer, JosekiError, NoAnswer, Problem

T = TypeVar("T")

LOST = {502, 503, 504}
"""Statuses after which nobody knows whether a request was carried out, or that soon pass."""


@dataclass(frozen=True, slots=True)
class Event:
    """An event of a stream."""

    name: str
    """`change`, `restart`, `table`, `thinking` or `end`."""
    data: Any
    """Its JSON; None without any."""
    id: str | None
    """Where to go on after it."""


@dataclass(slots=True)
class Request(Generic[T]):
    """A request whose answer is a `T`."""

    method: str
    path: str
    parameters: Mapping[str, Any] = field(default_factory=dict[str, Any])
    json: Any = None
    sgf: bytes | None = None
    raw: bool = False
    """Whether the answer is a file."""
    reads: bool = False
    """Whether the answer depends on books and results, so that it has to include writes."""
    repeatable: bool = True
    """Whether it may be sent twice, as changes with an `Idempotency-Key` may."""
    change: str | bool | None = False
    """Idempotency key of a change of a book; None to make one; False if it is no such change."""
    if_match: int | str | None = None
    if_none_match: str | None = None

    def __post_init__(self) -> None:
        if self.change is None:
            self.change = str(uuid.uuid4())


@dataclass(slots=True)
class Stream:
    """A stream of events to follow."""

    path: str
    parameters: Mapping[str, Any]


@dataclass(slots=True)
class Settings:
    """How requests are sent."""

    url: str
    key: str | None
    retries: int
    patience: float
    written: Written = field(default_factory=lambda: Written())

    def __post_init__(self) -> None:
        if self.key is None:
            self.key = os.environ.get("JOSEKI_KEY") or None
        if self.key is not None and not (self.key.isascii() and self.key.isprintable()):
            raise ValueError("invalid key: expected visible ASCII characters only")

    def headers(self) -> dict[str, str]:
        """Returns the headers of every request."""
        headers = {"Accept": "application/json"}
        if self.key is not None:
            headers["Authorization"] = f"Bearer {self.key}"
        return headers


class Written:
    """What this client wrote: reads include it, whichever node answers."""

    def __init__(self) -> None:
        self._versions: dict[str, int] = {}
        self._results = 0

    def note(self, request: Request[Any], answer: Any) -> None:
        """Notes the version of a book or the number of a result in the answer to a write."""
        if request.reads or request.method == "GET" or not isinstance(answer, dict):
            return
        if isinstance(results := answer.get("results"), int):
            self._results = max(self._results, results)
        book = answer.get("book")
        if request.change is not False and not answer.get("dry_run") and isinstance(book, dict):
            name, version = book.get("name"), book.get("version")
            if isinstance(name, str) and isinstance(version, int):
                self._versions[name] = max(self._versions.get(name, 0), version)

    def parameters(self) -> dict[str, str]:
        """Returns the parameters of a read; the server takes at most 32 books."""
        least: dict[str, str] = {}
        if self._versions:
            last = list(self._versions.items())[-32:]
            least["min_version"] = ",".join(f"{name}:{version}" for name, version in last)
        if self._results:
            least["min_results"] = str(self._results)
        return least

    def forget(self) -> None:
        """Forgets everything, for a node that cannot get it."""
        self._versions.clear()
        self._results = 0


class Attempts(Generic[T]):
    """The attempts to send one request."""

    def __init__(self, request: Request[T], settings: Settings) -> None:
        self._request = request
        self._settings = settings
        self._failed = 0
        self._give_up = time.monotonic() + settings.patience
        headers = settings.headers()
        content: bytes | None = None
        if request.sgf is not None:
            headers["Content-Type"], content = "application/x-go-sgf", request.sgf
        elif request.json is not None:
            headers["Content-Type"] = "application/json"
            content = json.dumps(_plain(request.json), ensure_ascii=False).encode()
        if request.change is not False:
            headers["Idempotency-Key"] = str(request.change)
        if request.if_match is not None:
            headers["If-Match"] = _tag(request.if_match)
        if request.if_none_match is not None:
            headers["If-None-Match"] = _tag(request.if_none_match)
        least = settings.written.parameters() if request.reads else {}
        self.arguments: dict[str, Any] = {
            "method": request.method,
            "url": settings.url + request.path,
            "params": _query({**least, **request.parameters}),
            "headers": headers,
            "content": content,
        }

    def answer(self, response: httpx.Response) -> T:
        """Returns what the server answered."""
        if self._request.raw:
            return response.content  # type: ignore[return-value]
        if response.status_code == 204:
            return None  # type: ignore[return-value]
        try:
            answer = response.json()
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise InvalidAnswer(f"{self._settings.url}: not an answer of a joseki service")
        self._settings.written.note(self._request, answer)
        return answer  # type: ignore[return-value]

    def refused(self, response: httpx.Response) -> float:
        """Returns the seconds until the next attempt; raises the problem if there is none."""
        problem = problem_of(response, self._settings.url)
        if not isinstance(problem, Problem):
            raise problem
        if problem.code == "node_behind":
            self._settings.written.forget()
        after = problem.retry_after
        if problem.status == 429 and after is None:
            raise problem
        if problem.status != 429 and problem.status not in LOST:
            raise problem
        return self._pause(problem, after)

    def failed(self, error: httpx.TransportError) -> float:
        """Returns the seconds until the next attempt after one without an answer."""
        return self._pause(no_answer(self._settings.url, error), None)

    def _pause(self, error: JosekiError, after: float | None) -> float:
        pause = backoff(self._failed) if after is None else after
        self._failed += 1
        is_last = self._failed > self._settings.retries
        if is_last or not self._request.repeatable or time.monotonic() + pause > self._give_up:
            raise error from None
        return pause


def backoff(failed: int) -> float:
    """Returns seconds to wait: a random share of a time that doubles, at most 10 s."""
    return min(0.2 * 2.0**failed, 10.0) * random.uniform(0.5, 1)


def no_answer(url: str, error: Exception) -> NoAnswer:
    said = str(error) or type(error).__name__
    what = (
        "the server did not answer in time" if isinstance(error, httpx.TimeoutException) else said
    )
    return NoAnswer(f"no answer from {url}: {what}")


def problem_of(response: httpx.Response, url: str) -> Problem | InvalidAnswer:
    """Returns the problem that a response states."""
    body: Any = None
    if response.headers.get("Content-Type", "").startswith("application/problem+json"):
        with contextlib.suppress(ValueError):
            body = response.json()
    after = response.headers.get("Retry-After", "")
    if not isinstance(body, dict):
        if response.status_code in LOST or response.status_code == 429:
            # A proxy in front of the server may say so.
            return Problem(
                response.status_code, {"detail": response.reason_phrase}, _seconds(after)
            )
        return InvalidAnswer(f"{url}: not an answer of a joseki service")
    return Problem(response.status_code, body, _seconds(after))


class Follower:
    """The state of a stream that is followed: what to ask for, and what came."""

    def __init__(self, stream: Stream, settings: Settings) -> None:
        self._stream = stream
        self._settings = settings
        self._last: str | None = None
        self._id: str | None = None
        self._was_open = False
        self._failed = 0
        self._name = ""
        self._data: list[str] = []

    @property
    def arguments(self) -> dict[str, Any]:
        """The request that opens the stream, after the last event."""
        headers = self._settings.headers() | {"Accept": "text/event-stream"}
        if self._last is not None:
            headers["Last-Event-ID"] = self._last
        return {
            "method": "GET",
            "url": self._settings.url + self._stream.path,
            "params": _query(self._stream.parameters),
            "headers": headers,
        }

    def opened(self, response: httpx.Response) -> bool:
        """Notes that the stream is open, or raises; False if what was followed has ended."""
        if response.is_success:
            if not response.headers.get("Content-Type", "").startswith("text/event-stream"):
                raise InvalidAnswer(f"{self._settings.url}: not an answer of a joseki service")
            self._was_open, self._failed = True, 0
            self._id, self._name, self._data = self._last, "", []
            return True
        if self._was_open and response.status_code == 404:
            return False
        raise problem_of(response, self._settings.url)

    def take(self, line: str) -> Event | None:
        """Takes a line of the stream; returns the event that it ends."""
        if line:
            name, _, value = line.partition(":")
            value = value.removeprefix(" ")
            if name == "id":
                self._id = value
            elif name == "event":
                self._name = value
            elif name == "data":
                self._data.append(value)
            return None
        self._last = self._id
        event_name, text = self._name, "\n".join(self._data)
        self._name, self._data = "", []
        if not event_name:
            return None  # A comment, or the greeting, which has an id alone.
        try:
            data = json.loads(text) if text else None
        except ValueError:
            raise InvalidAnswer(f"{self._settings.url}: an event has no JSON") from None
        return Event(event_name, data, self._last)

    def broken(self, error: Exception | None) -> float:
        """Returns the seconds until the stream is opened again; raises if it should not be.

        A stream that was open once is opened again for as long as it takes.
        """
        if isinstance(error, httpx.TransportError):
            error = no_answer(self._settings.url, error)
        elif isinstance(error, Problem):
            if error.status not in LOST and error.retry_after is None:
                raise error
        elif error is not None:
            raise error
        self._failed += 1
        if error is not None and not self._was_open and self._failed > self._settings.retries:
            raise error
        after = error.retry_after if isinstance(error, Problem) else None
        return backoff(min(self._failed, 6)) if after is None else after


def _seconds(text: str) -> float | None:
    return float(text) if text.isascii() and text.isdecimal() else None


def _tag(tag: int | str) -> str:
    return "*" if tag == "*" else f'"{tag}"'


def _query(parameters: Mapping[str, Any]) -> dict[str, str]:
    """Returns parameters as they stand in an address: lists with commas, None left out."""
    said: dict[str, str] = {}
    for name, value in parameters.items():
        if isinstance(value, bool):
            value = "true" if value else "false"
        elif isinstance(value, (list, tuple)):
            value = ",".join(map(str, value))
        if value is not None:
            said[_name(name)] = str(value)
    return said


def _plain(value: Any) -> Any:
    """Returns a value with the fields' own names, where Python's keywords need an underscore."""
    if isinstance(value, Mapping):
        return {_name(name): _plain(inner) for name, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_plain(inner) for inner in value]
    return value


def _name(name: str) -> str:
    return name[:-1] if name.endswith("_") and keyword.iskeyword(name[:-1]) else name
