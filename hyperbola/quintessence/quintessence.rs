//! Hyperbola quintessence: a subtraction finds the first piece towards higher squares, and the same subtraction on the byte-swapped board finds the first piece
//! towards lower squares. There is no hashing, and hardly any load.
//!
//! x       = occ & line                                        line: without the slider's own square
//! attacks = ((x - b) ^ swap(swap(x) - swap(b))) & line        b = 1 << sq
//!
//! Ranks are looked up in a table; all tables together are 2 KiB, and the compiler computes them.
//!
//! People: Ryan Mack's Hyperbola project; Gerd Isenberg, Aleks Peshkov, 2007.
#![forbid(unsafe_code)]

#[path = "../../board/board.rs"]
mod board;

/// The lines through each square, without the square itself, and the attacks within a rank, indexed by its inner squares b to g and the slider's file: the
/// squares of a rank lie in one byte, and a byte swap does not reverse them.
static FILES: [[u64; 1]; 64] = board::lines(board::FILE);
static DIAGONALS: [[u64; 2]; 64] = board::lines(board::DIAGONAL);
static RANKS: [[u8; 8]; 64] = board::first_rank();

/// The attacks within one line whose squares lie in different bytes, so that a byte swap reverses their order. Subtracting b from the blockers above it borrows
/// from the lowest of them: the difference has ones from sq up to just below that blocker, whose own bit becomes 0. The exclusive or with the other direction
/// leaves the squares that changed, and these are the attacks. Each direction's difference leaves the blockers of the other direction unchanged, so they cancel.
#[inline(always)]
const fn swapped(line: u64, b: u64, occ: u64) -> u64 {
    let x = occ & line;
    (x.wrapping_sub(b) ^ x.swap_bytes().wrapping_sub(b.swap_bytes()).swap_bytes()) & line
}

/// The attacks within a slider's rank.
#[inline(always)]
const fn on_rank(sq: u8, occ: u64) -> u64 {
    let first = sq & 56; // the rank's square on the a-file
    (RANKS[(occ >> first >> 1 & 63) as usize][(sq & 7) as usize] as u64) << first
}

/// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
#[inline]
pub const fn rook(sq: u8, occ: u64) -> u64 {
    swapped(FILES[(sq & 63) as usize][0], 1 << (sq & 63), occ) | on_rank(sq, occ)
}

/// The attacks of a bishop.
#[inline]
pub const fn bishop(sq: u8, occ: u64) -> u64 {
    let [diagonal, antidiagonal] = DIAGONALS[(sq & 63) as usize];
    let b = 1 << (sq & 63);
    swapped(diagonal, b, occ) | swapped(antidiagonal, b, occ)
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
