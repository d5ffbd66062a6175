package machine

import "strings"

// modelRow names the microarchitecture of a range of model numbers, from one stepping on.
type modelRow struct {
	family, first, last int
	stepping            int
	name                string
}

// models gives names to family and model numbers, after arch/x86/include/asm/intel-family.h, arch/x86/kernel/cpu/amd.c and arch/arm64/include/asm/cputype.h of
// Linux. Where several products share a model number, the first one's name stands. Arm's rows hold part numbers, and no family.
var models = map[string][]modelRow{
	"Intel": {
		{6, 0x1a, 0x1a, 0, "Nehalem"}, {6, 0x1e, 0x1f, 0, "Nehalem"}, {6, 0x2e, 0x2e, 0, "Nehalem"},
		{6, 0x25, 0x25, 0, "Westmere"}, {6, 0x2c, 0x2c, 0, "Westmere"}, {6, 0x2f, 0x2f, 0, "Westmere"},
		{6, 0x2a, 0x2a, 0, "Sandy Bridge"}, {6, 0x2d, 0x2d, 0, "Sandy Bridge"},
		{6, 0x3a, 0x3a, 0, "Ivy Bridge"}, {6, 0x3e, 0x3e, 0, "Ivy Bridge"},
		{6, 0x3c, 0x3c, 0, "Haswell"}, {6, 0x3f, 0x3f, 0, "Haswell"}, {6, 0x45, 0x46, 0, "Haswell"},
		{6, 0x3d, 0x3d, 0, "Broadwell"}, {6, 0x47, 0x47, 0, "Broadwell"}, {6, 0x4f, 0x4f, 0, "Broadwell"}, {6, 0x56, 0x56, 0, "Broadwell"},
		{6, 0x4e, 0x4e, 0, "Skylake"}, {6, 0x5e, 0x5e, 0, "Skylake"},
		{6, 0x55, 0x55, 0, "Skylake"}, {6, 0x55, 0x55, 5, "Cascade Lake"}, {6, 0x55, 0x55, 10, "Cooper Lake"},
		{6, 0x8e, 0x8e, 0, "Kaby Lake"}, {6, 0x9e, 0x9e, 0, "Kaby Lake"}, {6, 0x9e, 0x9e, 10, "Coffee Lake"},
		{6, 0xa5, 0xa6, 0, "Comet Lake"}, {6, 0x66, 0x66, 0, "Cannon Lake"},
		{6, 0x6a, 0x6a, 0, "Ice Lake"}, {6, 0x6c, 0x6c, 0, "Ice Lake"}, {6, 0x7d, 0x7e, 0, "Ice Lake"},
		{6, 0xa7, 0xa7, 0, "Rocket Lake"}, {6, 0x8c, 0x8d, 0, "Tiger Lake"},
		{6, 0x8f, 0x8f, 0, "Sapphire Rapids"}, {6, 0xcf, 0xcf, 0, "Emerald Rapids"}, {6, 0xad, 0xae, 0, "Granite Rapids"},
		{19, 0x01, 0x01, 0, "Diamond Rapids"},
		{6, 0x8a, 0x8a, 0, "Lakefield"}, {6, 0x97, 0x97, 0, "Alder Lake"}, {6, 0x9a, 0x9a, 0, "Alder Lake"}, {6, 0xbe, 0xbe, 0, "Gracemont"},
		{6, 0xb7, 0xb7, 0, "Raptor Lake"}, {6, 0xba, 0xba, 0, "Raptor Lake"}, {6, 0xbf, 0xbf, 0, "Raptor Lake"}, {6, 0xd7, 0xd7, 0, "Bartlett Lake"},
		{6, 0xaa, 0xaa, 0, "Meteor Lake"}, {6, 0xac, 0xac, 0, "Meteor Lake"},
		{6, 0xb5, 0xb5, 0, "Arrow Lake"}, {6, 0xc5, 0xc6, 0, "Arrow Lake"}, {6, 0xbd, 0xbd, 0, "Lunar Lake"}, {6, 0xcc, 0xcc, 0, "Panther Lake"},
		{6, 0x5c, 0x5c, 0, "Goldmont"}, {6, 0x5f, 0x5f, 0, "Goldmont"}, {6, 0x7a, 0x7a, 0, "Goldmont Plus"},
		{6, 0x86, 0x86, 0, "Tremont"}, {6, 0x96, 0x96, 0, "Tremont"}, {6, 0x9c, 0x9c, 0, "Tremont"},
		{6, 0xaf, 0xaf, 0, "Sierra Forest"}, {6, 0xb6, 0xb6, 0, "Grand Ridge"}, {6, 0xdd, 0xdd, 0, "Clearwater Forest"},
		{6, 0x57, 0x57, 0, "Knights Landing"}, {6, 0x85, 0x85, 0, "Knights Mill"},
	},
	"AMD": {
		{0x15, 0x00, 0x01, 0, "Bulldozer"}, {0x15, 0x02, 0x02, 0, "Piledriver"}, {0x15, 0x10, 0x1f, 0, "Piledriver"},
		{0x15, 0x30, 0x3f, 0, "Steamroller"}, {0x15, 0x60, 0x7f, 0, "Excavator"},
		{0x16, 0x00, 0x0f, 0, "Jaguar"}, {0x16, 0x30, 0x3f, 0, "Puma"},
		{0x17, 0x00, 0x2f, 0, "Zen"}, {0x17, 0x50, 0x5f, 0, "Zen"}, {0x17, 0x08, 0x08, 0, "Zen+"}, {0x17, 0x18, 0x18, 0, "Zen+"},
		{0x17, 0x30, 0x4f, 0, "Zen 2"}, {0x17, 0x60, 0x7f, 0, "Zen 2"}, {0x17, 0x90, 0x91, 0, "Zen 2"}, {0x17, 0xa0, 0xaf, 0, "Zen 2"},
		{0x19, 0x00, 0x0f, 0, "Zen 3"}, {0x19, 0x20, 0x5f, 0, "Zen 3"},
		{0x19, 0x10, 0x1f, 0, "Zen 4"}, {0x19, 0x60, 0xaf, 0, "Zen 4"},
		{0x1a, 0x00, 0x2f, 0, "Zen 5"}, {0x1a, 0x40, 0x4f, 0, "Zen 5"}, {0x1a, 0x60, 0x7f, 0, "Zen 5"},
	},
	"Hygon": {{0x18, 0x00, 0x03, 0, "Dhyana"}},
	"ARM": {
		{0, 0xd03, 0xd03, 0, "Cortex-A53"}, {0, 0xd05, 0xd05, 0, "Cortex-A55"}, {0, 0xd07, 0xd07, 0, "Cortex-A57"},
		{0, 0xd08, 0xd08, 0, "Cortex-A72"}, {0, 0xd09, 0xd09, 0, "Cortex-A73"}, {0, 0xd0a, 0xd0a, 0, "Cortex-A75"},
		{0, 0xd0b, 0xd0b, 0, "Cortex-A76"}, {0, 0xd0d, 0xd0d, 0, "Cortex-A77"}, {0, 0xd41, 0xd41, 0, "Cortex-A78"},
		{0, 0xd0c, 0xd0c, 0, "Neoverse N1"}, {0, 0xd49, 0xd49, 0, "Neoverse N2"}, {0, 0xd8e, 0xd8e, 0, "Neoverse N3"},
		{0, 0xd40, 0xd40, 0, "Neoverse V1"}, {0, 0xd4f, 0xd4f, 0, "Neoverse V2"}, {0, 0xd84, 0xd84, 0, "Neoverse V3"},
	},
	"Ampere":    {{0, 0xac3, 0xac3, 0, "Ampere-1"}, {0, 0xac4, 0xac4, 0, "Ampere-1A"}},
	"Cavium":    {{0, 0xaf, 0xaf, 0, "ThunderX2"}},
	"Fujitsu":   {{0, 0x001, 0x001, 0, "A64FX"}},
	"HiSilicon": {{0, 0xd01, 0xd01, 0, "TSV110"}},
}

// microarchitecture names a CPU by its numbers, or returns Unknown. Hypervisors may show a made-up model number. Only the servers of Intel's Rapids line have
// AMX, so if amx is set and the number names another processor, the number is wrong.
func microarchitecture(vendor string, family, model, stepping int, amx bool) string {
	if vendor == "ARM" || vendor == "Ampere" {
		// There cpuid gives the low half of MIDR_EL1 for a model: part number and, in the last digit, revision.
		family, model = 0, model>>4
	}
	name := modelName(vendor, family, model, stepping)
	if amx && !strings.HasSuffix(name, " Rapids") {
		return Unknown
	}
	return name
}

// modelName returns the name that models has for a CPU's numbers, else Unknown.
func modelName(vendor string, family, model, stepping int) string {
	name := Unknown
	for _, r := range models[vendor] {
		if r.family == family && r.first <= model && model <= r.last && r.stepping <= stepping {
			name = r.name // a later row is for a special model or stepping
		}
	}
	return name
}
