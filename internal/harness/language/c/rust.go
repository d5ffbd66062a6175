package c

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/slidebench/slidebench/internal/feature"
	"github.com/slidebench/slidebench/internal/harness/language"
	"github.com/slidebench/slidebench/internal/process"
	"github.com/slidebench/slidebench/internal/techniques"
)

// inRust is the language Rust: techniques and loops in Rust, linked with main.c.
type inRust struct{ *dialect }

var dialectRust = &dialect{
	about:     language.About{Word: "rust", Name: "Rust", Builds: "rust, then -v2, -v3 or -v4", GuestWords: []string{language.WordMain}},
	compilers: []string{""}, standard: "--edition=2021", extension: ".rs",
	file:   func(e *techniques.Entry) string { return e.Folder() + "/" + e.Name + ".rs" },
	driver: func(string) string { return "rustc" },
}

func init() { register(inRust{dialectRust}, dialectRust) }

func (inRust) Guests() language.Guests {
	return language.Guests{Extensions: []string{".rs", filepath.Ext(manifest)}, Function: regexp.MustCompile(`^[A-Za-z_][\w:<>, ]*$`), Shared: []string{"board/board.h", "board/threats.h", "board/delta.h"},
		Forward: func(g language.Guest, _ []byte) []byte { return []byte("// Forwards to " + g.Path + ".\n") }, Extension: ".rs",
		Standard: "--edition=", Flags: flagsOfRustc}
}

// flagsOfRustc divides a user's flags of rustc or cargo: kept ones change the meaning of the source; left ones (optimization, processor, linking) are chosen by the
// build.
func flagsOfRustc(flags []string) (kept, left []string, err error) {
	alone, valued := []string{"--all-features", "--no-default-features"}, []string{"--cfg", "--features", "-F"}
	for i := 0; i < len(flags); i++ {
		name, _, whole := strings.Cut(flags[i], "=")
		switch {
		case strings.HasPrefix(name, "-I"), strings.HasPrefix(name, "-D"):
			return nil, nil, fmt.Errorf("rustc has no %s (want --flags '--cfg name' for what a file asks by cfg)", name[:2])
		case slices.Contains(alone, name), slices.Contains(valued, name) && whole:
			kept = append(kept, flags[i])
		case slices.Contains(valued, name) && i+1 < len(flags):
			kept, i = append(kept, name+"="+flags[i+1]), i+1
		default:
			left = append(left, flags[i])
		}
	}
	return kept, left, nil
}

// walkInRust is a walk in Rust, called for pieces that a guest has no lookup for.
const walkInRust = `fn walk(diagonal: bool, sq: u8, occ: u64) -> u64 {
    let mut attacks = 0;
    for (a, b) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
        let (df, dr) = if diagonal { (a - b, a + b) } else { (a, b) };
        let (mut f, mut r) = (sq as i32 % 8 + df, sq as i32 / 8 + dr);
        while (0..8).contains(&f) && (0..8).contains(&r) {
            attacks |= 1 << (8 * r + f);
            if occ >> (8 * r + f) & 1 != 0 {
                break;
            }
            f += df;
            r += dr;
        }
    }
    attacks
}
`

// unitInRust returns the root file of a unit whose guest is a single file. The guest's file and the loops are modules of the root.
func unitInRust(u *Unit, engine string) []byte {
	head := fmt.Sprintf("#[path = %q]\nmod guest;\nmod slidebench {\nmod asked {\nuse crate::guest::*;\n", u.guest.Path)
	return append([]byte(head), inRustAsked(u, "crate::guest::", engine)...)
}

// inRustAsked returns the end of module asked, with functions that call the guest by prefix + name (a crate's functions are in scope, without a prefix), and the rest of module slidebench, with the loops. With a file of the
// engine it has the loops about moves, too. A line with the text of a flag, such as --rook, ends with the flag's name as a comment, so that compiler messages can name
// the flag.
func inRustAsked(u *Unit, prefix, engine string) []byte {
	var b bytes.Buffer
	g := u.guest
	first, second := "sq as _", "occ as _"
	if g.OccFirst {
		first, second = second, first
	}
	for _, p := range g.Pieces() {
		answer := "slidebench_rook(sq, occ) | slidebench_bishop(sq, occ)" // of a queen without a lookup of her own
		switch {
		case language.IsExpression(p.Answer):
			answer = "(" + language.Substitute(p.Answer, "sq", "occ") + ") as u64"
		case p.Answer != "":
			answer = fmt.Sprintf("%s%s(%s, %s) as u64", prefix, p.Answer, first, second)
		case p.Piece != "queen":
			answer = fmt.Sprintf("super::walk(%v, sq, occ)", p.Piece == "bishop")
		}
		fmt.Fprintf(&b, "#[inline(always)] pub fn slidebench_%s(sq: u8, occ: u64) -> u64 { unsafe { %s } } // --%[1]s\n", p.Piece, answer)
		union := fmt.Sprintf("super::union(slidebench_%s, sliders, occ)", p.Piece)
		if u.sets {
			union = fmt.Sprintf("%s%ss(sliders, occ)", prefix, p.Piece)
		}
		fmt.Fprintf(&b, "#[inline(always)] pub fn slidebench_%ss(sliders: u64, occ: u64) -> u64 { %s }\n", p.Piece, union)
	}
	pair := "(slidebench_rook(sq, occ), slidebench_bishop(sq, occ))"
	if u.both {
		pair = prefix + "both(sq, occ)"
	}
	fmt.Fprintf(&b, "#[inline(always)] pub fn slidebench_both(sq: u8, occ: u64) -> (u64, u64) { %s }\n", pair)
	unsafe, foreign := "no_mangle", ""
	if g.Standard >= "2024" { // which wants the word unsafe there
		unsafe, foreign = "unsafe(no_mangle)", "unsafe "
	}
	if g.Threats != "" {
		b.WriteString(strings.NewReplacer("THREATS", prefix+g.Threats, "PREPARE", prefix+g.Setup, "FOREIGN", foreign).Replace(deltaInRust(g.Setup != "")))
	}
	fmt.Fprintf(&b, "pub fn slidebench_start() { unsafe { %s; } } // --init\n}\nuse asked::{slidebench_rook as rook, slidebench_bishop as bishop, slidebench_queen as queen, slidebench_rooks as rooks, slidebench_bishops as bishops, slidebench_queens as queens, slidebench_both as both, slidebench_start as start};\n%s%s", called(g.Init, prefix, "; "), walkInRust, loops("unit.rs"))
	about, delta := "[core::ptr::null(); 4]", "None" // the functions about moves in struct unit: threats, deltas, deltas_in_turn and delta_batch; then delta
	if g.Threats != "" {
		about, delta = "[core::ptr::null(), guest_deltas as *const c_void, core::ptr::null(), guest_delta_batch as *const c_void]", "Some(asked::slidebench_delta)"
		b.WriteString(deltaLoops)
	} else if engine != "" {
		threats := "use delta::by_lookups as threats;"
		if u.threats {
			threats = "#[inline(always)] fn threats(b: &Mailbox, sq: usize, before: u8, after: u8, d: &mut Delta) { " + prefix + "threats(&b.men, sq, before, after, d) }"
		}
		about = "[threats_of as *const c_void, deltas as *const c_void, deltas_in_turn as *const c_void, delta_batch as *const c_void]"
		fmt.Fprintf(&b, "#[path = %q]\nmod delta;\n%s\n%s", engine, threats, loops("deltas.rs"))
	}
	fmt.Fprintf(&b, "%sextern \"C\" {\n    static mut dependency_mask: u64; // other code sets it\n}\n#[%s]\npub static %s_unit: Unit = unit(\"%[3]s\\0\", %s, %s);\n}\n", foreign, unsafe, g.Name, about, delta)
	return b.Bytes()
}

// deltaInRust returns functions that call the user's delta function THREATS, directly or with the results of PREPARE: one for a single question of a proof, one for timed
// loops, in groups of 64, as SLIDEBENCH_SETUPS is: place returns the room for a list, and done takes the list. FOREIGN stands before blocks of foreign functions. Lengths of arrays
// are C's: 144 is BOARD_MOST_THREATS, 128 FEN_SIZE and 8 MOVE_SIZE.
func deltaInRust(prepared bool) string {
	const (
		one  = "pub unsafe extern \"C\" fn slidebench_delta(before: *const u8, packed: u32, fen: *const core::ffi::c_char, text: *const core::ffi::c_char, threats: *mut [u32; 144]) -> i64 {\n"
		loop = "#[inline(always)] pub unsafe fn slidebench_deltas(q: *const super::Question, from: usize, to: usize, place: impl Fn(usize) -> *mut super::List, mut done: impl FnMut(usize, &super::List)) {\n"
	)
	if !prepared {
		return one + `let _ = (fen, text);
unsafe { THREATS(&*before.cast(), packed, &mut *threats) as i64 } // --threats
}
` + loop + `for i in from..to {
unsafe { let (q, d) = (&*q.add(i), &mut *place(i)); d.n = THREATS(&*q.before.as_ptr().cast(), q.packed, &mut d.list) as i32; done(i, d) } // --threats
}
}
`
	}
	return `FOREIGNextern "C" {
    fn nanoseconds() -> u64;
    static mut beside_clock: u64;
    fn write_fen(before: *const u64, to: *mut core::ffi::c_char);
    fn write_move(packed: u32, to: *mut core::ffi::c_char);
}
unsafe fn slidebench_text<'a>(text: *const core::ffi::c_char) -> &'a str { unsafe { core::ffi::CStr::from_ptr(text).to_str().unwrap() } }
` + one + `let _ = (before, packed);
let mut own = unsafe { PREPARE(slidebench_text(fen), slidebench_text(text)) }; // --setup
unsafe { THREATS(&mut own, &mut *threats) as i64 } // --threats
}
` + loop + `let mut i = from;
while i < to {
    let (first, last) = (i, to.min(i + 64));
    let began = unsafe { nanoseconds() };
    let mut own: [Option<_>; 64] = core::array::from_fn(|k| if first + k >= last { None } else { unsafe {
        let (mut fen, mut text, q) = ([0; 128], [0; 8], &*q.add(first + k));
        write_fen(q.before.as_ptr(), fen.as_mut_ptr());
        write_move(q.packed, text.as_mut_ptr());
        Some(PREPARE(slidebench_text(fen.as_ptr()), slidebench_text(text.as_ptr()))) // --setup
    } });
    unsafe { beside_clock += nanoseconds() - began }
    for o in own[..last - first].iter_mut() {
        unsafe { let d = &mut *place(i); d.n = THREATS(o.as_mut().unwrap(), &mut d.list) as i32; done(i, d) } // --threats
        i += 1;
    }
    let began = unsafe { nanoseconds() };
    drop(own);
    unsafe { beside_clock += nanoseconds() - began }
}
}
`
}

// deltaLoops are the timed loops of a guest's delta function. Question and List are C's structs question and board_delta, with 19 words for a struct mailbox and at most 144
// threats, and the sum is board_delta_sum's: 0x80 is BOARD_APPEARS.
const deltaLoops = `
#[repr(C)]
pub struct Question {
    before: [u64; 19],
    packed: u32,
    follows: u32,
}
#[repr(C)]
pub struct List {
    n: i32,
    list: [u32; 144],
}
unsafe extern "C" fn guest_deltas(c: &Corpus, from: usize, to: usize) -> u64 {
    let q: *const Question = c.questions.cast();
    let (mut d, mut sum) = (List { n: 0, list: [0; 144] }, 0);
    let place: *mut List = &mut d;
    unsafe {
        asked::slidebench_deltas(q, from, to, |_| place, |i, d| {
            let mut one = 0u64;
            for t in &d.list[..d.n as usize] {
                let mut x = ((t & !0x80) as u64).wrapping_mul(0x9e3779b97f4a7c15);
                x ^= x >> 32;
                one = if t & 0x80 != 0 { one.wrapping_add(x) } else { one.wrapping_sub(x) };
            }
            sum ^= one.rotate_left(i as u32 & 63);
        })
    }
    sum
}
unsafe extern "C" fn guest_delta_batch(lists: *mut List, q: *const Question, n: usize) {
    unsafe { asked::slidebench_deltas(q, 0, n, |i| lists.add(i), |_, _| ()) }
}
`

// loops returns the text of an embedded file of the program.
func loops(name string) []byte {
	text, err := sources.ReadFile("program/" + name)
	if err != nil {
		panic(err)
	}
	return text
}

// rustFlags returns rustc's arguments, as flagsOfC does for C.
func (b Build) rustFlags(hidden []string) []string {
	return append([]string{dialectRust.standard, "-Copt-level=3", "-Cpanic=abort", "-Ccodegen-units=1"}, b.processorInRust(hidden)...)
}

// processorInRust returns rustc's flags for the processor that the program is to run on, and those that turn off its vectorizers.
func (b Build) processorInRust(hidden []string) []string {
	cpu := "native"
	if b.Level != "" {
		cpu = "x86-64-" + b.Level
	}
	flags := []string{"-Ctarget-cpu=" + cpu, "-Cno-vectorize-loops", "-Cno-vectorize-slp"}
	var without []string
	for _, flag := range feature.Without(hidden) {
		if name, is := strings.CutPrefix(flag, "-mno-"); is {
			without = append(without, "-"+name)
		}
	}
	if without != nil {
		flags = append(flags, "-Ctarget-feature="+strings.Join(without, ","))
	}
	return flags
}

// rustcHas reports whether rustc knows a feature of processors at the build's level: an old rustc knows fewer than the processor has. Without rustc it
// reports true: that rustc is missing is another error.
func (b Build) rustcHas(name string) bool {
	said, _ := ofRustc.LoadOrStore(b.Level, sync.OnceValues(func() ([]byte, error) {
		return process.Tool(context.Background(), dialectRust.driver(""), append([]string{"--print=cfg"}, b.processorInRust(nil)...)...).Output()
	}))
	text, err := said.(func() ([]byte, error))()
	return err != nil || bytes.Contains(text, fmt.Appendf(nil, "target_feature=%q\n", name))
}

// ofRustc has the output of rustc --print=cfg by level.
var ofRustc sync.Map

// inRust compiles a guest's unit to assembly and to an archive, with the parts of the standard library that the unit needs.
func (o *Objects) inRust(ctx context.Context, m *merged) error {
	if isCrate(m.guest) {
		return o.cargo(ctx, m)
	}
	flags := o.rustFlags(o.hidden)
	if m.guest.Standard != "" {
		flags[0] = "--edition=" + m.guest.Standard
	}
	command := append([]string{o.driver}, flags...)
	command = append(command, "--crate-type=staticlib", "--cap-lints=allow", "--error-format=short", fmt.Sprintf("--emit=link=%s.o,asm=%[1]s.s", m.unit), m.unit)
	return o.execute(ctx, append(command, m.guest.Flags...))
}

var (
	mangled  = regexp.MustCompile(`^(?:unit|slidebench)_\w+?::(?:guest::)?|::h[0-9a-f]{16}$|\[[0-9a-f]{16}\]`) // what rustc adds to a function's own name
	ends     = regexp.MustCompile(`^(?:core|alloc|std)::(?:panicking::|.*_fail(?:ed)?$)`)                      // a function that ends the program
	inUnit   = regexp.MustCompile(`(?m)^([^\s:]+\.rs):(\d+)`)                                                  // a place in rustc's messages
	hungry   = regexp.MustCompile(`memory allocation of \d+ bytes failed|std::bad_alloc`)                      // a guest that has no memory left
	panicked = regexp.MustCompile(`(?m)panicked at (?:'(.+)', (\S+)|(\S+):\n(.*))$`)                           // a panic, as old and new versions of Rust write it
)

// named returns a compiler's output with a flag's name for each line that has the flag's text, and a crate's folder for the folder of links to it.
func (o *Objects) named(dir string, said []byte) []byte {
	said = inUnit.ReplaceAllFunc(said, func(place []byte) []byte {
		m := inUnit.FindSubmatch(place)
		path := string(m[1])
		if !filepath.IsAbs(path) {
			path = filepath.Join(dir, path)
		}
		text, _ := os.ReadFile(path)
		line := 0
		fmt.Sscan(string(m[2]), &line)
		if lines := strings.Split(string(text), "\n"); line > 0 && line <= len(lines) {
			if _, flag, is := strings.Cut(lines[line-1], " // --"); is {
				return []byte("--" + flag)
			}
		}
		return fmt.Appendf(nil, "%s:%s", path, m[2])
	})
	for _, m := range o.guests {
		if m.crate != nil {
			said = bytes.ReplaceAll(said, []byte(m.crate.links), []byte(filepath.Dir(m.crate.workspace)))
		}
	}
	return said
}
