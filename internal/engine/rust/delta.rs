//! The delta of a move, as in delta.h of the engine in C: the same threats in the same order. The module around this one has rook, bishop, queen and both, and threats,
//! which is by_lookups where a technique has no function of its own. Programs in C hand over questions and deltas: these have the layout of C's in position.h and threats.h.

use super::{bishop, both, queen, rook, threats};

/// A position with the man on each square: 1 to 6 for a white pawn, knight, bishop, rook, queen and king, 8 more for a black one, and 0 for none. The first six
/// sets are the squares of all pawns, of all knights, and so on, the last two those of white and black men.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Mailbox {
    sets: [u64; 8],
    castling: u64,   // rooks with which their king may still castle
    en_passant: u64, // the square of a capture in passing, if any
    turn: u8,
    unused: [u8; 7],
    pub men: [u8; 64],
}

const PAWN: u8 = 1;
const KNIGHT: u8 = 2;
const BISHOP: u8 = 3;
const ROOK: u8 = 4;
const QUEEN: u8 = 5;
const KING: u8 = 6;

const KIND: u8 = 7; // a man's bits for his kind
const COLOR: u32 = 3; // the number of a man's bit that is set for Black

/// Asks for the delta of a legal move: from, to, the piece, the promotion and what is special about it, in 6, 6, 3, 3 and 2 bits.
#[repr(C)]
pub struct Question {
    pub before: Mailbox,
    pub chosen: u32,
    pub follows: u32, // 1 if the move of the question before leads to this position, else 0
}

const EN_PASSANT: u32 = 1;
const CASTLING: u32 = 2;

/// The threats that vanish and appear. From its lowest byte a threat is the attacker, its square, the victim, and the victim's square; APPEARS marks those that
/// appear. A threat may vanish and appear in turn: the difference counts.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Delta {
    n: i32,
    list: [u32; MOST_THREATS],
}

const MOST_THREATS: usize = 144; // as board.MostThreats, which explains it
const APPEARS: u32 = 0x80;

impl Delta {
    pub const NONE: Delta = Delta { n: 0, list: [0; MOST_THREATS] };

    #[inline(always)]
    fn add(&mut self, attacker: u8, from: usize, victim: u8, to: usize, sign: u32) {
        self.list[self.n as usize] = attacker as u32 | (from as u32) << 8 | (victim as u32) << 16 | (to as u32) << 24 | sign;
        self.n += 1;
    }

    /// A checksum of the difference: it does not depend on the order.
    pub fn sum(&self) -> u64 {
        let mut sum = 0u64;
        for t in &self.list[..self.n as usize] {
            let mut x = ((t & !APPEARS) as u64).wrapping_mul(0x9e3779b97f4a7c15);
            x ^= x >> 32;
            sum = sum.wrapping_add(if t & APPEARS != 0 { x } else { x.wrapping_neg() });
        }
        sum
    }
}

/// The lowest square of a set that is not empty. The mask saves checks of indices.
#[inline(always)]
fn lowest(set: u64) -> usize {
    (set.trailing_zeros() & 63) as usize
}

impl Mailbox {
    pub const EMPTY: Mailbox = Mailbox { sets: [0; 8], castling: 0, en_passant: 0, turn: 0, unused: [0; 7], men: [0; 64] };

    #[inline(always)]
    fn kind(&self, kind: u8) -> u64 {
        self.sets[(kind - PAWN) as usize]
    }

    #[inline(always)]
    fn color(&self, color: u8) -> u64 {
        self.sets[KING as usize + (color & 1) as usize] // behind six sets, of pawns (1) to kings (6)
    }

    /// Puts a man on a square, or none, in place of the man who stands there, or none.
    #[inline(always)]
    fn set(&mut self, sq: usize, before: u8, after: u8) {
        for man in [before, after] {
            if man != 0 {
                self.sets[((man & KIND) - PAWN & 7) as usize] ^= 1 << sq;
                self.sets[(KING + (man >> COLOR & 1)) as usize] ^= 1 << sq;
            }
        }
        self.men[sq] = after;
    }

    /// Sets what a legal move changes beside the men, who have moved already.
    #[inline(always)]
    fn turned(&mut self, m: u32) {
        let (us, from, to) = (self.turn, 1u64 << (m & 63), 1u64 << (m >> 6 & 63));
        let (two, en_passant) = if us == 0 { (from << 16, to >> 8) } else { (from >> 16, to << 8) };
        self.turn = us ^ 1;
        self.en_passant = 0;
        self.castling &= !(from | to);
        let piece = (m >> 12 & 7) as u8 + PAWN;
        if piece == KING {
            self.castling &= !self.color(us);
        } else if piece == PAWN && to == two && neighbours(to) & self.kind(PAWN) & self.color(us ^ 1) != 0 {
            self.en_passant = en_passant;
        }
    }
}

/// What a man on a square attacks. A slider is asked for by its own lookup.
#[inline(always)]
fn attacks(man: u8, sq: usize, occ: u64) -> u64 {
    match man & KIND {
        PAWN => PAWN_ATTACKS[(man >> COLOR & 1) as usize][sq],
        KNIGHT => KNIGHT_ATTACKS[sq],
        BISHOP => bishop(sq as u8, occ),
        ROOK => rook(sq as u8, occ),
        QUEEN => queen(sq as u8, occ),
        _ => KING_ATTACKS[sq],
    }
}

/// Adds the threats of a man on a square to victims, and of attackers to him, all with one sign: 0 if they vanish, APPEARS if they appear.
#[inline(always)]
fn list(b: &Mailbox, sq: usize, man: u8, mut victims: u64, mut attackers: u64, sign: u32, d: &mut Delta) {
    while victims != 0 {
        let to = lowest(victims);
        d.add(man, sq, b.men[to], to, sign);
        victims &= victims - 1;
    }
    if man & KIND == KING {
        return; // an attack on a king is no threat
    }
    while attackers != 0 {
        let from = lowest(attackers);
        d.add(b.men[from], from, man, sq, sign);
        attackers &= attackers - 1;
    }
}

/// Adds the threats that vanish and appear if the man on a square, before, becomes after; 0 is none.
#[allow(dead_code)] // a technique may have a function of its own
#[inline]
pub fn by_lookups(b: &Mailbox, sq: usize, before: u8, after: u8, d: &mut Delta) {
    let (white, black) = (b.color(0), b.color(1));
    let (occ, pawns) = (white | black, b.kind(PAWN));
    let (straight, diagonal) = both(sq as u8, occ);
    let seen = straight | diagonal;
    let sliders = straight & (b.kind(ROOK) | b.kind(QUEEN)) | diagonal & (b.kind(BISHOP) | b.kind(QUEEN));
    let attackers = sliders | KNIGHT_ATTACKS[sq] & b.kind(KNIGHT) | KING_ATTACKS[sq] & b.kind(KING) | PAWN_ATTACKS[1][sq] & pawns & white | PAWN_ATTACKS[0][sq] & pawns & black;
    let victims = occ & !b.kind(KING);
    if before != 0 {
        list(b, sq, before, attacks(before, sq, occ) & victims, attackers, 0, d);
    }
    if after != 0 {
        list(b, sq, after, attacks(after, sq, occ) & victims, attackers, APPEARS, d);
    }
    if before != 0 && after != 0 {
        return;
    }
    let sign = if after != 0 { 0 } else { APPEARS }; // a ray through sq closes or opens: its slider loses or gets the victim behind sq
    let mut set = sliders;
    while set != 0 {
        let from = lowest(set);
        let victim = BEHIND[from][sq] & seen & victims;
        if victim != 0 {
            let to = lowest(victim);
            d.add(b.men[from], from, b.men[to], to, sign);
        }
        set &= set - 1;
    }
}

/// Adds the threats that vanish and appear if a square has another man, or none, and puts him there.
#[inline(always)]
fn change(b: &mut Mailbox, sq: usize, before: u8, after: u8, d: &mut Delta) {
    threats(b, sq, before, after, d);
    b.set(sq, before, after);
}

/// Writes the position after a legal move to another place, and the move's delta.
#[inline]
pub fn make_delta(p: &Mailbox, m: u32, after: &mut Mailbox, d: &mut Delta) {
    let (from, to) = ((m & 63) as usize, (m >> 6 & 63) as usize);
    let (man, target) = (p.men[from], p.men[to]);
    d.n = 0;
    *after = *p;
    match m >> 18 & 3 {
        CASTLING => {
            let (king_to, rook_to) = if to > from { (from & 56 | 6, from & 56 | 5) } else { (from & 56 | 2, from & 56 | 3) };
            change(after, from, man, 0, d);
            change(after, to, target, 0, d);
            change(after, king_to, 0, man, d);
            change(after, rook_to, 0, target, d);
        }
        EN_PASSANT => {
            let captured = to ^ 8; // the square beside the pawn that moves: on rank 5 for rank 6, and on rank 4 for rank 3
            change(after, captured, p.men[captured], 0, d);
            change(after, from, man, 0, d);
            change(after, to, 0, man, d);
        }
        _ => {
            let promotion = (m >> 15 & 7) as u8;
            let becomes = if promotion != 0 { promotion + PAWN | p.turn << COLOR } else { man };
            change(after, from, man, 0, d);
            change(after, to, target, becomes, d);
        }
    }
    after.turned(m);
}

static PAWN_ATTACKS: [[u64; 64]; 2] = [steps(&[(-1, 1), (1, 1)]), steps(&[(-1, -1), (1, -1)])];
static KNIGHT_ATTACKS: [u64; 64] = steps(&[(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
static KING_ATTACKS: [u64; 64] = steps(&DIRECTIONS);
/// The squares behind the second of two squares on a line, as seen from the first.
static BEHIND: [[u64; 64]; 64] = behind();

/// Steps of file and rank.
const DIRECTIONS: [(i32, i32); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];

/// The neighbours of a set's squares on their ranks.
const fn neighbours(set: u64) -> u64 {
    set << 1 & 0xfefefefefefefefe | set >> 1 & 0x7f7f7f7f7f7f7f7f
}

/// The square that a step leads to, 64 if it leads off the board.
const fn step(sq: usize, step: (i32, i32)) -> usize {
    let (file, rank) = (sq as i32 % 8 + step.0, sq as i32 / 8 + step.1);
    if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
        (8 * rank + file) as usize
    } else {
        64
    }
}

/// The squares that some steps lead to, by the square that they begin from.
const fn steps(all: &[(i32, i32)]) -> [u64; 64] {
    let mut attacks = [0; 64];
    let mut i = 0;
    while i < 64 * all.len() {
        let to = step(i % 64, all[i / 64]);
        if to < 64 {
            attacks[i % 64] |= 1 << to;
        }
        i += 1;
    }
    attacks
}

const fn behind() -> [[u64; 64]; 64] {
    let mut behind = [[0; 64]; 64];
    let mut i = 0;
    while i < 64 * 8 {
        let (sq, direction) = (i % 64, DIRECTIONS[i / 64]);
        let mut to = step(sq, direction);
        while to < 64 {
            let mut next = step(to, direction);
            while next < 64 {
                behind[sq][to] |= 1 << next;
                next = step(next, direction);
            }
            to = step(to, direction);
        }
        i += 1;
    }
    behind
}
