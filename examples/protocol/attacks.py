# A program that slidebench verify --command 'python3 attacks.py' proves. internal/child/doc.go of slidebench defines its lines. Put your lookups in place of rook and bishop.
import sys


def ray(square, occ, steps):
    attacks = 0
    for dx, dy in steps:
        x, y = square % 8 + dx, square // 8 + dy
        while 0 <= x < 8 and 0 <= y < 8:
            bit = 1 << (8 * y + x)
            attacks |= bit
            if occ & bit:
                break
            x, y = x + dx, y + dy
    return attacks


def rook(square, occ):
    return ray(square, occ, ((1, 0), (-1, 0), (0, 1), (0, -1)))


def bishop(square, occ):
    return ray(square, occ, ((1, 1), (1, -1), (-1, 1), (-1, -1)))


print("ready", flush=True)
while header := sys.stdin.readline():
    piece, count = header.split()
    lookup = {"rook": rook, "bishop": bishop}[piece]
    for _ in range(int(count)):
        square, occ = sys.stdin.readline().split()
        print(f"{lookup(int(square), int(occ, 16)):x}")
    sys.stdout.flush()
