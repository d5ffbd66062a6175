//! PEXT bitboards with the data of both pieces side by side: a square's two masks and two addresses of tables in 32 bytes, half a cache line. The address is
//! loaded while PEXT works. Needs BMI2; AMD processors before Zen 3 have it, but execute PEXT in microcode, at up to hundreds of cycles.
//!
//! attacks = table[PEXT(occ, mask)]
//!
//! The compiler computes the tables. No index is checked: PEXT packs as many bits as the mask has, and that many the table is for.
//!
//! People: Zach Wegner and others, 2011; both pieces side by side: Stockfish's developers, 2024.

#[path = "../../board/board.rs"]
mod board;

use core::arch::x86_64::_pext_u64;

/// A square's data: for each piece the mask, and its own table.
#[derive(Clone, Copy)]
struct Side {
    mask: u64,
    table: *const u64,
}

#[derive(Clone, Copy)]
#[repr(C, align(32))]
struct Entry {
    rook: Side,
    bishop: Side,
}

// Nobody writes to the tables.
unsafe impl Sync for Entry {}

impl Side {
    #[inline(always)]
    fn attacks(&self, occ: u64) -> u64 {
        // The program is compiled for processors with BMI2, or the module is not. PEXT gives a number of as many bits as the mask has, and
        // the square's table has a word for each.
        unsafe { *self.table.add(_pext_u64(occ, self.mask) as usize) }
    }
}

static ENTRIES: [Entry; 64] = entries(&ROOK_TABLE, &BISHOP_TABLE);
static ROOK_TABLE: [u64; 102400] = board::attacks(board::ROOKS);
static BISHOP_TABLE: [u64; 5248] = board::attacks(board::BISHOPS);

/// The attacks of a rook on sq, 0 to 63, with pieces on the squares in occ.
#[inline]
pub fn rook(sq: u8, occ: u64) -> u64 {
    ENTRIES[(sq & 63) as usize].rook.attacks(occ)
}

/// The attacks of a bishop.
#[inline]
pub fn bishop(sq: u8, occ: u64) -> u64 {
    ENTRIES[(sq & 63) as usize].bishop.attacks(occ)
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
const fn entries(rooks: &'static [u64; 102400], bishops: &'static [u64; 5248]) -> [Entry; 64] {
    let (mut rook, mut bishop) = (Side { mask: 0, table: rooks.as_ptr() }, Side { mask: 0, table: bishops.as_ptr() });
    let mut all = [Entry { rook, bishop }; 64];
    let mut sq = 0;
    while sq < 64 {
        (rook.mask, bishop.mask) = (board::ROOK_MASKS[sq], board::BISHOP_MASKS[sq]);
        all[sq] = Entry { rook, bishop };
        // The addresses stay within the tables, or behind their ends.
        rook.table = unsafe { rook.table.add(1 << rook.mask.count_ones()) };
        bishop.table = unsafe { bishop.table.add(1 << bishop.mask.count_ones()) };
        sq += 1;
    }
    all
}
