"""A scripted engine of KataGo's analysis protocol, with the standard library alone.

What it says of a position follows from the stones, which it finds by playing the moves itself. It writes down all
that it was asked and answered. Flags make it fail in one way or the other.
"""

import argparse
import hashlib
import json
import os
import sys

parser = argparse.ArgumentParser()
parser.add_argument("--log", help="a file that gets a line of JSON for every answer")
parser.add_argument("--name", default="scripted-b1c1")
parser.add_argument("--version", default="1.16.0")
parser.add_argument("--no-models", action="store_true", help="query_models is an error, as in old versions")
parser.add_argument("--die-after", type=int, help="end after so many answers, with the next unanswered")
parser.add_argument("--hang-after", type=int, help="say nothing after so many answers")
parser.add_argument("--flood-after", type=int, help="report during a search that never ends after so many answers")
parser.add_argument("--nonsense-after", type=int, help="write what is no JSON after so many answers")
parser.add_argument("--hold", type=int, default=1, help="answer so many queries at a time, the last first")
parser.add_argument("--refuse", help="an error for the query with these moves, as Q16,O17")
parser.add_argument("--refuse-all", action="store_true")
parser.add_argument("--warn", action="store_true")
parser.add_argument("--deaf", action="store_true", help="warn that the perspective is not known")
parser.add_argument("--greet", action="store_true", help="write a line that is no JSON first")
parser.add_argument("--partial", action="store_true", help="report during the search")
parser.add_argument("--gtp", action="store_true", help="speak another protocol")
parser.add_argument("--values", help="a file: moves as Q16,O17 to Black's win rate and lead")
flags = parser.parse_args()
values = json.load(open(flags.values)) if flags.values else {}


def say(answer):
    print(answer if isinstance(answer, str) else json.dumps(answer), flush=True)


def point(text):
    column = "ABCDEFGHJKLMNOPQRST".index(text[0].upper())
    return column, int(text[1:]) - 1


def neighbours(at):
    x, y = at
    around = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
    return [(a, b) for a, b in around if 0 <= a < 19 and 0 <= b < 19]


def chain(board, at):
    found, waiting, free = {at}, [at], False
    while waiting:
        for other in neighbours(waiting.pop()):
            if other not in board:
                free = True
            elif board[other] == board[at] and other not in found:
                found.add(other)
                waiting.append(other)
    return found, free


def stones_after(moves):
    board = {}
    for color, text in moves:
        if text.lower() == "pass":
            continue
        at = point(text)
        assert at not in board, f"a stone stands at {text}"
        board[at] = color
        for other in neighbours(at):
            if board.get(other, color) != color:
                found, free = chain(board, other)
                if not free:
                    for stone in found:
                        del board[stone]
        assert chain(board, at)[1], f"{text} has no liberty"
    return board


def evaluation(query):
    """Black's win rate and lead."""
    moves = query["moves"]
    key = ",".join(text for _, text in moves)
    if key in values:
        return values[key]
    board = stones_after(moves)
    turn = "W" if moves and moves[-1][0] == "B" else "B"
    stones = sorted((x, y, color) for (x, y), color in board.items())
    text = json.dumps([stones, turn, query["rules"], query["komi"]])
    digest = hashlib.sha256(text.encode()).digest()
    return [digest[0] / 255, (digest[1] - 128) / 8]


# Moves with their share of the visits and what they lose: elsewhere, on the diagonal of the corner, elsewhere.
MOVES = [("D4", 0.5, 0.0), ("R17", 0.25, 0.125), ("pass", 0.125, 0.25)]


def info(move, share, loss, visits, won, lead):
    return {"move": move, "visits": int(share * visits), "winrate": max(0, won - loss), "scoreLead": lead - loss,
            "prior": share, "order": [name for name, *_ in MOVES].index(move)}


def answer(query):
    settings = query.get("overrideSettings", {})
    if flags.warn:
        say({"warning": "Unexpected or unused field", "field": "overrideSettings", "id": query["id"]})
    if flags.deaf:
        text = "Unknown config params: reportAnalysisWinratesAs"
        say({"warning": text, "field": "overrideSettings", "id": query["id"]})
    moves = ",".join(text for _, text in query["moves"])
    if flags.refuse_all or flags.refuse == moves:
        say({"error": "Could not parse rules: " + query["rules"], "field": "rules", "id": query["id"]})
        return
    black, lead = evaluation(query)
    turn = "W" if query["moves"] and query["moves"][-1][0] == "B" else query.get("initialPlayer", "B")
    told = settings.get("reportAnalysisWinratesAs", "BLACK")
    if told == "WHITE" or (told == "SIDETOMOVE" and turn == "W"):
        black, lead = 1 - black, -lead
    root = {"winrate": black, "scoreLead": lead, "scoreSelfplay": lead, "scoreStdev": 20.5, "utility": 2 * black - 1,
            "visits": query["maxVisits"], "currentPlayer": turn}
    infos = [info(*move, query["maxVisits"], black, lead) for move in MOVES]
    result = {"id": query["id"], "turnNumber": len(query["moves"]), "isDuringSearch": False, "moveInfos": infos,
              "rootInfo": root}
    if flags.partial:
        say({**result, "isDuringSearch": True, "rootInfo": {**root, "winrate": 0.123, "visits": 1}})
    say(result)
    if flags.log:
        with open(flags.log, "a") as log:
            line = {"moves": moves, "to_play": turn, "win_rate": black, "lead": lead, "query": query}
            log.write(json.dumps(line) + "\n")


def after(limit, done):
    return limit is not None and done >= limit


def main():
    done, held = 0, []
    print("the scripted engine is there", file=sys.stderr, flush=True)
    if flags.greet:
        say("a greeting that is no JSON")
    while True:
        line = sys.stdin.readline()
        if not line:
            break
        if flags.gtp:
            say("? unknown command")
            say("")
            continue
        query = json.loads(line)
        if query.get("action") == "query_version":
            say({**query, "version": flags.version, "git_hash": "<omitted>"})
            continue
        if query.get("action") == "query_models":
            if flags.no_models:
                say({"error": "'action' field must be 'query_version' or 'terminate' or 'terminate_all'"})
            else:
                model = {"name": "/models/x.bin.gz", "internalName": flags.name, "version": 14}
                say({**query, "models": [model]})
            continue
        while after(flags.flood_after, done):
            say({"id": query["id"], "turnNumber": 0, "isDuringSearch": True, "moveInfos": [], "rootInfo": {}})
        if after(flags.die_after, done):
            print("out of memory, as it were", file=sys.stderr, flush=True)
            os._exit(3)
        if after(flags.hang_after, done):
            # Until whoever started it is gone.
            while sys.stdin.readline():
                pass
            break
        if after(flags.nonsense_after, done):
            say("Segmentation fault, more or less")
            continue
        held.append(query)
        if len(held) >= flags.hold:
            for waiting in reversed(held):
                answer(waiting)
                done += 1
            held = []
    for waiting in reversed(held):
        answer(waiting)


main()
