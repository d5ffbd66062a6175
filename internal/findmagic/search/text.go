package search

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

// firstLine is the number of the text's first line in a state's file: line 1 is the head that package state writes.
const firstLine = 2

// Text returns the text from which Resume continues the search: a line for each of Params.Flags, and a line for each square with
// the number of its candidates tried so far, and with its magic or the state of its generator. Text may be called while the search
// runs.
//
//	--seed 1
//	rook a1 found 0x0080001180204000 after 66124
//	rook f8 tried 65536 then 1f6a30e90ba2d3b4:ec7ab0c0d37bd81f
func (s *Search) Text() []byte {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	var b bytes.Buffer
	for _, f := range s.params.Flags() {
		fmt.Fprintf(&b, "--%s %s\n", f.Name, f.Value)
	}
	for i := range s.hunts {
		fmt.Fprintln(&b, s.hunts[i].line())
	}
	return b.Bytes()
}

// line returns the line of Text about a square.
func (h *hunt) line() string {
	if h.found {
		return fmt.Sprintf("%v found %#016x after %d", h.Target, h.factor, h.tried)
	}
	return fmt.Sprintf("%v tried %d then %016x:%016x", h.Target, h.tried, h.stream.hi, h.stream.lo)
}

// Parse is the inverse of Text. The error names the line, counted as in the file of a state.
func Parse(text []byte) (*Search, error) {
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	// bad is the error of lines[i], counted from the text's first line.
	bad := func(i int, err error) (*Search, error) { return nil, fmt.Errorf("line %d: %w", firstLine+i, err) }
	var p Params
	flags := len(p.Flags())
	if len(lines) < flags {
		return bad(len(lines), fmt.Errorf("no more lines (want %d parameters)", flags))
	}
	for i, f := range p.Flags() {
		value, ok := strings.CutPrefix(lines[i], "--"+f.Name+" ")
		if !ok {
			return bad(i, fmt.Errorf("%.40q (want --%s and its value)", lines[i], f.Name))
		}
		if err := p.Set(f.Name, value); err != nil {
			return bad(i, err)
		}
	}
	s, err := New(p)
	if err != nil {
		return bad(flags-1, err) // the flags contradict each other: the last of them stands for all
	}
	lines = lines[flags:] // from here on, line i is that of s.hunts[i]
	for i := range s.hunts {
		h := &s.hunts[i]
		if i == len(lines) {
			return bad(flags+i, fmt.Errorf("no more lines (want one for %v)", h.Target))
		}
		if !h.parse(lines[i]) {
			return bad(flags+i, fmt.Errorf("%.80q (want the state of the search for %v)", lines[i], h.Target))
		}
	}
	if extra := len(s.hunts); extra < len(lines) {
		return bad(flags+extra, fmt.Errorf("%.40q (want no more lines)", lines[extra]))
	}
	return s, nil
}

// parse is the inverse of line, and reports whether the line is valid.
func (h *hunt) parse(line string) bool {
	// Sscanf's errors need no test: if it fails, h.line() differs from the line.
	state := strings.TrimPrefix(line, h.Target.String()+" ")
	if h.found = strings.HasPrefix(state, "found"); h.found {
		_, _ = fmt.Sscanf(state, "found %v after %d", &h.factor, &h.tried)
	} else {
		_, _ = fmt.Sscanf(state, "tried %d then %x:%x", &h.tried, &h.stream.hi, &h.stream.lo)
	}
	return h.line() == line && h.tried >= 0
}

// Resume parses the text of a search with the given params. The error names the first param that differs.
func Resume(p Params, text []byte) (*Search, error) {
	s, err := Parse(text)
	if err != nil {
		return nil, err
	}
	if err := differ(&s.params, &p); err != nil {
		return nil, err
	}
	return s, nil
}

// differ returns an error about the first parameter in which two searches differ, except for the named parameters.
func differ(old, now *Params, except ...string) error {
	flags := now.Flags()
	for i, f := range old.Flags() {
		if f != flags[i] && !slices.Contains(except, f.Name) {
			return fmt.Errorf("the state of a search with --%s %s (want %s)", f.Name, f.Value, flags[i].Value)
		}
	}
	return nil
}
