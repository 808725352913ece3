"""What can go wrong."""

from __future__ import annotations

from typing import Any


class JosekiError(Exception):
    """Base of all errors of this package."""


class NoAnswer(JosekiError):
    """The server cannot be reached, or did not answer in time."""


class InvalidAnswer(JosekiError):
    """What answered is not a joseki service."""


class Problem(JosekiError):
    """The server refused a request.

    Match on `code`, which is stable; `detail` says what is wrong and what to do, for people.
    """

    def __init__(self, status: int, body: dict[str, Any], retry_after: float | None = None) -> None:
        self.status = status
        """HTTP status."""
        self.code: str = str(body.get("code", f"http_{status}"))
        self.title: str = str(body.get("title", ""))
        self.detail: str = str(body.get("detail", ""))
        self.field: str | None = body.get("field")
        """The field or parameter at fault, such as `moves[1]`."""
        self.retry_after = retry_after
        """Seconds after which the server takes the request."""
        self.body = body
        """The whole problem document, with the members that only some codes have."""
        place = f" (in {self.field})" if self.field else ""
        super().__init__(f"{self.code}: {self.detail or self.title}{place}")
