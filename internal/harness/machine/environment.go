package machine

import (
	"fmt"
	"io/fs"
	"math"
	"os"
	"slices"
	"strings"
)

// Status is the result of a check.
type Status string

// The statuses. StatusUnknown is no warning: see the package comment.
const (
	OK            Status = "ok"
	Warn          Status = "warn"
	StatusUnknown Status = Unknown
)

// Check is one property of the environment that can spoil a measurement.
type Check struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Status Status `json:"status"`
	Advice string `json:"advice,omitempty"` // how to improve it, "" when ok
}

// Environment returns the checks of everything that can make a measurement here noisy or unfair, for the chosen CPU: the same in the same order on every machine.
func Environment() []Check {
	allowed, err := AllowedCPUs()
	checks := append(here.environment(Detect(), allowed), runnerCheck(os.Getenv))
	if err != nil {
		checks[0].Advice = err.Error() // the first check is that of the chosen CPU: why there is none
	}
	return checks
}

// Runner describes the CI service that runs this program and the kind of machine that it runs on, "" if there is none or the machine is the repository's
// own. getenv is os.Getenv. The variables are documented by GitHub ("Variables reference") and GitLab ("Predefined CI/CD variables").
func Runner(getenv func(string) string) string {
	switch {
	case getenv("GITHUB_ACTIONS") == "true" && getenv("RUNNER_ENVIRONMENT") != "self-hosted":
		return "GitHub's hosted runner, a shared virtual machine"
	case getenv("GITLAB_CI") == "true" && strings.Contains(getenv("CI_RUNNER_DESCRIPTION"), "saas-"):
		return "GitLab's hosted runner, a shared virtual machine"
	case getenv("GITLAB_CI") == "true":
		return "a runner of GitLab's CI, which other jobs may share"
	}
	return ""
}

// runnerCheck warns of a machine of a CI service.
func runnerCheck(getenv func(string) string) Check {
	const name = "runner"
	if runner := Runner(getenv); runner != "" {
		return bad(name, runner, "the next run may get another processor: compare ratios only, of one run, and believe what a second run repeats")
	}
	return good(name, "none")
}

// environment returns all checks but that of the runner, for the best of the allowed CPUs.
func (h host) environment(f Fingerprint, allowed []int) []Check {
	cpu, why := Quietest(h.candidates(allowed), -1)
	chosen := unknown("chosen CPU")
	if cpu >= 0 {
		chosen = good("chosen CPU", fmt.Sprintf("%d (%s)", cpu, why))
	}
	r := h.readings(cpu)
	return []Check{
		chosen,
		h.sibling(cpu),
		h.isolated(cpu),
		h.setting("governor", cpuFile(cpu, "cpufreq/scaling_governor"), "frequency follows load: sudo cpupower frequency-set --governor performance", "performance"),
		h.setting("energy preference", cpuFile(cpu, "cpufreq/energy_performance_preference"), "the CPU may save energy: sudo cpupower set --epp performance", "performance"),
		h.turbo(),
		limit("load", r.Load, "%.2f", 1, "other programs are running: stop them, or wait"),
		limit("pressure", r.Pressure, "%.1f %% of the last 10 s", 5, "programs wait for a CPU: stop some, or wait"),
		h.stolen(),
		h.quotaCheck(),
		h.setting("clock source", "sys/devices/system/clocksource/clocksource0/current_clocksource",
			"reading the clock takes a system call: boot with clocksource=tsc if the CPU's is stable", "tsc", "kvm-clock", "hyperv_clocksource_tsc_page", "arch_sys_counter"),
		limit("temperature", r.Celsius, "%.0f °C", 85, "the CPU is hot and may slow down: let it cool, check the fan"),
		h.throttled(),
		virtual(f),
		modelNumber(f),
		platform(f),
	}
}

// good, bad and unknown return the three results of a check.
func good(name, value string) Check        { return Check{name, value, OK, ""} }
func bad(name, value, advice string) Check { return Check{name, value, Warn, advice} }
func unknown(name string) Check            { return Check{name, Unknown, StatusUnknown, ""} }

// setting checks a file that holds one word against a list of good words.
func (h host) setting(name, file, advice string, words ...string) Check {
	word, _ := h.text(file)
	switch {
	case word == "":
		return unknown(name)
	case slices.Contains(words, word):
		return good(name, word)
	}
	return bad(name, word, advice)
}

// limit checks a number against the largest good number.
func limit(name string, v *float64, format string, most float64, advice string) Check {
	if v == nil {
		return unknown(name)
	}
	value := fmt.Sprintf(format, *v)
	if *v > most {
		return bad(name, value, advice)
	}
	return good(name, value)
}

// sibling checks whether another CPU shares a CPU's core.
func (h host) sibling(cpu int) Check {
	const name = "SMT sibling"
	siblings := h.siblings(cpu)
	if siblings == nil {
		return unknown(name)
	}
	others := slices.DeleteFunc(siblings, func(s int) bool { return s == cpu })
	if len(others) == 0 {
		return good(name, "none")
	}
	return bad(name, "CPU "+join(others), fmt.Sprintf("a program there takes half of the core: echo 0 | sudo tee /%s", cpuFile(others[0], "online")))
}

// isolated checks that a CPU is isolated from the scheduler if any CPUs are.
func (h host) isolated(cpu int) Check {
	const name = "isolated CPUs"
	if _, ok := h.text("sys/devices/system/cpu/isolated"); !ok {
		return unknown(name)
	}
	switch cpus := h.cpuList("sys/devices/system/cpu/isolated"); {
	case cpus == nil:
		return good(name, "none")
	case slices.Contains(cpus, cpu):
		return good(name, join(cpus))
	default:
		return bad(name, join(cpus), "isolated CPUs exist but are not allowed here: start with taskset --cpu-list "+join(cpus))
	}
}

// turbo checks whether turbo is off. Drivers have the switch in two files: in one, 1 means off; in the other, 0 does.
func (h host) turbo() Check {
	const name, dir = "turbo", "sys/devices/system/cpu/"
	for _, s := range []struct{ file, off string }{{dir + "intel_pstate/no_turbo", "1"}, {dir + "cpufreq/boost", "0"}} {
		if v, ok := h.text(s.file); ok && v == s.off {
			return good(name, "off")
		} else if ok {
			return bad(name, "on", fmt.Sprintf("frequency depends on heat and on the other cores: echo %s | sudo tee /%s", s.off, s.file))
		}
	}
	return unknown(name)
}

// stolen checks how much of the time since boot a hypervisor gave to other guests.
func (h host) stolen() Check {
	const name = "steal since boot"
	steal, total := h.steal()
	if steal == nil || total <= 0 {
		return unknown(name)
	}
	share := 100 * *steal / total
	return limit(name, &share, "%.2f %%", 1, "other guests take this machine's time: measure at another hour, use more rounds")
}

// quotaCheck warns of control groups that grant less than two CPUs.
func (h host) quotaCheck() Check {
	const name = "CPU quota"
	cpus, ok := h.quota()
	value := fmt.Sprintf("%.2f CPUs", cpus)
	switch {
	case !ok:
		return unknown(name)
	case math.IsInf(cpus, 1):
		return good(name, "none")
	case cpus >= 2: // a CPU for the timed thread, a second CPU for all other threads
		return good(name, value)
	}
	return bad(name, value, "the kernel stops the process when its share is used up: raise the quota to 2 CPUs or more")
}

// checkQuota returns an error if control groups grant this process less than one CPU: the kernel then stops it in the midst of work.
func (h host) checkQuota() error {
	if cpus, _ := h.quota(); cpus < 1 {
		return fmt.Errorf("a CPU quota of %.2f CPUs stops this process in the midst of work (want none, or 2 CPUs and more)", cpus)
	}
	return nil
}

// throttled checks how often heat has slowed down the cores, counted over all cores.
func (h host) throttled() Check {
	files, _ := fs.Glob(h.root, "sys/devices/system/cpu/cpu*/thermal_throttle/core_throttle_count")
	var sum *float64
	for _, file := range files {
		if n := h.number(file); n != nil {
			if sum == nil {
				sum = new(float64)
			}
			*sum += *n
		}
	}
	return limit("throttled since boot", sum, "%.0f times", 0, "the CPU has slowed down for heat: see whether the number grows while measuring")
}

// virtual warns of a virtual machine.
func virtual(f Fingerprint) Check {
	const name = "virtual machine"
	switch {
	case f.VM:
		return bad(name, f.Hypervisor, "unseen neighbours share caches and frequency: use more rounds, trust ratios more than nanoseconds")
	case f.OS == "linux" || f.Arch != "arm64": // elsewhere, Detect recognizes no hypervisor of arm64
		return good(name, "no")
	}
	return unknown(name)
}

// modelNumber checks that the microarchitecture is known by the CPU's numbers.
func modelNumber(f Fingerprint) Check {
	const name = "microarchitecture"
	if f.Microarchitecture == Unknown {
		advice := fmt.Sprintf("family %d, model %d is not known or does not fit the CPU's features: a hypervisor may hide the model", f.Family, f.Model)
		return Check{name, Unknown, StatusUnknown, advice}
	}
	return good(name, f.Microarchitecture)
}

// measured lists the platforms of committed results.
var measured = []string{"linux/amd64"}

// Measured reports whether there are results of a machine's platform.
func Measured(f Fingerprint) bool { return slices.Contains(measured, f.OS+"/"+f.Arch) }

// platform warns of a platform without committed results.
func platform(f Fingerprint) Check {
	const name = "platform"
	value := f.OS + "/" + f.Arch
	if Measured(f) {
		return good(name, value)
	}
	return bad(name, value, "nobody has checked measurements on this platform: compare the first ones with a benchmark of your own")
}

// join returns a list of CPUs as Linux and taskset read it, such as "0,8".
func join(cpus []int) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(cpus), "[]"), " ", ",")
}
