package techniques_test

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/slidebench/slidebench/internal/harness/machine"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// The software form, which answers if the processor lacks a technique's features, is proved like the technique: by this program with the features hidden. Package
// tablestest does the same for tables.
func TestSoftwareForms(t *testing.T) {
	if os.Getenv(hidden) != "" {
		t.Skip("it runs with features hidden already")
	}
	tiertest.Slow(t)
	if level := machine.Detect().GOAMD64; level > "v2" {
		t.Skip("assembly has no software forms at GOAMD64=", level)
	}
	var names []string
	for _, e := range selected(t) {
		if len(e.Needs) > 0 && e.Family != "best" && e.Available() == nil {
			names = append(names, e.Name)
		}
	}
	if len(names) == 0 {
		t.Skip("all techniques are software forms here")
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	const tests = `Test\w+Conforms?|TestSquaresAreMasked|TestHidden` // all proofs of the catalogue have such names
	cmd := exec.Command(program, "-test.run=^("+tests+")$",
		fmt.Sprintf("-test.short=%v", !tiertest.Minutes()))
	t.Setenv("SLIDEBENCH_PROVE", "1")
	t.Setenv("SLIDEBENCH_TECHNIQUES", strings.Join(names, ","))
	t.Setenv("SLIDEBENCH_REQUIRE", "")
	t.Setenv(hidden, "1")
	if err := machine.Hide(machine.Features); err != nil {
		t.Fatal(err)
	}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// hidden is the environment variable of a program with hidden features.
const hidden = "SLIDEBENCH_HIDDEN"

// Features are really hidden in that program: else the proof of software forms would prove the instructions again.
func TestHidden(t *testing.T) {
	if os.Getenv(hidden) == "" {
		t.Skip("nothing is hidden")
	}
	for _, e := range selected(t) {
		if e.Available() == nil {
			t.Errorf("%s has what it needs", e.Name)
		}
	}
}
