package machine

import (
	"fmt"
	"io"
	"strings"

	"github.com/slidebench/slidebench/internal/slowpext"
)

// Report holds all facts that this package can read about a machine at one moment.
type Report struct {
	Fingerprint Fingerprint     `json:"fingerprint"`
	PEXT        slowpext.Report `json:"pext"`
	Environment []Check         `json:"environment"`
	Counters    string          `json:"counters"`
}

// Inspect returns a report on this machine. It takes some milliseconds.
func Inspect() Report {
	r := Report{Detect(), slowpext.Detect(), Environment(), Counters()}
	if !r.Fingerprint.Has("bmi2") { // BMI2 may have been hidden after PEXT was timed
		r.PEXT = slowpext.Report{ByTable: slowpext.NotApplicable, ByTiming: slowpext.NotApplicable, Agree: true, Reason: "no BMI2: there is no PEXT to use"}
	}
	return r
}

// WriteText writes a report for people: a line per fact, then a line per check with advice, and one line for all checks whose value is unknown.
func WriteText(w io.Writer, r Report) error {
	f := r.Fingerprint
	var b strings.Builder
	row := func(name, format string, args ...any) {
		fmt.Fprintf(&b, "%-20s %s\n", name, fmt.Sprintf(format, args...))
	}
	row("machine", "%s", f.Slug())
	row("cpu", "%s", f.CPU)
	row("maker", "%s, family %d, model %d, stepping %d", f.Vendor, f.Family, f.Model, f.Stepping)
	row("microarchitecture", "%s", f.Microarchitecture)
	row("feature set", "%s", f.FeatureSet())
	var has, lacks []string
	for _, part := range parts(f.Arch) {
		if f.Features[part] {
			has = append(has, part)
		} else {
			lacks = append(lacks, part)
		}
	}
	row("has", "%s", orNone(has))
	row("lacks", "%s", orNone(lacks))
	row("hidden on purpose", "%s", orNone(f.Restricted))
	row("GOAMD64 levels", "%s", orNone(f.Levels()))
	row("caches", "L1d %s, L1i %s, L2 %s, L3 %s, lines of %d bytes", size(f.Caches.L1D), size(f.Caches.L1I), size(f.Caches.L2), size(f.Caches.L3), f.Caches.Line)
	row("cores", "%d, running %d threads", f.PhysicalCores, f.LogicalCores)
	for _, t := range f.CoreTypes {
		row("  type "+t.Name, "CPUs %s", t.CPUs)
	}
	row("huge pages", "%s", f.HugePages)
	row("build", "%s %s/%s", f.Go, f.OS, f.Arch)
	for _, s := range [][2]string{{"GOAMD64", f.GOAMD64}, {"GOEXPERIMENT", f.GOEXPERIMENT}, {"tags", f.Tags}} {
		if s[1] != "" {
			row("  "+s[0], "%s", s[1])
		}
	}
	speed := "fast"
	switch {
	case r.PEXT.ByTable == slowpext.NotApplicable:
		speed = "none"
	case r.PEXT.Slow:
		speed = "slow"
	}
	row("PEXT", "%s: %s", speed, r.PEXT.Reason)
	row("counters", "%s", r.Counters)
	writeChecks(&b, r.Environment)
	_, err := io.WriteString(w, b.String())
	return err
}

// writeChecks writes a line for each check of the environment with its advice, and one line that names all checks whose value is unknown.
func writeChecks(b *strings.Builder, checks []Check) {
	b.WriteString("\nenvironment\n")
	var unknown []string
	for _, c := range checks {
		if c.Status == StatusUnknown && c.Advice == "" {
			unknown = append(unknown, c.Name)
			continue
		}
		fmt.Fprintf(b, "%-7s  %-20s %s\n", c.Status, c.Name, c.Value)
		if c.Advice != "" {
			fmt.Fprintf(b, "%29s %s\n", "->", c.Advice)
		}
	}
	if unknown != nil {
		fmt.Fprintf(b, "%-7s  %s\n", Unknown, strings.Join(unknown, ", "))
	}
}

// orNone returns a list joined by spaces, "none" for an empty list.
func orNone(list []string) string {
	if len(list) == 0 {
		return "none"
	}
	return strings.Join(list, " ")
}

// size returns the size of a cache in KiB or MiB.
func size(bytes int) string {
	switch {
	case bytes == 0:
		return Unknown
	case bytes%(1<<20) == 0:
		return fmt.Sprintf("%d MiB", bytes>>20)
	}
	return fmt.Sprintf("%d KiB", bytes>>10)
}
