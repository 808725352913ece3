"""The smallest engine that `joseki gtp --engine` can stand in front of: it plays any free point."""
import random
import sys

LETTERS = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
KNOWN = "list_commands boardsize clear_board komi play genmove quit"
size, taken = 19, set()

for line in sys.stdin:
    # A command may begin with a number, which the answer repeats.
    words = line.split()
    number = words.pop(0) if words and words[0].isdigit() else ""
    command, *arguments = words or [""]
    mark, answer = "=", ""
    if command == "list_commands":
        answer = KNOWN.replace(" ", "\n")
    elif command == "boardsize":
        size = int(arguments[0])
    elif command == "clear_board":
        taken.clear()
    elif command == "play":
        taken.add(arguments[1].upper())
    elif command == "genmove":
        points = [letter + str(row + 1) for letter in LETTERS[:size] for row in range(size)]
        answer = random.choice([point for point in points if point not in taken] or ["pass"])
        taken.add(answer)
    elif command not in ("komi", "quit"):
        mark, answer = "?", "unknown command"
    # A blank line ends an answer, and nothing arrives before it is flushed.
    print(f"{mark}{number} {answer}\n", flush=True)
    if command == "quit":
        break
