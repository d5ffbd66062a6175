package machine

import (
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// Illegal explains, after a program has ended by an illegal instruction, which feature the instruction needs and what this machine lacks. The program's
// output may hold the instruction's bytes as the Go runtime writes them: "instruction bytes: 0f 0b".
func Illegal(said string) string {
	_, line, _ := strings.Cut(said, "instruction bytes:")
	line, _, _ = strings.Cut(line, "\n")
	var code []byte
	for text := range strings.FieldsSeq(line) {
		if b, err := strconv.ParseUint(strings.TrimPrefix(text, "0x"), 16, 8); err == nil {
			code = append(code, byte(b))
		}
	}
	f := Detect()
	var lacking []string
	for _, part := range parts(f.Arch) {
		if !f.Features[part] {
			lacking = append(lacking, part)
		}
	}
	lacks := "this machine lacks none of the features that lookups are known to need"
	if len(lacking) > 0 {
		lacks = "of the features that lookups are known to need, this machine lacks " + strings.Join(lacking, ", ")
	}
	switch need := instruction(code); {
	case need == "":
		return "the function may need a feature of another processor: " + lacks
	case need == onPurpose:
		return "the instruction ends a program on purpose: compilers write it for __builtin_trap, and where code cannot be reached; " + lacks
	case slices.Contains(lacking, need):
		return "the instruction needs " + need + ", which this machine lacks"
	default:
		return "the instruction needs " + need + "; " + lacks
	}
}

// onPurpose stands in place of a feature for instructions that are illegal on every processor.
const onPurpose = "nothing"

// instruction returns the feature that an x86 instruction of lookups needs, "" for others. Source: opcode maps in Intel's Software Developer's Manual, volume 2.
func instruction(code []byte) string {
	if runtime.GOARCH != "amd64" && runtime.GOARCH != "386" {
		return ""
	}
	code = append(slices.Clone(code), make([]byte, 4)...) // at least the bytes of an opcode
	ofVEX := func(opmap, opcode byte) string {
		switch {
		case opmap == 2 && (opcode == 0xf5 || opcode == 0xf6 || opcode == 0xf7 && code[2]&3 != 0), opmap == 3 && opcode == 0xf0:
			return "bmi2" // pext, pdep, bzhi; mulx; shlx, shrx, sarx, which differ from bextr by the VEX prefix's last two bits; rorx
		case opmap == 2 && (opcode == 0xf2 || opcode == 0xf3 || opcode == 0xf7):
			return "bmi1" // andn; blsr and its kin; bextr
		case opmap == 2 && opcode == 0xcf, opmap == 3 && (opcode == 0xce || opcode == 0xcf):
			return "gfni"
		}
		return "avx2"
	}
	switch code[0] {
	case 0x62: // an EVEX prefix
		return "avx512f"
	case 0xc4: // a VEX prefix of three bytes
		return ofVEX(code[1]&0x1f, code[3])
	case 0xc5: // a VEX prefix of two bytes
		return ofVEX(1, code[2])
	}
	repeated := false
	for code[0] == 0x66 || code[0] == 0x67 || code[0] == 0xf3 || code[0]&0xf0 == 0x40 { // prefixes for sizes, repetition and (0x40 to 0x4f, REX) registers
		repeated = repeated || code[0] == 0xf3
		code = code[1:]
	}
	switch {
	case code[0] != 0x0f:
		return ""
	case !repeated && (code[1] == 0x0b || code[1] == 0xb9 || code[1] == 0xff): // ud2, ud1, ud0
		return onPurpose
	case repeated && code[1] == 0xb8:
		return "popcnt"
	case repeated && code[1] == 0xbd:
		return "lzcnt"
	case repeated && code[1] == 0xbc:
		return "bmi1" // tzcnt
	case code[1] == 0x38 && code[2] == 0xcf, code[1] == 0x3a && (code[2] == 0xce || code[2] == 0xcf):
		return "gfni"
	}
	return ""
}
