"""A GTP engine for tests: it plays the first free point in reading order, and fails when it is told to.

Its board is sgfmill's, so that what it shows is another program's view of the game. Options:
  --log FILE          every command that comes, a line each
  --die N, --hang N, --nonsense N, --illegal N, --resign N, --refuse N, --flood N, --fork N
                      what happens at the N-th genmove, counted from 1 over all starts with --log;
                      --die -1 is every one
  --no-undo           it cannot undo
  --few               nor does it know handicap stones or a clock
  --analyze RATES     it has lz-analyze; RATES are moves with win rates, and visits: Q16=0.5*10,D4=0.4
  --stuck             an analysis does not end
  --only SIZE         it knows boards of one size, and no komi but 7
  --score RESULT      what final_score answers; without it there is no such command
  --twice COMMAND     answers that command twice
  --garbage           answers everything with a line that is none
  --plain             knows no numbers before commands
  --unlisted          knows no list_commands
"""
import argparse
import os
import select
import subprocess
import sys

from sgfmill import boards

parser = argparse.ArgumentParser()
parser.add_argument("--log")
for name in ("die", "hang", "nonsense", "illegal", "resign", "refuse", "flood", "fork"):
    parser.add_argument("--" + name, type=int, default=0)
parser.add_argument("--no-undo", action="store_true")
parser.add_argument("--few", action="store_true")
parser.add_argument("--analyze", default="")
parser.add_argument("--stuck", action="store_true")
parser.add_argument("--only", type=int, default=0)
parser.add_argument("--score", default="")
parser.add_argument("--twice")
parser.add_argument("--garbage", action="store_true")
parser.add_argument("--plain", action="store_true")
parser.add_argument("--unlisted", action="store_true")
options = parser.parse_args()

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
COMMANDS = ["protocol_version", "name", "version", "list_commands", "known_command", "quit", "boardsize",
            "clear_board", "komi", "play", "genmove", "reg_genmove", "set_free_handicap", "test-stones", "test-komi",
            "time_settings", "time_left", "test-time", "place_free_handicap",
            "kgs-genmove_cleanup"]
if options.few:
    for name in ("set_free_handicap", "time_settings", "time_left", "reg_genmove", "place_free_handicap"):
        COMMANDS.remove(name)
elif not options.no_undo:
    COMMANDS.append("undo")
if options.analyze:
    COMMANDS += ["lz-analyze", "lz-genmove_analyze"]
if options.score:
    COMMANDS.append("final_score")

if options.unlisted:
    COMMANDS = ["boardsize", "clear_board", "komi", "play", "genmove", "quit", "test-stones", "test-komi"]

size, komi, history, times = 19, 6.5, [], []
setup = []


class Refused(Exception):
    pass


def vertex(text):
    if text.lower() == "pass":
        return None
    column, row = LETTERS.index(text[0].upper()), int(text[1:])
    if column >= size or not 1 <= row <= size:
        raise Refused("off the board")
    return row - 1, column


def text_of(point):
    return "pass" if point is None else LETTERS[point[1]] + str(point[0] + 1)


def replayed(moves):
    board = boards.Board(size)
    for point in setup:
        board.play(*point, "b")
    ko = None
    for color, point in moves:
        if point is None:
            ko = None
            continue
        if board.get(*point) is not None or point == ko:
            raise Refused("illegal move")
        ko = board.play(*point, color)
    return board, ko


def first_free(color):
    board, ko = replayed(history)
    for row in range(size - 1, -1, -1):
        for column in range(size):
            point = (row, column)
            if board.get(row, column) is None and point != ko:
                after, _ = replayed(history + [(color, point)])
                if after.get(row, column) is not None:
                    return point
    return None


def count(command):
    if not options.log:
        return 0
    with open(options.log) as log:
        return sum(line.split()[:1] == [command] for line in log)


def stones():
    board, _ = replayed(history)
    return " ".join(sorted(color + text_of(point) for color, point in board.list_occupied_points()))


def genmove(color):
    number = count("genmove") + count("lz-genmove_analyze")
    if options.die < 0 or number == options.die and number:
        print("out of memory", file=sys.stderr, flush=True)
        sys.exit(3)
    if number == options.fork and number:
        child = subprocess.Popen(["sleep", "1000"])
        with open("new", "w") as file:
            file.write(str(child.pid))
        os.rename("new", "child")
    while number == options.flood and number:
        print("", flush=True)
    if number in (options.hang, options.fork) and number:
        while True:
            select.select([], [], [], 3600)
    if number == options.nonsense and number:
        return "somewhere"
    if number == options.illegal and number and history:
        return text_of(history[0][1])
    if number == options.resign and number:
        return "resign"
    if number == options.refuse and number:
        raise Refused("no mood")
    point = first_free(color)
    history.append((color, point))
    return text_of(point)


def info():
    parts = []
    for order, part in enumerate(options.analyze.split(",")):
        move, rate = part.split("=")
        rate, _, visits = rate.partition("*")
        parts.append(f"info move {move} visits {visits or 1000 - order} winrate {round(float(rate) * 10000)} prior 100 lcb 1 "
                     f"order {order} pv {move}")
    return " ".join(parts)


def answer(words):
    global size, komi, times
    command, arguments = words[0], words[1:]
    if command not in COMMANDS:
        raise Refused("unknown command")
    if command == "list_commands":
        return "\n".join(COMMANDS)
    if command == "known_command":
        return str(arguments[0] in COMMANDS).lower()
    if command == "name":
        return "Scripted"
    if command == "boardsize":
        if int(arguments[0]) > 19 or options.only not in (0, int(arguments[0])):
            raise Refused("unacceptable size")
        size = int(arguments[0])
        history.clear(), setup.clear()
    if command == "clear_board":
        history.clear(), setup.clear()
    if command == "komi":
        if options.only and float(arguments[0]) != 7:
            raise Refused("unacceptable komi")
        komi = float(arguments[0])
    if command == "play":
        move = (arguments[0][0].lower(), vertex(arguments[1]))
        replayed(history + [move])
        history.append(move)
    if command == "set_free_handicap":
        setup.extend(vertex(text) for text in arguments)
    if command == "place_free_handicap":
        points = ["C3", "R17", "K10"][:int(arguments[0])]
        setup.extend(vertex(text) for text in points)
        return " ".join(points)
    if command == "kgs-genmove_cleanup":
        return genmove(arguments[0][0].lower())
    if command == "undo":
        if not history:
            raise Refused("cannot undo")
        history.pop()
    if command in ("time_settings", "time_left"):
        times.append(" ".join(words))
    if command == "genmove":
        return genmove(arguments[0][0].lower())
    if command == "reg_genmove":
        return text_of(first_free(arguments[0][0].lower()))
    return {"protocol_version": "2", "version": "1", "test-stones": None, "test-komi": None, "test-time": None,
            "final_score": options.score}.get(command, "") or {
        "test-stones": stones, "test-komi": lambda: komi, "test-time": lambda: " / ".join(times)
    }.get(command, str)()


def main():
    for line in iter(sys.stdin.readline, ""):
        words = line.split()
        if not words:
            continue
        number = words.pop(0) if words[0].isdigit() and not options.plain else ""
        line = " ".join(words) + "\n"
        if options.log:
            with open(options.log, "a") as log:
                log.write(line)
        if options.garbage:
            print("hello", flush=True)
            continue
        if words[0] in ("lz-analyze", "lz-genmove_analyze") and options.analyze:
            print("=" + number, info(), sep="\n", flush=True)
            if words[0] == "lz-genmove_analyze":
                print("play " + genmove(words[1][0].lower()) + "\n", flush=True)
                continue
            while options.stuck:
                print(info(), flush=True)
                select.select([], [], [], 0.05)
            # Until the next line, which is a blank one or the next command.
            select.select([sys.stdin], [], [])
            print(flush=True)
            continue
        try:
            said = f"={number} {answer(words)}\n"
        except Refused as refused:
            said = f"?{number} {refused}\n"
        print((said + "\n") * (2 if words[0] == options.twice else 1), end="", flush=True)
        if words[0] == "quit":
            os._exit(0)


main()
