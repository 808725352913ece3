#!/usr/bin/env python3
"""Counts corner lines in game records, straight from the written rules; standard library only.

    count.py QUIET RATINGS FILE... > out.tsv

An independent second implementation of what `joseki mine` counts, for the tests: written from the facts of
frames, steps, near and far stones, without a look at the program's source. It is slow and holds everything in
memory.

Each FILE holds one game a line: on 19 lines, each property with one value, without variations, handicap, stones
set up and duplicates, with at least one legal move. It is counted up to its first illegal move. Each corner has
up to eight readings:

- a near stone is a step of every reading: both letters at most H, and at most 4 lines along either side from
  one of the reading's stones, unless the reading is empty;
- any other stone with both letters at most M is far: it makes a second reading with it if both colours have
  played here, if the reading's last step is at most two moves ago, if one letter is at most E, if the reading
  has at most 20 steps and fewer than two far ones, and if the corner has fewer than eight readings;
- a second move in a row by one colour has the tenuki XX before it;
- a reading is over after 40 steps, or once both colours have played here and more than QUIET moves in a row
  were played elsewhere.

Every line is written in the smaller of its two mirror forms. The output has one line for each beginning of a
line that occurs, sorted, the empty one first as `-`. After it come tab-separated numbers:

- games, corners: in how many it occurs (the empty one: four corners a game);
- scored, half_points: games with a result; for each 2 if the line's first mover won, 1 for a draw, for the
  empty line, and where the line occurs in the game with either colour as first mover;
- expected: thousandths of a point that the line's first mover would be expected to score in these games, 500 for
  half a point; 500 also where half_points count 1 whoever won. RATINGS is a file of `joseki ratings`, and a FILE's
  collection is its folder's name. The logarithm of Black's odds is the difference of the players' ratings, plus the
  grade times the difference of their ranks if both have one, plus the komi's value; what is not in the file is 0;
- at_once, later, again, each asked and here: turns of the player who did not move last directly after the last
  step; later turns of that player; turns of the other; and how many of them were played here. Turns count until
  the position changes or the reading is over; those of the empty corner are all `later`. Where several readings
  of a corner have the same beginning, the first one counts;
- loss_n, loss_points, loss_win_rate: corners in which an engine's comments tell what the last step lost, and the
  sums, in hundredths of points and ten-thousandths of win rate. Comments are KataGo's: `win loss noresult lead`
  of White before the node's move; the win rate is (1 + win - loss) / 2.
"""
import math
import re
import sys
from collections import defaultdict
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path

(GAMES, CORNERS, SCORED, HALF, EXPECTED, AT_ONCE_ASKED, AT_ONCE_HERE, LATER_ASKED, LATER_HERE,
 AGAIN_ASKED, AGAIN_HERE, LOSS_N, LOSS_POINTS, LOSS_WIN_RATE) = range(14)
LETTERS = "ABCDEFGHIJKLMNOPQRS"
NEAR_LETTER, FAR_LETTER, FAR_LINE = (LETTERS.index(letter) for letter in "HME")
NEAR_LINES, FAR_UNTIL, FAR_WITHIN, MAX_FAR, MAX_READINGS, MAX_STEPS = 4, 20, 2, 2, 8, 40
BLACK, WHITE = 1, 2
PASS, OFF_BOARD = None, "off the board"

# ---------------------------------------------------------------- SGF

TOKEN = re.compile(r"(;)|([A-Z]+)\[((?:[^\]\\]|\\.)*)\]", re.S)
KATAGO = re.compile(r"(-?[\d.]+) (-?[\d.]+) (-?[\d.]+) (-?[\d.]+)(?: v=\d+)?")


def point_of(text):
    """(x, y) from the upper left, PASS or OFF_BOARD."""
    if text in ("", "tt"):
        return PASS
    point = tuple(ord(letter) - ord("a") for letter in text)
    return point if len(point) == 2 and all(0 <= at < 19 for at in point) else OFF_BOARD


def value_of(comment):
    """(points, win rate) of White in a node's comment, as Decimals, or None."""
    match = KATAGO.match(comment)
    if not match:
        return None
    win, loss, _no_result, lead = (Decimal(text) for text in match.groups())
    return lead, (1 + win - loss) / 2


def rounded(value, scale):
    """ROUND_HALF_UP of decimal rounds a half away from zero."""
    return int((value * scale).quantize(Decimal(1), rounding=ROUND_HALF_UP))


def parse(line):
    """The moves as (colour, point, loss), loss None or (points, win rate); the doubled result of Black; and the other
    properties of the root."""
    result, moves, values, root = None, [], [], {}
    for mark, name, text in TOKEN.findall(line):
        if mark:
            values.append(None)
        elif name in ("B", "W"):
            moves.append((BLACK if name == "B" else WHITE, point_of(text), len(values)))
        elif name == "C":
            values[-1] = value_of(text)
        elif name == "RE":
            result = {"B+": 2, "W+": 0, "0": 1}.get(text[:2])
        else:
            root[name] = text
    values.append(None)
    return [(colour, point, loss_of(colour, *values[node - 1:node + 1]))
            for colour, point, node in moves], result, root


def loss_of(colour, before, after):
    if not before or not after:
        return None
    sign = 1 if colour == WHITE else -1
    return (rounded((before[0] - after[0]) * sign, 100),
            rounded((before[1] - after[1]) * sign, 10000))


# ---------------------------------------------------------------- ratings

def read_ratings(path):
    """Collection -> {"grade": value, ("komi", text): value, ("player", name): value}."""
    ratings, now = {}, None
    for line in open(path, encoding="utf-8").read().splitlines()[1:]:
        word, rest = line.split(" ", 1)
        if word == "collection":
            now = ratings.setdefault(rest, {})
        elif word == "grade":
            now[word] = float(rest)
        else:
            first, second = rest.split(" ", 1)
            key, value = (first, second) if word == "komi" else (second, first)
            now[word, key] = float(value)
    return ratings


def grade_of(rank):
    """Grades above 1 kyu; a grade of professionals is a fifth of one."""
    number, kind = int(rank[:-1]), rank[-1]
    return {"k": 1 - number, "d": number, "p": 8 + number / 5}[kind]


def expected_of(root, rated):
    """What Black is expected to score, in thousandths."""
    value = lambda *key: rated.get(key, 0)
    odds = value("player", root["PB"]) - value("player", root["PW"]) + value("komi", root.get("KM", "-"))
    if "BR" in root and "WR" in root:
        odds += rated.get("grade", 0) * (grade_of(root["BR"]) - grade_of(root["WR"]))
    return math.floor(1000 / (1 + math.exp(-odds)) + 0.5)


# ---------------------------------------------------------------- board

def around(point):
    x, y = point
    near = ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1))
    return [(x, y) for x, y in near if 0 <= x < 19 and 0 <= y < 19]


def dead_chain(board, start):
    """The points of the chain there if it has no liberty, else an empty set."""
    seen, stack = {start}, [start]
    while stack:
        for other in around(stack.pop()):
            if other not in board:
                return set()
            if board[other] == board[start] and other not in seen:
                seen.add(other)
                stack.append(other)
    return seen


def play(board, point, colour, ko):
    """Plays a stone. `ko` is (point, colour that may not play there) or None. Returns (whether it is legal,
    the new ko)."""
    if point in board or ko == (point, colour):
        return False, None
    board[point] = colour
    captured = set()
    for other in around(point):
        if board.get(other) == 3 - colour:
            captured |= dead_chain(board, other)
    for gone in captured:
        del board[gone]
    if dead_chain(board, point):
        del board[point]
        return False, None
    # A ko: the capturing stone stands alone and its one liberty is the captured point.
    beside = [board.get(other) for other in around(point)]
    if len(captured) == 1 and colour not in beside and beside.count(None) == 1:
        return True, (captured.pop(), 3 - colour)
    return True, None


def legal_part(moves):
    """The moves before the first illegal one."""
    board, ko = {}, None
    for index, (colour, point, _loss) in enumerate(moves):
        legal = point != OFF_BOARD
        if point is PASS:
            ko = None
        elif legal:
            legal, ko = play(board, point, colour, ko)
        if not legal:
            return moves[:index]
    return moves


# ---------------------------------------------------------------- corners

def step_of(corner, point):
    """(u, v) in the corner's clockwise frame; corners are upper left, upper right, lower left, lower right."""
    x, y = point
    return ((x, y), (y, 18 - x), (18 - y, x), (18 - x, 18 - y))[corner]


class Reading:
    """`steps` holds (u, v) or None for XX; `events` holds (move number, colour, steps after it)."""

    def __init__(self, steps=(), events=(), far=0):
        self.steps, self.events, self.far, self.over = list(steps), list(events), far, False

    def last(self):
        return self.events[-1][:2] if self.events else (0, 0)

    def both(self):
        return len({colour for _, colour, _ in self.events}) == 2

    def is_near(self, u, v):
        stones = [stone for stone in self.steps if stone]
        close = any(max(abs(u - a), abs(v - b)) <= NEAR_LINES for a, b in stones)
        return max(u, v) <= NEAR_LETTER and (close or not stones)

    def may_reach_far(self, n, u, v):
        return (max(u, v) <= FAR_LETTER and min(u, v) <= FAR_LINE and self.both()
                and n - self.last()[0] <= FAR_WITHIN and len(self.steps) <= FAR_UNTIL
                and self.far < MAX_FAR)

    def append(self, n, colour, step):
        if self.last()[1] == colour:
            self.steps.append(None)
        self.steps.append(step)
        self.events.append((n, colour, len(self.steps)))
        self.over = len(self.steps) >= MAX_STEPS


def readings_of(corner, moves, quiet):
    readings = [Reading()]
    for n, (colour, point, _loss) in enumerate(moves, 1):
        if point is PASS:
            continue
        u, v = step_of(corner, point)
        for reading in readings[:]:
            if reading.over or (reading.both() and n - reading.last()[0] > quiet):
                reading.over = True
            elif reading.is_near(u, v):
                reading.append(n, colour, (u, v))
            elif reading.may_reach_far(n, u, v) and len(readings) < MAX_READINGS:
                with_it = Reading(reading.steps, reading.events, reading.far + 1)
                with_it.append(n, colour, (u, v))
                readings.append(with_it)
    return readings


def canonical(steps):
    text = "".join("XX" if s is None else LETTERS[s[0]] + LETTERS[s[1]] for s in steps)
    mirror = "".join("XX" if s is None else LETTERS[s[1]] + LETTERS[s[0]] for s in steps)
    return min(text, mirror)


# ---------------------------------------------------------------- counting

def count_game(table, moves, result, expected, quiet):
    first_movers = defaultdict(int)  # prefix -> colours that moved first in the corners that have it
    root = table["-"]
    root[CORNERS] += 4
    first_movers["-"] = 3  # the empty corner has no first mover
    for corner in range(4):
        readings = readings_of(corner, moves, quiet)
        events = readings[0].events
        root[LATER_ASKED] += events[0][0] if events else len(moves)
        root[LATER_HERE] += 1 if events else 0
        seen = set()
        for reading in readings:
            text = canonical(reading.steps)
            # A tenuki is a step without a move.
            moved = {end: index for index, (_, _, end) in enumerate(reading.events)}
            for end in range(1, len(reading.steps) + 1):
                prefix = text[:2 * end]
                if prefix not in seen:
                    seen.add(prefix)
                    first_movers[prefix] |= reading.events[0][1]
                    table[prefix][CORNERS] += 1
                    if end in moved:
                        count_move(table[prefix], reading, moved[end], moves, quiet)
    for prefix, movers in first_movers.items():
        row = table[prefix]
        row[GAMES] += 1
        if result is not None:
            row[SCORED] += 1
            row[HALF] += 1 if movers == 3 else result if movers == BLACK else 2 - result
            row[EXPECTED] += 500 if movers == 3 else expected if movers == BLACK else 1000 - expected


def count_move(row, reading, index, moves, quiet):
    """What the move of an event lost, and the turns after it."""
    n, colour, end = reading.events[index]
    loss = moves[n - 1][2]
    if loss:
        row[LOSS_N] += 1
        row[LOSS_POINTS] += loss[0]
        row[LOSS_WIN_RATE] += loss[1]
    if end >= MAX_STEPS:
        return
    leaves = reading.events[index + 1] if index + 1 < len(reading.events) else None
    both = len({colour for _, colour, _ in reading.events[:index + 1]}) == 2
    until = leaves[0] if leaves else n + quiet if both else len(moves)
    turns = [mover for mover, _, _ in moves[n:until]]
    at_once = int(turns[:1] == [3 - colour])
    row[AT_ONCE_ASKED] += at_once
    row[LATER_ASKED] += turns.count(3 - colour) - at_once
    row[AGAIN_ASKED] += turns.count(colour)
    if leaves and leaves[1] == colour:
        row[AGAIN_HERE] += 1
    elif leaves:
        row[AT_ONCE_HERE if leaves[0] == n + 1 else LATER_HERE] += 1


def main():
    quiet, ratings = int(sys.argv[1]), read_ratings(sys.argv[2])
    table = defaultdict(lambda: [0] * 14)
    for path in map(Path, sys.argv[3:]):
        # Latin-1 keeps every byte; no byte of a UTF-8 sequence looks like ASCII.
        for line in open(path, encoding="latin-1"):
            moves, result, root = parse(line)
            expected = expected_of(root, ratings[path.parent.name])
            count_game(table, legal_part(moves), result, expected, quiet)
    for prefix, counts in sorted(table.items()):
        sys.stdout.write(prefix + "\t" + "\t".join(map(str, counts)) + "\n")


if __name__ == "__main__":
    main()
