package process

import (
	"bytes"
	"cmp"
)

// Numbers of bytes.
const (
	kept = 64 << 10 // kept when a Tail forgets
	room = 1 << 20  // usual size of a Tail before it forgets
)

// Tail is a writer that keeps the end of all text, and the first lines that look like an error: where a program says why it failed.
type Tail struct {
	Forget func(text []byte) // unless nil, is called with text that may be forgotten; the next call may have the end of that text again
	Room   int               // bytes to keep before it forgets; 0: 1 MiB
	text   []byte
	early  []byte // first lines that look like an error
}

// Write appends text. It forgets rarely and much at once, to take little time while a program is timed.
func (t *Tail) Write(text []byte) (int, error) {
	room := cmp.Or(t.Room, room)
	for rest := text; len(rest) > 0; {
		n := min(len(rest), room-len(t.text))
		t.text, rest = append(t.text, rest[:n]...), rest[n:]
		if len(t.text) == room {
			t.forget()
		}
	}
	return len(text), nil
}

// forget cuts the text to its end, and keeps the first lines that look like an error.
func (t *Tail) forget() {
	if t.Forget != nil {
		lines := t.text[:bytes.LastIndexByte(t.text, '\n')+1]
		if len(lines) == 0 {
			lines = t.text
		}
		t.Forget(lines)
	}
	if t.early == nil {
		t.early = early(t.text)
	}
	t.text = t.text[:copy(t.text, end(t.text))]
}

// end returns about the last kept bytes of a text, from the beginning of a line if possible.
func end(text []byte) []byte {
	from := max(0, len(text)-kept)
	if whole := bytes.LastIndexByte(text[:from], '\n') + 1; whole > from-kept {
		from = whole
	}
	return text[from:]
}

// looks are parts of words that occur in errors. Searching for fixed parts is fast enough for programs that print much; the rules of find are not.
var looks = [][]byte{[]byte("rror"), []byte("xception"), []byte("anic"), []byte("atal"), []byte("erminat"), []byte("Traceback")}

// early returns the first lines that look like an error, with the text around them, nil if no lines do.
func early(text []byte) []byte {
	const around = 2 << 10 // bytes before and behind such a word
	first := len(text)
	for _, word := range looks {
		if at := bytes.Index(text[:first], word); at >= 0 {
			first = at
		}
	}
	if first == len(text) {
		return nil
	}
	from := bytes.LastIndexByte(text[:max(0, first-around)], '\n') + 1 // a whole line, unless it is long
	return bytes.Clone(text[max(from, first-2*around):min(len(text), first+around)])
}

// String returns the text that is kept.
func (t *Tail) String() string { return string(t.text) }

// Error returns the line that says why the program failed, by the rules of find, "" if there is no text.
func (t *Tail) Error() string {
	first, last := t.early, end(t.text)
	if first == nil && len(last) < len(t.text) {
		first = early(t.text)
	}
	return find(string(first)).or(find(string(last))).line
}
