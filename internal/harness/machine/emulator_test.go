package machine

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
)

// Emulators are recognized by facts about the machine, and hypervisors are not taken for emulators.
func TestEmulator(t *testing.T) {
	const (
		x86 = "processor\t: 0\nvendor_id\t: AuthenticAMD\nmodel name\t: AMD EPYC\ncpuid level\t: 13\n"
		arm = "processor\t: 0\nBogoMIPS\t: 50.00\nCPU implementer\t: 0x41\nCPU part\t: 0xd0c\n"
	)
	for _, c := range []struct {
		name                  string
		arch, cpu, hypervisor string
		info                  string // /proc/cpuinfo
		played                string // /proc/self/exe, which QEMU makes that of the emulated program
		running               string // /proc/thread-self/exe, which shows QEMU itself
		want                  string
	}{
		{"a server", "amd64", "AMD EPYC", "", x86, "/a", "/a", ""},
		{"a server of arm64", "arm64", "ARM Neoverse N1", "", arm, "/a", "/a", ""},
		{"s390x", "s390x", "IBM z15", "", "vendor_id       : IBM/S390\n# processors    : 2\n", "/a", "/a", ""},
		{"KVM", "amd64", "AMD EPYC", "KVM", x86, "/a", "/a", ""},
		{"KVM with QEMU's firmware on arm64", "arm64", "ARM Neoverse N1", "QEMU", arm, "/a", "/a", ""},
		{"no /proc", "amd64", "AMD EPYC", "", "", "", "", ""},
		{"an older Linux", "amd64", "AMD EPYC", "", x86, "/a", "", ""},
		{"QEMU's arm64", "arm64", "AMD EPYC", "", x86, "/a", "/usr/bin/qemu-aarch64-static", "QEMU"},
		{"QEMU's arm64 with its own cpuinfo", "arm64", "ARM Cortex-A57", "", arm, "/a", "/usr/bin/qemu-aarch64", "QEMU"},
		{"QEMU's x86 on x86", "amd64", "QEMU TCG CPU version 2.5+", "", x86, "/a", "/usr/bin/qemu-x86_64", "QEMU"},
		{"another emulator", "amd64", "Cortex", "", "", "/a", "/usr/bin/box64", "box64"},
		{"a machine of QEMU's without KVM", "amd64", "QEMU Virtual CPU version 2.5+", "QEMU", x86, "/a", "/a", "QEMU"},
		{"Linux under Rosetta", "amd64", "VirtualApple @ 2.50GHz processor", "", x86, "", "", "Rosetta"},
		{"an arm64 program, emulated on x86", "arm64", "AMD EPYC", "", x86, "", "", "/proc/cpuinfo is of another kind of processor"},
		{"an x86 program, emulated on arm64", "amd64", "box64", "", arm, "", "", "/proc/cpuinfo is of another kind of processor"},
	} {
		root := fstest.MapFS{"proc/cpuinfo": {Data: []byte(c.info)}}
		for name, target := range map[string]string{"proc/self/exe": c.played, "proc/thread-self/exe": c.running} {
			if target != "" {
				root[name] = &fstest.MapFile{Data: []byte(target), Mode: fs.ModeSymlink}
			}
		}
		got := host{root}.emulator(Fingerprint{Arch: c.arch, CPU: c.cpu, Hypervisor: c.hypervisor})
		if got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
	for name, says := range map[string]string{
		"":     "",
		"QEMU": "this is an emulator (QEMU): its times are not those of a processor",
		wine:   "this is Wine and not Windows",
	} {
		if err := checkEmulator(name); (err != nil) != (says != "") || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, want %q", name, err, says)
		}
	}
}
