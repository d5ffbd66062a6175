package language

import "debug/elf"

// Data returns how many bytes the variables of an ELF file take whose names counts accepts: the tables of a compiled technique.
func Data(path string, counts func(name string) bool) (size int, err error) {
	f, err := elf.Open(path)
	if err != nil {
		return 0, err
	}
	defer f.Close()
	symbols, err := f.Symbols()
	for _, s := range symbols {
		if elf.ST_TYPE(s.Info) == elf.STT_OBJECT && counts(s.Name) {
			size += int(s.Size)
		}
	}
	return size, err
}
