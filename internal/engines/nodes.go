package engines

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/slidebench/slidebench/internal/process"
)

// number is a count, with separators of thousands or without.
const number = `([0-9]{1,3}(?:[,_'.][0-9]{3})+|[0-9]+)`

// usual has patterns for the number of nodes in the output of the usual engines. The first pattern that matches anywhere counts, at its last match.
var usual = []string{
	`(?im)\b` + number + `\s+nodes\s+[0-9][0-9,_'.]*\s+nps\s*$`,                 // OpenBench's: "4865609 nodes 1234567 nps"
	`(?i)\bnodes(?:\s+(?:searched|visited|total))?\s*[:=|]?\s*` + number + `\b`, // "Nodes searched  : 4865609", "info depth 9 nodes 4865609"
	`(?i)\b` + number + `\s+(?:nodes|leaves)\b`,                                 // "4865609 leaves", slidebench perft's
}

// nodesReader finds the number of nodes in a program's output.
type nodesReader struct {
	patterns []*regexp.Regexp
	words    [][]byte // in lower case: one of them stands wherever a pattern matches, and it is found faster than a pattern
}

// newNodesReader returns a reader by the user's pattern, or for "" by those of the usual engines.
func newNodesReader(pattern string) (n nodesReader, err error) {
	patterns, words := []string{pattern}, [][]byte{nil} // every text contains the empty word
	if pattern == "" {
		patterns, words = usual, [][]byte{[]byte("nodes"), []byte("leaves")}
	}
	n.words = words
	for _, p := range patterns {
		e, err := regexp.Compile(p)
		if err != nil {
			return n, fmt.Errorf("pattern of nodes: %w", err)
		}
		if e.NumSubexp() != 1 {
			return n, fmt.Errorf("pattern of nodes %q has %d groups (want one, the number)", p, e.NumSubexp())
		}
		n.patterns = append(n.patterns, e)
	}
	return n, nil
}

// printed holds the end of a program's output, and of the rest the last match of each pattern.
type printed struct {
	process.Tail
	nodesReader
	last []string // numbers of nodes, by pattern
}

// print returns a writer for a program's output.
func (n nodesReader) print() *printed {
	p := &printed{nodesReader: n, last: make([]string, len(n.patterns))}
	p.Forget, p.Room = p.note, 16<<20 // an engine that prints less is not disturbed while it is timed
	return p
}

// note notes the last match of each pattern in a text.
func (p *printed) note(text []byte) {
	for i, e := range p.patterns {
		if m := p.lastMatch(e, text); m != "" {
			p.last[i] = m
		}
	}
}

// lastMatch returns the number in a pattern's last match, "" for none. It looks from the end of the text, part by part, since most engines print the number again and
// again. A part begins with a line, and reaches into the part behind it, for patterns of several lines.
func (p *printed) lastMatch(e *regexp.Regexp, text []byte) string {
	const long, overlap = 64 << 10, 4 << 10
	for to := len(text); to > 0; {
		from := bytes.LastIndexByte(text[:max(0, to-long)], '\n') + 1
		part := text[from:min(len(text), to+overlap)]
		lower := bytes.ToLower(part)
		if slices.ContainsFunc(p.words, func(word []byte) bool { return bytes.Contains(lower, word) }) {
			if all := e.FindAllSubmatch(part, -1); len(all) > 0 {
				return string(all[len(all)-1][1])
			}
		}
		to = from
	}
	return ""
}

// nodes returns the last number of nodes, 0 for none.
func (p *printed) nodes() int64 {
	p.note([]byte(p.String()))
	for _, last := range p.last {
		digits := strings.NewReplacer(",", "", "_", "", "'", "", ".", "").Replace(last)
		if nodes, err := strconv.ParseInt(digits, 10, 64); err == nil {
			return nodes
		}
	}
	return 0
}
