package imported

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// reader collects the columns of a file.
type reader struct {
	*source
	columns []*column
	tables  int
	rights  []right // shifts to the right by constants
	nearly  []near  // tables of nearly 64 rows
	base    string  // the name of the last table
	parts   int     // how many tables have that name
}

// right is a shift to the right by a constant.
type right struct {
	by      int
	hint    hint
	product bool // it shifts a product, or the constant has the name of such a shift
}

// near is a table of large numbers that has nearly 64 rows.
type near struct{ name, fault string }

const (
	nearly    = 17 // rows of a table that may be meant to have 64: more than a row has numbers
	maxStride = 16 // numbers in a row
	maxTables = 32 // in a stretch; longer ones are tables of attacks
)

// read returns the columns of a file.
func read(text string) *reader {
	r := &reader{source: parse(text)}
	signs, names := make([]int, len(r.numbers)), map[string]int{}
	for i := range r.numbers {
		gap := r.gap(i)
		if r.asm {
			gap = directives.ReplaceAllString(gap, ",")
		}
		gap = blanks.ReplaceAllString(gap, "")
		if _, ok := names[gap]; !ok {
			names[gap] = len(names)
		}
		signs[i] = names[gap]
	}
	type stretch struct{ begin, end, period int }
	var all []stretch
	covered := make([]bool, len(r.numbers))
	for k := 1; k <= maxStride; k++ {
		last := 0 // where last another thing stood before a number than k numbers before
		for i := k; i <= len(signs); i++ {
			if i < len(signs) && signs[i] == signs[i-k] {
				continue
			}
			if begin, n := r.begin(last, i, k); !slices.Contains(covered[begin:begin+n], true) {
				if n > 0 && (n%64 == 0 || n/k >= nearly) {
					all = append(all, stretch{begin, begin + n, k})
					for j := begin; j < begin+n; j++ {
						covered[j] = true
					}
				}
			}
			last = i
		}
	}
	slices.SortFunc(all, func(a, b stretch) int { return cmp.Compare(a.begin, b.begin) })
	end := 0
	for _, s := range all {
		r.stretch(s.begin, s.end-s.begin, s.period, end)
		end = s.end
	}
	r.program()
	r.words()
	return r
}

// begin returns the beginning and the length of rows of k numbers that end before a place. last is the last number with something else in
// front of it than k numbers before. It may be in the first row or in the second, because a name is in front of the first row.
func (r *reader) begin(last, end, k int) (begin, n int) {
	if last < k {
		return 0, end - end%k
	}
	for _, lines := range [...]bool{true, false} { // rows that begin lines, and others
		for j := k; j >= 0; j-- {
			begin, n := last-j, end-last+j
			if lines {
				n -= n % k
			}
			if n%(64*k) == 0 && (lines && strings.Contains(r.gap(begin), "\n") || !lines && (j > 0 || letter.MatchString(r.gap(last)))) {
				return begin, n
			}
		}
	}
	n = end - last + k
	return last - k, n - n%k
}

var (
	letter     = regexp.MustCompile(`\pL`)
	directives = regexp.MustCompile(`(?i)(?:^|[\s:])` + asmData + `\s`)
	blanks     = regexp.MustCompile(`[\s()"'\\]+`)
)

// stretch takes the tables out of n numbers in which the signs between them repeat with a period. after is the end of the table before.
func (r *reader) stretch(begin, n, period, after int) {
	m, stride := n/64, period
	numbers := r.numbers[begin:][:n]
	large := 0
	for i := range numbers {
		if numbers[i].large() {
			large++
		}
	}
	switch {
	case n%64 != 0:
		rows := n / period
		name, line := r.name(begin, period, after)
		if rows <= 128 && large*period > n/2 {
			r.nearly = append(r.nearly, near{name, fmt.Sprintf("%s (line %d) has %d numbers (want 64)", name, line, rows)})
		}
		return
	case m == 1:
		stride = 1 // ranks of eight
	case m%period != 0:
		return
	case period == 1: // nothing shows where rows begin, but the sizes of the numbers
		for stride < maxStride && (m%stride != 0 || !alike(numbers, stride)) {
			stride++
		}
		if stride == 1 && m%2 == 0 && large == 0 {
			stride = 2 // words of 32 bits
		}
	}
	if m/stride > maxTables {
		return
	}
	base, line := r.name(begin, stride, after)
	if base == "" && begin == after && after > 0 { // another table of the same array
		base = r.base
	} else {
		r.base, r.parts = base, 0
	}
	for t := range m / stride {
		r.tables++
		path := cmp.Or(base, "list")
		if r.parts > 0 {
			path = fmt.Sprint(path, ".", r.parts)
		}
		at := func(row, j int) int { return begin + (64*t+row)*stride + j }
		order, named := r.squares(at, stride)
		for j := range stride {
			c := &column{name: path, line: line, table: r.tables, stride: stride, named: named}
			if stride > 1 {
				c.name += "." + cmp.Or(r.field(at(1, j)), fmt.Sprint(j))
			}
			c.cells = make([][64]int, 1)
			for row := range 64 {
				c.cells[0][order[row]] = at(row, j)
			}
			r.column(c)
		}
		r.parts++
	}
}

// alike reports whether rows of this length have their large numbers in the same columns.
func alike(numbers []literal, stride int) bool {
	for j := range stride {
		large := 0
		for i := j; i < len(numbers); i += stride {
			if numbers[i].large() {
				large++
			}
		}
		if rows := len(numbers) / stride; large > rows/4 && large < rows*3/4 {
			return false
		}
	}
	return true
}

// squares returns the squares of the rows of a table: those that a column names or numbers, or else the numbers of the rows.
func (r *reader) squares(at func(row, j int) int, stride int) (order [64]int, named bool) {
	for _, named := range [...]bool{true, false} {
		for j := range stride {
			seen := uint64(0)
			for row := range order {
				if l := &r.numbers[at(row, j)]; l.square == named && l.values[0] < 64 {
					order[row] = int(l.values[0])
					seen |= 1 << order[row]
				}
			}
			if seen == ^uint64(0) {
				return order, named
			}
		}
	}
	for row := range order {
		order[row] = row
	}
	return order, false
}

// column adds a column if all its cells are numbers. Numbers that begin with 0 and have no digit above 9 are read in both bases, and
// proof decides.
func (r *reader) column(c *column) {
	zero, above := false, false
	for _, cell := range c.cells[0] {
		l := &r.numbers[cell]
		if l.square {
			return
		}
		zero, above = zero || l.zero, above || !l.decimal
	}
	for _, hex := range [...]bool{false, true} {
		if hex && !above && !zero || !hex && above {
			continue
		}
		c := *c
		c.hex = hex
		for i, cell := range c.cells[0] {
			c.values[i] = r.numbers[cell].value(hex)
		}
		r.add(&c)
	}
}

// add adds a column.
func (r *reader) add(c *column) {
	c.hint, c.kind = hintOf(c.name), roleOf(c.name)
	c.judge()
	r.columns = append(r.columns, c)
}

// words adds columns of numbers that stand in the file as two words of 32 bits, in a row or in two arrays. Proof decides which is
// which.
func (r *reader) words() {
	var short []*column
	for _, c := range r.columns {
		if c.count(half) == 64 && c.count(func(v uint64) bool { return v>>16 != 0 }) >= 24 && len(short) < maxStride {
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

var (
	item     = regexp.MustCompile(`[0-9][\w']*|[\pL_$@?][\pL\pN_$@?]*|->|=>|\S`)
	name     = regexp.MustCompile(`[\pL_$@?][\pL\pN_$@?]*`)
	brackets = regexp.MustCompile(`\[[^\[\]]*\]|\([^()]*\)|<[^<>]*>|::|\b[0-9]\w*`)
	ends     = regexp.MustCompile(`[\pL\pN]$`)
	gives    = regexp.MustCompile(`[:=]|->`)
)

// name returns the name of the table that begins with a number, and its line. The name is the word in front of the first = or : of the
// statement, or the last word outside of brackets. If it does not name a piece, a word that does is added. It is "" if there is no
// word since the table before.
func (r *reader) name(begin, stride, after int) (string, int) {
	from, second := 0, min(begin+stride, len(r.numbers)-1)
	if after > 0 {
		from = r.numbers[after-1].end
	}
	const far, blank = 400, " \t\r\n"
	from = max(from, r.numbers[begin].at-far)
	head, row := strings.TrimRight(r.text[from:r.numbers[begin].at], blank+"-~"), strings.TrimRight(r.gap(second), blank)
	for head != "" && row != "" && head[len(head)-1] == row[len(row)-1] { // what stands in front of every row
		head, row = strings.TrimRight(head[:len(head)-1], blank), strings.TrimRight(row[:len(row)-1], blank)
	}
	line := r.line(from + len(head))
	switch {
	case r.asm:
		head = directives.ReplaceAllString(head+" ", " ")
	case ends.MatchString(head): // a line above numbers
		head = ""
	}
	head = strings.TrimRight(brackets.ReplaceAllString(brackets.ReplaceAllString(head, " "), " "), blank+"([{\"'|+&")
	head = head[strings.LastIndexAny(head, ";}")+1:]
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

// piece returns the word before a number that names a piece and is no field, or "".
func (r *reader) piece(i int) (piece string) {
	all := item.FindAllString(strings.ReplaceAll(r.gap(min(i, len(r.numbers)-1)), `"`, " "), -1)
	for k, w := range all {
		if hintOf(w).one() && (k+1 == len(all) || all[k+1] != ":" && all[k+1] != "=") {
			piece = w
		}
	}
	return piece
}

// field returns the name that the words before a number in a row give it, or "".
func (r *reader) field(i int) string {
	all := item.FindAllString(r.gap(i), -1)
	for k, w := range slices.Backward(all) {
		if name.MatchString(w[:1]) && (k+1 < len(all) && strings.Contains(": = -> =>", all[k+1]) || k > 0 && all[k-1] == "." || hintOf(w) != silent || roleOf(w) != silence) {
			return strings.TrimPrefix(w, ".")
		}
	}
	return ""
}

var (
	shiftRight = regexp.MustCompile(`(?i)(?:>>>?|\bu?shr\b|\blsr\b|\b(?:unsafe)?shiftr\b)[\s(]*(\w+)(?:\s*-\s*(\w+))?`)
	asmShift   = regexp.MustCompile(`(?im)^[ \t]*(?:shrq?|lsr|srli?|srdi)[ \t](?:[^;\n]*[ \t,])?[#$]?([0-9]+)[ \t]*(?:,[ \t]*%\w+[ \t]*)?\r?$`)
	multiplies = regexp.MustCompile(`[^*]\*[^*]|mul`)
)

// program notes the program's shifts by constants.
func (r *reader) program() {
	value := func(word string) (int, bool) {
		l, ok := r.defined[word]
		if !ok {
			l, ok = number(word)
		}
		return int(min(l.values[0], 1<<20)), ok
	}
	add := func(by int, h hint, product bool) {
		if found := (right{by, h, product}); by < 64 && !slices.Contains(r.rights, found) {
			r.rights = append(r.rights, found)
		}
	}
	for _, m := range shiftRight.FindAllStringSubmatchIndex(r.text, -1) {
		word, less := r.text[m[2]:m[3]], 0
		by, ok := value(word)
		if m[4] >= 0 {
			less, _ = value(r.text[m[4]:m[5]])
		}
		before := r.text[max(0, m[0]-200):m[0]]
		before = before[strings.LastIndexAny(before, ";={}\n")+1:]
		if ok {
			add(by-less, hintOf(word), hintOf(word) != silent || roleOf(word) != silence || multiplies.MatchString(before))
		}
	}
	if r.asm {
		for _, m := range asmShift.FindAllStringSubmatch(r.text, -1) {
			by, _ := value(m[1])
			add(by, silent, false)
		}
	}
}
