package imported

import (
	"encoding/binary"
	"encoding/hex"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// A memory image has magics as they are in a program's memory: words in either order of bytes. It is a file with whole tables of 64 words that is no text, or the text of
// hexdump, xxd or od, a dump.
const (
	table64   = 64 * 8  // bytes
	maxMemory = 1 << 16 // bytes
)

// The orders of bytes. In the literals of a memory image, they take the place of the bases asDecimal and asHex.
const (
	littleEndian = iota
	bigEndian
)

// memory returns the words of a memory image, or nil if the text is no memory image.
func memory(text string) *source {
	s, bytes := new(source), []byte(text)
	if plain := utf8.ValidString(text) && !strings.Contains(text, "\x00"); plain {
		if bytes = dumped(text); bytes == nil {
			return nil
		}
		s.dumped = true
	}
	if len(bytes) < table64 || len(bytes)%table64 != 0 || len(bytes) > maxMemory {
		return nil
	}
	for at := 0; at < len(bytes); at += 8 {
		l := anyBase(binary.LittleEndian.Uint64(bytes[at:]))
		l.values[bigEndian], l.zero = binary.BigEndian.Uint64(bytes[at:]), true // zero, so that columns try all bases
		l.at, l.end = at, at+8
		s.numbers = append(s.numbers, l)
	}
	return s
}

// dumpLine is a line of a dump: its address, a colon if xxd wrote it, and its bytes in groups.
var dumpLine = regexp.MustCompile(`^([0-9a-fA-F]{4,16})(:?)[ \t]+((?:[0-9a-fA-F]{2,16}(?:[ \t]+|$))+)`)

// dumped returns the bytes of a dump, or nil if the text is no dump. Each line must begin with its address, up to the first line that has no bytes; or the text must be
// nothing but digits, with more than the 16 of a magic in its first word.
func dumped(text string) []byte {
	if len(text) > 8*maxMemory { // a dump has about five characters for a byte
		return nil
	}
	if digits := strings.Join(strings.Fields(text), ""); len(digits) >= 2*table64 && len(strings.Fields(text)[0]) > 16 {
		if all, err := hex.DecodeString(digits); err == nil {
			return all
		}
	}
	for _, base := range [...]int{16, 8} { // of the addresses; those of od are octal
		var all []byte
		for line := range strings.Lines(text) {
			m := dumpLine.FindStringSubmatch(strings.TrimRight(line, "\r\n"))
			if m == nil {
				break // the last line of a dump has only the length
			}
			if at, err := strconv.ParseUint(m[1], base, 32); err != nil || int(at) != len(all) {
				all = nil
				break
			}
			groups, _, _ := strings.Cut(m[3], map[string]string{":": "  ", "": "\n"}[m[2]]) // xxd has text behind two blanks
			for group := range strings.FieldsSeq(groups) {
				bytes, err := hex.DecodeString(group)
				if err != nil {
					return nil
				}
				if len(m[1]) < 8 { // od and hexdump -x have 7 digits, and write little-endian words
					slices.Reverse(bytes)
				}
				all = append(all, bytes...)
			}
		}
		if len(all) > 0 {
			return all
		}
	}
	return nil
}

// word returns the bytes of a word in an order.
func word(order int, value uint64) []byte {
	if order == bigEndian {
		return binary.BigEndian.AppendUint64(nil, value)
	}
	return binary.LittleEndian.AppendUint64(nil, value)
}
