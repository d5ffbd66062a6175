package machine

import "testing"

// Processors have the right names by their numbers, Unknown if these contradict the features.
func TestMicroarchitecture(t *testing.T) {
	for _, c := range []struct {
		vendor                  string
		family, model, stepping int
		amx                     bool
		want                    string
	}{
		{"Intel", 6, 0x3c, 3, false, "Haswell"},
		{"Intel", 6, 0x55, 4, false, "Skylake"},
		{"Intel", 6, 0x55, 7, false, "Cascade Lake"},
		{"Intel", 6, 0x55, 11, false, "Cooper Lake"},
		{"Intel", 6, 0x8f, 8, true, "Sapphire Rapids"},
		{"Intel", 6, 0x8f, 8, false, "Sapphire Rapids"},
		{"Intel", 6, 0xa7, 1, false, "Rocket Lake"},
		{"Intel", 6, 0xa7, 1, true, Unknown}, // a hypervisor's invention
		{"AMD", 0x15, 0x65, 1, false, "Excavator"},
		{"AMD", 0x17, 0x01, 2, false, "Zen"},
		{"AMD", 0x17, 0x18, 1, false, "Zen+"},
		{"AMD", 0x17, 0x31, 0, false, "Zen 2"},
		{"AMD", 0x19, 0x01, 1, false, "Zen 3"},
		{"AMD", 0x19, 0x11, 1, false, "Zen 4"},
		{"AMD", 0x1a, 0x44, 0, false, "Zen 5"},
		{"AMD", 0x1a, 0xff, 0, false, Unknown},
		{"Hygon", 0x18, 0x00, 2, false, "Dhyana"},
		{"ARM", 0x3f, 0xd0c1, 0, false, "Neoverse N1"},
		{"Apple", 458787763, 0, 0, false, Unknown},
	} {
		if got := microarchitecture(c.vendor, c.family, c.model, c.stepping, c.amx); got != c.want {
			t.Errorf("%s family %#x, model %#x, stepping %d, AMX %v: got %q, want %q", c.vendor, c.family, c.model, c.stepping, c.amx, got, c.want)
		}
	}
	for vendor, rows := range models {
		for _, r := range rows {
			if r.first > r.last || r.family < 0 || r.name == "" {
				t.Errorf("%s: bad row %+v", vendor, r)
			}
		}
	}
}
