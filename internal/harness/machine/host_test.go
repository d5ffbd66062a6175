package machine

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// tree returns a host with files from lines "path = contents", each of which is a line of the file at the path. A path that starts neither
// with proc/ nor with sys/ is below sys/devices/system/cpu/.
func tree(lines string) host {
	files := fstest.MapFS{}
	for line := range strings.Lines(lines) {
		name, contents, ok := strings.Cut(strings.TrimSpace(line), " = ")
		if !ok {
			continue
		}
		if !strings.HasPrefix(name, "proc/") && !strings.HasPrefix(name, "sys/") {
			name = "sys/devices/system/cpu/" + name
		}
		if files[name] == nil {
			files[name] = &fstest.MapFile{}
		}
		files[name].Data = append(files[name].Data, contents+"\n"...)
	}
	return host{files}
}

// pairs returns files of n CPUs, of which i and i+n/2 share a core, as Linux numbers them on Intel's and AMD's processors.
func pairs(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "cpu%d/topology/thread_siblings_list = %d,%d\n", i, i%(n/2), i%(n/2)+n/2)
	}
	return b.String()
}

// Readings of files are numbers, and null in JSON if unknown. The files quiet and noisy are in environment_test.go.
func TestReadings(t *testing.T) {
	for _, c := range []struct{ files, want string }{
		{quiet, `{"load":0.08,"stealSeconds":0,"pressure":0,"celsius":41,"mhz":3600}`},
		{noisy, `{"load":3.1,"stealSeconds":0.2,"pressure":12.5,"celsius":91,"mhz":null}`},
		{"", `{"load":null,"stealSeconds":null,"pressure":null,"celsius":null,"mhz":null}`},
		{"proc/loadavg = NaN 0 0", `{"load":null,"stealSeconds":null,"pressure":null,"celsius":null,"mhz":null}`},
	} {
		if got, err := json.Marshal(tree(c.files).readings(3)); string(got) != c.want {
			t.Errorf("got %s (%v), want %s", got, err, c.want)
		}
	}
}

// Cores, caches, kinds of cores, huge pages and the hypervisor are read from files.
func TestHardware(t *testing.T) {
	h := tree(pairs(8) + `
		online = 0-7
		cpu0/cache/index0/level = 1
		cpu0/cache/index0/type = Data
		cpu0/cache/index0/size = 64K
		cpu0/cache/index0/coherency_line_size = 128
		cpu0/cache/index1/level = 2
		cpu0/cache/index1/type = Unified
		cpu0/cache/index1/size = 1024K
		sys/devices/cpu_core/cpus = 0-5
		sys/devices/cpu_atom/cpus = 6-7
		sys/kernel/mm/transparent_hugepage/enabled = always [madvise] never
		sys/class/dmi/id/sys_vendor = Amazon EC2
		sys/class/dmi/id/product_name = m7g.large`)
	if physical, logical := h.cores(); physical != 4 || logical != 8 {
		t.Errorf("got %d cores, %d threads; want 4, 8", physical, logical)
	}
	if got, want := h.caches(64), (Caches{L1D: 64 << 10, L2: 1 << 20, Line: 128}); got != want {
		t.Errorf("caches: got %+v, want %+v", got, want)
	}
	if got, want := h.coreTypes(), []CoreType{{"core", "0-5"}, {"atom", "6-7"}}; !slices.Equal(got, want) {
		t.Errorf("core types: got %v, want %v", got, want)
	}
	if got := h.hugePages(); got != "madvise" {
		t.Errorf("huge pages: got %q, want madvise", got)
	}
	for _, c := range []struct{ files, brand, want string }{
		{"sys/class/dmi/id/sys_vendor = Amazon EC2\nsys/class/dmi/id/product_name = m7g.large", "", "Amazon EC2"},
		{"sys/class/dmi/id/sys_vendor = Amazon EC2\nsys/class/dmi/id/product_name = m7g.metal", "", ""},
		{"", "Apple M1 (Virtual)", "Virtual"},
		{"", "Apple M1", ""},
	} {
		if got := tree(c.files).hypervisor(c.brand); got != c.want {
			t.Errorf("hypervisor of %q %q: got %q, want %q", c.files, c.brand, got, c.want)
		}
	}
}

// A list of CPUs that parseCPUList reads is the same after join has written it.
func FuzzParseCPUList(f *testing.F) {
	for _, list := range []string{"", "0", "0-3,8", "3-1", "-1", "0-99999999999", "1,,2", "a"} {
		f.Add(list)
	}
	f.Fuzz(func(t *testing.T, list string) {
		cpus, err := parseCPUList(list)
		if err != nil {
			return
		}
		if again, err := parseCPUList(join(cpus)); err != nil || !slices.Equal(again, cpus) {
			t.Errorf("%q is %v, written %q and read again %v, %v", list, cpus, join(cpus), again, err)
		}
	})
}

// auxiliary finds a key's value in the auxiliary vector, and 0 where the key is missing or the vector is cut.
func TestAuxiliary(t *testing.T) {
	const (
		zeros  = "\x00\x00\x00\x00\x00\x00\x00"                                    // the upper bytes of a small number
		vector = "\x10" + zeros + "\xff" + zeros + "\x1a" + zeros + "\x10" + zeros // key 16: 255; hwcap2, which is 26: bitperm, which is 16
	)
	for _, c := range []struct {
		vector string
		want   uint64
	}{{vector, bitperm}, {vector[:16], 0}, {vector[:20], 0}, {vector[:24], 0}, {"", 0}} {
		if got := (host{fstest.MapFS{"proc/self/auxv": {Data: []byte(c.vector)}}}).auxiliary(hwcap2); got != c.want {
			t.Errorf("%q: hwcap2 %#x, want %#x", c.vector, got, c.want)
		}
	}
}
