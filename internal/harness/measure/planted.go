package measure

// planted returns the work of a slice as it is. A rehearsal puts another file in place of this one into a tree that is to be slower: see internal/lab/rehearsal.
func (t *Timer) planted(work func()) func() { return work }
