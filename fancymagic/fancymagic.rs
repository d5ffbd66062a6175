//! Fancy magic bitboards: attacks are looked up in a table whose index is a perfect hash of the relevant occupancy, computed by one multiplication. Each
//! square's table is as long as the square needs, 32 to 4,096 words, and the tables lie end to end, 841 KiB.
//!
//! attacks = table[offset + ((occ & mask) * factor >> shift)]
//!
//! The compiler computes the tables; each lookup checks its index. Module unchecked is the same without the check.
//!
//! People: Pradu Kannan, 2006-07, after Lasse Hansen's plain magics, 2006. The factors are this project's own.
#![forbid(unsafe_code)]

#[path = "../board/board.rs"]
mod board;
#[path = "factors_gen.rs"]
mod factors;

/// A square's data for a lookup: 32 bytes, so that none straddles a cache line.
#[derive(Clone, Copy)]
#[repr(align(32))]
pub(crate) struct Entry {
    mask: u64,
    factor: u64,
    offset: u64,
    shift: u64,
}

impl Entry {
    #[inline(always)]
    pub(crate) const fn index(&self, occ: u64) -> usize {
        (self.offset + ((occ & self.mask).wrapping_mul(self.factor) >> (self.shift & 63))) as usize
    }
}

pub(crate) static ROOKS: [Entry; 64] = entries(board::ROOK_MASKS, factors::ROOK_FACTORS);
pub(crate) static BISHOPS: [Entry; 64] = entries(board::BISHOP_MASKS, factors::BISHOP_FACTORS);
pub(crate) static ROOK_TABLE: [u64; 102400] = table(&ROOKS, board::ROOKS);
pub(crate) static BISHOP_TABLE: [u64; 5248] = table(&BISHOPS, board::BISHOPS);

/// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
#[inline]
pub const fn rook(sq: u8, occ: u64) -> u64 {
    ROOK_TABLE[ROOKS[(sq & 63) as usize].index(occ)]
}

/// The attacks of a bishop.
#[inline]
pub const fn bishop(sq: u8, occ: u64) -> u64 {
    BISHOP_TABLE[BISHOPS[(sq & 63) as usize].index(occ)]
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

/// Each square's table begins where its predecessor's ends.
const fn entries(masks: [u64; 64], factors: [u64; 64]) -> [Entry; 64] {
    let mut all = [Entry { mask: 0, factor: 0, offset: 0, shift: 0 }; 64];
    let (mut sq, mut offset) = (0, 0);
    while sq < 64 {
        let n = masks[sq].count_ones() as u64;
        all[sq] = Entry { mask: masks[sq], factor: factors[sq], offset, shift: 64 - n };
        offset += 1 << n;
        sq += 1;
    }
    all
}

/// The table with the answers of a piece.
const fn table<const N: usize>(entries: &[Entry; 64], answers: &[board::Answer; N]) -> [u64; N] {
    let mut table = [0; N];
    let mut i = 0;
    while i < N {
        let a = &answers[i];
        table[entries[a.sq].index(a.occ)] = a.attacks;
        i += 1;
    }
    table
}
