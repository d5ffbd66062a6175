//! The board in Rust, as in package board: squares count from a1 = 0, b1 = 1 to h8 = 63, and a set of squares has bit sq for square sq. All of it is for
//! tables that the compiler computes: no lookup uses it but the control walk.
#![allow(dead_code)] // no technique needs all of it

/// The directions of a rook, as steps of file and rank, then those of a bishop. Opposite directions are neighbours.
const STEPS: [(i32, i32); 8] = [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1), (-1, 1), (1, -1)];

/// The lines of a square.
pub const FILE: usize = 0;
pub const RANK: usize = 1;
pub const DIAGONAL: usize = 2;
pub const ANTIDIAGONAL: usize = 3;

/// The attacks on one line, square by square, up to the first piece in each direction.
pub const fn walk(line: usize, sq: usize, occ: u64) -> u64 {
    let mut attacks = 0;
    let mut d = 2 * line;
    while d < 2 * line + 2 {
        let (mut file, mut rank) = (sq as i32 % 8 + STEPS[d].0, sq as i32 / 8 + STEPS[d].1);
        while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
            let square = 1 << (8 * rank + file);
            attacks |= square;
            if occ & square != 0 {
                break;
            }
            file += STEPS[d].0;
            rank += STEPS[d].1;
        }
        d += 1;
    }
    attacks
}

/// Lines of each square, the first and those behind it, without the square itself.
pub const fn lines<const N: usize>(first: usize) -> [[u64; N]; 64] {
    let mut lines = [[0; N]; 64];
    let mut i = 0;
    while i < 64 * N {
        lines[i / N][i % N] = walk(first + i % N, i / N, 0);
        i += 1;
    }
    lines
}

/// The squares of a line whose occupancy changes answers: without the square itself and the ends.
const fn relevant(line: usize, sq: usize) -> u64 {
    let (rank, file) = (0xffu64 << (sq & 56), 0x0101010101010101u64 << (sq & 7));
    let ends = (0xff000000000000ff & !rank) | (0x8181818181818181 & !file); // the edges, but for one along which the line runs
    walk(line, sq, 0) & !ends
}

/// The relevant squares of rooks, and of bishops.
pub const ROOK_MASKS: [u64; 64] = masks(FILE);
pub const BISHOP_MASKS: [u64; 64] = masks(DIAGONAL);

const fn masks(first: usize) -> [u64; 64] {
    let mut masks = [0; 64];
    let mut sq = 0;
    while sq < 64 {
        masks[sq] = relevant(first, sq) | relevant(first + 1, sq);
        sq += 1;
    }
    masks
}

/// The attacks within the first rank, by its inner squares b to g and the slider's file.
pub const fn first_rank() -> [[u8; 8]; 64] {
    let mut ranks = [[0; 8]; 64];
    let mut i = 0;
    while i < 512 {
        ranks[i / 8][i % 8] = walk(RANK, i % 8, (i as u64 / 8) << 1) as u8;
        i += 1;
    }
    ranks
}

/// The attacks of a slider under a subset of its relevant squares.
#[derive(Clone, Copy)]
pub struct Answer {
    pub sq: usize,
    pub occ: u64,
    pub attacks: u64,
    pub slot: u16, // the attacks as PEXT packs them on the square's lines
}

/// All answers of rooks, and of bishops: square by square, and subset by subset as these count in the bits of the mask, so that a subset's place among those of
/// its square is what PEXT makes of it.
pub const ROOKS: &[Answer; 102400] = &answers(FILES, RANKS);
pub const BISHOPS: &[Answer; 5248] = &answers(DIAGONALS, ANTIDIAGONALS);

// A constant for each line, as rustc before 1.72 gives up on a constant that takes long to compute.
const FILES: &[Line; 64] = &subsets(FILE, &ROOK_MASKS);
const RANKS: &[Line; 64] = &subsets(RANK, &ROOK_MASKS);
const DIAGONALS: &[Line; 64] = &subsets(DIAGONAL, &BISHOP_MASKS);
const ANTIDIAGONALS: &[Line; 64] = &subsets(ANTIDIAGONAL, &BISHOP_MASKS);

/// The subsets of a line's relevant squares, with their attacks within the line, and their places among the subsets of a mask.
#[derive(Clone, Copy)]
struct Line {
    subsets: [(Answer, usize); 64],
    n: usize,
}

// The subsets of a line. mask has the relevant squares of both lines of the piece, of which one is line ^ 1.
const fn on_line(line: usize, sq: usize, mask: u64) -> Line {
    let (all, relevant) = (walk(line, sq, 0) | walk(line ^ 1, sq, 0), relevant(line, sq));
    let mut l = Line { subsets: [(answer(line, sq, 0, all), 0); 64], n: 1 };
    let (mut rest, mut place) = (mask, 1);
    while rest != 0 {
        let square = rest & rest.wrapping_neg();
        if relevant & square != 0 {
            let mut i = 0;
            while i < l.n {
                let (half, at) = l.subsets[i];
                l.subsets[l.n + i] = (answer(line, sq, half.occ | square, all), at | place);
                i += 1;
            }
            l.n *= 2;
        }
        rest &= rest - 1;
        place *= 2;
    }
    l
}

const fn answer(line: usize, sq: usize, occ: u64, all: u64) -> Answer {
    let attacks = walk(line, sq, occ);
    Answer { sq, occ, attacks, slot: pack(attacks, all) as u16 }
}

/// The bits of x that a mask selects, side by side from bit 0: PEXT, as the compiler computes it.
const fn pack(x: u64, mut mask: u64) -> u64 {
    let (mut packed, mut bit) = (0, 1);
    while mask != 0 {
        if x & mask & mask.wrapping_neg() != 0 {
            packed |= bit;
        }
        mask &= mask - 1;
        bit *= 2;
    }
    packed
}

const fn subsets(first: usize, masks: &[u64; 64]) -> [Line; 64] {
    let mut all = [Line { subsets: [(answer(first, 0, 0, 0), 0); 64], n: 0 }; 64];
    let mut sq = 0;
    while sq < 64 {
        all[sq] = on_line(first, sq, masks[sq]);
        sq += 1;
    }
    all
}

// All answers of a piece: every subset of one line with every subset of the other.
const fn answers<const N: usize>(lines: &[Line; 64], others: &[Line; 64]) -> [Answer; N] {
    let mut all = [lines[0].subsets[0].0; N];
    let (mut sq, mut start) = (0, 0);
    while sq < 64 {
        let (a, b) = (&lines[sq], &others[sq]);
        let mut i = 0;
        while i < a.n {
            let (one, at) = a.subsets[i];
            let mut j = 0;
            while j < b.n {
                let (other, place) = b.subsets[j];
                all[start + at + place] = Answer { sq, occ: one.occ | other.occ, attacks: one.attacks | other.attacks, slot: one.slot | other.slot };
                j += 1;
            }
            i += 1;
        }
        start += a.n * b.n;
        sq += 1;
    }
    all
}

/// The attacks of answers: a table for each square, indexed by PEXT, end to end.
pub const fn attacks<const N: usize>(answers: &[Answer; N]) -> [u64; N] {
    let mut table = [0; N];
    let mut i = 0;
    while i < N {
        table[i] = answers[i].attacks;
        i += 1;
    }
    table
}

/// The slots of answers, likewise.
pub const fn slots<const N: usize>(answers: &[Answer; N]) -> [u16; N] {
    let mut table = [0; N];
    let mut i = 0;
    while i < N {
        table[i] = answers[i].slot;
        i += 1;
    }
    table
}
