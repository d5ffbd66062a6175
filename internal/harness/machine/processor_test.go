package machine

import (
	"slices"
	"strings"
	"testing"
)

// A processor without a brand string gets its name from the files of Linux, and every processor gets some name.
func TestProcessor(t *testing.T) {
	for _, c := range []struct{ about, files, arch, maker, name string }{
		{"a server of Arm's", `
			proc/cpuinfo = processor	: 0
			proc/cpuinfo = BogoMIPS	: 243.75
			proc/cpuinfo = CPU implementer	: 0x41
			proc/cpuinfo = CPU architecture: 8
			proc/cpuinfo = CPU part	: 0xd0c
			proc/cpuinfo = processor	: 1
			proc/cpuinfo = CPU implementer	: 0x41
			proc/cpuinfo = CPU part	: 0xd0c`, "arm64", "ARM", "ARM Neoverse N1"},
		{"cores of two kinds, on a board", `
			proc/device-tree/model = Some Board Rev 1\x00
			proc/cpuinfo = CPU implementer	: 0x41
			proc/cpuinfo = CPU part	: 0xd05
			proc/cpuinfo = CPU part	: 0xd0b`, "arm64", "ARM", "ARM Cortex-A55 Cortex-A76"},
		{"a part that nobody knows", `
			proc/cpuinfo = CPU implementer : 0x61
			proc/cpuinfo = CPU part : 0x000`, "arm64", "Apple", "Apple part 0x000"},
		{"a maker that nobody knows", `
			proc/cpuinfo = CPU implementer : 0x99
			proc/cpuinfo = CPU part : nonsense`, "arm64", "implementer 0x99", "implementer 0x99 part nonsense"},
		{"a mainframe", `
			proc/cpuinfo = vendor_id       : IBM/S390
			proc/cpuinfo = # processors    : 2
			proc/cpuinfo = bogomips per cpu: 3241.00
			proc/cpuinfo = processor 0: version = FF,  identification = 123456,  machine = 3931
			proc/cpuinfo = processor 1: version = FF,  identification = 123457,  machine = 3931`, "s390x", "IBM", "IBM z16"},
		{"a mainframe to come", `
			proc/cpuinfo = processor 0: version = 00,  identification = 123456,  machine = 9999`, "s390x", "IBM", "IBM 9999"},
		{"POWER", `
			proc/cpuinfo = processor	: 0
			proc/cpuinfo = cpu		: POWER9 (architected), altivec supported
			proc/cpuinfo = revision	: 2.2 (pvr 004e 1202)
			proc/cpuinfo = machine		: CHRP 9009-42A`, "ppc64le", "IBM", "IBM POWER9"},
		{"a PowerPC", `
			proc/cpuinfo = cpu : e6500, altivec supported`, "ppc64", "", "e6500, altivec supported"},
		{"RISC-V with a core's name", `
			proc/cpuinfo = hart	: 1
			proc/cpuinfo = isa	: rv64imafdc_zicntr_zicsr
			proc/cpuinfo = uarch	: sifive,u74-mc`, "riscv64", "", "sifive u74-mc"},
		{"RISC-V with a board's name", `
			proc/device-tree/model = A Board v1\x00
			proc/cpuinfo = isa	: rv64imafdc_zicntr_zicsr`, "riscv64", "", "A Board v1"},
		{"RISC-V with nothing else", `
			proc/cpuinfo = isa	: rv64imafdc_zicntr_zicsr`, "riscv64", "", "rv64imafdc"},
		{"Loongson", `
			proc/cpuinfo = system type	: generic-loongson-machine
			proc/cpuinfo = Model Name	: Loongson-3A5000`, "loong64", "", "Loongson-3A5000"},
		{"MIPS", `
			proc/cpuinfo = cpu model	: ICT Loongson-3 V0.9`, "mips64le", "", "ICT Loongson-3 V0.9"},
		{"no file that says anything", "", "ppc64le", "", "ppc64le"},
		{"nonsense", `
			proc/cpuinfo = ::::
			proc/cpuinfo = isa : _
			proc/cpuinfo = processor : `, "s390x", "", "s390x"},
	} {
		if maker, name := tree(strings.ReplaceAll(c.files, `\x00`, "\x00")).processor(c.arch); maker != c.maker || name != c.name {
			t.Errorf("%s: %q by %q, want %q by %q", c.about, name, maker, c.name, c.maker)
		}
	}
	if f := Detect(); f.CPU == "" {
		t.Error("the processor here has no name")
	}
	if usable := parts("386"); slices.Contains(usable, "bmi2") {
		t.Errorf("builds for 386 are said to use %v", usable)
	}
}
