"""A scripted engine of KataGo's analysis protocol that knows a made-up game, for growing books.

What Black leads by is the sum of a number for each stone of the upper right corner, by a hash of its
point that mirror images share, and 3 points for the side to move. Its search sees one move deep.
"""

import argparse
import hashlib
import json
import math
import os
import sys

parser = argparse.ArgumentParser()
parser.add_argument("--log", help="a file that gets a line of JSON for every query")
parser.add_argument("--name", default="scripted-b1c1")
parser.add_argument("--die-after", type=int, help="end after so many answers")
flags = parser.parse_args()

COLUMNS = "ABCDEFGHJKLMNOPQRST"
# Where the engine looks for moves: columns and rows from the corner.
SHAPE = [(3, 3), (2, 3), (3, 2), (2, 2), (2, 5), (5, 2), (3, 5), (5, 3)]


def point(text):
    return COLUMNS.index(text[0]), int(text[1:]) - 1


def worth(at):
    u, v = 18 - at[0], 18 - at[1]
    if max(u, v) > 9:
        return 0.0
    digest = hashlib.sha256(f"{min(u, v)} {max(u, v)}".encode()).digest()
    return (digest[0] - 128) / 32


def lead(stones, turn):
    """Black's lead without komi."""
    own = sum(worth(at) if color == "B" else -worth(at) for at, color in stones.items())
    return own + (3 if turn == "B" else -3)


def say(answer):
    print(json.dumps(answer), flush=True)


def answer(query):
    stones = {point(text): color for color, text in query["initialStones"] + query["moves"]}
    moves = query["moves"]
    turn = query["initialPlayer"] if not moves else "W" if moves[-1][0] == "B" else "B"
    other = "W" if turn == "B" else "B"
    komi = query["komi"]
    sign = 1 if turn == "B" else -1
    candidates = [(18 - u, 18 - v) for u, v in SHAPE] + [(9, 9)]
    candidates = [at for at in candidates if at not in stones]
    after = [(sign * (lead({**stones, at: turn}, other) - komi), at) for at in candidates]
    best = max(value for value, _ in after)
    weights = [math.exp(value - best) for value, _ in after]
    policy = [0.0] * 362
    infos = []
    for (value, at), weight in sorted(zip(after, weights), reverse=True):
        prior = weight / sum(weights)
        policy[(18 - at[1]) * 19 + at[0]] = prior
        infos.append({"move": f"{COLUMNS[at[0]]}{at[1] + 1}", "visits": query["maxVisits"], "prior": prior,
                      "winrate": 1 / (1 + math.exp(-value / 10)), "scoreLead": value})
    root = {"winrate": 1 / (1 + math.exp(-best / 10)), "scoreLead": best, "visits": query["maxVisits"]}
    result = {"id": query["id"], "turnNumber": len(moves), "isDuringSearch": False, "rootInfo": root,
              "moveInfos": infos}
    if query.get("includePolicy"):
        result["policy"] = policy
    say(result)
    if flags.log:
        with open(flags.log, "a") as log:
            log.write(json.dumps(query) + "\n")


def main():
    done = 0
    for line in sys.stdin:
        query = json.loads(line)
        if query.get("action") == "query_version":
            say({**query, "version": "1.16.0"})
        elif query.get("action") == "query_models":
            say({**query, "models": [{"name": "x", "internalName": flags.name}]})
        elif flags.die_after is not None and done >= flags.die_after:
            os._exit(3)
        else:
            answer(query)
            done += 1


main()
