package search

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/magic/search/factors"
)

// firstLine is the number of a text's first line in the file of a state, which has one line before it.
const firstLine = 2

// Text returns all that is needed to go on with the search: a line for each of Params.Flags, and a line for each square,
// with its factor, or with the state of its generator, and with the number of candidates that were tried. It may be
// called while the search runs.
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

// line returns a text's line about a square.
func (h *hunt) line() string {
	if h.found {
		return fmt.Sprintf("%v found %#016x after %d", h.Target, h.factor, h.tried)
	}
	return fmt.Sprintf("%v tried %d then %016x:%016x", h.Target, h.tried, h.stream.hi, h.stream.lo)
}

// Parse is the inverse of Text. The error names the line, counted as in the file of a state.
func Parse(text []byte) (*Search, error) {
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
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
		return bad(flags-1, err)
	}
	lines = lines[flags:]
	for i := range s.hunts {
		h := &s.hunts[i]
		if i == len(lines) {
			return bad(flags+i, fmt.Errorf("no more lines (want one for %v)", h.Target))
		}
		if !h.parse(lines[i]) {
			return bad(flags+i, fmt.Errorf("%.80q (want how far the search for %v is)", lines[i], h.Target))
		}
	}
	if extra := len(s.hunts); extra < len(lines) {
		return bad(flags+extra, fmt.Errorf("%.40q (want no more lines)", lines[extra]))
	}
	return s, nil
}

// parse is the inverse of line, and reports whether the line is one.
func (h *hunt) parse(line string) bool {
	// What is read wrong, or not at all, does not come back as the same line.
	said := strings.TrimPrefix(line, h.Target.String()+" ")
	if h.found = strings.HasPrefix(said, "found"); h.found {
		_, _ = fmt.Sscanf(said, "found %v after %d", &h.factor, &h.tried)
	} else {
		_, _ = fmt.Sscanf(said, "tried %d then %x:%x", &h.tried, &h.stream.hi, &h.stream.lo)
	}
	return h.line() == line && h.tried >= 0
}

// Resume is Parse for a search that is to be that of the given params. The error names the first one that differs.
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

// differ tells the first parameter in which two searches differ, but for those that are named.
func differ(old, now *Params, but ...string) error {
	flags := now.Flags()
	for i, f := range old.Flags() {
		if f != flags[i] && !slices.Contains(but, f.Name) {
			return fmt.Errorf("the state of a search with --%s %s (want %s)", f.Name, f.Value, flags[i].Value)
		}
	}
	return nil
}

// Command returns the command that searches for all shards at once. Flags that only repeat the default are left out, but
// for the form, the layout and the seed.
func (p *Params) Command() string {
	command := "findmagic search"
	defaults := (&Params{}).Flags()
	for i, f := range p.Flags() {
		if i < 2 || f.Name == "seed" || f != defaults[i] && f.Name != "shard" {
			command += " --" + f.Name + " " + f.Value
		}
	}
	return command
}

// Merge joins what searches have found that differ in nothing but pieces, squares and shards, or are at different stages. It
// returns a set of it, with the commands that find it as its source, and which squares are missing: those without a
// factor, and those of shards that are not there. The error belongs to the search with
// the number which, from 0.
func Merge(searches []*Search) (set *factors.Set, missing []Target, which int, err error) {
	merged := &Search{params: searches[0].params}
	var commands []string
	hunts := map[Target]hunt{}
	for i, s := range searches {
		if err := differ(&s.params, &merged.params, "piece", "square", "shard"); err != nil {
			return nil, nil, i, err
		}
		if c := s.params.Command(); !slices.Contains(commands, c) {
			commands = append(commands, c)
		}
		for _, t := range s.params.all() {
			if _, ok := hunts[t]; !ok {
				hunts[t] = hunt{Target: t}
			}
		}
		for _, h := range s.hunts {
			other := hunts[h.Target]
			if h.found && other.found && h.factor != other.factor {
				return nil, nil, i, fmt.Errorf("another factor for %v than in the states before", h.Target)
			}
			if !other.found {
				hunts[h.Target] = h
			}
		}
	}
	for _, h := range hunts {
		merged.hunts = append(merged.hunts, h)
	}
	slices.SortFunc(merged.hunts, func(a, b hunt) int { return a.compare(b.Target) })
	set = merged.Set()
	set.Source = commands
	return set, merged.Missing(), 0, nil
}

// compare orders targets by piece and square.
func (t Target) compare(u Target) int {
	return cmp.Or(cmp.Compare(t.Piece, u.Piece), cmp.Compare(t.Square, u.Square))
}
