// A program that slidebench verify --command 'java Attacks.java' proves. Put your lookups in place of rook and bishop.
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

    public static void main(String[] args) throws IOException {
        var in = new BufferedReader(new InputStreamReader(System.in));
        var out = new PrintWriter(new BufferedWriter(new OutputStreamWriter(System.out)));
        out.println("ready");
        out.flush();
        for (String line; (line = in.readLine()) != null; out.flush()) {
            String[] header = line.split(" ");
            for (int n = Integer.parseInt(header[1]); n > 0; n--) {
                String[] question = in.readLine().split(" ");
                int square = Integer.parseInt(question[0]);
                long occ = Long.parseUnsignedLong(question[1], 16);
                out.println(Long.toHexString(header[0].equals("rook") ? rook(square, occ) : bishop(square, occ)));
            }
        }
    }
}
