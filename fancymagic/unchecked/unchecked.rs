//! Fancy magic bitboards without the check of an index, and in all else module fancymagic, so that the difference in time is the price of the check.
//!
//! attacks = table[offset + ((occ & mask) * factor >> shift)]
//!
//! People: Pradu Kannan, 2006-07. The factors are those of fancymagic, this project's own.

#[allow(dead_code)] // its own lookups, which nobody calls here
#[path = "../fancymagic.rs"]
mod checked;

use checked::{BISHOPS, BISHOP_TABLE, ROOKS, ROOK_TABLE};

/// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
#[inline]
pub fn rook(sq: u8, occ: u64) -> u64 {
    // The shift leaves 64 - shift bits of the product, so every occ leads to a word of the square's table.
    unsafe { *ROOK_TABLE.get_unchecked(ROOKS[(sq & 63) as usize].index(occ)) }
}

/// The attacks of a bishop.
#[inline]
pub fn bishop(sq: u8, occ: u64) -> u64 {
    unsafe { *BISHOP_TABLE.get_unchecked(BISHOPS[(sq & 63) as usize].index(occ)) }
}

/// The attacks of a rook and of a bishop: two lookups.
#[inline]
pub fn both(sq: u8, occ: u64) -> (u64, u64) {
    (rook(sq, occ), bishop(sq, occ))
}

/// The attacks of a queen: those of a rook and of a bishop.
#[inline]
pub fn queen(sq: u8, occ: u64) -> u64 {
    rook(sq, occ) | bishop(sq, occ)
}
