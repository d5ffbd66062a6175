package machine

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

// quiet has the files of a machine without a warning, as lines for tree (host_test.go). The hottest sensor of its processor shows 41 °C; the disk's, 99 °C, does not count.
const quiet = `
	online = 0-3
	isolated = 3
	cpu0/topology/thread_siblings_list = 0
	cpu1/topology/thread_siblings_list = 1
	cpu2/topology/thread_siblings_list = 2
	cpu3/topology/thread_siblings_list = 3
	cpu3/cpufreq/scaling_governor = performance
	cpu3/cpufreq/energy_performance_preference = performance
	cpu3/cpufreq/scaling_cur_freq = 3600000
	intel_pstate/no_turbo = 1
	cpu0/thermal_throttle/core_throttle_count = 0
	cpu3/thermal_throttle/core_throttle_count = 0
	proc/loadavg = 0.08 0.04 0.00 1/84 5979
	proc/pressure/cpu = some avg10=0.00 avg60=1.93 avg300=0.76 total=7611408
	proc/stat = cpu  3363 0 873 185701 101 0 25 0 0 0
	proc/self/cgroup = 0::/user.slice
	sys/fs/cgroup/user.slice/cpu.max = max 100000
	sys/devices/system/clocksource/clocksource0/current_clocksource = tsc
	sys/class/hwmon/hwmon0/name = nvme
	sys/class/hwmon/hwmon0/temp1_input = 99000
	sys/class/hwmon/hwmon1/name = coretemp
	sys/class/hwmon/hwmon1/temp1_input = 41000
	sys/class/hwmon/hwmon2/name = coretemp
	sys/class/hwmon/hwmon2/temp1_input = 38000`

// noisy has the files of a machine with a warning of nearly every check. The group box grants 1.5 CPUs, and the group inner in it sets no limit; 20 of 1000 ticks are stolen; and
// of two sensors, only the second, with 91 °C, is a processor's.
const noisy = `
	online = 0-3
	isolated = 3
	cpu2/cpufreq/scaling_governor = powersave
	cpu2/cpufreq/energy_performance_preference = balance_power
	cpufreq/boost = 1
	cpu0/thermal_throttle/core_throttle_count = 5
	cpu1/thermal_throttle/core_throttle_count = 7
	cpu2/topology/thread_siblings_list = 2-3
	proc/loadavg = 3.10 2.00 1.00 4/300 1
	proc/pressure/cpu = some avg10=12.50 avg60=1.93 avg300=0.76 total=7611408
	proc/stat = cpu  500 0 0 480 0 0 0 20 0 0
	proc/self/cgroup = 0::/box/inner
	sys/fs/cgroup/box/cpu.max = 150000 100000
	sys/fs/cgroup/box/inner/cpu.max = max 100000
	sys/devices/system/clocksource/clocksource0/current_clocksource = hpet
	sys/class/thermal/thermal_zone0/type = acpitz
	sys/class/thermal/thermal_zone0/temp = 99000
	sys/class/thermal/thermal_zone1/type = x86_pkg_temp
	sys/class/thermal/thermal_zone1/temp = 91000`

// A quiet machine passes all checks, a noisy one fails nearly all, and one without files has mostly unknown results.
func TestEnvironment(t *testing.T) {
	type results map[string]string // name of a check: status and value
	metal := Fingerprint{Microarchitecture: "Zen 4", OS: "linux", Arch: "amd64"}
	for _, c := range []struct {
		about, files string
		f            Fingerprint
		allowed      []int
		want         results
	}{
		{"a quiet machine", quiet, metal, []int{0, 1, 2, 3}, results{
			"chosen CPU": "ok 3 (isolated from the scheduler)", "SMT sibling": "ok none", "isolated CPUs": "ok 3", "governor": "ok performance",
			"energy preference": "ok performance", "turbo": "ok off", "load": "ok 0.08", "pressure": "ok 0.0 % of the last 10 s",
			"steal since boot": "ok 0.00 %", "CPU quota": "ok none", "clock source": "ok tsc", "temperature": "ok 41 °C",
			"throttled since boot": "ok 0 times", "virtual machine": "ok no", "microarchitecture": "ok Zen 4", "platform": "ok linux/amd64",
		}},
		{"a noisy guest", noisy, Fingerprint{Microarchitecture: "Zen 4", OS: "linux", Arch: "arm64", VM: true, Hypervisor: "KVM"}, []int{1, 2}, results{
			"chosen CPU": "ok 2 (away from CPU 0 and its interrupts)", "SMT sibling": "warn CPU 3", "isolated CPUs": "warn 3", "governor": "warn powersave",
			"energy preference": "warn balance_power", "turbo": "warn on", "load": "warn 3.10", "pressure": "warn 12.5 % of the last 10 s",
			"steal since boot": "warn 2.00 %", "CPU quota": "warn 1.50 CPUs", "clock source": "warn hpet", "temperature": "warn 91 °C",
			"throttled since boot": "warn 12 times", "virtual machine": "warn KVM", "microarchitecture": "ok Zen 4",
			"platform": "warn linux/arm64",
		}},
		{"a machine that tells nothing", "", Fingerprint{Microarchitecture: Unknown, OS: "darwin", Arch: "arm64"}, nil, results{
			"chosen CPU": "unknown unknown", "SMT sibling": "unknown unknown", "isolated CPUs": "unknown unknown", "governor": "unknown unknown",
			"energy preference": "unknown unknown", "turbo": "unknown unknown", "load": "unknown unknown", "pressure": "unknown unknown",
			"steal since boot": "unknown unknown", "CPU quota": "unknown unknown", "clock source": "unknown unknown", "temperature": "unknown unknown",
			"throttled since boot": "unknown unknown", "virtual machine": "unknown unknown", "microarchitecture": "unknown unknown",
			"platform": "warn darwin/arm64",
		}},
	} {
		checks := tree(c.files).environment(c.f, c.allowed)
		if len(checks) != len(c.want) {
			t.Errorf("%s: %d checks, want %d", c.about, len(checks), len(c.want))
		}
		for _, check := range checks {
			if got := fmt.Sprintf("%s %s", check.Status, check.Value); got != c.want[check.Name] {
				t.Errorf("%s: %s: got %q, want %q", c.about, check.Name, got, c.want[check.Name])
			}
			if (check.Status == Warn) != (check.Advice != "") && check.Status != StatusUnknown {
				t.Errorf("%s: %s is %s, with advice %q", c.about, check.Name, check.Status, check.Advice)
			}
		}
	}
}

// Whatever the files contain, there are 16 checks, and readings are valid JSON.
func FuzzEnvironment(f *testing.F) {
	f.Add("0::/../..")
	f.Add("some avg10=Inf")
	f.Add("cpu 1 1 1 1 1 1 1 NaN")
	f.Fuzz(func(t *testing.T, contents string) {
		h := tree(quiet + noisy)
		for _, file := range h.root.(fstest.MapFS) {
			file.Data = []byte(contents)
		}
		checks := h.environment(Fingerprint{Microarchitecture: Unknown}, []int{0, 3})
		if _, err := json.Marshal(h.readings(3)); err != nil || len(checks) != 16 {
			t.Errorf("%d checks, %v", len(checks), err)
		}
	})
}

// quotaCheck reads the quotas of both versions of control groups, and warns below two CPUs.
func TestQuota(t *testing.T) {
	const v1 = "proc/self/cgroup = 4:cpuset:/x/..data\nproc/self/cgroup = 3:cpu,cpuacct:/docker/0a\n"
	for _, c := range []struct {
		about, files, want string // want: status and value
	}{
		{"v2, half a CPU", "proc/self/cgroup = 0::/\nsys/fs/cgroup/cpu.max = 50000 100000", "warn 0.50 CPUs"},
		{"v2, enough", "proc/self/cgroup = 0::/\nsys/fs/cgroup/cpu.max = 400000 100000", "ok 4.00 CPUs"},
		{"v1, seen from inside a container", v1 + "sys/fs/cgroup/cpu/cpu.cfs_quota_us = 150000\nsys/fs/cgroup/cpu/cpu.cfs_period_us = 100000", "warn 1.50 CPUs"},
		{"v1, no limit", v1 + "sys/fs/cgroup/cpu/docker/0a/cpu.cfs_quota_us = -1\nsys/fs/cgroup/cpu/docker/0a/cpu.cfs_period_us = 100000", "ok none"},
		{"no controller", v1, "unknown unknown"},
		{"nonsense", "proc/self/cgroup = 0::/\nsys/fs/cgroup/cpu.max = 1 0", "ok none"},
	} {
		check := tree(c.files).quotaCheck()
		if got := fmt.Sprintf("%s %s", check.Status, check.Value); got != c.want {
			t.Errorf("%s: got %q, want %q", c.about, got, c.want)
		}
	}
}

// A quota of less than one CPU is an error; one CPU, no limit, or no control groups is none.
func TestCheckQuota(t *testing.T) {
	for limit, refused := range map[string]bool{"50000 100000": true, "99999 100000": true, "100000 100000": false, "max 100000": false, "": false} {
		err := tree("proc/self/cgroup = 0::/pod\nsys/fs/cgroup/pod/cpu.max = " + limit).checkQuota()
		if (err != nil) != refused || err != nil && !strings.HasPrefix(err.Error(), "a CPU quota of ") {
			t.Errorf("%q: %v, want an error: %v", limit, err, refused)
		}
	}
}

// Machines of GitHub's and GitLab's CI get a warning, the repository's own do not.
func TestRunner(t *testing.T) {
	for _, c := range []struct{ environment, status, says string }{
		{"", "ok", "none"},
		{"GITHUB_ACTIONS=true RUNNER_ENVIRONMENT=github-hosted", "warn", "GitHub's hosted runner"},
		{"GITHUB_ACTIONS=true RUNNER_ENVIRONMENT=self-hosted", "ok", "none"},
		{"GITLAB_CI=true CI_RUNNER_DESCRIPTION=blue-1.saas-linux-small-amd64.runners-manager.gitlab.com/default", "warn", "GitLab's hosted runner"},
		{"GITLAB_CI=true CI_RUNNER_DESCRIPTION=cellar", "warn", "a runner of GitLab's CI"},
	} {
		check := runnerCheck(func(name string) string {
			for setting := range strings.FieldsSeq(c.environment) {
				if value, ok := strings.CutPrefix(setting, name+"="); ok {
					return value
				}
			}
			return ""
		})
		if string(check.Status) != c.status || !strings.HasPrefix(check.Value, c.says) {
			t.Errorf("%q: %+v; want %s, %q", c.environment, check, c.status, c.says)
		}
	}
}

// Environment has the check for a CI service's machine.
func TestRunnerIsChecked(t *testing.T) {
	t.Setenv("GITHUB_ACTIONS", "true")
	t.Setenv("RUNNER_ENVIRONMENT", "github-hosted")
	if !slices.ContainsFunc(Environment(), func(c Check) bool { return c.Name == "runner" && c.Status == Warn }) {
		t.Error("a hosted runner is not among the checks")
	}
}
