package cprogram

import (
	"debug/elf"
	"path/filepath"
)

// Data returns the size of the variables of a technique's unit. What it takes from the heap is not among them.
func (o *Objects) Data(technique string) (size int, err error) {
	return Data(filepath.Join(o.folder, "unit_"+technique+".c.o"), func(name string) bool { return name != technique+"_unit" })
}

// Data returns the size of those variables of a file in ELF that count by their names.
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
