"""The two clients, which send what `methods` and `request` say."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterator
from types import TracebackType
from typing import Self, TypeVar

import httpx

from .errors import JosekiError
from .methods import Methods
from .request import Attempts, Event, Follower, Request, Settings, Stream

T = TypeVar("T")

LOCAL = "http://127.0.0.1:8361"
"""Where `joseki serve` listens by default."""

SILENCE = 60.0
"""Seconds without a word after which a stream is taken for lost; servers say one every 15 s."""


class _Base(Methods):
    def __init__(
        self,
        url: str = LOCAL,
        *,
        key: str | None = None,
        timeout: float = 10.0,
        retries: int = 5,
        patience: float = 30.0,
    ) -> None:
        """Makes a client of the service at `url`.

        `key` is an API key, by default that of the environment's `JOSEKI_KEY`. `timeout` is in
        seconds without a word from the server. A request that may be sent twice is sent again up
        to `retries` times, for as long as waiting takes no more than `patience` seconds in all.
        """
        if not 0 < timeout < 1e6:
            raise ValueError("timeout must be more than 0 seconds, and less than a million")
        self._settings = Settings(url.rstrip("/"), key, retries, patience)
        self._timeout = httpx.Timeout(timeout)
        self._stream_timeout = httpx.Timeout(timeout, read=SILENCE)

    @property
    def has_key(self) -> bool:
        """Whether requests are sent with a key."""
        return self._settings.key is not None


class Client(_Base):
    """A client of the service. Use it as a context manager, or close it when you are done."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def __init__(
        self,
        url: str = LOCAL,
        *,
        key: str | None = None,
        timeout: float = 10.0,
        retries: int = 5,
        patience: float = 30.0,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        """As the base says; `transport` replaces the network, for tests."""
        super().__init__(url, key=key, timeout=timeout, retries=retries, patience=patience)
        self._http = httpx.Client(transport=transport, timeout=self._timeout)

    def close(self) -> None:
        """Closes the connections."""
        self._http.close()

    def _send(self, request: Request[T]) -> T:
        attempts = Attempts(request, self._settings)
        while True:
            try:
                response = self._http.request(**attempts.arguments)
            except httpx.TransportError as error:
                pause = attempts.failed(error)
            else:
                if response.is_success:
                    return attempts.answer(response)
                pause = attempts.refused(response)
            time.sleep(pause)

    def _follow(self, stream: Stream) -> Iterator[Event]:
        follower = Follower(stream, self._settings)
        while True:
            lost: Exception | None = None
            try:
                with self._http.stream(
                    **follower.arguments, timeout=self._stream_timeout
                ) as response:
                    if not response.is_success:
                        response.read()
                    if not follower.opened(response):
                        return
                    for line in response.iter_lines():
                        if (event := follower.take(line)) is not None:
                            yield event
            except (httpx.TransportError, JosekiError) as error:
                lost = error
            time.sleep(follower.broken(lost))


class AsyncClient(_Base):
    """The same with `await`: the methods of `Client`, each of which returns an awaitable."""

    def __init__(
        self,
        url: str = LOCAL,
        *,
        key: str | None = None,
        timeout: float = 10.0,
        retries: int = 5,
        patience: float = 30.0,
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        """As the base says; `transport` replaces the network, for tests."""
        super().__init__(url, key=key, timeout=timeout, retries=retries, patience=patience)
        self._http = httpx.AsyncClient(transport=transport, timeout=self._timeout)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the connections."""
        await self._http.aclose()

    async def _send(self, request: Request[T]) -> T:
        attempts = Attempts(request, self._settings)
        while True:
            try:
                response = await self._http.request(**attempts.arguments)
            except httpx.TransportError as error:
                pause = attempts.failed(error)
            else:
                if response.is_success:
                    return attempts.answer(response)
                pause = attempts.refused(response)
            await asyncio.sleep(pause)

    async def _follow(self, stream: Stream) -> AsyncIterator[Event]:
        follower = Follower(stream, self._settings)
        while True:
            lost: Exception | None = None
            try:
                async with self._http.stream(
                    **follower.arguments, timeout=self._stream_timeout
                ) as response:
                    if not response.is_success:
                        await response.aread()
                    if not follower.opened(response):
                        return
                    async for line in response.aiter_lines():
                        if (event := follower.take(line)) is not None:
                            yield event
            except (httpx.TransportError, JosekiError) as error:
                lost = error
            await asyncio.sleep(follower.broken(lost))
