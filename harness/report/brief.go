package report

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/internal/columns"
)

// The room that a short answer has for each machine: a terminal's.
const (
	briefLines   = 23
	briefColumns = 80
)

// writeBrief writes for each machine a line for each kind of lookup, the feature sets that come out otherwise, and the package that each
// kind of engine imports. Without room for the rest it points to the longer format.
func writeBrief(b *bytes.Buffer, sets []Profile, warned []string) {
	var warnings []string
	for _, w := range warned {
		warnings = append(warnings, wrapped("WARNING: "+w)...)
	}
	for i, machine := range ByMachine(sets) {
		if i > 0 {
			b.WriteByte('\n')
			warnings = nil
		}
		head, others, engines := briefTable(machine[0]), slices.Concat(briefC(machine[0]), briefOthers(machine)), briefEngines(machine)
		room := briefLines - len(head) - len(engines)
		if len(warnings) > 0 && len(warnings)+min(len(others), 1) > room {
			warnings = []string{fmt.Sprintf("Warnings: %d, see --format markdown.", len(warned))}
		}
		if len(warnings)+len(others) > room {
			others = []string{"Other feature sets come out otherwise: see --format markdown."}
		}
		for _, line := range slices.Concat(head, warnings, others, engines) {
			fmt.Fprintln(b, line)
		}
	}
}

// wrapped returns a text in lines of briefColumns, all but the first indented.
func wrapped(words string) []string {
	return strings.Split(strings.ReplaceAll(columns.Wrap(words, briefColumns-2), "\n", "\n  "), "\n")
}

// briefTable returns a line for each kind of lookup: technique, time with interval, and size of its tables; then the remedy where nothing
// can be recommended.
func briefTable(s Profile) []string {
	lines := wrapped(fmt.Sprintf("%s (%s), %s", s.Target.CPU, s, s.File.Name))
	table := shortTable([]Profile{s}, func(Profile) string { return "use" })
	rows := strings.Split(table.Terminal(briefColumns), "\n")
	lines = append(lines, slices.Delete(rows, 1, 2)...) // the rule below the heading
	if strings.Contains(table.Terminal(0), noisyMark) {
		lines = append(lines, fmt.Sprintf("~: A/A noise over %.0f %%.", 100*highNoise))
	}
	var help []string
	for _, k := range kinds {
		if _, _, refusal := s.Choose(k.use); refusal != nil && !slices.Contains(help, refusal.Do) {
			help = append(help, refusal.Do)
			lines = append(lines, wrapped("None: "+refusal.Do+".")...)
		}
	}
	return lines
}

// picks returns the names of the techniques that a set picks, kind by kind, "" where there is none.
func (s Profile) picks() (names []string) {
	for _, k := range kinds {
		_, c, _ := s.Choose(k.use)
		names = append(names, c.Pick.Technique)
	}
	return names
}

// briefC returns the picks of the first build in C, or why there are none.
func briefC(s Profile) (lines []string) {
	inC := s.mainC()
	if len(inC) == 0 {
		return nil
	}
	var picks []string
	var uses []Use
	for i, pick := range inC[0].picks() {
		uses = append(uses, kinds[i].use)
		if pick != "" {
			picks = append(picks, kinds[i].name+" "+pick)
		}
	}
	if len(picks) == 0 {
		picks = []string{inC[0].why(uses)}
	}
	return wrapped(fmt.Sprintf("In %s: %s.", inC[0].language(), strings.Join(picks, "; ")))
}

// briefOthers returns the picks of the machine's older relatives where they differ from its own. Relatives that come out alike share a
// sentence.
func briefOthers(machine []Profile) (lines []string) {
	own, others := machine[0].picks(), slices.Clone(machine[1:])
	for len(others) > 0 {
		picks := others[0].picks()
		var features, differences []string
		others = slices.DeleteFunc(others, func(s Profile) bool {
			alike := slices.Equal(s.picks(), picks)
			if alike {
				features = append(features, s.Features)
			}
			return alike
		})
		for i, pick := range picks {
			if pick != own[i] && pick != "" {
				differences = append(differences, kinds[i].name+" "+pick)
			}
		}
		if len(differences) > 0 {
			with := strings.Replace(strings.Join(features, " or ")+" only", baseline+" only", "none of these features", 1)
			lines = append(lines, wrapped(fmt.Sprintf("With %s: %s.", with, strings.Join(differences, "; ")))...)
		}
	}
	return lines
}

// briefEngines returns the package that each kind of engine imports, and names those that use unsafe.
func briefEngines(machine []Profile) (lines []string) {
	full := machine[0]
	add := func(engine string, s Profile, u Use) {
		if t, c, refusal := s.Choose(u); t != nil && refusal == nil && s.File.Facts.Known(c.Pick.Technique) {
			fact := s.File.Facts[c.Pick.Technique]
			line := fmt.Sprintf("%-12s  import %s", engine, fact.Package())
			if fact.Unsafe {
				line += " unsafe"
			}
			lines = append(lines, line)
		}
	}
	for _, k := range kinds {
		if k.engine != "" {
			add(k.engine, full, k.use)
		}
	}
	add("small caches", full.small(), single.use)
	if len(machine) > 1 {
		add("old CPUs", slices.MinFunc(machine, func(s, t Profile) int { return s.features() - t.features() }), single.use)
	}
	return lines
}

// smallTables is the most that a technique for small caches reads: a quarter of a first-level cache of 32 KiB.
const smallTables = 8 << 10

// small returns the set with techniques of small tables only, as they are at single lookups.
func (s Profile) small() Profile {
	all, t := s.allowed, s.ranks.table(single.use, s.Target)
	s.allowed = func(technique string) bool {
		r := t.row(technique)
		return all(technique) && r != nil && r.TableBytes <= smallTables
	}
	return s.fresh()
}
