package process

import (
	"bytes"
	"cmp"
)

// kept is how much a Tail keeps at least, and room how much it may have.
const (
	kept = 64 << 10
	room = 1 << 20
)

// Tail keeps the end of what is written to it, and the first lines that look like an error.
type Tail struct {
	Forget func(text []byte) // if it is set, it is given text before some of that is forgotten; it may get the end of the text again
	Room   int               // bytes to keep before it forgets; 0: 1 MiB
	text   []byte
	early  []byte // first lines that look like an error
}

// Write forgets rarely and much at once, since it may do so while a program is timed.
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

// end returns the end of a text, from the beginning of a line.
func end(text []byte) []byte {
	from := max(0, len(text)-kept)
	if whole := bytes.LastIndexByte(text[:from], '\n') + 1; whole > from-kept {
		from = whole
	}
	return text[from:]
}

// looks are parts of words that stand in errors. A search for words is as fast as programs print.
var looks = [][]byte{[]byte("rror"), []byte("xception"), []byte("anic"), []byte("atal"), []byte("erminat"), []byte("Traceback")}

// early returns the first lines that look like an error, and some around them; nil if no lines do.
func early(text []byte) []byte {
	const around = 2 << 10
	first := len(text)
	for _, word := range looks {
		if at := bytes.Index(text[:first], word); at >= 0 {
			first = at
		}
	}
	if first == len(text) {
		return nil
	}
	from := bytes.LastIndexByte(text[:max(0, first-around)], '\n') + 1
	return bytes.Clone(text[max(from, first-2*around):min(len(text), first+around)])
}

func (t *Tail) String() string { return string(t.text) }

// Error returns the line that says why the program failed, "" if there is no text.
func (t *Tail) Error() string {
	first, last := t.early, end(t.text)
	if first == nil && len(last) < len(t.text) {
		first = early(t.text)
	}
	return find(string(first)).or(find(string(last))).line
}
