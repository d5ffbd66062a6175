package techniquestest

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// Need skips a test of what a feature of the processor or the build does where it is missing. Where the environment variable
// SLIDEBENCH_REQUIRE, a list separated by commas, names the feature, the test fails instead: that machine is known to have it.
func Need(t testing.TB, feature string, missing error) {
	t.Helper()
	switch {
	case missing == nil:
	case slices.Contains(strings.Split(os.Getenv("SLIDEBENCH_REQUIRE"), ","), feature):
		t.Fatalf("%s is required: %v", feature, missing)
	default:
		t.Skipf("needs %s: %v", feature, missing)
	}
}
