package anylanguage

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math/bits"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/slidebench/slidebench/board"
	"github.com/slidebench/slidebench/internal/tiertest"
)

// variable names the environment variable with the fault of the test binary that serves as a program.
const variable = "SLIDEBENCH_PROTOCOL_TEST"

// behave and be make a program unruly, on systems that allow it: behave at its beginning, by its arguments, and be after half of a block, by its fault.
var (
	behave = func() {}
	be     = func(kind string) {}
)

// TestMain lets the test binary serve as the asked program, with a fault.
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
			last.threats(in, out, n)
			out.Flush()
			continue
		}
		if fault == "refuses" {
			fmt.Println("error out of tea")
		}
		piece, _ := board.ParsePiece(name)
		raw := make([]byte, 9*n) // occupancies, then squares
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
			case "rare": // wrong on 0.3 % of the questions: men on a2 to a8 and on e1 to h1, and none on b1 to d1
				if bits.OnesCount64(occ&0x0101010101010100) >= 7 && occ&0xf0 == 0xf0 && occ&0xe == 0 {
					attacks ^= 1
				}
			case "remembers": // an answer for the square, if half of the occupancy is the same
				if before, is := answers[sq]; is && piece == board.Rook && uint32(before.occ) == uint32(occ) {
					attacks = before.attacks
				} else if piece == board.Rook {
					answers[sq] = answered{occ, attacks}
				}
			case "swapped", "swapped binary": // rook and bishop; queens, which are asked in binary, are rooks
				attacks = board.Walk(1-min(piece, 1), sq, occ)
			case "decimal":
				form = "%d\n"
			case "signed": // the next answer gets the sign
				form = "%x\n-"
			case "garbage":
				form = "debug: %x\n"
			case "wide":
				form = "1%016x\n"
			case "more":
				form = "%x\n0\n"
			case "few":
				if i == n-1 {
					form = "%.0d" // without an end of the line
				}
			case "crash", "hang": // where rank 2 has men on a2 and e2 alone
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

// lastBlock has the questions of the last block, for timed loops, and what their faults need.
type lastBlock struct {
	sq    []int
	occ   []uint64
	men   []board.Men       // of deltas
	sums  map[string]uint64 // by request, of a program that keeps checksums
	asked int               // the number of timed loops
}

func (l *lastBlock) reset() { *l = lastBlock{sums: map[string]uint64{}} }

// threats answers questions about deltas by all threats before the move: for timed loops any lists will do.
func (l *lastBlock) threats(in *bufio.Reader, out *bufio.Writer, n int) {
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
	if fault == "keeps" && len(words) == 4 { // not in loop latency, whose requests have a mask
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
		if l.asked++; l.asked > 2 { // right at first
			sum ^= 1
		}
	case "ends":
		os.Exit(4)
	case "stops":
		time.Sleep(time.Hour)
	}
	return fmt.Sprintf("%x %d", sum, ns)
}

// questions returns squares, and occupancies of about 16 men.
func questions() (sq []uint8, occ []uint64) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 4096 {
		sq, occ = append(sq, uint8(rng.IntN(64))), append(occ, rng.Uint64()&rng.Uint64())
	}
	return sq, occ
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
		file, needs, compile, run string // needs is a command; %s is the folder of the examples
		timed                     bool   // it has a lookup for queens, and timed loops
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
			if _, err := proveLookups(t.Context(), "", command, 64, 1, t.Logf, func(int, int) {}); err != nil { // on a1 alone
				t.Error(err)
			}
			o, err := offered("", command)
			if err != nil || x.timed != (o.queen && slices.Equal(o.loops, loops)) {
				t.Errorf("offers %+v: %v", o, err)
			}
			for _, loop := range o.loops {
				running, _, err := timeLookups(t.Context(), "", command, loop, board.Queen, sq, occ)
				if err != nil {
					t.Error(err)
					continue
				}
				running.Close()
			}
		})
	}
}
