package engines

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// number is a count, with separators of thousands or without.
const number = `([0-9]{1,3}(?:[,_'.][0-9]{3})+|[0-9]+)`

// usual finds the number of nodes in what engines print: the first of these that matches at all counts, where it matches last.
var usual = []string{
	`(?im)\b` + number + `\s+nodes\s+[0-9][0-9,_'.]*\s+nps\s*$`,                 // OpenBench's: "4865609 nodes 1234567 nps"
	`(?i)\bnodes(?:\s+(?:searched|visited|total))?\s*[:=|]?\s*` + number + `\b`, // "Nodes searched  : 4865609", "info depth 9 nodes 4865609"
	`(?i)\b` + number + `\s+nodes\b`,
}

// nodesReader finds the number of nodes in what a program prints.
type nodesReader []*regexp.Regexp

func newNodesReader(pattern string) (n nodesReader, err error) {
	patterns := usual
	if pattern != "" {
		patterns = []string{pattern}
	}
	for _, p := range patterns {
		e, err := regexp.Compile(p)
		if err != nil {
			return nil, fmt.Errorf("pattern of nodes: %w", err)
		}
		if e.NumSubexp() != 1 {
			return nil, fmt.Errorf("pattern of nodes %q has %d groups (want one, the number)", p, e.NumSubexp())
		}
		n = append(n, e)
	}
	return n, nil
}

// read returns the last number of nodes, 0 for none.
func (n nodesReader) read(text string) int64 {
	for _, e := range n {
		all := e.FindAllStringSubmatch(text, -1)
		if len(all) == 0 {
			continue
		}
		digits := strings.NewReplacer(",", "", "_", "", "'", "", ".", "").Replace(all[len(all)-1][1])
		if nodes, err := strconv.ParseInt(digits, 10, 64); err == nil {
			return nodes
		}
	}
	return 0
}
