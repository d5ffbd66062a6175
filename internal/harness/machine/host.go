package machine

import (
	"encoding/binary"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
)

// host reads the files /proc and /sys of Linux below a root, so that tests can replace them by those of other machines. Any file may be missing: on Linux a
// kernel or a hypervisor hides some, and other systems have none.
type host struct{ root fs.FS }

// here has the files of this machine.
var here = host{os.DirFS("/")}

// PlaySystem replaces the files by which Linux describes the machine, for tests, until restore is called.
func PlaySystem(files fs.FS) (restore func()) {
	before := here
	here = host{files}
	return func() { here = before }
}

// maxCPUs is the largest number of CPUs a Linux kernel can be built for.
const maxCPUs = 8192

// text returns a file's contents without surrounding space; ok says whether it could be read.
func (h host) text(name string) (text string, ok bool) {
	b, err := fs.ReadFile(h.root, name)
	return strings.TrimSpace(string(b)), err == nil
}

// Linux tells a program on arm64 by this key and bit that it may use SVE's BEXT and BDEP: AT_HWCAP2 of getauxval(3), HWCAP2_SVEBITPERM of asm/hwcap.h.
const (
	hwcap2  = 26
	bitperm = 1 << 4
)

// auxiliary returns the value of a key in this program's auxiliary vector, as 64-bit little-endian machines have it, 0 for none.
func (h host) auxiliary(key uint64) uint64 {
	vector, _ := fs.ReadFile(h.root, "proc/self/auxv")
	for ; len(vector) >= 16; vector = vector[16:] {
		if binary.LittleEndian.Uint64(vector) == key {
			return binary.LittleEndian.Uint64(vector[8:])
		}
	}
	return 0
}

// number returns the number in a file, nil if there is none.
func (h host) number(name string) *float64 {
	text, _ := h.text(name)
	return parseNumber(text)
}

// parseNumber returns the finite number that a text spells, nil for another text.
func parseNumber(text string) *float64 {
	if v, err := strconv.ParseFloat(text, 64); err == nil && v-v == 0 { // Inf and NaN are neither readings nor JSON
		return &v
	}
	return nil
}

// cpuFile returns the path of a CPU's file in sysfs.
func cpuFile(cpu int, name string) string {
	return fmt.Sprintf("sys/devices/system/cpu/cpu%d/%s", cpu, name)
}

// cpuList reads a file that holds a list such as "0-3,8"; nil if the file is missing or empty, or holds no such list.
func (h host) cpuList(name string) []int {
	text, _ := h.text(name)
	cpus, _ := parseCPUList(text)
	return cpus
}

// parseCPUList reads a list of CPUs in the kernel's form, such as "0-3,8". The empty list is no error.
func parseCPUList(list string) ([]int, error) {
	if list == "" {
		return nil, nil
	}
	var cpus []int
	for part := range strings.SplitSeq(list, ",") {
		from, to, isRange := strings.Cut(part, "-")
		if !isRange {
			to = from
		}
		first, err1 := strconv.Atoi(from)
		last, err2 := strconv.Atoi(to)
		if err1 != nil || err2 != nil || first < 0 || first > last || last >= maxCPUs {
			return nil, fmt.Errorf("bad CPU list %q (want numbers and ranges below %d, as in 0-3,8)", list, maxCPUs)
		}
		for cpu := first; cpu <= last; cpu++ {
			cpus = append(cpus, cpu)
		}
	}
	return cpus, nil
}

// siblings returns the CPUs that share cpu's core, itself included; nil if unknown.
func (h host) siblings(cpu int) []int {
	return h.cpuList(cpuFile(cpu, "topology/thread_siblings_list"))
}

// cores counts the online cores and the CPUs (threads) on them; 0, 0 if unknown.
func (h host) cores() (physical, logical int) {
	first := map[int]bool{} // the first CPU of each core
	online := h.cpuList("sys/devices/system/cpu/online")
	for _, cpu := range online {
		siblings := h.siblings(cpu)
		if siblings == nil {
			return 0, 0
		}
		first[siblings[0]] = true
	}
	return len(first), len(online)
}

// coreTypes returns the kinds of cores of an Intel hybrid, nil on any other CPU.
func (h host) coreTypes() []CoreType {
	var types []CoreType
	for _, name := range []string{"core", "atom"} {
		if cpus, ok := h.text("sys/devices/cpu_" + name + "/cpus"); ok {
			types = append(types, CoreType{name, cpus})
		}
	}
	return types
}

// caches reads the sizes of CPU 0's caches; line is the size of a line if sysfs has none.
func (h host) caches(line int) Caches {
	c := Caches{Line: line}
	dirs, _ := fs.Glob(h.root, cpuFile(0, "cache/index*"))
	for _, dir := range dirs {
		level, _ := h.text(dir + "/level")
		kind, _ := h.text(dir + "/type")
		size, _ := h.text(dir + "/size")
		kib, _ := strconv.Atoi(strings.TrimSuffix(size, "K"))
		switch level + kind {
		case "1Data":
			c.L1D = kib << 10
		case "1Instruction":
			c.L1I = kib << 10
		case "2Unified":
			c.L2 = kib << 10
		case "3Unified":
			c.L3 = kib << 10
		}
		if n := h.number(dir + "/coherency_line_size"); n != nil {
			c.Line = int(*n)
		}
	}
	return c
}

// hypervisor returns the name of the hypervisor, from the names that firmware and brand give to the machine, or "" if they name none.
func (h host) hypervisor(brand string) string {
	maker, _ := h.text("sys/class/dmi/id/sys_vendor")
	product, _ := h.text("sys/class/dmi/id/product_name")
	if strings.Contains(product, "metal") { // Amazon's name for machines without a hypervisor
		return ""
	}
	for _, name := range []string{"KVM", "QEMU", "VMware", "Amazon EC2", "Google Compute Engine", "Virtual"} {
		if strings.Contains(brand+" "+maker+" "+product, name) {
			return name
		}
	}
	return ""
}

// hugePages returns the setting of transparent huge pages, which the kernel shows as in "always [madvise] never".
func (h host) hugePages() string {
	text, _ := h.text("sys/kernel/mm/transparent_hugepage/enabled")
	_, text, _ = strings.Cut(text, "[")
	if setting, _, ok := strings.Cut(text, "]"); ok {
		return setting
	}
	return Unknown
}

// quota returns the CPUs whose time control groups grant this process: the smallest quota up to the root, +Inf for no limit. ok: a group could be read.
func (h host) quota() (cpus float64, ok bool) {
	cpus = math.Inf(1)
	groups, _ := h.text("proc/self/cgroup")
	for line := range strings.Lines(groups) {
		// hierarchy:controllers:path, without controllers for cgroup v2
		fields := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(fields) < 3 {
			continue
		}
		for dir := path.Clean("/" + fields[2]); ; dir = path.Dir(dir) {
			var limit, period string
			if fields[1] == "" {
				both, _ := h.text(path.Join("sys/fs/cgroup", dir, "cpu.max"))
				limit, period, _ = strings.Cut(both, " ")
			} else if slices.Contains(strings.Split(fields[1], ","), "cpu") {
				limit, _ = h.text(path.Join("sys/fs/cgroup/cpu", dir, "cpu.cfs_quota_us"))
				period, _ = h.text(path.Join("sys/fs/cgroup/cpu", dir, "cpu.cfs_period_us"))
			}
			ok = ok || limit != ""
			l, p := parseNumber(limit), parseNumber(period) // no limit is "max" in v2 and -1 in v1
			if l != nil && p != nil && *l > 0 && *p > 0 {
				cpus = min(cpus, *l / *p)
			}
			if dir == "/" {
				break
			}
		}
	}
	return cpus, ok
}

// Readings is the state of a machine at one moment; nil, in JSON null, is unknown.
type Readings struct {
	Load         *float64 `json:"load"`         // load average of the last minute
	StealSeconds *float64 `json:"stealSeconds"` // CPU seconds since boot that the hypervisor gave to other guests
	Pressure     *float64 `json:"pressure"`     // % of the last 10 s in which some task waited for a CPU
	Celsius      *float64 `json:"celsius"`      // the hottest of the CPU's sensors
	MHz          *float64 `json:"mhz"`          // the chosen CPU's current frequency
}

// Load reads the present state of the machine and of one CPU. Each segment of a record has it.
func Load(cpu int) Readings { return here.readings(cpu) }

// readings returns the state of a host and of one of its CPUs, by the host's files.
func (h host) readings(cpu int) Readings {
	var r Readings
	load, _ := h.text("proc/loadavg")
	load, _, _ = strings.Cut(load, " ")
	r.Load = parseNumber(load)
	if steal, _ := h.steal(); steal != nil {
		seconds := *steal / 100 // USER_HZ, the unit of /proc/stat, is 100 on every architecture Go runs on
		r.StealSeconds = &seconds
	}
	pressure, _ := h.text("proc/pressure/cpu")
	if avg10, ok := strings.CutPrefix(pressure, "some avg10="); ok {
		avg10, _, _ = strings.Cut(avg10, " ")
		r.Pressure = parseNumber(avg10)
	}
	r.Celsius = h.celsius()
	if kHz := h.number(cpuFile(cpu, "cpufreq/scaling_cur_freq")); kHz != nil {
		MHz := *kHz / 1000
		r.MHz = &MHz
	}
	return r
}

// steal returns how much of the time since boot a hypervisor gave to other guests, nil if unknown, and the total time, both in ticks summed over the CPUs.
func (h host) steal() (steal *float64, total float64) {
	stat, _ := h.text("proc/stat")
	line, _, _ := strings.Cut(stat, "\n")
	fields := strings.Fields(line)
	// cpu user nice system idle iowait irq softirq steal; the fields after these are contained in user and nice
	if len(fields) < 9 || fields[0] != "cpu" {
		return nil, 0
	}
	for _, field := range fields[1:9] {
		ticks := parseNumber(field)
		if ticks == nil {
			return nil, 0
		}
		steal, total = ticks, total+*ticks // the last field is steal
	}
	return steal, total
}

// celsius returns the temperature of the CPU's hottest sensor, nil if there is none.
func (h host) celsius() *float64 {
	var hottest *float64
	for _, s := range []struct {
		dirs, name, value string   // in each of dirs, the file name has the sensor's kind, and the file value thousandths of a degree
		kinds             []string // the sensors of CPUs
	}{
		{"sys/class/hwmon/hwmon*", "name", "temp1_input", []string{"coretemp", "k10temp", "zenpower", "cpu_thermal"}},
		{"sys/class/thermal/thermal_zone*", "type", "temp", []string{"x86_pkg_temp", "cpu-thermal", "cpu_thermal"}},
	} {
		dirs, _ := fs.Glob(h.root, s.dirs)
		for _, dir := range dirs {
			kind, _ := h.text(dir + "/" + s.name)
			if milli := h.number(dir + "/" + s.value); milli != nil && slices.Contains(s.kinds, kind) {
				if c := *milli / 1000; hottest == nil || c > *hottest {
					hottest = &c
				}
			}
		}
	}
	return hottest
}
