//! PEXT bitboards: the index is gathered from the occupancy by one instruction, PEXT of the x86 extension BMI2. It packs the bits that the mask selects into
//! the lowest bits of its result, so the index is perfect without any factor. The tables lie end to end, 841 KiB. AMD processors before Zen 3 have the
//! instruction, but execute it in microcode, at up to hundreds of cycles.
//!
//! attacks = table[offset + PEXT(occ, mask)]
//!
//! The compiler computes the tables; each lookup checks its index.
//!
//! People: Zach Wegner and others, 2011.

#[path = "../board/board.rs"]
mod board;

use core::arch::x86_64::_pext_u64;

/// A square's data for a lookup.
#[derive(Clone, Copy)]
#[repr(align(16))]
struct Entry {
    mask: u64,
    offset: u64,
}

impl Entry {
    #[inline(always)]
    fn index(&self, occ: u64) -> usize {
        // The program is compiled for processors with BMI2, or the module is not.
        self.offset as usize + unsafe { _pext_u64(occ, self.mask) } as usize
    }
}

static ROOKS: [Entry; 64] = entries(board::ROOK_MASKS);
static BISHOPS: [Entry; 64] = entries(board::BISHOP_MASKS);
static ROOK_TABLE: [u64; 102400] = board::attacks(board::ROOKS);
static BISHOP_TABLE: [u64; 5248] = board::attacks(board::BISHOPS);

/// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
#[inline]
pub fn rook(sq: u8, occ: u64) -> u64 {
    ROOK_TABLE[ROOKS[(sq & 63) as usize].index(occ)]
}

/// The attacks of a bishop.
#[inline]
pub fn bishop(sq: u8, occ: u64) -> u64 {
    BISHOP_TABLE[BISHOPS[(sq & 63) as usize].index(occ)]
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

/// Each square's table begins where its predecessor's ends.
const fn entries(masks: [u64; 64]) -> [Entry; 64] {
    let mut all = [Entry { mask: 0, offset: 0 }; 64];
    let (mut sq, mut offset) = (0, 0);
    while sq < 64 {
        all[sq] = Entry { mask: masks[sq], offset };
        offset += 1 << masks[sq].count_ones();
        sq += 1;
    }
    all
}
