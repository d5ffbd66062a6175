//! The control that every technique should beat: the walk, square by square, which nobody optimised.
#![forbid(unsafe_code)]

#[path = "../../../../board/board.rs"]
mod board;

/// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
#[inline]
pub fn rook(sq: u8, occ: u64) -> u64 {
    board::walk(board::FILE, sq as usize, occ) | board::walk(board::RANK, sq as usize, occ)
}

/// The attacks of a bishop.
#[inline]
pub fn bishop(sq: u8, occ: u64) -> u64 {
    board::walk(board::DIAGONAL, sq as usize, occ) | board::walk(board::ANTIDIAGONAL, sq as usize, occ)
}

/// The attacks of a queen: those of a rook and of a bishop.
#[inline]
pub fn queen(sq: u8, occ: u64) -> u64 {
    rook(sq, occ) | bishop(sq, occ)
}
