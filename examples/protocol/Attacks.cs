// A program that slidebench verify --command proves, and bench times. internal/child/doc.go of slidebench defines its lines. Put your lookups in place of Rook and Bishop.
using System;
using System.Diagnostics;
using System.IO;
using System.Linq;

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

    static int[] squares;
    static ulong[] occs; // of the last block

    // Lookups as types of values, which the compiler puts into the loops.
    interface ILookup { ulong Attacks(int square, ulong occ); }
    struct RookLookup : ILookup { public ulong Attacks(int square, ulong occ) { return Rook(square, occ); } }
    struct BishopLookup : ILookup { public ulong Attacks(int square, ulong occ) { return Bishop(square, occ); } }
    struct QueenLookup : ILookup { public ulong Attacks(int square, ulong occ) { return Rook(square, occ) | Bishop(square, occ); } }

    static ulong Throughput<L>(L lookup, int from, int to) where L : struct, ILookup {
        ulong sum = 0;
        for (int i = from; i < to; i++) sum ^= lookup.Attacks(squares[i], occs[i]);
        return sum;
    }

    static ulong Latency<L>(L lookup, int from, int to, ulong mask) where L : struct, ILookup {
        ulong sum = 0, attacks = 0;
        for (int i = from; i < to; i++) sum ^= attacks = lookup.Attacks(squares[i], occs[i] | attacks & mask);
        return sum;
    }

    static void Answer<L>(string[] words, L lookup, TextWriter output) where L : struct, ILookup {
        if (words.Length == 2) {
            for (int i = 0; i < squares.Length; i++) output.WriteLine(lookup.Attacks(squares[i], occs[i]).ToString("x"));
            return;
        }
        int from = int.Parse(words[2]), to = int.Parse(words[3]);
        ulong mask = words.Length > 4 ? Convert.ToUInt64(words[4], 16) : 0;
        long began = Stopwatch.GetTimestamp();
        ulong sum = words.Length > 4 ? Latency(lookup, from, to, mask) : Throughput(lookup, from, to);
        double took = Stopwatch.GetTimestamp() - began;
        output.WriteLine(sum.ToString("x") + " " + (long)(took * 1e9 / Stopwatch.Frequency));
    }

    static void Main() {
        var output = new StreamWriter(Console.OpenStandardOutput());
        output.WriteLine("ready queen throughput latency");
        output.Flush();
        for (string line; (line = Console.In.ReadLine()) != null; output.Flush()) {
            string[] words = line.Split(' ');
            string piece = words[words.Length == 2 ? 0 : 1];
            if (words.Length == 2) {
                var questions = Enumerable.Range(0, int.Parse(words[1])).Select(_ => Console.In.ReadLine().Split(' ')).ToArray();
                squares = questions.Select(question => int.Parse(question[0])).ToArray();
                occs = questions.Select(question => Convert.ToUInt64(question[1], 16)).ToArray();
            }
            if (piece == "rook") Answer(words, new RookLookup(), output);
            else if (piece == "bishop") Answer(words, new BishopLookup(), output);
            else Answer(words, new QueenLookup(), output);
        }
    }
}
