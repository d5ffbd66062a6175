//! Cfish's attacks with AVX2: all eight rays are cut at once in two registers, the four to higher squares by a subtraction in each lane, the four to lower squares
//! by shifts that fill the squares behind the first blocker. A lookup gives the attacks of a rook and of a bishop; one of them alone costs as much as both. Needs
//! AVX2.
//!
//! up      = north, north-east, east, north-west         down = south, south-west, west, south-east
//! x       = occ & up                                    y    = occ & down                in each lane
//! f       = y>>d | y>>2d, then f | f>>2d | f>>4d        d    = 8, 9, 1, 7
//! attacks = (up & (x ^ (x - 1))) | (down & !f)
//! rook, bishop = attacks[0] | attacks[2], attacks[1] | attacks[3]
//!
//! The compiler computes the table.
//!
//! People: Okuhara, in Cfish, 2020.

#[path = "../../board/board.rs"]
mod board;

use core::arch::x86_64::*;

/// The rays of a square, 64 bytes: opposite rays have the same index in both arrays.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
struct Entry {
    up: [u64; 4],
    down: [u64; 4],
}

static ENTRIES: [Entry; 64] = entries();

/// The attacks of a rook and of a bishop on sq, 0 to 63, with pieces on the squares in occ, in the two halves of a register.
#[inline(always)]
fn pair(sq: u8, occ: u64) -> __m128i {
    let e = &ENTRIES[(sq & 63) as usize];
    // The program is compiled for processors with AVX2, or the module is not; each array is four lanes.
    unsafe {
        let (one, two, four) = (_mm256_setr_epi64x(8, 9, 1, 7), _mm256_setr_epi64x(16, 18, 2, 14), _mm256_setr_epi64x(32, 36, 4, 28));
        let (up, down) = (_mm256_load_si256(e.up.as_ptr().cast()), _mm256_load_si256(e.down.as_ptr().cast()));
        let lanes = _mm256_set1_epi64x(occ as i64);
        let (x, y) = (_mm256_and_si256(lanes, up), _mm256_and_si256(lanes, down));
        // Towards lower squares the first blocker is the highest bit, for which AVX2 has no scan: all pieces on the ray are shifted along it by one to six squares,
        // in steps that double. Bits that a shift carries over an edge of the board land outside of the ray.
        let f = _mm256_or_si256(_mm256_srlv_epi64(y, one), _mm256_srlv_epi64(y, two));
        let f = _mm256_or_si256(f, _mm256_or_si256(_mm256_srlv_epi64(f, two), _mm256_srlv_epi64(f, four)));
        // x - 1 differs from x in the first blocker and in all bits below it.
        let x = _mm256_xor_si256(x, _mm256_add_epi64(x, _mm256_set1_epi64x(-1)));
        let x = _mm256_or_si256(_mm256_and_si256(up, x), _mm256_andnot_si256(f, down));
        _mm_or_si128(_mm256_castsi256_si128(x), _mm256_extracti128_si256::<1>(x))
    }
}

/// The attacks of a rook.
#[inline]
pub fn rook(sq: u8, occ: u64) -> u64 {
    unsafe { _mm_cvtsi128_si64(pair(sq, occ)) as u64 }
}

/// The attacks of a bishop.
#[inline]
pub fn bishop(sq: u8, occ: u64) -> u64 {
    unsafe { _mm_extract_epi64::<1>(pair(sq, occ)) as u64 }
}

/// The attacks of a rook and of a bishop at once.
#[inline]
pub fn both(sq: u8, occ: u64) -> (u64, u64) {
    let halves = pair(sq, occ);
    unsafe { (_mm_cvtsi128_si64(halves) as u64, _mm_extract_epi64::<1>(halves) as u64) }
}

/// The attacks of a queen: those of a rook and of a bishop.
#[inline]
pub fn queen(sq: u8, occ: u64) -> u64 {
    let (rook, bishop) = both(sq, occ);
    rook | bishop
}

/// The squares of a line above the slider are the ray to higher squares, and those below it the other one.
const fn entries() -> [Entry; 64] {
    let mut all = [Entry { up: [0; 4], down: [0; 4] }; 64];
    let lines = board::lines::<4>(board::FILE);
    let mut sq = 0;
    while sq < 64 {
        let [file, rank, diagonal, antidiagonal] = lines[sq];
        let below = (1 << sq) - 1;
        all[sq] = Entry {
            up: [file & !below, diagonal & !below, rank & !below, antidiagonal & !below],
            down: [file & below, diagonal & below, rank & below, antidiagonal & below],
        };
        sq += 1;
    }
    all
}
