package machine

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

// Where no canary has compared the CPUs, Quietest chooses by the system's files about their cores, here lines for tree (host_test.go).
func TestChoose(t *testing.T) {
	for _, c := range []struct {
		about, files string
		allowed      []int // CPUs
		want         int   // the CPU, -1 for none
		why          string
	}{
		{"none", "", nil, -1, "no CPU"},
		{"one", pairs(4), []int{0}, 0, "only one"},
		{"nothing known", "", []int{0, 1, 2}, 2, "away from CPU 0"},
		{"SMT", pairs(8), []int{0, 1, 2, 3, 4, 5, 6, 7}, 7, "away from CPU 0"},
		{"the sibling of CPU 0 is worse than a lower number", pairs(4), []int{0, 1, 2}, 1, "away from CPU 0"},
		{"nothing but CPU 0's core", pairs(4), []int{0, 2}, 2, "nothing better"},
		{"a core of its own", "cpu0/topology/thread_siblings_list = 0\ncpu1/topology/thread_siblings_list = 1\ncpu3/topology/thread_siblings_list = 2-3", []int{0, 1, 3}, 1, "of its own"},
		{"isolated", pairs(8) + "isolated = 2,6", []int{0, 1, 2, 3}, 2, "isolated"},
		{"isolated, but not allowed", pairs(8) + "isolated = 7", []int{0, 1, 2, 3}, 3, "away from CPU 0"},
		{"hybrid: 0-3 two fast cores, 4-5 slow", "sys/devices/cpu_core/cpus = 0-3\n" + pairs(4) +
			"cpu4/topology/thread_siblings_list = 4\ncpu5/topology/thread_siblings_list = 5", []int{0, 1, 2, 3, 4, 5}, 3, "away from CPU 0"},
		{"big.LITTLE", "cpu0/cpu_capacity = 400\ncpu1/cpu_capacity = 1024\ncpu2/cpu_capacity = 1024\ncpu3/cpu_capacity = 400",
			[]int{0, 1, 2, 3}, 2, "away from CPU 0"},
		{"two threads on a big core, one on a little", "cpu1/cpu_capacity = 1024\ncpu1/topology/thread_siblings_list = 1-2\n" +
			"cpu3/cpu_capacity = 400\ncpu3/topology/thread_siblings_list = 3", []int{0, 1, 3}, 1, "only fast one"},
	} {
		cpu, why := Quietest(tree(c.files).candidates(c.allowed), -1)
		if cpu != c.want || !strings.Contains(why, c.why) {
			t.Errorf("%s: got %d (%s), want %d (%s)", c.about, cpu, why, c.want, c.why)
		}
	}
}

// Quietest prefers CPUs that a look found clean to what files say of cores, but only among CPUs of the best kind.
func TestQuietest(t *testing.T) {
	type shares map[int]float64 // Candidate.Clean of each allowed CPU
	for _, c := range []struct {
		about, files string
		clean        shares
		now, want    int // CPUs, -1 for none
		why          string
	}{
		{"one is clearly cleaner", pairs(8), shares{0: 0.2, 1: 0.2, 2: 0.9, 3: 0.2, 4: 0.2, 5: 0.2, 6: 0.2, 7: 0.1}, -1, 2, "quietest of 8"},
		{"even CPU 0's core", pairs(4), shares{0: 0.9, 1: 0.2, 2: 0.8, 3: 0.2}, -1, 0, "quietest of 4"},
		{"a tie goes to the best by what the system says", pairs(8), shares{0: 1, 1: 0.95, 2: 1, 3: 0.91, 4: 1, 5: 1, 6: 1, 7: 0.91}, -1, 7, "away from CPU 0"},
		{"a tie stays where the run is", pairs(8), shares{1: 1, 2: 0.95, 3: 0.91}, 3, 3, "away from CPU 0"},
		{"also if all are busy all the time", pairs(8), shares{1: 0, 2: 0, 3: 0}, 2, 2, "away from CPU 0"},
		{"all are busy, one of them less", pairs(8), shares{1: 0.02, 2: 0.05, 3: 0.01}, 3, 2, "quietest of 3"},
		{"a run leaves a busy CPU", pairs(8), shares{1: 0.5, 2: 0.4, 3: 0.2}, 3, 1, "quietest of 3"},
		{"a CPU that is gone", pairs(8), shares{1: 0.5, 2: 0.5}, 3, 2, "away from CPU 0"},
		{"one allowed", pairs(8), shares{1: 0}, 1, 1, "only one"},
		{"one allowed, which is not where the run was", pairs(8), shares{1: 0.5}, 7, 1, "only one"},
		{"others' programs may run on the sibling of the higher number", pairs(8), shares{1: 1, 5: 1, 6: 1}, -1, 5, "away from CPU 0"},
		{"a busy sibling", pairs(8), shares{1: 1, 2: 1, 3: 1, 5: 1, 6: 1, 7: 0.5}, -1, 6, "quietest of 6"},
		{"a busy core that is isolated", pairs(8) + "isolated = 2", shares{1: 1, 2: 0.1, 3: 1}, -1, 2, "isolated"},
		{"a busy core of the faster kind", pairs(8) + "sys/devices/cpu_core/cpus = 0-2", shares{1: 0.2, 2: 0.1, 3: 1}, -1, 1, "quietest of 2"},
	} {
		candidates := tree(c.files).candidates(slices.Sorted(maps.Keys(c.clean)))
		for i := range candidates {
			candidates[i].Clean = c.clean[candidates[i].CPU]
		}
		cpu, why := Quietest(candidates, c.now)
		if cpu != c.want || !strings.Contains(why, c.why) {
			t.Errorf("%s: got %d (%s), want %d (%s)", c.about, cpu, why, c.want, c.why)
		}
	}
}
