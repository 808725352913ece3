"""Client of joseki, a database service for Go joseki and openings of renju, gomoku and xiangqi.

```python
from joseki_client import Client

with Client() as joseki:
    print(joseki.next(moves=[("B", "Q16"), ("W", "O17")]).get("best"))
```
"""

from . import types
from .client import AsyncClient, Client
from .errors import InvalidAnswer, JosekiError, NoAnswer, Problem
from .request import Event

__all__ = [
    "AsyncClient",
    "Client",
    "Event",
    "InvalidAnswer",
    "JosekiError",
    "NoAnswer",
    "Problem",
    "types",
]
