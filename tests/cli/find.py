#!/usr/bin/env python3
"""Counts a pattern in game records, for the tests: an independent second implementation with sgfmill's board.

    find.py FILE [ANCHOR PATTERN]... > "GAMES HITS NO_CONTINUATION", a line for each

FILE holds games on 19 lines without setup stones. PATTERN is rows of `.XOxo*` with `/` between them, ANCHOR is
`corner` (the upper left point of the pattern is a corner of the board) or `any`. An image is the pattern under
one of the eight symmetries, with either assignment of colours; images that are equal in points and place count
once. A hit is a game, an image and a place, at the first moment at which the whole rectangle agrees: before the
first move, or after a move with its captures. NO_CONTINUATION counts hits after which nobody puts a stone inside.
"""
import sys
from collections import defaultdict

from sgfmill import boards, sgf

LINES = 19
STONES = {".": (None,), "X": ("b",), "O": ("w",), "x": (None, "b"), "o": (None, "w"), "*": (None, "b", "w")}
EXCHANGED = str.maketrans("XOxo", "OXox")


def turned(rows):
    """The eight symmetries of a pattern, each with the corner of the board to which its own corner goes."""
    corner = (0, 0)
    for _ in range(4):
        yield rows, corner
        yield [row[::-1] for row in rows], (1 - corner[0], corner[1])
        rows = ["".join(column) for column in zip(*rows[::-1])]
        corner = (1 - corner[1], corner[0])


def images(rows, anchor):
    """All images: rows, and the columns and rows at which they may lie."""
    found = set()
    for exchanged in (rows, [row.translate(EXCHANGED) for row in rows]):
        for image, (right, bottom) in turned(exchanged):
            across, down = LINES - len(image[0]), LINES - len(image)
            if anchor == "corner":
                places = [(right * across, bottom * down)]
            else:
                places = [(x, y) for x in range(across + 1) for y in range(down + 1)]
            found |= {(tuple(image), place) for place in places}
    return found


def fits(stones, image, place):
    left, top = place
    return all(
        stones[top + y][left + x] in STONES[symbol]
        for y, row in enumerate(image) for x, symbol in enumerate(row)
    )


def inside(point, image, place):
    x, y = point
    left, top = place
    return left <= x < left + len(image[0]) and top <= y < top + len(image)


def states(game):
    """The stones by row and column before the first move and after each, with the point that was played."""
    board = boards.Board(LINES)
    look = lambda: [[board.get(LINES - 1 - y, x) for x in range(LINES)] for y in range(LINES)]
    yield look(), None
    for node in game.get_main_sequence()[1:]:
        color, point = node.get_move()
        played = None
        if point is not None:
            board.play(*point, color)
            played = (point[1], LINES - 1 - point[0])
        yield look(), played


def covering(wanted):
    """The images that have a point inside, by point."""
    found = defaultdict(set)
    for image, (left, top) in wanted:
        for y, row in enumerate(image):
            for x in range(len(row)):
                found[left + x, top + y].add((image, (left, top)))
    return found


def count(moments, wanted, covers):
    """Hits in a game, and those without a continuation."""
    waiting, reached = set(wanted), []
    before = None
    for moment, (stones, _) in enumerate(moments):
        changed = [
            (x, y) for y in range(LINES) for x in range(LINES)
            if before is None or stones[y][x] != before[y][x]
        ]
        # What was not there before is there now only if a point inside changed.
        near = waiting if before is None else waiting.intersection(set().union(*(covers[point] for point in changed)))
        now = [w for w in near if fits(stones, *w)]
        waiting.difference_update(now)
        reached += [(moment, w) for w in now]
        before = stones
    ended = sum(
        not any(point and inside(point, *w) for _, point in moments[moment + 1:])
        for moment, w in reached
    )
    return len(reached), ended


def main():
    path, *asked = sys.argv[1:]
    with open(path, "rb") as file:
        records = [line for line in file.read().splitlines() if line]
    games = [list(states(sgf.Sgf_game.from_bytes(record))) for record in records]
    for anchor, pattern in zip(asked[::2], asked[1::2]):
        wanted = images(pattern.split("/"), anchor)
        covers = covering(wanted)
        counted = [count(moments, wanted, covers) for moments in games]
        hits = [found for found, _ in counted]
        print(sum(found > 0 for found in hits), sum(hits), sum(ended for _, ended in counted))


main()
