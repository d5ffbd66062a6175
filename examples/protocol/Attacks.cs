// A program that slidebench verify --command proves. Put your lookups in place of Rook and Bishop.
using System;
using System.IO;

static class Attacks {
    static ulong Ray(int square, ulong occ, int[,] steps) {
        ulong attacks = 0;
        for (int i = 0; i < 4; i++) {
            int dx = steps[i, 0], dy = steps[i, 1];
            for (int x = (square & 7) + dx, y = (square >> 3) + dy; x >= 0 && x < 8 && y >= 0 && y < 8; x += dx, y += dy) {
                ulong bit = 1UL << (8 * y + x);
                attacks |= bit;
                if ((occ & bit) != 0) break;
            }
        }
        return attacks;
    }

    static readonly int[,] straight = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}}, diagonal = {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}};
    static ulong Rook(int square, ulong occ) { return Ray(square, occ, straight); }
    static ulong Bishop(int square, ulong occ) { return Ray(square, occ, diagonal); }

    static void Main() {
        var output = new StreamWriter(Console.OpenStandardOutput());
        output.WriteLine("ready");
        output.Flush();
        for (string line; (line = Console.In.ReadLine()) != null; output.Flush()) {
            string[] header = line.Split(' ');
            for (int n = int.Parse(header[1]); n > 0; n--) {
                string[] question = Console.In.ReadLine().Split(' ');
                int square = int.Parse(question[0]);
                ulong occ = Convert.ToUInt64(question[1], 16);
                output.WriteLine((header[0] == "rook" ? Rook(square, occ) : Bishop(square, occ)).ToString("x"));
            }
        }
    }
}
