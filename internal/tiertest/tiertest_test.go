package tiertest

import (
	"flag"
	"fmt"
	"testing"
)

// With -short slow tests are left out, unless SLIDEBENCH_PROVE asks for them. Tests of minutes run with SLIDEBENCH_CHECK alone.
func TestTiers(t *testing.T) {
	defer flag.Set("test.short", fmt.Sprint(testing.Short()))
	runs := func(leaveOut func(testing.TB)) (ran bool) {
		t.Run("", func(t *testing.T) {
			leaveOut(t)
			ran = true
		})
		return ran
	}
	for _, c := range []struct {
		short, prove, check string
		slow, long          bool
	}{
		{"false", "", "", true, false}, {"true", "", "", false, false}, {"true", "1", "", true, false},
		{"false", "", "1", true, true}, {"true", "", "1", false, true},
	} {
		flag.Set("test.short", c.short)
		t.Setenv("SLIDEBENCH_PROVE", c.prove)
		t.Setenv("SLIDEBENCH_CHECK", c.check)
		if n := len(Sample([]int{0, 1, 2, 3}, 3)); n != map[bool]int{true: 4, false: 2}[c.long] {
			t.Errorf("CHECK %q: a sample of 4 has %d", c.check, n)
		}
		if slow, long := runs(Slow), runs(Long); slow != c.slow || long != c.long {
			t.Errorf("-short is %s, PROVE %q, CHECK %q: slow tests run: %v, tests of minutes: %v", c.short, c.prove, c.check, slow, long)
		}
	}
}
