package report

import (
	"strings"

	"github.com/slidebench/slidebench/harness/results"
)

// Profile is a measured machine: Go's highest level of a file.
type Profile struct {
	File   *results.File
	Target results.Target
	ranks  *ranks
}

// Profiles returns the machines of the files.
func Profiles(files ...*results.File) (list []Profile) {
	for _, f := range ranksOf(files...) {
		for _, highest := range f.Highest() {
			list = append(list, Profile{f.File, highest, f})
		}
	}
	return list
}

// ByMachine returns lists of profiles: of each machine, those measured with all features and with some of them hidden.
func ByMachine(profiles []Profile) (machines [][]Profile) {
	at := map[string]int{}
	for _, p := range profiles {
		name, _, _ := strings.Cut(p.Target.Machine, restricted)
		i, known := at[name]
		if !known {
			i, at[name] = len(machines), len(machines)
			machines = append(machines, nil)
		}
		machines[i] = append(machines[i], p)
	}
	return machines
}

// Label names the features and the level: "bmi2+avx2, v3".
func (p Profile) Label() string {
	return strings.TrimSuffix(p.Target.Features+", "+p.Target.GOAMD64(), ", ")
}

// restricted separates the name of a machine from those of its hidden features.
const restricted = "-without-"

// Restricted reports whether the machine was measured with features hidden.
func (p Profile) Restricted() bool { return strings.Contains(p.Target.Machine, restricted) }

// Choose returns a choice for a use, or the refusal; the table is nil if nothing was measured.
func (p Profile) Choose(u Use) (*Table, Choice, *Refusal) {
	t := p.ranks.table(u, p.Target)
	if t == nil {
		return nil, noChoice, nil
	}
	c, refusal := t.choose()
	return t, c, refusal
}
