//! PEXT bitboards with PDEP: slots of 16 bits, because a slot only has to store which squares of the slider's lines are attacked, at most 14. PDEP, the inverse
//! of PEXT in the same x86 extension BMI2, puts the bits of the slot back on the lines. The tables lie end to end, 210 KiB. Where PEXT is slow, PDEP is slow too.
//!
//! attacks = PDEP(table[offset + PEXT(occ, mask)], lines)
//!
//! The compiler computes the tables; each lookup checks its index.
//!
//! People: Zach Wegner, 2011.

#[path = "../../board/board.rs"]
mod board;

use core::arch::x86_64::{_pdep_u64, _pext_u64};

/// A square's data for a lookup: 32 bytes, so that none straddles a cache line.
#[derive(Clone, Copy)]
#[repr(align(32))]
struct Entry {
    mask: u64,
    lines: u64,
    offset: u64,
}

impl Entry {
    #[inline(always)]
    fn attacks(&self, table: &[u16], occ: u64) -> u64 {
        // The program is compiled for processors with BMI2, or the module is not.
        unsafe { _pdep_u64(table[self.offset as usize + _pext_u64(occ, self.mask) as usize] as u64, self.lines) }
    }
}

static ROOKS: [Entry; 64] = entries(board::ROOK_MASKS, board::FILE);
static BISHOPS: [Entry; 64] = entries(board::BISHOP_MASKS, board::DIAGONAL);
static ROOK_TABLE: [u16; 102400] = board::slots(board::ROOKS);
static BISHOP_TABLE: [u16; 5248] = board::slots(board::BISHOPS);

/// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
#[inline]
pub fn rook(sq: u8, occ: u64) -> u64 {
    ROOKS[(sq & 63) as usize].attacks(&ROOK_TABLE, occ)
}

/// The attacks of a bishop.
#[inline]
pub fn bishop(sq: u8, occ: u64) -> u64 {
    BISHOPS[(sq & 63) as usize].attacks(&BISHOP_TABLE, occ)
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

/// Each square's slots begin where its predecessor's end. First is the number of the first of the piece's two lines.
const fn entries(masks: [u64; 64], first: usize) -> [Entry; 64] {
    let mut all = [Entry { mask: 0, lines: 0, offset: 0 }; 64];
    let (mut sq, mut offset) = (0, 0);
    while sq < 64 {
        all[sq] = Entry { mask: masks[sq], lines: board::walk(first, sq, 0) | board::walk(first + 1, sq, 0), offset };
        offset += 1 << masks[sq].count_ones();
        sq += 1;
    }
    all
}
