"""Holds the answers of a running server against its description, and against the classes generated from it.

    PYTHONPATH=FOLDER_OF_THE_GENERATED_CLIENT python answers.py URL KEY

Prints a line for each answer, and ends with 1 at the first that is not as described.
"""

import json
import sys
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import joseki_client.models
from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator

GAME = [["B", "Q16"], ["W", "O17"], ["B", "R14"], ["W", "R17"]]
RESULT = {"game_id": "1", "opponent": "tom", "color": "B", "result": "loss", "moves": GAME}
QUIZ = {"player": "ann", "question": "1", "moves": GAME[:2], "answer": "P17"}
LADDER = [["B", "Q16"], ["W", "P16"], ["B", "P17"], ["W", "K3"], ["B", "O17"], ["W", "R4"], ["B", "P15"]]
SGF = "(;SZ[19]PB[ann]PW[bob]RE[W+2];B[pd];W[nc];B[qc];W[qd];B[dp])"

# The method, the address as it is asked for and as it is described, the body, the status that comes.
ASKED = [
    ("GET", "/readyz", "/readyz", None, 200),
    ("GET", "/v1/next?moves=Q16,O17&trend=true&examples=2", "/v1/next", None, 200),
    ("GET", "/v1/next?moves=D4,F3,E7", "/v1/next", None, 200),
    ("GET", "/v1/next?moves=Q16,Q16", "/v1/next", None, 422),
    ("POST", "/v1/next", "/v1/next", {"moves": GAME, "seed": 7, "opponent": "tom"}, 200),
    ("POST", "/v1/next/batch", "/v1/next/batch", {"queries": [{"moves": GAME}, {"moves": [["B", "X"]]}]}, 200),
    ("POST", "/v1/ladder", "/v1/ladder", {"moves": LADDER, "points": ["P16"]}, 200),
    ("POST", "/v1/review", "/v1/review", {"games": [SGF]}, 200),
    ("GET", "/v1/books", "/v1/books", None, 200),
    ("GET", "/v1/books/main", "/v1/books/{book}", None, 200),
    ("GET", "/v1/books/nothing", "/v1/books/{book}", None, 404),
    ("POST", "/v1/books/main/copy", "/v1/books/{book}/copy", {"to": "mine"}, 201),
    ("GET", "/v1/books/mine/lines?limit=3", "/v1/books/{book}/lines", None, 200),
    ("GET", "/v1/books/mine/nodes", "/v1/books/{book}/nodes", None, 200),
    ("GET", "/v1/books/mine/nodes/DDCF", "/v1/books/{book}/nodes/{steps}", None, 200),
    ("GET", "/v1/books/main/nodes/DDCF/changes", "/v1/books/{book}/nodes/{steps}/changes", None, 200),
    ("PATCH", "/v1/books/mine/nodes/DDCF", "/v1/books/{book}/nodes/{steps}", {"verdict": "question"}, 428),
    ("GET", "/v1/books/main/conditions", "/v1/books/{book}/conditions", None, 200),
    ("GET", "/v1/books/main/changes", "/v1/books/{book}/changes", None, 200),
    ("GET", "/v1/changes", "/v1/changes", None, 200),
    ("GET", "/v1/changes/1", "/v1/changes/{id}", None, 200),
    ("POST", "/v1/results", "/v1/results", RESULT, 201),
    ("POST", "/v1/results", "/v1/results", {"results": [RESULT, {**RESULT, "color": "X"}]}, 200),
    ("GET", "/v1/results/1", "/v1/results/{game_id}", None, 200),
    ("GET", "/v1/opponents", "/v1/opponents", None, 200),
    ("GET", "/v1/opponents/tom", "/v1/opponents/{opponent}", None, 200),
    ("POST", "/v1/quiz", "/v1/quiz", QUIZ, 200),
    ("GET", "/v1/quiz/players/ann", "/v1/quiz/players/{player}", None, 200),
    ("DELETE", "/v1/results/1", "/v1/results/{game_id}", None, 200),
    ("POST", "/v1/keys", "/v1/keys", {"name": "bot", "scopes": ["read"]}, 201),
    ("GET", "/v1/keys", "/v1/keys", None, 200),
]


def ask(url, key, method, path, body):
    """The status and the JSON of an answer."""
    headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    try:
        with urlopen(Request(url + path, data, headers, method=method), timeout=60) as answer:
            return answer.status, json.load(answer)
    except HTTPError as error:
        with error:
            return error.code, json.load(error)


def described(document, path, method, status, answer):
    """The schema of an answer. A problem has to have one of the codes of its operation, with the status of that code."""
    operation = document["paths"][path][method.lower()]
    if status < 300:
        return operation["responses"][str(status)]["content"]["application/json"]["schema"]
    name = operation["responses"]["default"]["$ref"].rpartition("/")[2]
    problem = document["components"]["responses"][name]
    if answer["code"] not in operation["x-codes"] or problem["x-statuses"][answer["code"]] != status:
        sys.exit(f"{method} {path}: {answer['code']} with {status} is not described")
    return problem["content"]["application/problem+json"]["schema"]


def check(document, schema, value, where):
    """Ends the program if a value is not as its schema says."""
    whole = {**schema, "components": document["components"]}
    for error in Draft202012Validator(whole).iter_errors(value):
        sys.exit(f"{where}: {error.json_path}: {error.message[:200]}")


def check_examples(document, part, where="#"):
    """Holds every example of the description against the schema that it is an example of."""
    if isinstance(part, list):
        return sum(check_examples(document, value, f"{where}/{number}") for number, value in enumerate(part))
    if not isinstance(part, dict):
        return 0
    is_one = "example" in part and bool({"schema", "type", "$ref", "oneOf"} & part.keys())
    if is_one:
        schema = {name: value for name, value in part.items() if name != "example"}
        check(document, part.get("schema", schema), part["example"], f"the example of {where}")
    return is_one + sum(check_examples(document, value, f"{where}/{name}") for name, value in part.items())


def main(url, key):
    _, document = ask(url, key, "GET", "/openapi.json", None)
    OpenAPIV31SpecValidator(document).validate()
    print(f"{check_examples(document, document)} examples")
    for method, path, pattern, body, wanted in ASKED:
        status, answer = ask(url, key, method, path, body)
        where = f"{method} {path}"
        if status != wanted:
            sys.exit(f"{where}: {status} and not {wanted}: {answer}")
        schema = described(document, pattern, method, status, answer)
        check(document, schema, answer, where)
        made = getattr(joseki_client.models, schema.get("$ref", "").rpartition("/")[2], None)
        if made is not None and made.from_dict(answer).to_dict() != answer:
            sys.exit(f"{where}: {made.__name__} does not hold what was answered")
        print(f"{where}: {status} {made.__name__ if made else 'one of several'}")


if __name__ == "__main__":
    main(*sys.argv[1:])
