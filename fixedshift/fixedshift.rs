//! Fixed-shift magic bitboards: one constant shift for all rooks and one for all bishops, so that no shift is loaded. The ranges of all 128 squares overlap
//! in one table of 695 KiB: the used slots of one square fall into the unused slots of others.
//!
//! attacks = table[offset + ((occ & mask) * factor >> 52)]     rooks; bishops >> 55
//!
//! The compiler computes the tables; each lookup checks its index.
//!
//! People: Onno Garms, 2009; Volker Annuß, 2010. Factors and offsets were found by this project's own search (findmagic pack).
#![forbid(unsafe_code)]

#[path = "../board/board.rs"]
mod board;
#[path = "factors_gen.rs"]
mod factors;
use factors::TABLE_WORDS as WORDS;

/// The relevant squares of the largest masks: of a rook in a corner, and of a bishop in the centre.
const ROOK_INDEX_BITS: u32 = 12;
const BISHOP_INDEX_BITS: u32 = 9;

/// A square's data for a lookup. Offsets count modulo 1 << 32, because they are negative for a square whose smallest index is above 0.
#[derive(Clone, Copy)]
struct Entry {
    mask: u64,
    factor: u64,
    offset: u32,
}

impl Entry {
    #[inline(always)]
    const fn index(&self, occ: u64, bits: u32) -> usize {
        (self.offset as u64 + ((occ & self.mask).wrapping_mul(self.factor) >> (64 - bits))) as u32 as usize
    }
}

static ROOKS: [Entry; 64] = entries(board::ROOK_MASKS, factors::ROOK_FACTORS, factors::ROOK_OFFSETS);
static BISHOPS: [Entry; 64] = entries(board::BISHOP_MASKS, factors::BISHOP_FACTORS, factors::BISHOP_OFFSETS);
static TABLE: [u64; WORDS] = with(&BISHOPS, board::BISHOPS, BISHOP_INDEX_BITS, with(&ROOKS, board::ROOKS, ROOK_INDEX_BITS, [0; WORDS]));

/// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
#[inline]
pub const fn rook(sq: u8, occ: u64) -> u64 {
    TABLE[ROOKS[(sq & 63) as usize].index(occ, ROOK_INDEX_BITS)]
}

/// The attacks of a bishop.
#[inline]
pub const fn bishop(sq: u8, occ: u64) -> u64 {
    TABLE[BISHOPS[(sq & 63) as usize].index(occ, BISHOP_INDEX_BITS)]
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

const fn entries(masks: [u64; 64], factors: [u64; 64], offsets: [u32; 64]) -> [Entry; 64] {
    let mut all = [Entry { mask: 0, factor: 0, offset: 0 }; 64];
    let mut sq = 0;
    while sq < 64 {
        all[sq] = Entry { mask: masks[sq], factor: factors[sq], offset: offsets[sq] };
        sq += 1;
    }
    all
}

/// The table with the answers of a piece. Squares share a slot only where their attacks are equal: the search chose offsets for that.
const fn with<const N: usize>(entries: &[Entry; 64], answers: &[board::Answer; N], bits: u32, mut table: [u64; WORDS]) -> [u64; WORDS] {
    let mut i = 0;
    while i < N {
        let a = &answers[i];
        table[entries[a.sq].index(a.occ, bits)] = a.attacks;
        i += 1;
    }
    table
}
