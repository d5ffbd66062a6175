package report

import (
	"io"
	"strings"

	"github.com/slidebench/slidebench/internal/harness/bmf"
)

// writeBMF writes the median of every cell with its interval, for services that track benchmarks.
func writeBMF(w io.Writer, files []*ranks) error {
	all := bmf.Report{}
	for _, f := range files {
		for _, t := range f.Tables {
			for _, s := range t.Series {
				_, name, _ := strings.Cut(s.Cell.String(), "/") // without the name of the benchmark in Go, the same for all cells
				if build := t.Built.String(); build != "" {
					name += "/build=" + build
				}
				if len(files) > 1 {
					name = "machine=" + t.Machine + "/" + name
				}
				all.Add(name, strings.ReplaceAll(t.Unit, "/", "-per-"), s.Time())
			}
		}
	}
	return all.Write(w)
}
