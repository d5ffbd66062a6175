// Package require is for tests of what needs a feature of the processor.
package require

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// BMI2 skips a test where something is missing. Where the environment variable SLIDEBENCH_REQUIRE, a list of features separated by
// commas, names bmi2, the test fails instead: that machine is known to have it.
func BMI2(t testing.TB, missing error) {
	t.Helper()
	if missing == nil {
		return
	}
	if slices.Contains(strings.Split(os.Getenv("SLIDEBENCH_REQUIRE"), ","), "bmi2") {
		t.Fatalf("bmi2 is required: %v", missing)
	}
	t.Skipf("needs bmi2: %v", missing)
}
