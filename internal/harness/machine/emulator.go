package machine

import (
	"fmt"
	"io/fs"
	"path"
	"strings"
)

// emulator returns the name of the program that emulates the processor, "" for none. Hypervisors do not count: QEMU counts only if it runs without KVM.
func (h host) emulator(f Fingerprint) string {
	x86 := f.Arch == "amd64" || f.Arch == "386"
	info, _ := h.text("proc/cpuinfo")
	shown := func(key string) bool { return strings.HasPrefix(info, key) || strings.Contains(info, "\n"+key) }
	// Linux has two names for the program that runs. QEMU shows the emulated program under the first and itself under the second.
	played, err := fs.ReadLink(h.root, "proc/self/exe")
	running, err2 := fs.ReadLink(h.root, "proc/thread-self/exe")
	switch name := path.Base(running); {
	case f.Arch == "wasm": // WebAssembly is compiled for the real processor, which files describe
		return ""
	case err == nil && err2 == nil && played != running && strings.HasPrefix(name, "qemu-"):
		return "QEMU"
	case err == nil && err2 == nil && played != running:
		return name
	case x86 && f.Hypervisor == "QEMU": // cpuid's leaf 0x40000000 says TCGTCGTCGTCG; under KVM it says KVM
		return "QEMU"
	case x86 && strings.HasPrefix(f.CPU, "VirtualApple"):
		return "Rosetta"
	case !x86 && shown("cpuid level"), x86 && shown("CPU implementer"): // Linux's own names for facts of x86, and of Arm
		return "/proc/cpuinfo is of another kind of processor"
	}
	return systemEmulator()
}

// checkEmulator returns an error if a program of this name emulates the processor, or Wine emulates Windows; "" is none.
func checkEmulator(name string) error {
	switch name {
	case "":
		return nil
	case wine:
		return fmt.Errorf("this is Wine and not Windows: its times are not those of either system")
	}
	return fmt.Errorf("this is an emulator (%s): its times are not those of a processor", name)
}

const wine = "Wine" // runs Windows programs on other systems
