// A program that slidebench verify --command 'java Attacks.java' proves, and bench times. internal/child/doc.go of slidebench defines its lines. Put your lookups in place of rook and bishop.
import java.io.*;

public class Attacks {
    static long ray(int square, long occ, int[][] steps) {
        long attacks = 0;
        for (int[] step : steps) {
            for (int x = (square & 7) + step[0], y = (square >> 3) + step[1]; x >= 0 && x < 8 && y >= 0 && y < 8; x += step[0], y += step[1]) {
                long bit = 1L << (8 * y + x);
                attacks |= bit;
                if ((occ & bit) != 0) break;
            }
        }
        return attacks;
    }

    static long rook(int square, long occ) { return ray(square, occ, new int[][] {{1, 0}, {-1, 0}, {0, 1}, {0, -1}}); }

    static long bishop(int square, long occ) { return ray(square, occ, new int[][] {{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}); }

    static int[] squares;
    static long[] occs; // of the last block

    interface Lookup { long attacks(int square, long occ); }

    static Lookup lookup(String piece) {
        return switch (piece) {
            case "rook" -> Attacks::rook;
            case "bishop" -> Attacks::bishop;
            default -> (square, occ) -> rook(square, occ) | bishop(square, occ);
        };
    }

    static long throughput(Lookup lookup, int from, int to) {
        long sum = 0;
        for (int i = from; i < to; i++) sum ^= lookup.attacks(squares[i], occs[i]);
        return sum;
    }

    static long latency(Lookup lookup, int from, int to, long mask) {
        long sum = 0, attacks = 0;
        for (int i = from; i < to; i++) sum ^= attacks = lookup.attacks(squares[i], occs[i] | attacks & mask);
        return sum;
    }

    public static void main(String[] args) throws IOException {
        var in = new BufferedReader(new InputStreamReader(System.in));
        var out = new PrintWriter(new BufferedWriter(new OutputStreamWriter(System.out)));
        out.println("ready queen throughput latency");
        out.flush();
        for (String line; (line = in.readLine()) != null; out.flush()) {
            String[] words = line.split(" ");
            if (words.length > 2) {
                Lookup lookup = lookup(words[1]);
                int from = Integer.parseInt(words[2]), to = Integer.parseInt(words[3]);
                long mask = words.length > 4 ? Long.parseUnsignedLong(words[4], 16) : 0, began = System.nanoTime();
                long sum = words.length > 4 ? latency(lookup, from, to, mask) : throughput(lookup, from, to);
                long took = System.nanoTime() - began;
                out.println(Long.toHexString(sum) + " " + took);
                continue;
            }
            int n = Integer.parseInt(words[1]);
            squares = new int[n];
            occs = new long[n];
            for (int i = 0; i < n; i++) {
                String[] question = in.readLine().split(" ");
                squares[i] = Integer.parseInt(question[0]);
                occs[i] = Long.parseUnsignedLong(question[1], 16);
                out.println(Long.toHexString(lookup(words[0]).attacks(squares[i], occs[i])));
            }
        }
    }
}
