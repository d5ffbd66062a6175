package pages

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"os"
	"regexp"
	"strings"
)

// failed matches the end of a command that failed, with the exit status and the first clause of its message as a group.
var failed = regexp.MustCompile(`^(exit \d+: [^:;]*).*`)

// writePlatforms writes which commands work on each platform, as .ci/platforms has tried them.
func writePlatforms(p *page) {
	p.each("make nightly", func(paths []string) {
		rows, err := csv.NewReader(bytes.NewReader(must(os.ReadFile(paths[0])))).ReadAll()
		if err == nil && (len(rows) == 0 || strings.Join(rows[0], " ") != "platform tried commit machine list verify bench report recommend plot C") {
			err = fmt.Errorf("its columns are not those of .ci/platforms")
		}
		if err != nil {
			check(fmt.Errorf("%s: %w", paths[0], err))
		}
		p.Words(rows[0]...)
		var compiled []string // and never started
		for _, row := range rows[1:] {
			if row[1] == "compiled" {
				compiled = append(compiled, row[0])
				continue
			}
			for i := range row {
				row[i] = failed.ReplaceAllString(row[i], "$1")
			}
			p.Row(row...)
		}
		if len(compiled) > 0 {
			p.Printf("\nOnly compiled: %s.\n", strings.Join(compiled, ", "))
		}
	})
}
