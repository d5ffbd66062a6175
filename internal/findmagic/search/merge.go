package search

import (
	"fmt"
	"slices"

	"github.com/slidebench/slidebench/internal/findmagic/factors"
)

// Merge joins the magics of searches that differ at most in pieces, squares, shards and progress. The set's source lists the
// commands that find it. A square is missing if it has no magic yet, or if its shard is not among the searches. An error is about
// searches[which].
func Merge(searches []*Search) (set *factors.Set, missing []Target, which int, err error) {
	merged := &Search{params: searches[0].params}
	var commands []string
	hunts := map[Target]hunt{} // the squares of all shards; the found hunt of a square, if a search has it
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
				return nil, nil, i, fmt.Errorf("another magic for %v than in the states before", h.Target)
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
