"""Writes `src/joseki_client/types.py` from `openapi.json`.

    python make_types.py ../../openapi.json > src/joseki_client/types.py

Only the types that a method of the client takes or returns are written, and those that they use.
"""

from __future__ import annotations

import json
import keyword
import re
import sys
from collections.abc import Iterator
from typing import Any

Schema = dict[str, Any]

HEAD = '''"""Types of requests and answers, named as in the service's `openapi.json`.

Written by `make_types.py`; do not edit. Objects are dictionaries at run time. A field whose name is
a keyword of Python ends with an underscore where it is sent (`class_`), and has its own name in
answers (`answer["class"]`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict
'''


class Writer:
    """Turns schemas into source text; a type is written after those that it inherits from."""

    def __init__(self, document: Schema) -> None:
        self.schemas: Schema = document["components"]["schemas"]
        self.sent: set[str] = set()
        self.written: dict[str, str] = {}

    def mark_sent(self, schema: Any) -> None:
        """Notes the types of requests: their lists may be any sequence."""
        for name in references(schema):
            if name not in self.sent:
                self.sent.add(name)
                self.mark_sent(self.schemas[name])

    def add(self, name: str) -> str:
        """Writes a schema of the document and all that it uses; returns the name of its type."""
        if name not in self.written:
            self.written[name] = ""
            self.define(name, self.schemas[name], name in self.sent)
        return name

    def define(self, name: str, schema: Schema, sent: bool) -> None:
        if "allOf" in schema:
            bases = [
                self.add(part["$ref"].rpartition("/")[2])
                for part in schema["allOf"]
                if "$ref" in part
            ]
            own: Schema = {"properties": {}, "required": []}
            for part in schema["allOf"]:
                own["properties"] |= part.get("properties", {})
                own["required"] += part.get("required", [])
            text = self.object(name, {**own, "description": schema.get("description")}, sent, bases)
        elif "properties" in schema:
            text = self.object(name, schema, sent, [])
        else:
            text = f"{name}: TypeAlias = '{self.type(schema, name, sent)}'\n" + doc(schema, "")
        del self.written[name]  # After what it inherits from.
        self.written[name] = text

    def object(self, name: str, schema: Schema, sent: bool, bases: list[str]) -> str:
        fields: dict[str, tuple[str, Schema]] = {}
        for field, described in sorted(schema["properties"].items()):
            kind = self.type(described, name + field.title().replace("_", ""), sent)
            if field not in schema.get("required", []):
                kind = f"NotRequired[{kind}]"
            fields[f"{field}_" if sent and keyword.iskeyword(field) else field] = kind, described
        if any(keyword.iskeyword(field) for field in fields):
            parts = "".join(f'    "{field}": "{kind}",\n' for field, (kind, _) in fields.items())
            return f'{name} = TypedDict(\n    "{name}",\n    {{\n{indented(parts)}    }},\n)\n{doc(schema, "")}'
        text = f"class {name}({', '.join(bases) or 'TypedDict'}):\n{doc(schema)}"
        for field, (kind, described) in fields.items():
            text += f"\n    {field}: {kind}\n{doc(described)}"
        return text if text.rstrip().count("\n") else text + "    pass\n"

    def type(self, schema: Schema, name: str, sent: bool) -> str:
        """Returns the annotation of a schema; `name` is for an object that has none of its own."""
        if "$ref" in schema:
            return self.add(schema["$ref"].rpartition("/")[2])
        for several in ("oneOf", "anyOf"):
            if several in schema:
                kinds = [self.type(part, variant(name, part), sent) for part in schema[several]]
                return " | ".join(dict.fromkeys(kinds))
        if "enum" in schema:
            return f"Literal[{', '.join(json.dumps(value) for value in schema['enum'] if value is not None)}]"
        kinds = schema.get("type", "any")
        return " | ".join(
            self.plain(kind, schema, name, sent)
            for kind in ([kinds] if isinstance(kinds, str) else kinds)
        )

    def plain(self, kind: str, schema: Schema, name: str, sent: bool) -> str:
        if kind == "object" and schema.get("properties"):
            if name not in self.written:
                self.written[name] = ""
                self.define(name, schema, sent)
            return name
        if kind == "array":
            return f"{'Sequence' if sent else 'list'}[{self.type(schema.get('items', {}), name, sent)}]"
        if kind == "object":
            values = schema.get("additionalProperties")
            return f"dict[str, {self.type(values, name, sent) if isinstance(values, dict) and values else 'Any'}]"
        return {
            "string": "str",
            "integer": "int",
            "number": "float",
            "boolean": "bool",
            "null": "None",
        }.get(kind, "Any")


def variant(name: str, schema: Schema) -> str:
    return name + ("Error" if "error" in schema.get("required", []) else "Value")


def doc(schema: Schema, indent: str = "    ") -> str:
    said = schema.get("description")
    if not said:
        return ""
    said = said.replace("\\", "\\\\").replace("\n", f"\n{indent}")
    return f'{indent}"""{said}"""\n'


def indented(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines())


def references(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        for key, value in schema.items():
            if key == "$ref":
                yield value.rpartition("/")[2]
            else:
                yield from references(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from references(value)


def main(path: str, client: str = "src/joseki_client/methods.py") -> None:
    with open(path, encoding="utf-8") as file:
        document = json.load(file)
    with open(client, encoding="utf-8") as file:
        used = set(re.findall(r"\bt\.(\w+)", file.read()))
    writer = Writer(document)
    for operations in document["paths"].values():
        for operation in operations.values():
            if isinstance(operation, dict):
                writer.mark_sent(operation.get("requestBody", {}))
                # The parameters of a question, as one type.
                asked = [p for p in operation.get("parameters", []) if p["in"] == "query"]
                name = operation["operationId"].title().replace("_", "") + "Parameters"
                properties = {
                    p["name"]: {"description": p.get("description"), **p["schema"]} for p in asked
                }
                described = f"Parameters of `{operation['operationId']}`."
                required = [p["name"] for p in asked if p.get("required")]
                writer.schemas[name] = {
                    "properties": properties,
                    "required": required,
                    "description": described,
                }
                writer.sent.add(name)
    for name in sorted(used):
        if name not in writer.schemas:
            sys.exit(f"{client}: openapi.json has no type {name}")
        writer.add(name)
    print(HEAD)
    print("\n\n".join(text for text in writer.written.values()), end="")


if __name__ == "__main__":
    main(*sys.argv[1:])
