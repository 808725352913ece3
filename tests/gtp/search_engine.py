"""An engine for tests that speaks Gomocup's protocol, UCI, UCCI or XBoard's, and fails as it is told.

It plays the first free point of --moves, then row by row; in xiangqi the moves of --moves in turn.
"""

import argparse
import os
import subprocess
import sys
import time

parser = argparse.ArgumentParser()
parser.add_argument("protocol", choices=["gomocup", "uci", "ucci", "xboard"])
parser.add_argument("--log", required=True)
parser.add_argument("--moves", default="")
parser.add_argument("--from-one", action="store_true")
parser.add_argument("--fail-at", type=int, default=0, help="count of searches over all starts")
parser.add_argument("--how", default="die", choices=["die", "hang", "garbage", "illegal", "none", "flood", "fork"])
parser.add_argument("--no-greeting", action="store_true")
args = parser.parse_args()

START = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w"


def say(text):
    print(text, flush=True)


def heard(line):
    with open(args.log, "a") as log:
        log.write(line + "\n")


def searches():
    """Counts searches, also those of engines that ran before."""
    count = 1
    path = args.log + ".count"
    if os.path.exists(path):
        count += int(open(path).read())
    with open(path, "w") as file:
        file.write(str(count))
    return count


def fails():
    """Fails as told; true if a move is not to be answered."""
    if searches() != args.fail_at:
        return False
    if args.how == "die":
        sys.exit("out of memory")
    if args.how == "fork":
        child = subprocess.Popen(["sleep", "1000"])
        with open("new", "w") as file:
            file.write(str(child.pid))
        os.rename("new", "child")
    if args.how in ("hang", "fork"):
        time.sleep(600)
    while args.how == "flood":
        say({"gomocup": "MESSAGE again", "xboard": "# again"}.get(args.protocol, "info string again"))
    illegal = {"gomocup": "0,0", "xboard": "move a0a0"}.get(args.protocol, "bestmove a0a0")
    say({"garbage": "what?", "illegal": illegal, "none": "bestmove (none)"}[args.how])
    return True


def gomocup():
    size, stones, moves = 15, [], args.moves.split()
    reading = False
    for line in sys.stdin:
        line = line.strip()
        heard(line)
        word, _, rest = line.partition(" ")
        if reading:
            if word == "DONE":
                reading = False
            else:
                x, y, _ = line.split(",")
                stones.append((int(x), int(y)))
                continue
        elif word == "START":
            size, stones = int(rest), []
            if not args.no_greeting:
                say("OK")
            continue
        elif word == "ABOUT":
            if not args.no_greeting:
                say('name="Scripted", version="2", author="tests", country="-"')
            continue
        elif word == "BOARD":
            stones, reading = [], True
            continue
        elif word == "TURN":
            stones.append(tuple(int(part) for part in rest.split(",")))
        elif word == "END":
            return
        elif word != "BEGIN":
            continue
        if fails():
            continue
        say("MESSAGE Depth 3-5 | Eval 17 | Time 1ms | H8 A1")
        wanted = [tuple(int(part) for part in move.split(",")) for move in moves]
        wanted += [(x, y) for y in range(size) for x in range(size)]
        wanted = next(point for point in wanted if point not in stones)
        stones.append(wanted)
        say("%d,%d" % wanted)


def uci():
    moves, played = args.moves.split(), 0
    for line in sys.stdin:
        line = line.strip()
        heard(line)
        words = line.split() or [""]
        if words[0] in ("uci", "ucci"):
            if words[0] != args.protocol:
                return
            say("id name Scripted 2")
            if args.from_one:
                say("option name UCI_Variant type combo default chess var chess var xiangqi")
            say(words[0] + "ok")
        elif words[0] == "isready":
            say("readyok")
        elif words[0] == "position":
            played = len(words) - words.index("moves") - 1 if "moves" in words else 0
        elif words[0] == "go" and not fails():
            move = moves[played // 2] if played // 2 < len(moves) else "0000"
            score = "score 17" if args.protocol == "ucci" else "score cp 17"
            say("info string thinking of " + move)
            say("info depth 3 %s nodes 99 pv %s" % (score, move))
            say("nobestmove" if move == "0000" and args.protocol == "ucci" else "bestmove " + move)
        elif words[0] == "quit":
            return


def xboard():
    moves, played = args.moves.split(), 0
    for line in sys.stdin:
        line = line.strip()
        heard(line)
        word, _, rest = line.partition(" ")
        if word == "protover":
            say('feature myname="Scripted 2" usermove=1 setboard=1 variants="xiangqi" done=0')
            say("feature option=\"Hash -spin 1 1 9\" done=1")
        elif word == "new":
            played = 0
        elif word == "usermove":
            played += 1
        elif word == "go" and not fails():
            say("# thinking")
            move = moves[played // 2] if played // 2 < len(moves) else ""
            say("3 17 1 99 " + move)
            say("move " + move if move else "resign")
        elif word == "quit":
            return
        elif word in ("uci", "ucci"):
            say("Error (unknown command): " + word)


{"gomocup": gomocup, "uci": uci, "ucci": uci, "xboard": xboard}[args.protocol]()
