// The loops of internal/engine/deltas.go, with module delta and function threats, which stand before this text.

use delta::{make_delta, Delta, Mailbox, Question};

extern "C" fn threats_of(b: &Mailbox, sq: i32, before: i32, after: i32, d: &mut Delta) {
    threats(b, (sq & 63) as usize, before as u8, after as u8, d)
}
unsafe extern "C" fn deltas(c: &Corpus, from: usize, to: usize) -> u64 {
    let (mut after, mut d, mut sum) = (Mailbox::EMPTY, Delta::NONE, 0);
    for i in from..to {
        let q = &*c.questions.cast::<Question>().add(i);
        make_delta(&q.before, q.chosen, &mut after, &mut d);
        sum ^= d.sum().rotate_left(i as u32 & 63);
    }
    sum
}
unsafe extern "C" fn deltas_in_turn(c: &Corpus, from: usize, to: usize) -> u64 {
    let (mut even, mut odd, mut d) = (Mailbox::EMPTY, Mailbox::EMPTY, Delta::NONE);
    let (mut sum, mut last, mask) = (0, 0u64, dependency_mask);
    for i in from..to {
        let q = &*c.questions.cast::<Question>().add(i);
        let (before, after) = if i & 1 == 0 { (&mut even, &mut odd) } else { (&mut odd, &mut even) };
        if i == from || q.follows == 0 {
            *before = q.before;
        }
        make_delta(before, q.chosen | (last & mask) as u32, after, &mut d);
        last = d.sum();
        sum ^= last.rotate_left(i as u32 & 63);
    }
    sum
}
unsafe extern "C" fn delta_batch(deltas: *mut Delta, q: *const Question, n: usize) {
    let mut after = Mailbox::EMPTY;
    for i in 0..n {
        make_delta(&(*q.add(i)).before, (*q.add(i)).chosen, &mut after, &mut *deltas.add(i));
    }
}
