package anylanguage

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math/bits"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/child"
	"github.com/slidebench/slidebench/internal/techniques/mode"
	"github.com/slidebench/slidebench/internal/tiertest"
	"github.com/slidebench/slidebench/techniques/conform"
)

const variable = "SLIDEBENCH_PROTOCOL_TEST"

// behave and be make a program unruly, on systems that allow it: at its beginning, by its arguments, or by its fault.
var (
	behave = func() {}
	be     = func(kind string) {}
)

// TestMain lets the test binary serve as the asked program, with the fault that a variable names.
func TestMain(m *testing.M) {
	if fault := os.Getenv(variable); fault != "" {
		behave()
		answer(fault)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// answer is a program that speaks the wire form of package child (doc.go): it prints "ready" and its words, then answers blocks of questions and timed loops, with a fault.
func answer(fault string) {
	in, out := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	inBinary := strings.Contains(fault, "binary")
	switch fault {
	case "begins":
		fmt.Println("Hello")
	case "dies":
		fmt.Fprintln(os.Stderr, "no tables")
		os.Exit(3)
	case "silent":
		time.Sleep(time.Hour)
	default:
		fmt.Println(map[bool]string{true: "ready queen binary", false: "ready threats throughput latency"}[inBinary])
	}
	var last lastBlock
	type answered struct{ occ, attacks uint64 }
	answers := map[int]answered{}
	for {
		header, err := in.ReadString('\n')
		if err != nil {
			return
		}
		if words := strings.Fields(header); len(words) > 2 { // a timed loop, such as "throughput rook 0 4096"
			fmt.Println(last.time(fault, words))
			continue
		}
		var name string // a block, such as "rook 4096", and its questions
		var n int
		fmt.Sscan(header, &name, &n)
		last.reset()
		if name == "threats" {
			last.answer(in, out, n)
			out.Flush()
			continue
		}
		if fault == "refuses" {
			fmt.Println("error out of tea")
		}
		piece, _ := board.ParsePiece(name)
		raw := make([]byte, 9*n)
		if inBinary {
			io.ReadFull(in, raw)
		}
		for i := range n {
			var sq int
			var occ uint64
			if inBinary {
				sq, occ = int(raw[8*n+i]), binary.LittleEndian.Uint64(raw[8*i:])
			} else {
				line, _ := in.ReadString('\n')
				square, digits, _ := strings.Cut(strings.TrimSpace(line), " ")
				sq, _ = strconv.Atoi(square)
				occ, _ = strconv.ParseUint(digits, 16, 64)
			}
			attacks := board.Walk(piece, sq, occ)
			last.sq, last.occ = append(last.sq, sq), append(last.occ, occ)
			form := "%x\n"
			if kind, later := strings.CutPrefix(fault, "then "); later && i == n/2 {
				out.Flush()
				be(kind)
			}
			switch fault {
			case "rare": // on 0.3 % of the questions
				if bits.OnesCount64(occ&0x0101010101010100) >= 7 && occ&0xf0 == 0xf0 && occ&0xe == 0 {
					attacks ^= 1
				}
			case "stale": // the last answer for a square, of which half the occupancy is compared
				if before, is := answers[sq]; is && piece == board.Rook && uint32(before.occ) == uint32(occ) {
					attacks = before.attacks
				} else if piece == board.Rook {
					answers[sq] = answered{occ, attacks}
				}
			case "swapped", "swapped binary":
				attacks = board.Walk(1-min(piece, 1), sq, occ)
			case "decimal":
				form = "%d\n"
			case "signed":
				form = "%x\n-"
			case "garbage":
				form = "debug: %x\n"
			case "wide":
				form = "1%016x\n"
			case "more":
				form = "%x\n0\n"
			case "few":
				if i == n-1 {
					form = "%.0d"
				}
			case "crash", "hang":
				if occ&0xff00 == 0x1100 {
					out.Flush()
					if fault == "hang" {
						time.Sleep(time.Hour)
					}
					panic("index out of range")
				}
			}
			if inBinary {
				out.Write(binary.LittleEndian.AppendUint64(nil, attacks))
			} else {
				fmt.Fprintf(out, form, attacks)
			}
		}
		out.Flush()
	}
}

// lastBlock has the questions of the last block, and the answers of a program that keeps them.
type lastBlock struct {
	sq    []int
	occ   []uint64
	men   []board.Men // of deltas
	sums  map[string]uint64
	asked int
}

func (l *lastBlock) reset() { *l = lastBlock{sums: map[string]uint64{}} }

// answer answers questions about deltas by all threats before the move, as far as there is room.
func (l *lastBlock) answer(in *bufio.Reader, out *bufio.Writer, n int) {
	for range n {
		line, _ := in.ReadString('\n')
		men, _ := board.ParseMen(line[:strings.Index(line, " ")])
		l.men = append(l.men, men)
		for _, t := range men.Threats() {
			fmt.Fprint(out, t, " ")
		}
		fmt.Fprintln(out)
	}
}

// time answers a line that asks for a loop.
func (l *lastBlock) time(fault string, words []string) string {
	piece, _ := board.ParsePiece(words[1])
	i, _ := strconv.Atoi(words[2])
	j, _ := strconv.Atoi(words[3])
	mask := uint64(0)
	if len(words) > 4 && fault != "independent" {
		mask, _ = strconv.ParseUint(words[4], 16, 64)
	}
	began := time.Now()
	sum, known := l.sums[strings.Join(words, " ")]
	if !known && fault != "idle" {
		for ; i < j && words[1] == "threats"; i++ {
			for _, t := range l.men[i].Threats() {
				sum ^= uint64(t)
			}
		}
		for answer := uint64(0); i < j; i++ {
			answer = board.Walk(piece, l.sq[i], l.occ[i]|answer&mask)
			sum ^= answer
		}
	}
	if fault == "keeps" && len(words) == 4 {
		l.sums[strings.Join(words, " ")] = sum
	}
	ns := time.Since(began).Nanoseconds()
	switch fault {
	case "half":
		ns /= 2
	case "double":
		ns *= 2
	case "coarse":
		ns = (ns + 99_999) / 100_000 * 100_000
	case "wordy":
		return fmt.Sprintf("sum %x", sum)
	case "untimed":
		return fmt.Sprintf("%x", sum)
	case "unlike":
		if l.asked++; l.asked > 2 {
			sum ^= 1
		}
	case "ends":
		os.Exit(4)
	case "stops":
		time.Sleep(time.Hour)
	}
	return fmt.Sprintf("%x %d", sum, ns)
}

// hurry shortens the time that loops run before they are timed.
func hurry() (restore func()) {
	before, most, whole := warmth, mostWarmth, budget
	warmth, mostWarmth, budget = 10*time.Millisecond, 50*time.Millisecond, 2*time.Second
	return func() { warmth, mostWarmth, budget = before, most, whole }
}

func questions() (sq []uint8, occ []uint64) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 4096 {
		sq, occ = append(sq, uint8(rng.IntN(64))), append(occ, rng.Uint64()&rng.Uint64())
	}
	return sq, occ
}

// A program's times count only if its checksums are right, it works each time anew, its clock agrees, and its lookups wait for each other in loop latency.
func TestTime(t *testing.T) {
	tiertest.Slow(t)
	self, err := os.Executable()
	if err != nil || runtime.GOOS == "windows" {
		t.Skip("SKIP: needs a shell: ", err)
	}
	defer hurry()()
	defer func(before child.Limits) { child.Patience = before }(child.Patience)
	block := child.Patience.Block
	sq, occ := questions()
	moves := make([]conform.DeltaMove, len(occ))
	for i := range moves {
		for s := range board.Squares(occ[i] & 0xff0000ff) { // few, as the walk is slow
			moves[i].Men[s] = board.ManPawn + board.Man((i+s)%6)
		}
	}
	const deltas = "threats"
	for _, loop := range append([]string{deltas}, loops...) {
		for fault, says := range map[string]string{
			"none": "", "binary": "", "idle": "the checksum of \"throughput rook\" over questions 0 to 4095 is 0x0, and that of the answers is ", "keeps": "the program keeps what it has answered",
			"half": "its time is not to be believed", "double": " as the program says, and was answered after ", "coarse": "the clock moves in steps of ", "wordy": `is answered by "sum `,
			"untimed": "and nanoseconds)", "unlike": "the checksum of \"throughput rook\"", "ends": `"throughput rook 0 4096" ends the program: exit status 4`,
			"stops": "has no answer within", "independent": "",
		} {
			if loop == deltas && (fault == "binary" || fault != "none" && fault != "idle" && !tiertest.Minutes()) {
				continue // which is of lookups, or found as with them
			}
			if child.Patience.Block = block; fault == "stops" && loop == deltas {
				child.Patience.Block = time.Second // for its lists
			} else if fault == "stops" {
				child.Patience.Block = 100 * time.Millisecond
			}
			switch loop {
			case deltas:
				says = strings.Replace(says, "throughput rook", "throughput threats", 1)
			case string(mode.Latency):
				says = strings.Replace(says, "0 4096", "0 4096 0", 1)
				switch says = strings.Replace(says, "throughput", loop, 1); fault {
				case "independent":
					says = "its lookups do not wait for each other"
				case "keeps":
					continue // which the mask shows
				}
			}
			command := fmt.Sprintf("env %s='%s' '%s'", variable, fault, self)
			var timed *timed
			var lists []board.Delta
			var err error
			if loop == deltas {
				timed, lists, err = timeThreats(t.Context(), "", command, moves)
			} else {
				timed, _, err = timeLookups(t.Context(), "", command, loop, board.Rook, sq, occ)
			}
			if says != "" {
				if err == nil || !strings.Contains(err.Error(), says) || strings.Contains(err.Error(), "\n") {
					t.Errorf("%s: %v, want %q", fault, err, says)
				}
				continue
			}
			if err != nil {
				t.Errorf("%s: %v", fault, err)
				continue
			}
			sum, ns, err := timed.do(7, 1007)
			for i := 7; i < 1007; i++ {
				if loop != deltas {
					sum ^= board.Walk(board.Rook, int(sq[i]), occ[i])
					continue
				}
				for _, threat := range lists[i].All() {
					sum ^= uint64(threat)
				}
			}
			if err != nil || sum != 0 || ns < 1000 {
				t.Errorf("%s: %v; the checksum is off by %#x after %v ns", fault, err, sum, ns)
			}
			timed.Close()
		}
	}
}

func TestProve(t *testing.T) {
	tiertest.Slow(t)
	if runtime.GOOS == "windows" {
		t.Skip("SKIP: needs a shell")
	}
	defer func(before child.Limits) { child.Patience = before }(child.Patience)
	defer hurry()()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		fault, says string
		no          bool // the answer is no
	}{
		{"none", "", false},
		{"none binary", "", false},
		{"rare", "rook on a1 is wrong", true},
		{"swapped", "rook", true},
		{"swapped binary", "rook", true},
		{"decimal", "is right, but decimal", false},
		{"signed", "has a sign", false},
		{"garbage", "is no number", false},
		{"wide", "has an answer of more than 64 bits", true},
		{"more", "", false},
		{"few", "has no answer within", true},
		{"crash", "it says: ", true},
		{"hang", "rook on a1 has no answer within 2s (is the output flushed after each block?)", true},
		{"begins", `writes "Hello" first`, false},
		{"refuses", "the program refuses: out of tea", false},
		{"dies", "no tables", false},
		{"silent", `does not write the line "ready" within`, false},
	} {
		child.Patience.Begin, child.Patience.Block = 30*time.Second, 30*time.Second
		switch c.fault {
		case "hang", "few":
			child.Patience.Block = 2 * time.Second
		case "silent":
			child.Patience.Begin = 100 * time.Millisecond
		}
		proof, err := proveLookups(t.Context(), "", fmt.Sprintf("env %s='%s' '%s'", variable, c.fault, self), 64, 1, t.Logf, func(int, int) {})
		mistake, unanswered := (*conform.Mistake)(nil), (*conform.Unanswered)(nil)
		no := errors.As(err, &mistake) || errors.As(err, &unanswered)
		if strings.HasPrefix(c.fault, "none") {
			if err != nil || proof.questions < 80_000 || proof.queen != strings.Contains(c.fault, "binary") || proof.left != "" {
				t.Errorf("%s: %+v: %v", c.fault, proof, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), c.says) || no != c.no && c.fault != "more" {
			t.Errorf("%s: %v; want %q", c.fault, err, c.says)
		}
		if strings.HasPrefix(c.fault, "swapped") && !strings.Contains(fmt.Sprint(err), "bishop") {
			t.Errorf("%s: %v; want a diagnosis that names the bishop", c.fault, err)
		}
	}
}

// A slow program is asked a sample, which is reported as one, and which still finds a program that keeps answers.
func TestProveSamples(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("SKIP: needs a shell")
	}
	defer func(before time.Duration) { budget = before }(budget)
	budget = 10 * time.Millisecond
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range []string{"none", "stale"} {
		var logged []string
		logf := func(format string, args ...any) { logged = append(logged, fmt.Sprintf(format, args...)) }
		done, total := 0, 0
		proof, err := proveLookups(t.Context(), "", fmt.Sprintf("env %s='%s' '%s'", variable, fault, self), 1, 1, logf, func(i, n int) { done, total = i, n })
		if want := "of each square's boards one block in 64, and of the squares one in 10"; len(logged) != 2 || !strings.Contains(logged[0], " answers a second: about ") ||
			!strings.Contains(logged[1], want) || !strings.HasSuffix(proof.left, want) {
			t.Errorf("%s: logged %q, and %q is left out", fault, logged, proof.left)
		}
		if m := (*conform.Mistake)(nil); fault == "stale" {
			if !errors.As(err, &m) || !strings.Contains(m.Diagnosis, "asked alone, this question is answered right; it is wrong after the rook on b1 with the occupancy 0x") {
				t.Errorf("%s: got %v", fault, err)
			}
		} else if err != nil || proof.questions < 50_000 || proof.questions > 80_000 || done != 64 || total != 64 {
			t.Errorf("%s: %d questions, %d of %d done: %v", fault, proof.questions, done, total, err)
		}
	}
}

// Every example is right, if its compiler or interpreter is here.
func TestExamples(t *testing.T) {
	tiertest.Slow(t)
	folder, err := filepath.Abs("../../../../examples/protocol")
	if err != nil {
		t.Fatal(err)
	}
	sq, occ := questions()
	defer hurry()()
	for _, x := range []struct {
		file, needs, compile, run string
		timed                     bool
	}{
		{"attacks.js", "node", "cp %s/attacks.js attacks.mjs", "node attacks.mjs", true}, // as a module; other tests run it as a script
		{"attacks.py", "python3", "", "python3 %s/attacks.py", false},
		{"Attacks.java", "javac", "javac -d . %s/Attacks.java", "java -cp . Attacks", true},
		{"Attacks.cs", "mcs", "mcs -out:attacks.exe %s/Attacks.cs", "mono attacks.exe", true},
		{"attacks.kt", "kotlinc", "kotlinc %s/attacks.kt -include-runtime -d attacks.jar", "java -jar attacks.jar", false},
		{"attacks.swift", "swiftc", "swiftc -O %s/attacks.swift -o attacks", "./attacks", false},
		{"attacks.zig", "zig", "zig build-exe -O ReleaseSafe %s/attacks.zig", "./attacks", false},
	} {
		t.Run(x.file, func(t *testing.T) {
			if _, err := os.Stat(filepath.Join(folder, x.file)); err != nil {
				t.Fatal(err)
			}
			_, err := exec.LookPath(x.needs)
			tiertest.Need(t, x.needs, err)
			t.Chdir(t.TempDir())
			if x.compile != "" {
				if out, err := exec.Command("sh", "-c", fmt.Sprintf(x.compile, folder)).CombinedOutput(); err != nil {
					t.Fatalf("%v\n%s", err, out)
				}
			}
			command := x.run
			if strings.Contains(command, "%") {
				command = fmt.Sprintf(command, folder)
			}
			if _, err := proveLookups(t.Context(), "", command, 64, 1, t.Logf, func(int, int) {}); err != nil {
				t.Error(err)
			}
			o, err := offered("", command)
			if err != nil || x.timed != (o.queen && slices.Equal(o.loops, loops)) {
				t.Errorf("offers %+v: %v", o, err)
			}
			for _, loop := range o.loops {
				timed, _, err := timeLookups(t.Context(), "", command, loop, board.Queen, sq, occ)
				if err != nil {
					t.Error(err)
					continue
				}
				timed.Close()
			}
		})
	}
}

// forgetful finds the first piece to the north by a product whose bits above the 64th it keeps. A number of JavaScript has 53 bits, so that the product for h7
// becomes the one for another square: rooks on the h file see h8 through a piece on h7. That is 1.3 % of what is asked about rooks on random boards.
const forgetful = `const debruijn = 0x03f79d71b4cb0a89n, index = [];
for (let i = 0; i < 64; i++) index[Number(BigInt.asUintN(64, debruijn << BigInt(i)) >> 58n)] = i;
const first = (set) => index[Number(((set & -set) * debruijn) >> 58n) & 63];
const north = (square, occ) => {
  const all = ray(square, 0n, [[0, 1]]), blockers = all & occ & 0x00ffffffffffffffn;
  return blockers ? all ^ ray(first(blockers), 0n, [[0, 1]]) : all;
};
const rook = (square, occ) => north(square, occ) | ray(square, occ, [[0, -1], [1, 0], [-1, 0]]);
`

// A lookup in JavaScript that forgets BigInt.asUintN is found, and with it is right.
func TestForgetful(t *testing.T) {
	tiertest.Slow(t)
	defer hurry()()
	_, err := exec.LookPath("node")
	tiertest.Need(t, "node", err)
	text, err := os.ReadFile("../../../../examples/protocol/attacks.js")
	if err != nil {
		t.Fatal(err)
	}
	before, after, found := strings.Cut(string(text), "const rook = ")
	_, after, _ = strings.Cut(after, "\n")
	const product = "((set & -set) * debruijn)"
	cut := strings.Replace(forgetful, product, "BigInt.asUintN(64, "+product+")", 1)
	if !found || cut == forgetful {
		t.Fatal("the example, or the lookup, has another form")
	}
	t.Chdir(t.TempDir())
	for rook, says := range map[string]string{cut: "", forgetful: "rook on h6 is wrong\n"} {
		if err := os.WriteFile("attacks.js", []byte(before+rook+after), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := proveLookups(t.Context(), "", "node attacks.js", 47, 1, t.Logf, func(int, int) {}) // a1 and h6
		if says == "" && err != nil || !strings.Contains(fmt.Sprint(err), says) {
			t.Errorf("%v, want %q", err, says)
		}
	}
}
