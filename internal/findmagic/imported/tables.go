package imported

import (
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// reader collects the columns of a file, and its shifts.
type reader struct {
	*source
	columns     []*column
	tables      int // so far
	rightShifts []rightShift
	nearly      []near // tables of nearly 64 rows
	lastArray   string // the name of the last array
	lastTables  int    // how many tables of that array there are so far
}

// rightShift is a shift to the right by a constant, in the code of the file.
type rightShift struct {
	by      int
	hint    hint
	product bool // it shifts a product, or the constant has the name of such a shift
}

// near is a table of large numbers that has nearly 64 rows.
type near struct{ name, fault string }

const (
	nearRows  = 17 // rows of a table that may be meant to have 64: more than a row has numbers
	maxStride = 16 // numbers in a row
	maxTables = 32 // in a stretch; longer ones are tables of attacks
	spare     = 2  // rows before or behind the 64: a sentinel, or a row for a square 0 where squares count from 1
)

// stretch is a run of numbers between which the same words and signs recur with a period: the numbers of a row, or of a line.
type stretch struct {
	begins      []int // where its rows may begin, the likeliest first
	end, period int
}

// tables returns how many numbers from a place on are in tables of 64 rows, and how many rows are left over. A row has as many numbers as the period. But if that leaves no
// table, and 64 single numbers stand in lines of 2, 4, 8 or 16, as in ranks of eight, the lines have the period, and each number is a row.
func (s *stretch) tables(begin int) (n, left int) {
	n = s.end - begin
	if s.period > 1 && s.period&(s.period-1) == 0 && n%64 == 0 && n < 64*s.period {
		return n, 0
	}
	rows := n / s.period
	return rows / 64 * 64 * s.period, rows % 64
}

// last returns the place behind the last table, if the rows begin at the likeliest place.
func (s *stretch) last() int {
	if n, _ := s.tables(s.begins[0]); n > 0 {
		return s.begins[0] + n
	}
	return s.end
}

// read returns the columns of a file.
func read(ctx context.Context, text string) (*reader, error) {
	s, err := parse(ctx, text)
	if err != nil {
		return nil, err
	}
	if len(s.numbers) > maxNumbers {
		return nil, fmt.Errorf("more than %d numbers (want a file of magics)", maxNumbers)
	}
	r := &reader{source: s}
	codes := r.gapCodes()
	var all []stretch
	covered := make([]bool, len(r.numbers)) // by number: it is in a table of a shorter period
	for k := 1; k <= maxStride; k++ {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		// A stretch of period k goes on while the text in front of a number is the same as in front of the number k places earlier.
		last := 0 // the last number with another text
		for i := k; i <= len(codes); i++ {
			if i < len(codes) && codes[i] == codes[i-k] {
				continue
			}
			if i-last >= nearRows*k || i-last+k >= 64 { // enough rows, or enough numbers for rows of one
				if found := (stretch{end: i, period: k}); r.begins(&found, last, covered) {
					all = append(all, found)
					for j := slices.Min(found.begins); j < found.last(); j++ {
						covered[j] = true
					}
				}
			}
			last = i
		}
	}
	slices.SortFunc(all, func(a, b stretch) int { return cmp.Compare(a.begins[0], b.begins[0]) })
	end := 0
	for _, found := range all {
		r.stretch(&found, end)
		end = max(end, found.last())
	}
	if err := r.program(ctx); err != nil {
		return nil, err
	}
	r.words()
	return r, nil
}

// casts matches conversions: a language may demand them for some numbers only, so that rows with and without them belong to one table.
var casts = regexp.MustCompile(`\(\s*[\pL_][\w:]*(?:\s+[\pL_]\w*)*\s*\)|\bas\s+[iu](?:64|128)\b|\.to(?:U?Long|Int)\(\)|\bunchecked\b`)

// gapCodes returns for every number a code for the words and signs in front of it. Texts that differ only in casts and blanks have equal codes; in
// assembler, a directive counts as a comma.
func (r *reader) gapCodes() []int {
	codes := make([]int, len(r.numbers))
	raw, stripped := map[string]int{}, map[string]int{} // codes, by the text in the file and by the text without casts and blanks
	for i := range r.numbers {
		gap := r.gap(i)
		code, known := raw[gap]
		if !known {
			short := gap
			if r.asm {
				short = directives.ReplaceAllString(short, ",")
			}
			short = blanks.ReplaceAllString(casts.ReplaceAllString(short, ""), "")
			if code, known = stripped[short]; !known {
				code = len(stripped)
				stripped[short] = code
			}
			raw[gap] = code
		}
		codes[i] = code
	}
	return codes
}

// begins finds where the rows of a stretch may begin, and reports whether there is any place. last is the last number with another text in front of it than the number a
// period before. It may be in the first row or, as a name is in front of the first row, in the second. Numbers in covered are not of this stretch. If there are 64 rows from
// several places on, all are tried, and proof decides; a table of nearly 64 rows gets one place.
func (r *reader) begins(s *stretch, last int, covered []bool) bool {
	k, first := s.period, max(0, last-s.period)
	for first < last && slices.Contains(covered[first:last], true) {
		first++
	}
	if slices.Contains(covered[last:s.end], true) {
		return false
	}
	var inLine []int // less likely places: rows that begin in the middle of a line
	for b := first; b <= last; b++ {
		n, left := s.tables(b)
		if n == 0 || left > spare || k == 1 && b > first { // with a period of 1, extra below reaches all places from first
			continue
		}
		for extra := range left + 1 {
			switch at := b + extra*k; {
			case slices.Contains(s.begins, at) || slices.Contains(inLine, at): // already found
			case k > 1 && at > 0 && !strings.Contains(r.gap(at), "\n"):
				inLine = append(inLine, at)
			default:
				s.begins = append(s.begins, at)
			}
		}
	}
	s.begins = append(s.begins, inLine...)
	if n := s.end - first; len(s.begins) == 0 && n/k >= nearRows {
		s.begins = []int{first}
	}
	return s.begins != nil
}

// What does not count in the texts between numbers.
var (
	directives = regexp.MustCompile(`(?i)(?:^|[\s:])` + asmData + `\s`)
	blanks     = regexp.MustCompile(`[\s()"'\\]+`)
)

// stretch cuts a stretch into tables and adds their columns. after is the number behind the tables of the stretches before.
func (r *reader) stretch(s *stretch, after int) {
	first := slices.Min(s.begins)
	large := 0
	for i := first; i < s.end; i++ {
		if r.numbers[i].large() {
			large++
		}
	}
	if n, left := s.tables(first); left != 0 {
		name, line := r.name(first, s.period, after)
		rows := (s.end - first) / s.period
		if rows <= 128 && 2*large > rows*s.period { // most numbers are large, and the rows are not many times 64
			r.nearly = append(r.nearly, near{name, fmt.Sprintf("%s (line %d) has %d numbers (want 64)", cmp.Or(name, "list"), line, rows)})
		}
		if n == 0 {
			return
		}
	}
	for i, begin := range s.begins {
		n, _ := s.tables(begin)
		m, known := n/64, len(r.columns) // numbers for each square; columns of others
		name, line := r.name(begin, s.period, after)
		// number is that of the first table in its array: not 0 if the array goes on.
		number := 0
		if name == "" && begin == after && after > 0 {
			name, number = r.lastArray, r.lastTables
		} else if i == 0 {
			r.lastArray = name
		}
		for k, stride := range strides(r.numbers[begin:][:n], s.period) {
			if i == 0 && k == 0 {
				r.lastTables = number + m/stride
			}
			if m/stride <= maxTables && (k == 0 || m <= maxStride) { // rows of many numbers are attacks
				r.cut(begin, n, stride, 1, name, line, number)
			}
		}
		for _, parts := range [...]int{8, 4} { // bytes, or words of 16 bits; for words of 32 bits see words
			for stride := parts; stride <= 2*parts; stride += parts { // one value in a row, or one for each piece
				if m%stride == 0 && m/stride <= maxTables && (s.period == 1 || s.period == parts) && fitInBits(r.numbers[begin:][:n], 64/parts) {
					r.cut(begin, n, stride, parts, name, line, number)
				}
			}
		}
		// If whole rows before or behind the tables have large numbers, too, there may be more magics than 64.
		head := begin - (begin-first)/s.period*s.period
		if slices.ContainsFunc(slices.Concat(r.numbers[head:begin], r.numbers[begin+n:s.end]), func(l literal) bool { return l.large() }) {
			for _, c := range r.columns[known:] {
				c.partial = true
			}
		}
	}
}

// strides returns how many numbers a row may have, the likeliest first. If the texts between the numbers do not show it, the sizes of the numbers do: see unlike.
func strides(numbers []literal, period int) (all []int) {
	m := len(numbers) / 64
	if m < period {
		period = 1 // ranks of eight
	}
	for stride := period; stride <= maxStride; stride += period {
		if m%stride == 0 {
			all = append(all, stride)
		}
	}
	if period == 1 {
		slices.SortStableFunc(all, func(a, b int) int {
			return cmp.Compare(unlike(numbers, a), unlike(numbers, b))
		})
	}
	return all
}

// fitInBits reports whether all numbers are words of some bits, with or without a sign: above a word, its sign is repeated.
func fitInBits(numbers []literal, bits int) bool {
	for i := range numbers {
		if v := numbers[i].values[asDecimal]; !numbers[i].valid[asDecimal] || v>>bits != 0 && v>>(bits-1) != 1<<(65-bits)-1 {
			return false
		}
	}
	return true
}

// cut cuts n numbers into tables of 64 rows with stride numbers in a row, and adds their columns. A value of a column has so many parts, each a number of the row. The tables of
// one array are numbered from number on, and all but table 0 get their number behind the name.
func (r *reader) cut(begin, n, stride, parts int, name string, line, number int) {
	for t := range n / 64 / stride {
		r.tables++
		path := cmp.Or(name, "list")
		if number+t > 0 {
			path = fmt.Sprint(path, ".", number+t)
		}
		at := func(row, j int) int { return begin + (64*t+row)*stride + j }
		order, named := r.squares(at, stride)
		for j := 0; j < stride; j += parts {
			c := &column{name: path, line: line, table: r.tables, stride: stride / parts, named: named}
			if stride > parts {
				c.name += "." + cmp.Or(r.field(at(1, j)), fmt.Sprint(j/parts)) // by row 1: in front of row 0 there may be the array's name, too
			}
			c.cells = make([][64]int, parts)
			for row := range 64 {
				for h := range parts {
					c.cells[h][order[row]] = at(row, j+h)
				}
			}
			r.column(c)
			if parts > 1 { // the highest part may come first
				turned := *c
				turned.cells = slices.Clone(c.cells)
				slices.Reverse(turned.cells)
				r.column(&turned)
			}
		}
	}
}

// unlike returns 1 if rows of this length have large and small numbers in one column, and 0 if not.
func unlike(numbers []literal, stride int) int {
	for j := range stride {
		large := 0
		for i := j; i < len(numbers); i += stride {
			if numbers[i].large() {
				large++
			}
		}
		if rows := len(numbers) / stride; large > rows/4 && large < rows*3/4 {
			return 1
		}
	}
	return 0
}

// squares returns the squares of the rows of a table: by a column that names or numbers them, from 0 or 1, or else by the rows' numbers.
func (r *reader) squares(at func(row, j int) int, stride int) (order [64]int, named bool) {
	for _, named := range [...]bool{true, false} {
		for j := range stride {
			for from := range uint64(2) { // the number of the first square
				seen := uint64(0)
				for row := range order {
					if l := &r.numbers[at(row, j)]; l.square == named && l.values[asDecimal]-from < 64 {
						order[row] = int(l.values[asDecimal] - from)
						seen |= 1 << order[row]
					}
				}
				if seen == ^uint64(0) && (from == 0 || !named) { // names count from a1 = 0
					return order, named
				}
			}
		}
	}
	for row := range order {
		order[row] = row
	}
	return order, false
}

// column adds a column if all its cells are numbers: once for each base in which they may be written, and in which they have other values.
func (r *reader) column(c *column) {
	bits := 64 / len(c.cells)   // of a part
	zero, above := false, false // a number begins with 0; a number is none in base ten
	for h := range c.cells {
		for _, cell := range c.cells[h] {
			l := &r.numbers[cell]
			if l.square {
				return
			}
			zero, above = zero || l.zero, above || !l.valid[asDecimal]
		}
	}
	var seen [][64]uint64
	for base := range bases {
		c := *c
		c.base = base
		ok := base == asDecimal || zero || base == asHex && above
		for i := range c.values {
			for h := range c.cells {
				l := &r.numbers[c.cells[h][i]]
				v, valid := l.values[base], l.valid[base]
				if base == asOctal && !l.zero { // only numbers that begin with 0 are octal
					v, valid = l.values[asDecimal], l.valid[asDecimal]
				}
				ok = ok && valid
				c.values[i] |= v & (1<<bits - 1) << (bits * h)
			}
		}
		if ok && !slices.Contains(seen, c.values) {
			seen = append(seen, c.values)
			r.add(&c)
		}
	}
}

// add adds a column, with the hints in its name.
func (r *reader) add(c *column) {
	c.hint, c.kind, c.rest = hintOf(c.name), roleOf(c.name), residue(c.name)
	c.first = c.cells[0][0]
	for h := range c.cells {
		c.first, c.last = min(c.first, slices.Min(c.cells[h][:])), max(c.last, slices.Max(c.cells[h][:]))
	}
	r.columns = append(r.columns, c)
}

// words adds columns whose numbers are two words of 32 bits in the file, in a row or in two arrays of single words. It adds both orders of the words: proof decides. Of the 64
// words, 24 at least must have more than 16 bits, as nearly all words of magics have.
func (r *reader) words() {
	var short []*column
	for _, c := range r.columns {
		if len(c.cells) == 1 && c.count(half) == 64 && c.count(func(v uint64) bool { return v>>16 != 0 }) >= 24 && len(short) < maxStride { // few, as all pairs are tried
			short = append(short, c)
		}
	}
	for i, a := range short {
		for j, b := range short {
			if i == j || a.table != b.table && a.stride+b.stride > 2 {
				continue
			}
			c := &column{name: a.name, line: a.line, table: a.table, stride: a.stride, cells: [][64]int{a.cells[0], b.cells[0]}, named: a.named}
			for i := range c.values {
				c.values[i] = b.values[i]<<32 | a.values[i]&(1<<32-1)
			}
			r.add(c)
		}
	}
}

// half reports whether a number is a word of 32 bits, with or without a sign.
func half(value uint64) bool { return value>>32 == 0 || value>>31 == 1<<33-1 }

// Patterns that find names in the text before a number.
var (
	item     = regexp.MustCompile(`[0-9][\w']*|[\pL_$@?][\pL\pN_$@?]*|->|=>|\S`)
	name     = regexp.MustCompile(`[\pL_$@?][\pL\pN_$@?]*`)
	brackets = regexp.MustCompile(`\[[^\[\]]*\]|\([^()]*\)|<[^<>]*>|::|\b[0-9]\w*`) // what may stand between a name and = in a declaration
	ends     = regexp.MustCompile(`[\pL\pN]$`)
	gives    = regexp.MustCompile(`[:=]|->`) // stands behind the name of a value
)

// name returns the name of the table that begins with a number, and its line. The name is the word in front of the first = or : of the
// statement, or the last word outside of brackets. If it does not name a piece, a word that does is added. It is "" if there is no
// word since the table before.
func (r *reader) name(begin, stride, after int) (string, int) {
	if r.text == "" {
		return "", 1
	}
	from, second := 0, min(begin+stride, len(r.numbers)-1)
	if after > 0 {
		from = r.numbers[after-1].end
	}
	const far, blank = 400, " \t\r\n" // a name is looked for in so many bytes before the number
	from = max(from, r.numbers[begin].at-far)
	// head is the text before the table, without its end if the same text stands before every row.
	head, row := strings.TrimRight(r.text[from:r.numbers[begin].at], blank+"-~"), strings.TrimRight(r.gap(second), blank)
	for head != "" && row != "" && head[len(head)-1] == row[len(row)-1] {
		head, row = strings.TrimRight(head[:len(head)-1], blank), strings.TrimRight(row[:len(row)-1], blank)
	}
	line := r.line(from + len(head))
	switch {
	case r.asm:
		head = directives.ReplaceAllString(head+" ", " ")
	case ends.MatchString(head): // a line of text above a list of numbers
		head = ""
	}
	head = strings.TrimRight(brackets.ReplaceAllString(brackets.ReplaceAllString(head, " "), " "), blank+"([{\"'|+&")
	head = head[strings.LastIndexAny(head, ";}")+1:] // the statement, and inner its last part
	inner := head[strings.LastIndexAny(head, ",{\n")+1:]
	if at := gives.FindStringIndex(inner); at != nil && name.MatchString(inner[:at[0]]) {
		inner = inner[:at[0]]
	}
	last := ""
	for _, w := range name.FindAllString(inner, -1) {
		last = w
	}
	piece := r.piece(second)
	for _, w := range name.FindAllString(head, -1) {
		if piece == "" && hintOf(head).one() && hintOf(last) == silent && hintOf(w).one() {
			last = strings.TrimSuffix(w+"."+last, ".")
		}
	}
	return cmp.Or(piece, last), line
}

// piece returns the word before a number that names a piece and is not a field's name, or "".
func (r *reader) piece(i int) (piece string) {
	all := item.FindAllString(strings.ReplaceAll(r.gap(min(i, len(r.numbers)-1)), `"`, " "), -1)
	for k, w := range all {
		if hintOf(w).one() && (k+1 == len(all) || all[k+1] != ":" && all[k+1] != "=") {
			piece = w
		}
	}
	return piece
}

// field returns the name that the words before a number in a row give the number, or "".
func (r *reader) field(i int) string {
	all := item.FindAllString(r.gap(i), -1)
	for k, w := range slices.Backward(all) {
		// A word counts in front of a sign such as = or behind a dot, or if it names a piece or a role.
		if name.MatchString(w[:1]) && (k+1 < len(all) && strings.Contains(": = -> =>", all[k+1]) || k > 0 && all[k-1] == "." || hintOf(w) != silent || roleOf(w) != silence) {
			return strings.TrimPrefix(w, ".")
		}
	}
	return ""
}

// Shifts to the right by a constant or a difference of two, and in assembler; and the signs of a product.
var (
	shiftRight = regexp.MustCompile(`(?i)(?:>>>?|\bu?shr\b|\blsr\b|\b(?:unsafe)?shiftr\b)[\s(]*(\w+)(?:\s*-\s*(\w+))?`)
	asmShift   = regexp.MustCompile(`(?im)^[ \t]*(?:shrq?|lsr|srli?|srdi)[ \t](?:[^;\n]*[ \t,])?[#$]?([0-9]+)[ \t]*(?:,[ \t]*%\w+[ \t]*)?\r?$`)
	multiplies = regexp.MustCompile(`[^*]\*[^*]|mul`)
)

// program notes the shifts to the right by constants in the file's code.
func (r *reader) program(ctx context.Context) error {
	// values returns what a number or the name of a constant may mean.
	values := func(word string) (all []int) {
		literals := r.defined[word]
		if l, ok := number(word); ok {
			literals = append(literals, l)
		}
		for _, l := range literals {
			all = append(all, int(min(l.values[asDecimal], 1<<20))) // larger numbers are no shifts, and may be no ints
		}
		return all
	}
	// add notes a shift, once.
	add := func(by int, h hint, product bool) {
		if found := (rightShift{by, h, product}); by > 0 && by < 64 && !slices.Contains(r.rightShifts, found) {
			r.rightShifts = append(r.rightShifts, found)
		}
	}
	return each(ctx, r.text, func(_ int, chunk string) {
		if !r.asm && !mayHave(chunk, ">>", "sh", "Sh", "SH", "lsr", "LSR") {
			return
		}
		for _, m := range shiftRight.FindAllStringSubmatchIndex(chunk, -1) {
			word, subtrahends := chunk[m[2]:m[3]], []int{0}
			if m[4] >= 0 {
				subtrahends = values(chunk[m[4]:m[5]])
			}
			before := chunk[max(0, m[0]-200):m[0]] // in the same statement
			before = before[strings.LastIndexAny(before, ";={}\n")+1:]
			for _, by := range values(word) {
				for _, less := range subtrahends {
					add(by-less, hintOf(word), hintOf(word) != silent || roleOf(word) != silence || multiplies.MatchString(before))
				}
			}
		}
		if r.asm {
			for _, m := range asmShift.FindAllStringSubmatch(chunk, -1) {
				for _, by := range values(m[1]) {
					add(by, silent, false)
				}
			}
		}
	})
}
