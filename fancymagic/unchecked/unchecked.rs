//! Fancy magic bitboards without the check of an index: the entry holds the address of its square's table.
//!
//! attacks = table of the square[(occ & mask) * factor >> shift]     shift = 64 - number of relevant squares
//!
//! The compiler computes the tables. What the check costs is the difference to module fancymagic, which also adds an offset.
//!
//! People: Pradu Kannan, 2006-07. The factors are those of fancymagic, this project's own.

#[path = "../../board/board.rs"]
mod board;
#[path = "factors_gen.rs"]
mod factors;

/// A square's data for a lookup: with addresses of 64 bits it takes 32 bytes, so that none straddles a cache line.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Entry {
    mask: u64,
    factor: u64,
    table: *const u64, // to the square's 1 << (64 - shift) words
    shift: u64,
}

// Nobody writes to the tables.
unsafe impl Sync for Entry {}

impl Entry {
    #[inline(always)]
    fn attacks(&self, occ: u64) -> u64 {
        // The shift leaves 64 - shift bits of the product, so every occ leads to a word of the square's table.
        unsafe { *self.table.add(((occ & self.mask).wrapping_mul(self.factor) >> (self.shift & 63)) as usize) }
    }
}

static ROOKS: [Entry; 64] = entries(board::ROOK_MASKS, factors::ROOK_FACTORS, &ROOK_TABLE);
static BISHOPS: [Entry; 64] = entries(board::BISHOP_MASKS, factors::BISHOP_FACTORS, &BISHOP_TABLE);
static ROOK_TABLE: [u64; 102400] = table(board::ROOK_MASKS, factors::ROOK_FACTORS, board::ROOKS);
static BISHOP_TABLE: [u64; 5248] = table(board::BISHOP_MASKS, factors::BISHOP_FACTORS, board::BISHOPS);

/// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
#[inline]
pub fn rook(sq: u8, occ: u64) -> u64 {
    ROOKS[(sq & 63) as usize].attacks(occ)
}

/// The attacks of a bishop.
#[inline]
pub fn bishop(sq: u8, occ: u64) -> u64 {
    BISHOPS[(sq & 63) as usize].attacks(occ)
}

/// The attacks of a queen: those of a rook and of a bishop.
#[inline]
pub fn queen(sq: u8, occ: u64) -> u64 {
    rook(sq, occ) | bishop(sq, occ)
}

/// Each square's table begins where its predecessor's ends.
const fn entries<const N: usize>(masks: [u64; 64], factors: [u64; 64], table: &'static [u64; N]) -> [Entry; 64] {
    let mut all = [Entry { mask: 0, factor: 0, table: table.as_ptr(), shift: 0 }; 64];
    let (mut sq, mut table) = (0, table.as_ptr());
    while sq < 64 {
        let n = masks[sq].count_ones();
        all[sq] = Entry { mask: masks[sq], factor: factors[sq], table, shift: 64 - n as u64 };
        table = unsafe { table.add(1 << n) };
        sq += 1;
    }
    all
}

const fn table<const N: usize>(masks: [u64; 64], factors: [u64; 64], answers: &[board::Answer; N]) -> [u64; N] {
    let mut table = [0; N];
    let (mut i, mut start, mut mask, mut factor, mut shift) = (0, 0, 0, 0, 0);
    while i < N {
        let a = &answers[i];
        if a.occ == 0 {
            (start, mask, factor) = (i, masks[a.sq], factors[a.sq]); // a square has as many words as its mask has subsets
            shift = 64 - mask.count_ones() as u64;
        }
        table[start + ((a.occ & mask).wrapping_mul(factor) >> shift) as usize] = a.attacks;
        i += 1;
    }
    table
}
