package digest

import (
	_ "embed"
	"encoding/csv"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	_ "github.com/slidebench/slidebench" // sets the sources
	"github.com/slidebench/slidebench/internal/slidebench"
)

// Today returns the digests of the sources from which this program was built.
var Today = sync.OnceValue(func() Parts {
	p, err := Of(slidebench.Sources, slidebench.Timed)
	if err != nil {
		panic(err)
	}
	return p
})

//go:generate go run ./internal/past

// past has a column for each commit of published results whose records have no digests, and a line for each part. An empty field repeats the field to its left,
// and - stands for a part that the commit lacks.
//
//go:embed past.csv
var past string

// pasts returns the digests in past by commit.
var pasts = sync.OnceValue(func() map[string]Parts {
	lines, err := csv.NewReader(strings.NewReader(past)).ReadAll()
	if err != nil {
		panic(err)
	}
	all := map[string]Parts{}
	for _, line := range lines[1:] {
		last := ""
		for i, commit := range lines[0][1:] {
			if all[commit] == nil {
				all[commit] = Parts{}
			}
			if field := line[i+1]; field != "" {
				last = strings.TrimPrefix(field, "-")
			}
			all[commit].set(line[0], last)
		}
	}
	return all
})

// At returns the digests of a commit of published results whose records have none; nil for other commits.
func At(commit string) Parts {
	return pasts()[fmt.Sprintf("%.12s", commit)]
}

// Commits returns the commits that At knows, the oldest first.
func Commits() []string {
	head, _, _ := strings.Cut(past, "\n")
	return strings.Split(head, ",")[1:]
}

// Table returns the text of past.csv for some commits and their digests.
func Table(commits []string, of []Parts) string {
	parts := map[string]bool{}
	for _, p := range of {
		for part := range p {
			parts[part] = true
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "part,%s\n", strings.Join(commits, ","))
	for _, part := range slices.Sorted(maps.Keys(parts)) {
		b.WriteString(part)
		last := "" // no digest, so that the first field is never empty
		for _, p := range of {
			digest := p[part]
			if digest == "" {
				digest = "-"
			}
			b.WriteByte(',')
			if digest != last {
				b.WriteString(digest)
			}
			last = digest
		}
		b.WriteByte('\n')
	}
	return b.String()
}
