"""What is sent, when it is sent again, and what errors say; no server is needed."""

from __future__ import annotations

import asyncio
import json
import unittest
from collections.abc import AsyncIterator, Iterator
from typing import Any
from unittest import mock

import httpx

from joseki_client import AsyncClient, Client, InvalidAnswer, NoAnswer, Problem

Answer = httpx.Response | Exception


def problem(status: int, code: str, after: str | None = None, **more: Any) -> httpx.Response:
    headers = {"Content-Type": "application/problem+json"}
    if after is not None:
        headers["Retry-After"] = after
    return httpx.Response(status, json={"code": code, "detail": "so", **more}, headers=headers)


class Server:
    """Gives answers written beforehand, and keeps what it was asked and how long clients waited."""

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.requests: list[httpx.Request] = []
        self.waited: list[float] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        self.requests.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def client(self, **settings: Any) -> Client:
        mock.patch("joseki_client.client.time.sleep", self.waited.append).start()
        return Client("http://test/", transport=httpx.MockTransport(self), **settings)


class Requests(unittest.TestCase):
    def setUp(self) -> None:
        self.addCleanup(mock.patch.stopall)

    def test_a_question_is_sent_again(self) -> None:
        server = Server(
            problem(503, "overloaded", "0"),
            httpx.ConnectError("refused"),
            problem(429, "rate_limited", "2"),
            httpx.Response(200, json={"best": "Q16"}),
        )
        answer = server.client(key="jk_1").next(moves=[("B", "D4")], class_="dan", opponent="tom")
        self.assertEqual(answer.get("best"), "Q16")
        self.assertEqual(server.waited[0], 0)
        self.assertEqual(server.waited[2], 2)
        first = server.requests[0]
        self.assertEqual(first.headers["Authorization"], "Bearer jk_1")
        sent = {"moves": [["B", "D4"]], "class": "dan", "opponent": "tom"}
        self.assertEqual(json.loads(first.content), sent)

    def test_nobody_waits_for_long_or_for_nothing(self) -> None:
        for answer in (
            problem(503, "store_busy", "3600"),
            problem(429, "rate_limited"),
            problem(422, "illegal_move", "0"),
        ):
            server = Server(answer)
            with self.assertRaises(Problem):
                server.client().next()
            self.assertEqual(len(server.requests), 1)
        server = Server(*[httpx.ReadTimeout("")] * 6)
        with self.assertRaisesRegex(NoAnswer, "no answer from http://test: .* in time"):
            server.client().list_books()
        self.assertEqual(len(server.requests), 6)

    def test_a_change_is_sent_again_under_one_key(self) -> None:
        server = Server(problem(504, "outcome_unknown"), httpx.Response(200, json={}))
        server.client().patch_node("DD", {"comment": "{B}"}, if_match=7)
        keys = {request.headers["Idempotency-Key"] for request in server.requests}
        self.assertEqual(len(keys), 1)
        self.assertEqual(server.requests[1].headers["If-Match"], '"7"')

    def test_what_must_not_happen_twice_is_not_sent_again(self) -> None:
        server = Server(httpx.ReadError("lost"), httpx.ReadError("lost"))
        with self.assertRaises(NoAnswer):
            server.client().create_table(game="renju")
        with self.assertRaises(NoAnswer):
            server.client().act("t", action="play", move="h8")
        self.assertEqual(len(server.requests), 2)

    def test_reads_include_what_was_written(self) -> None:
        server = Server(
            httpx.Response(201, json={"results": 8}),
            httpx.Response(200, json={"book": {"name": "mine", "version": 3}}),
            httpx.Response(200, json={}),
            problem(503, "node_behind", "0"),
            httpx.Response(200, json={}),
            httpx.Response(200, json={}),
        )
        client = server.client()
        client.report(game_id="1", opponent="tom", color="B", result="loss", moves=[])
        client.edit("mine", edits=[])
        client.next()
        self.assertEqual(server.requests[2].url.params["min_results"], "8")
        self.assertEqual(server.requests[2].url.params["min_version"], "mine:3")
        client.next()
        client.next()
        self.assertNotIn("min_results", server.requests[-1].url.params)

    def test_problems_have_their_fields(self) -> None:
        server = Server(problem(422, "illegal_move", "5", field="moves[1]", move={"number": 2}))
        with self.assertRaises(Problem) as raised:
            server.client().next()
        error = raised.exception
        self.assertEqual((error.status, error.code, error.retry_after), (422, "illegal_move", 5))
        self.assertEqual(str(error), "illegal_move: so (in moves[1])")
        self.assertEqual(error.body["move"], {"number": 2})

    def test_other_programs_are_recognised(self) -> None:
        for answer in (
            httpx.Response(200, text="<p>"),
            httpx.Response(200, json=[]),
            httpx.Response(404, text="<p>"),
        ):
            with self.assertRaisesRegex(InvalidAnswer, "not an answer of a joseki service"):
                Server(answer).client().list_books()

    def test_keys_and_timeouts_are_checked(self) -> None:
        for key in ("jk_\u00e9", "jk_1\nX: y"):
            with self.assertRaisesRegex(ValueError, "invalid key") as raised:
                Client(key=key)
            self.assertNotIn("jk_", str(raised.exception))
        for timeout in (0, -1, float("nan"), float("inf")):
            with self.assertRaisesRegex(ValueError, "timeout"):
                Client(timeout=timeout)
        with mock.patch.dict("os.environ", {"JOSEKI_KEY": "jk_2"}):
            self.assertTrue(Client().has_key)

    def test_parameters_are_written_as_in_addresses(self) -> None:
        server = Server(httpx.Response(200, content=b"(;)"))
        self.assertEqual(server.client().export("a/b", provenance=True, format="sgf"), b"(;)")
        address = "http://test/v1/books/a%2Fb/export?provenance=true&format=sgf"
        self.assertEqual(str(server.requests[0].url), address)


class Lines(httpx.SyncByteStream, httpx.AsyncByteStream):
    """The body of a stream that may break off."""

    def __init__(self, text: str, breaks: bool = False) -> None:
        self.text = text
        self.breaks = breaks

    def __iter__(self) -> Iterator[bytes]:
        yield self.text.encode()
        if self.breaks:
            raise httpx.ReadError("lost")

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for part in self:
            yield part


def stream(text: str, breaks: bool = False) -> httpx.Response:
    headers = {"Content-Type": "text/event-stream"}
    return httpx.Response(200, stream=Lines(text, breaks), headers=headers)


ANSWERS = (
    ': hello\nid: 7@a\n\nid: 8@a\nevent: change\ndata: {"id":\ndata: 8}\n\nid: 9@a\nevent: ch',
    'id: 9@a\r\nevent: change\r\ndata: {"id":9}\r\n\r\n:\n\nevent: end\ndata: {}\n\n',
)


class Streams(unittest.TestCase):
    def setUp(self) -> None:
        self.addCleanup(mock.patch.stopall)

    def server(self) -> Server:
        gone = problem(404, "unknown_table")
        return Server(
            stream(ANSWERS[0], breaks=True),
            problem(503, "overloaded", "0"),
            stream(ANSWERS[1]),
            gone,
        )

    def check(self, server: Server, events: list[Any]) -> None:
        self.assertEqual([event.name for event in events], ["change", "change", "end"])
        self.assertEqual([event.data.get("id") for event in events], [8, 9, None])
        self.assertEqual(events[0].id, "8@a")
        after = [request.headers.get("Last-Event-ID") for request in server.requests]
        # The event that broke off is sent again: what counts is the last that ended.
        self.assertEqual(after, [None, "8@a", "8@a", "9@a"])

    def test_a_stream_goes_on_after_the_last_event(self) -> None:
        server = self.server()
        self.check(server, list(server.client().follow_changes()))

    def test_an_asynchronous_one_does_too(self) -> None:
        server = self.server()

        async def run() -> list[Any]:
            async with AsyncClient("http://test", transport=httpx.MockTransport(server)) as client:
                return [event async for event in client.follow_changes()]

        async def sleep(_: float) -> None: ...

        mock.patch("joseki_client.client.asyncio.sleep", sleep).start()
        self.check(server, asyncio.run(run()))

    def test_a_stream_that_never_was_is_given_up(self) -> None:
        server = Server(*[httpx.ConnectError("refused")] * 6)
        with self.assertRaisesRegex(NoAnswer, "refused"):
            list(server.client().follow_changes())
        with self.assertRaises(Problem):
            list(Server(problem(404, "unknown_table")).client().follow_table("t"))


if __name__ == "__main__":
    unittest.main()
