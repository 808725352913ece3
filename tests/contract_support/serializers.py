"""Bodies that are no JSON, out of what Schemathesis made: game records and lines of JSON. And a check of its own: every
problem is a documented one."""

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


@schemathesis.check
def documented_problem(ctx, response, case):
    """A problem has one of the codes that its operation lists, with the status of that code."""
    operation = case.operation.definition.raw
    other_method = case.method.lower() != case.operation.method.lower()
    if response.status_code < 400 or str(response.status_code) in operation["responses"] or other_method:
        return
    code = response.json().get("code")
    problem = case.operation.schema.raw_schema["components"]["responses"]["Problem"]
    # A name made up may lead to another address.
    known = code in operation["x-codes"] or code == "unknown_route"
    assert known, f"{code} is not among the x-codes of the operation"
    assert problem["x-statuses"][code] == response.status_code, f"{code} came with {response.status_code}"
