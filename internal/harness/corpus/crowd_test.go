package corpus

import "testing"

// Names of pressure have one spelling, and their numbers have limits.
func TestParsePressure(t *testing.T) {
	for name, want := range map[string]Pressure{ // lines, MiB, KiB
		"crowd0": {0, 16, 0}, "crowd16": {16, 16, 0}, "crowd1024": {1024, 16, 0}, "crowd16of64": {16, 64, 0}, "crowd1of1": {1, 1, 0},
		"crowd16+32": {16, 16, 32}, "crowd0+16384": {0, 16, 16384}, "crowd16of1024+32": {16, 1024, 32},
	} {
		if got, err := ParsePressure(name); got != want || err != nil || got.String() != name {
			t.Errorf("%s: got %+v, %v, spelt %s", name, got, err, got.String())
		}
	}
	unknown := func(name string) string { return `unknown corpus "` + name + `" (want ` + names() + ")" }
	large := func(name string) string {
		return `corpus "` + name + `": want at most 1024 lines of 1024 MiB, and at most 16384 KiB streamed`
	}
	for name, want := range map[string]string{
		"crowd": unknown("crowd"), "crowd-1": unknown("crowd-1"), "crowd016": unknown("crowd016"), "crowd16 ": unknown("crowd16 "),
		"crowd16of": unknown("crowd16of"), "crowd16of0": unknown("crowd16of0"), "crowd16of08": unknown("crowd16of08"),
		"crowd16+": unknown("crowd16+"), "crowd16+0": unknown("crowd16+0"), "crowd16+032": unknown("crowd16+032"),
		"crowd16+32of64": unknown("crowd16+32of64"), "crowd16x": unknown("crowd16x"), "Crowd16": unknown("Crowd16"), "": unknown(""),
		"crowd99999999999999999999": unknown("crowd99999999999999999999"), "crowd16\n": `unknown corpus "crowd16\n" (want ` + names() + ")",
		"crowd1025": large("crowd1025"), "crowd16of1025": large("crowd16of1025"), "crowd16+16385": large("crowd16+16385"),
		"crowd16of16": `bad corpus "crowd16of16" (want it spelt "crowd16")`, "crowd16of16+32": `bad corpus "crowd16of16+32" (want it spelt "crowd16+32")`,
	} {
		if p, err := ParsePressure(name); err == nil || err.Error() != want {
			t.Errorf("%q: got %+v, %v, want %s", name, p, err, want)
		}
	}
}
