"""The moves that a book of sorted records (docs/book-format.md) has in a corner.
Usage: read_book.py BOOK CORNER [MOVE...], as in read_book.py main.joseki upper_right Q16 O17
Moves are those made in the corner, `pass` for one elsewhere. Without CORNER questions are read from
standard input, CORNER and moves a line; an empty line ends each answer. An error ends all, with code 1.
"""
import bisect, functools, itertools, mmap, operator, struct, sys
MASK, LETTERS, VERDICTS = (1 << 64) - 1, "ABCDEFGHJKLMNOPQRST", "- ideal good trick question mistake".split()
# From (u, v), counted from the corner, to (x, y), counted from the upper left.
CORNERS = {"upper_left": lambda u, v: (u, v), "upper_right": lambda u, v: (18 - v, u),
           "lower_left": lambda u, v: (v, 18 - u), "lower_right": lambda u, v: (18 - u, 18 - v)}
check = lambda holds, problem: holds or sys.exit(f"read_book.py: {problem}")
sys.excepthook = lambda kind, error, trace: print("read_book.py:", error or kind.__name__, file=sys.stderr)
def number(enemy, u, v):
    z = 0x243F6A8885A308D3 + (625 * enemy + 25 * v + u + 1) * 0x9E3779B97F4A7C15 & MASK
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
    return z ^ z >> 31
def chain(stones, at):
    found, free = [at], set()
    for u, v in found:
        for near in ((u - 1, v), (u + 1, v), (u, v - 1), (u, v + 1)):
            if near not in stones and 0 <= min(near) and max(near) < 19:
                free.add(near)
            elif stones.get(near) == stones[at] and near not in found:
                found.append(near)
    return found, free
def key(stones, side, ko, way):
    numbers = [number(owner != side, *at[::way]) for at, owner in stones.items()]
    turned = [number(0, *at[::way]) for at in ko]
    return functools.reduce(operator.xor, numbers + [n << 17 & MASK | n >> 47 for n in turned], 0)
def moves(book, corner="", *played):
    check(corner in CORNERS, f"no corner is \"{corner}\": take one of {', '.join(CORNERS)}")
    name = lambda x, y: f"{LETTERS[x]}{19 - y}"
    steps = {name(*CORNERS[corner](u, v)): (u, v) for u in range(19) for v in range(19)}
    stones, side, ko = {}, 0, []
    for move in played:
        at = steps.get(move)
        check(move == "pass" or at and at not in stones, f"no free point is {move}")
        stones.update({at: side} if at else {})
        taken = {at for at, owner in stones.items() if owner != side and not chain(stones, at)[1]}
        stones = {at: owner for at, owner in stones.items() if at not in taken}
        ko = list(taken) if len(taken) == 1 and chain(stones, at) == ([at], taken) else []
        side = 1 - side
    plain, mirror = key(stones, side, ko, 1), key(stones, side, ko, -1)
    record = lambda i: struct.unpack_from("<QBBBBIiI", book, 64 + 24 * i)
    places, wanted = range(*struct.unpack_from("<Q", book, 16)), min(plain, mirror)
    start = bisect.bisect_left(places, wanted, key=lambda i: record(i)[0])
    found = itertools.takewhile(lambda record: record[0] == wanted, map(record, places[start:]))
    for _, u, v, verdict, flags, weight, learn, games in found:
        for u, v in {(u, v), (v, u)} if flags & 2 else [(v, u) if mirror < plain else (u, v)]:
            yield "pass" if u > 18 else name(*CORNERS[corner](u, v)), weight, games, VERDICTS[verdict], learn
check(len(sys.argv) > 1, "name a book, a corner and its moves")
with open(sys.argv[1], "rb") as file:
    book = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
magic, head, size, count, text, length, lines = struct.unpack("<8sIIQQQB", book[:41].ljust(41, b"\0"))
check((magic, head, size, lines) == (b"JOSEKI\0\1", 64, 24, 19), "no book of sorted records of this format")
check(text == 64 + 24 * count and len(book) == text + length, "the file is not whole")
for question in [sys.argv[2:]] if len(sys.argv) > 2 else map(str.split, sys.stdin):
    print(*(" ".join(map(str, move)) + "\n" for move in moves(book, *question)), sep="")
