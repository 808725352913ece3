#!/usr/bin/env python3
"""Rates the players of game records, straight from docs/priority.md; standard library only.

    rate.py COLLECTION FILE > ratings.txt

An independent second implementation of `joseki ratings`, for the tests: all parameters at once by Newton's method.
FILE holds one game a line, each property with one value.
"""
import math
import re
import sys

GRADE_MEAN, GRADE_VARIANCE, KOMI_VARIANCE = 0.7, 0.09, 0.1


def grade_of(rank):
    return {"k": 1 - int(rank[:-1]), "d": int(rank[:-1]), "p": 8 + int(rank[:-1]) / 5}[rank[-1]]


def game_of(root):
    """Black's result or None, and the weights of the parameters in the logarithm of Black's odds."""
    weights = {("komi", root.get("KM", "-")): 1}
    for player, sign in (("PB", 1), ("PW", -1)):
        if player in root:
            key = ("player", root[player])
            weights[key] = weights.get(key, 0) + sign
    if "BR" in root and "WR" in root:
        weights["grade", ""] = grade_of(root["BR"]) - grade_of(root["WR"])
    return {"B": 1, "W": 0, "0": 0.5}.get(root.get("RE", "?")[0]), weights


def solve(a, b):
    """Gaussian elimination of a symmetric positive definite system."""
    n = len(b)
    for i in range(n):
        for j in range(i + 1, n):
            factor = a[j][i] / a[i][i]
            if factor:
                a[j] = [y - factor * x for x, y in zip(a[i], a[j])]
                b[j] -= factor * b[i]
    for i in reversed(range(n)):
        b[i] = (b[i] - sum(a[i][j] * b[j] for j in range(i + 1, n))) / a[i][i]
    return b


def fit(games):
    keys = sorted({key for _, weights in games for key in weights} | {("grade", "")})
    at = {key: index for index, key in enumerate(keys)}
    games = [game for game in games if game[0] is not None]
    value = [GRADE_MEAN if key[0] == "grade" else 0.0 for key in keys]
    variance, step = 0.3, 1
    while step > 1e-9:
        prior = {"grade": (GRADE_MEAN, GRADE_VARIANCE), "komi": (0, KOMI_VARIANCE), "player": (0, variance)}
        slope = [(prior[key[0]][0] - v) / prior[key[0]][1] for key, v in zip(keys, value)]
        curve = [[1 / prior[key[0]][1] if i == j else 0.0 for j in range(len(keys))] for i, key in enumerate(keys)]
        for result, weights in games:
            expected = 1 / (1 + math.exp(-sum(value[at[key]] * weight for key, weight in weights.items())))
            for key, weight in weights.items():
                slope[at[key]] += weight * (result - expected)
                for other, second in weights.items():
                    curve[at[key]][at[other]] += weight * second * expected * (1 - expected)
        players = [i for i, key in enumerate(keys) if key[0] == "player"]
        spread = sum(value[i] ** 2 + 1 / curve[i][i] for i in players) / len(players)
        moved = solve(curve, slope)
        furthest = max(map(abs, moved))
        value = [v + change * min(1, 0.3 / furthest) for v, change in zip(value, moved)]
        spread = min(max(spread, 0.01), 9)
        step, variance = max(abs(spread - variance), furthest), spread
    return dict(zip(keys, value))


def main():
    collection, path = sys.argv[1:]
    roots = [dict(re.findall(r"([A-Z]+)\[([^]]*)\]", line)) for line in open(path, encoding="utf-8")]
    values = fit([game_of(root) for root in roots])
    print(f"joseki ratings 1\ncollection {collection}")
    for (kind, name), value in sorted(values.items()):
        print(*{"grade": (kind, value), "komi": (kind, name, value), "player": (kind, value, name)}[kind])


if __name__ == "__main__":
    main()
