package pages

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/perf/benchfmt"

	"github.com/slidebench/slidebench/harness/stats"
	"github.com/slidebench/slidebench/harness/threads"
)

// writeThreads writes what two engines at once do to each technique, for each machine.
func writeThreads(p *page) {
	p.each("threads", func(paths []string) {
		speeds := readThreads(paths[0])
		p.Printf("**%s**, from %s\n\n", filepath.Base(filepath.Dir(filepath.Dir(paths[0]))), raw(paths[0]))
		p.Head("technique", "shared", "private")
		for _, name := range slices.Sorted(maps.Keys(speeds)) {
			alone := speeds[name][threads.Alone]
			p.Row("`"+name+"`", stats.Ratio(speeds[name][threads.Shared], alone).Format(1), stats.Ratio(speeds[name][threads.Private], alone).Format(1))
		}
	})
}

// readThreads returns the speeds in a file, round by round, by technique and way.
func readThreads(path string) map[string]map[string][]float64 {
	speeds := map[string]map[string][]float64{}
	reader := benchfmt.NewReader(bytes.NewReader(must(os.ReadFile(path))), path)
	for reader.Scan() {
		r, ok := reader.Result().(*benchfmt.Result)
		if !ok {
			continue
		}
		_, parts := r.Name.Parts()
		speed, has := r.Value("nodes/s")
		if len(parts) != 2 || !has {
			check(fmt.Errorf("%s: %s is no line of lab threads", path, r.Name))
		}
		name, way := strings.TrimPrefix(string(parts[0]), "/technique="), strings.TrimPrefix(string(parts[1]), "/tables=")
		if speeds[name] == nil {
			speeds[name] = map[string][]float64{}
		}
		speeds[name][way] = append(speeds[name][way], speed)
	}
	check(reader.Err())
	return speeds
}
