"""Bodies that are no JSON: game records and lines of JSON, out of what Schemathesis made."""

import json

import schemathesis


def as_bytes(value) -> bytes:
    if isinstance(value, bytes):
        return value
    text = value if isinstance(value, str) else json.dumps(value)
    return text.encode("utf-8", "surrogatepass")


@schemathesis.serializer("application/x-go-sgf")
def record(ctx, value):
    return as_bytes(value)


@schemathesis.serializer("application/x-ndjson")
def lines(ctx, value):
    return b"\n".join(map(as_bytes, value)) if isinstance(value, list) else as_bytes(value)
