package machine

import (
	"slices"
	"strconv"
	"strings"
)

// implementers has the makers of Arm processors by their number in /proc/cpuinfo, after arch/arm64/include/asm/cputype.h.
var implementers = map[int]string{
	0x41: "ARM", 0x42: "Broadcom", 0x43: "Cavium", 0x46: "Fujitsu", 0x48: "HiSilicon", 0x4e: "NVIDIA", 0x50: "APM", 0x51: "Qualcomm", 0x53: "Samsung",
	0x61: "Apple", 0x6d: "Microsoft", 0x70: "Phytium", 0xc0: "Ampere",
}

// mainframes has the names of IBM's mainframes by their machine type in /proc/cpuinfo.
var mainframes = map[string]string{
	"2817": "z196", "2827": "zEC12", "2964": "z13", "2965": "z13s", "3906": "z14", "3907": "z14 ZR1", "8561": "z15", "8562": "z15 T02",
	"3931": "z16", "3932": "z16 A02", "9175": "z17",
}

// processor returns the processor's name and, if known, its maker, as Linux describes them: for processors without a brand string. The name is never
// empty; at worst it is the architecture's. Serial numbers are not read.
func (h host) processor(arch string) (maker, name string) {
	text, _ := h.text("proc/cpuinfo")
	facts := map[string][]string{} // by key in lower case, each value once
	for line := range strings.Lines(text) {
		key, value, _ := strings.Cut(line, ":")
		// s390x counts its processors: "processor 0: version = FF,  identification = ...,  machine = 3931"
		if strings.HasPrefix(key, "processor ") {
			_, value, _ = strings.Cut(value, "machine =")
			key = "machine type"
		}
		key, value = strings.ToLower(strings.TrimSpace(key)), strings.Join(strings.Fields(value), " ")
		if value != "" && !slices.Contains(facts[key], value) {
			facts[key] = append(facts[key], value)
		}
	}
	first := func(key string) string { return append(facts[key], "")[0] }
	board, _ := h.text("proc/device-tree/model")
	board = strings.TrimSpace(strings.ReplaceAll(board, "\x00", " "))
	switch ibm, power, arm := first("machine type"), first("cpu"), first("cpu implementer"); {
	case first("model name") != "":
		return "", first("model name")
	case arm != "":
		return armName(arm, facts["cpu part"])
	case ibm != "":
		if known := mainframes[ibm]; known != "" {
			ibm = known
		}
		return "IBM", "IBM " + ibm
	case strings.HasPrefix(power, "POWER"): // "POWER9 (architected), altivec supported"
		return "IBM", "IBM " + strings.FieldsFunc(power, func(r rune) bool { return r == ' ' || r == ',' })[0]
	case first("uarch") != "": // "sifive,u74-mc"
		return "", strings.ReplaceAll(first("uarch"), ",", " ")
	case first("cpu model") != "":
		return "", first("cpu model")
	case power != "":
		return "", power
	case board != "":
		return "", board
	}
	isa, _, _ := strings.Cut(first("isa"), "_") // the extensions' names fill lines
	if isa != "" {
		return "", isa
	}
	return "", arch
}

// armName returns the maker of an Arm processor, and a name made of the maker and each kind of core, such as "ARM Cortex-A76 Cortex-A55".
func armName(implementer string, parts []string) (maker, name string) {
	id, err := strconv.ParseInt(implementer, 0, 0)
	if maker = implementers[int(id)]; err != nil || maker == "" {
		maker = "implementer " + implementer
	}
	name = maker
	for _, part := range parts {
		id, err := strconv.ParseInt(part, 0, 0)
		known := Unknown
		if err == nil {
			known = modelName(maker, 0, int(id), 0)
		}
		if known == Unknown {
			known = "part " + part
		}
		name += " " + known
	}
	return maker, name
}
