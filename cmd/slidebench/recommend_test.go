package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/cli"
	"github.com/slidebench/slidebench/internal/harness/machine"
)

// recommend always measures the reference, and chooses it only if it was named; it says which named techniques cannot be measured.
func TestRecommendNamed(t *testing.T) {
	if testing.Short() {
		t.Skip("measures")
	}
	t.Chdir(t.TempDir()) // where there is nothing to build
	args := []string{"recommend", "--technique", "naive,dualsimd", "--rounds", "6", "--time", "1us", "--questions", "64", "--format", "json"}
	code, stdout, stderr := slidebench(t, args...)
	measured(t, stderr)
	var decoded struct {
		Uses []struct{ Technique, Next string }
	}
	if err := json.Unmarshal([]byte(stdout), &decoded); err != nil || code != 0 || len(decoded.Uses) == 0 {
		t.Fatalf("exit %d, %v: %s", code, err, stderr)
	}
	for _, use := range decoded.Uses {
		if use.Technique != "naive" || use.Next != "" {
			t.Errorf("%+v; want nothing but naive", use)
		}
	}
	if !strings.Contains(stderr, "dualsimd is not measured: ") {
		t.Errorf("the skipped techniques are not named: %s", stderr)
	}
	if code, _, stderr := slidebench(t, "recommend", "--technique", "dualsimd"); code != cli.Failed || !strings.Contains(stderr, "slidebench: nothing to measure: dualsimd is not measured: ") {
		t.Errorf("exit %d: %s", code, stderr)
	}
}

// recommend prints the published answers for this kind of processor, or else for all machines.
func TestPublishedIsPrinted(t *testing.T) {
	const published = "machine,measured,you write,\"CPU, limit\",take,kind,tables,\"engines by hand, %, one machine\",\"our search, 2 machines\"\n,,C,BMI2,paired,PEXT,843 KiB,+3.0,+6 to +13 %\n" +
		"amd-epyc-zen-4-vm,2026-11-25,C,BMI2,rookpdep,PEXT,245 KiB,+4.0,+13.6 %\namd-ryzen-zen-4,2026-11-26,Go,any CPU,kgssb,first rank,129 KiB,,+2.7 %\n"
	for architecture, want := range map[string][]string{
		"Zen 4": {"Published for amd-epyc-zen-4-vm, measured on 2026-11-25", "rookpdep", "amd-ryzen-zen-4", "kgssb"},
		"Zen 2": {"Published for 2 machines, none of them of this kind (Zen 2)", "paired", "+6 to +13 %"},
		"Zen":   {"none of them of this kind (Zen)"},
	} {
		var b strings.Builder
		printPublished(&b, published, machine.Fingerprint{Microarchitecture: architecture}, 0)
		for _, part := range want {
			if !strings.Contains(b.String(), part) {
				t.Errorf("%s: no %q in\n%s", architecture, part, b.String())
			}
		}
		// Heads of columns have lost the numbers of machines.
		if strings.Contains(b.String(), "rookpdep") != (architecture == "Zen 4") || strings.Contains(b.String(), "one machine") || strings.Contains(b.String(), "search, 2") {
			t.Errorf("%s: %s", architecture, b.String())
		}
	}
	var b strings.Builder
	printPublished(&b, publishedRows, machine.Fingerprint{Microarchitecture: "Zen 3"}, 80)
	if !strings.Contains(b.String(), "zen-3") || !strings.Contains(b.String(), "any CPU") {
		t.Errorf("what is published today: %q", b.String())
	}
}
