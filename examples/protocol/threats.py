# A program that slidebench verify --command 'python3 threats.py' --threats proves, and bench --mode threats times. Put your delta function in place of
# delta: here it compares all threats before and after the move. internal/child/doc.go of slidebench defines its lines.
import sys
import time

# Steps of file and rank. The diagonal ones begin with those of a white pawn.
STRAIGHT, DIAGONAL = ((0, 1), (1, 0), (0, -1), (-1, 0)), ((1, 1), (-1, 1), (1, -1), (-1, -1))
JUMPS = ((1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1))
STEPS = {"N": JUMPS, "B": DIAGONAL, "R": STRAIGHT, "Q": STRAIGHT + DIAGONAL, "K": STRAIGHT + DIAGONAL, "P": DIAGONAL[:2], "p": DIAGONAL[2:]}


def threats(men):
    found = set()
    for (x, y), man in men.items():
        for dx, dy in STEPS[man if man == "p" else man.upper()]:
            square = (x + dx, y + dy)
            while man in "BRQbrq" and 0 <= square[0] < 8 and 0 <= square[1] < 8 and square not in men:
                square = (square[0] + dx, square[1] + dy)
            if square in men and men[square] not in "Kk":
                found.add(f"{man}{name((x, y))}x{men[square]}{name(square)}")
    return found


def name(square):
    return "abcdefgh"[square[0]] + "12345678"[square[1]]


def square(text):
    return "abcdefgh".index(text[0]), "12345678".index(text[1])


def delta(fields, move):
    men = {}
    for y, rank in enumerate(fields[0].split("/")):
        x = 0
        for c in rank:
            if c.isdigit():
                x += int(c)
            else:
                men[x, 7 - y] = c
                x += 1
    before = threats(men)
    start, end = square(move[:2]), square(move[2:4])
    man = men.pop(start)
    if man in "Pp" and start[0] != end[0] and end not in men:  # in passing
        del men[end[0], start[1]]
    men[end] = man
    if len(move) > 4:
        men[end] = move[4].upper() if man == "P" else move[4]
    if man in "Kk" and abs(start[0] - end[0]) == 2:  # castling
        right = end[0] > start[0]
        men[5 if right else 3, end[1]] = men.pop((7 if right else 0, end[1]))
    after = threats(men)
    return ["-" + t for t in before - after] + ["+" + t for t in after - before]


def number(threat):  # as board.Threat
    sign, attacker, start, _, victim, end = threat[0], threat[1], threat[2:4], threat[4], threat[5], threat[6:]
    man = lambda letter: ".PNBRQK..pnbrqk".index(letter)
    place = lambda text: square(text)[0] + 8 * square(text)[1]
    return man(attacker) + 128 * (sign == "+") + (place(start) << 8) + (man(victim) << 16) + (place(end) << 24)


def throughput(first, last):
    total = 0
    for fields, move in moves[first:last]:
        for threat in delta(fields, move):
            total ^= number(threat)
    return total


moves = []  # of the last block
print("ready threats throughput", flush=True)
while header := sys.stdin.readline():
    if header.startswith("throughput"):
        began = time.perf_counter_ns()
        total = throughput(*map(int, header.split()[2:]))
        print(f"{total:x}", time.perf_counter_ns() - began)
    else:
        moves = []
        for _ in range(int(header.split()[1])):
            *fields, move = sys.stdin.readline().split()
            print(*delta(fields, move))
            moves.append((fields, move))
    sys.stdout.flush()
