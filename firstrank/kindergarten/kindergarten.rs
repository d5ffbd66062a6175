//! Kindergarten bitboards with a table for each square and line: a multiplication gathers the occupied squares of a line side by side, and its six inner squares
//! index the attacks within that line. The squares of a rank are side by side already.
//!
//! rank          i = occ >> (8*rank + 1) & 63
//! file          i = ((occ >> file & F) * M) >> 57 & 63    F: the a-file, M: the diagonal a1 to h8
//! diagonals     i = ((occ & line) * F) >> 57 & 63         line: without the slider's own square
//! attacks       R[sq][i] | V[sq][i] for a rook, D[sq][i] | A[sq][i] for a bishop
//!
//! The compiler computes the tables, 256 KiB.
//!
//! People: Urban Koistinen, 1997, Steffan Westcott, Gerd Isenberg and others, 2006. The form with a table for each square and line, and these constants, is
//! tsoj's, 2022.
#![forbid(unsafe_code)]

#[path = "../../board/board.rs"]
mod board;

const FILE_A: u64 = 0x0101010101010101;

/// The two lines of a bishop, without the square itself.
static DIAGONALS: [[u64; 2]; 64] = board::lines(board::DIAGONAL);

/// The attacks within a line, by the line's index; the two words that a piece needs are neighbours. A rook's are those on its rank and its file.
static ROOKS: [[[u64; 64]; 2]; 64] = table(board::FILE);
static BISHOPS: [[[u64; 64]; 2]; 64] = table(board::DIAGONAL);

/// The inner squares of a slider's rank, b to g.
#[inline(always)]
const fn rank_index(sq: u8, occ: u64) -> usize {
    (occ >> ((sq & 56) + 1) & 63) as usize
}

/// The inner squares of a slider's file, the seventh rank lowest. The product adds up copies of the a-file, each a rank higher and a file further than the copy
/// before, so that no two have a square in common, and square a(r) comes out on the eighth rank at file 9-r.
#[inline(always)]
const fn file_index(sq: u8, occ: u64) -> usize {
    ((occ >> (sq & 7) & FILE_A).wrapping_mul(0x8040201008040201) >> 57 & 63) as usize
}

/// The inner files of the occupied squares of a diagonal or antidiagonal. The product adds up copies of the line moved up by one to seven ranks, so that its
/// eighth rank holds the occupied files. There are no carries, because a diagonal has one square on each file.
#[inline(always)]
const fn diagonal_index(line: u64, occ: u64) -> usize {
    ((occ & line).wrapping_mul(FILE_A) >> 57 & 63) as usize
}

/// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
#[inline]
pub const fn rook(sq: u8, occ: u64) -> u64 {
    let [rank, file] = &ROOKS[(sq & 63) as usize];
    rank[rank_index(sq, occ)] | file[file_index(sq, occ)]
}

/// The attacks of a bishop.
#[inline]
pub const fn bishop(sq: u8, occ: u64) -> u64 {
    let [diagonal, antidiagonal] = &BISHOPS[(sq & 63) as usize];
    let lines = &DIAGONALS[(sq & 63) as usize];
    diagonal[diagonal_index(lines[0], occ)] | antidiagonal[diagonal_index(lines[1], occ)]
}

/// The attacks of a rook and of a bishop: two lookups.
#[inline]
pub const fn both(sq: u8, occ: u64) -> (u64, u64) {
    (rook(sq, occ), bishop(sq, occ))
}

/// The attacks of a queen: those of a rook and of a bishop.
#[inline]
pub const fn queen(sq: u8, occ: u64) -> u64 {
    rook(sq, occ) | bishop(sq, occ)
}

/// The attacks within the two lines of a piece, by index i. Those within the first rank, copied to all ranks, are cut down to the line; for a file, the first rank
/// is turned onto the a-file.
const fn table(first: usize) -> [[[u64; 64]; 2]; 64] {
    let (ranks, lines) = (board::first_rank(), board::lines::<2>(first));
    let mut table = [[[0; 64]; 2]; 64];
    let mut n = 0;
    while n < 64 * 64 {
        let (sq, i) = (n / 64, n % 64);
        let files = (ranks[i][sq % 8] as u64).wrapping_mul(FILE_A);
        if first == board::DIAGONAL {
            table[sq][0][i] = files & lines[sq][0];
            table[sq][1][i] = files & lines[sq][1];
        } else {
            table[sq][0][i] = files & lines[sq][1];
            // File f of the first rank becomes rank 7-f of the h-file: only there have the product of file f and square 9*(7-f) of the diagonal a bit.
            let mirrored = ranks[i][7 - sq / 8] as u64;
            table[sq][1][i] = (mirrored.wrapping_mul(0x8040201008040201) & 0x8080808080808080) >> 7 << (sq % 8);
        }
        n += 1;
    }
    table
}
