package process

import (
	"strings"
	"testing"
)

// find returns the line with the error from the output of failing programs in many languages. These outputs are real, some shortened at dots.
func TestErrorLine(t *testing.T) {
	const unknown = "GODEBUG: unknown cpu feature \"x\"\nGODEBUG sys/cpu: unknown cpu feature \"x\"\n"
	for _, c := range []struct{ said, want string }{
		// The first rows are of this program, and of texts without an error; unknown is a warning that does not count.
		{unknown + "slidebench: no such thing\n", "no such thing"},
		{"compiling\nslidebench: a\n", "a"},
		{"a\nb\n" + unknown + "\n", "a; b"},
		{unknown, ""},
		{"", ""},
		{"/tmp/a.js:1\nfunction f(x) { return BigInt(1) + x; } // Error: no\n                                 ^\n\nTypeError: Cannot mix BigInt and other types, use explicit conversions\n    at f (/tmp/a.js:1:34)\n    at node:internal/main/run_main_module:28:49\n\nNode.js v20.20.2\n",
			"TypeError: Cannot mix BigInt and other types, use explicit conversions"},
		{"\n/tmp/b.js:1\nthrow \"abc\";\n^\nabc\n(Use `node --trace-uncaught ...` to show where the exception was thrown)\n\nNode.js v20.20.2\n", "abc"},
		{"node:internal/process/promises:389\n      new UnhandledPromiseRejection(reason);\n      ^\n\nUnhandledPromiseRejection: This error originated either by ... The promise rejected with the reason \"abc\".\n    at throwUnhandledRejectionsMode (node:internal/process/promises:389:7) {\n  code: 'ERR_UNHANDLED_REJECTION'\n}\n\nNode.js v20.20.2\n",
			`UnhandledPromiseRejection: This error originated either by ... The promise rejected with the reason "abc".`},
		{"node:internal/modules/cjs/loader:1210\n  throw err;\n  ^\n\nError: Cannot find module './nowhere'\nRequire stack:\n- /tmp/e.js\n    at Module._resolveFilename (node:internal/modules/cjs/loader:1207:15)\n  code: 'MODULE_NOT_FOUND',\n}\n\nNode.js v20.20.2\n", "Error: Cannot find module './nowhere'"},
		{"no errors so far\n/tmp/g.js:1\nclass MoveTrouble extends Error {}; throw new MoveTrouble(\"off the board\")\n                                    ^\n\nMoveTrouble [Error]: off the board\n    at Object.<anonymous> (/tmp/g.js:1:43)\n\nNode.js v20.20.2\n", "MoveTrouble [Error]: off the board"},
		{"\x1b[0m\x1b[31merror\x1b[0m: Uncaught (in promise) TypeError: far\n    at file:///tmp/a.ts:1:7\n", "error: Uncaught (in promise) TypeError: far"},
		{"<--- Last few GCs --->\n\n[7:0x1] 12 ms: Mark-Compact 4.0\n\nFATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory\n----- Native stack trace -----\n\n 1: 0xb8d0a3 node::OOMErrorHandler\n", "FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory"},
		{"Exception in thread \"main\" java.lang.NumberFormatException: For input string: \"9826a028aaec2800\"\n\tat java.base/java.lang.Long.parseLong(Long.java:711)\n\tat A.main(A.java:4)\n", `Exception in thread "main" java.lang.NumberFormatException: For input string: "9826a028aaec2800"`},
		{"Error: Could not find or load main class Nowhere\nCaused by: java.lang.ClassNotFoundException: Nowhere\n", "Error: Could not find or load main class Nowhere"},
		{"\nthread 'main' (12563) panicked at a.rs:1:117:\nindex out of bounds: the len is 1 but the index is 7\nstack backtrace:\n   0: __rustc::rust_begin_unwind\nnote: Some details are omitted, run with `RUST_BACKTRACE=full` for a verbose backtrace.\n", "panicked at a.rs:1:117: index out of bounds: the len is 1 but the index is 7"},
		{"thread 'main' panicked at 'first', src/main.rs:2:5\nnote: run with `RUST_BACKTRACE=1` environment variable to display a backtrace\n", "panicked at 'first', src/main.rs:2:5"},
		{"Error: Bad(7)\n", "Error: Bad(7)"},
		{"Traceback (most recent call last):\n  File \"d.py\", line 3, in <module>\n    1/0\n    ~^~\nZeroDivisionError: division by zero\n\nThe above exception was the direct cause of the following exception:\n\nTraceback (most recent call last):\n  File \"d.py\", line 5, in <module>\n    raise IllegalMove(\"e2e5\") from e\nIllegalMove: e2e5\n", "IllegalMove: e2e5"},
		{"Traceback (most recent call last):\n  File \"b.py\", line 1, in <module>\n    assert False\nAssertionError\n", "AssertionError"},
		{"  File \"/tmp/c.py\", line 1\n    def f(\n         ^\nSyntaxError: '(' was never closed\n", "SyntaxError: '(' was never closed"},
		{"Traceback (most recent call last):\n  File \"h.py\", line 1, in <module>\n    raise e\n    ^^^^^^^\nValueError: a\nnote here\n", "ValueError: a"},
		{"panic: runtime error: index out of range [2] with length 0\n\ngoroutine 1 [running]:\nmain.main()\n\t/tmp/a.go:4 +0x17b\nexit status 2\n", "panic: runtime error: index out of range [2] with length 0"},
		{"runtime: goroutine stack exceeds 1000000000-byte limit\nruntime: sp=0x1 stack=[0x1, 0x2]\nfatal error: stack overflow\n\nruntime stack:\n", "fatal error: stack overflow"},
		{"2026/11/27 15:22:37 bad square\n", "2026/11/27 15:22:37 bad square"},
		{"terminate called after throwing an instance of 'std::out_of_range'\n  what():  vector::_M_range_check: __n (which is 9) >= this->size() (which is 3)\n", "terminate called after throwing an instance of 'std::out_of_range' what():  vector::_M_range_check: __n (which is 9) >= this->size() (which is 3)"},
		{"terminate called after throwing an instance of 'Odd'\n", "terminate called after throwing an instance of 'Odd'"},
		{"libc++abi: terminating due to uncaught exception of type std::out_of_range: vector\n", "libc++abi: terminating due to uncaught exception of type std::out_of_range: vector"},
		{"acpp: a.cpp:7: int main(int, char**): Assertion `c == 7' failed.\nAborted\n", "acpp: a.cpp:7: int main(int, char**): Assertion `c == 7' failed."},
		{"*** stack smashing detected ***: terminated\n", "*** stack smashing detected ***: terminated"},
		{"=====\n==1==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x60200000003c at pc 0x5 bp 0x7 sp 0x7\nREAD of size 4\n    #0 0x5 in main /tmp/a.cpp:7\n\nSUMMARY: AddressSanitizer: heap-buffer-overflow /tmp/a.cpp:7 in main\nShadow bytes:\n==1==ABORTING\n", "AddressSanitizer: heap-buffer-overflow /tmp/a.cpp:7 in main"},
		{"a.cpp:7:450: runtime error: shift exponent 33 is too large for 32-bit type 'int'\nSUMMARY: UndefinedBehaviorSanitizer: undefined-behavior a.cpp:7:450\n", "a.cpp:7:450: runtime error: shift exponent 33 is too large for 32-bit type 'int'"},
		{"Unhandled exception. System.FormatException: The input string 'x' was not in a correct format.\n   at System.Number.ThrowFormatException\n", "Unhandled exception. System.FormatException: The input string 'x' was not in a correct format."},
		{"\nUnhandled Exception:\nSystem.FormatException: Input string was not in a correct format.\n  at P.Main ()\n[ERROR] FATAL UNHANDLED EXCEPTION: System.FormatException: Input string\n", "Unhandled Exception: System.FormatException: Input string was not in a correct format."},
		{"a.rb:1:in `f': undefined method `x' for nil:NilClass (NoMethodError)\n\tfrom a.rb:3:in `<main>'\n", "a.rb:1:in `f': undefined method `x' for nil:NilClass (NoMethodError)"},
		{"lua: a.lua:1: attempt to index a nil value (global 'x')\nstack traceback:\n\ta.lua:1: in main chunk\n\t[C]: in ?\n", "lua: a.lua:1: attempt to index a nil value (global 'x')"},
		{"can't read \"nowhere\": no such variable\n    while executing\n\"puts $nowhere \"\n    (procedure \"f\" line 1)\n    (file \"a.tcl\" line 2)\n", `can't read "nowhere": no such variable`},
		{"bad square at -e line 1.\n\tmain::f(3) called at -e line 1\n", "bad square at -e line 1."},
		{"Global symbol \"$x\" requires explicit package name at -e line 1.\nExecution of -e aborted due to compilation errors.\n", `Global symbol "$x" requires explicit package name at -e line 1.`},
		{"prog: Prelude.!!: index too large\nCallStack (from HasCallStack):\n  error, called at libraries/base/GHC/List.hs:1368:14 in base:GHC.List\n", "prog: Prelude.!!: index too large"},
		{"Fatal error: exception Invalid_argument(\"index out of bounds\")\nRaised by primitive operation at Dune__exe__Main in file \"main.ml\", line 1\n", `Fatal error: exception Invalid_argument("index out of bounds")`},
		{"ERROR: LoadError: BoundsError: attempt to access 3-element Vector\nStacktrace:\n [1] getindex\nin expression starting at /tmp/a.jl:1\n", "ERROR: LoadError: BoundsError: attempt to access 3-element Vector"},
		{"/tmp/a.nim(3) a\n/usr/lib/nim/system/fatal.nim(53) sysFatal\nError: unhandled exception: index 5 not in 0 .. 2 [IndexDefect]\n", "Error: unhandled exception: index 5 not in 0 .. 2 [IndexDefect]"},
		{"core.exception.ArrayIndexError@a.d(3): index [5] is out of bounds for array of length 3\n----------------\n??:? _d_arraybounds_indexp [0x5]\n", "core.exception.ArrayIndexError@a.d(3): index [5] is out of bounds for array of length 3"},
		{"An unhandled exception occurred at $0000000000401234:\nERangeError: Range check error\n  $0000000000401234\n", "An unhandled exception occurred ERangeError: Range check error"},
		{"At line 3 of file a.f90\nFortran runtime error: Index '5' of dimension 1 of array 'a' above upper bound of 3\n\nError termination. Backtrace:\n#0  0x7\n", "Fortran runtime error: Index '5' of dimension 1 of array 'a' above upper bound of 3"},
		{"** (ArithmeticError) bad argument in arithmetic expression\n    a.exs:1: (file)\n", "** (ArithmeticError) bad argument in arithmetic expression"},
		{"PHP Fatal error:  Uncaught TypeError: f(): Argument #1 in /tmp/a.php:1\nStack trace:\n#0 {main}\n  thrown in /tmp/a.php on line 1\n", "PHP Fatal error:  Uncaught TypeError: f(): Argument #1 in /tmp/a.php:1"},
		{"main/main.swift:3: Fatal error: Index out of range\nCurrent stack trace:\n0 libswiftCore.so\n", "main/main.swift:3: Fatal error: Index out of range"},
		{"fatal: not a git repository (or any of the parent directories): .git\nhint: advice\n", "not a git repository (or any of the parent directories): .git"},
		{"sh: 1: exec: ./nowhere: not found\n", "sh: 1: exec: ./nowhere: not found"},
		{"\x1b[2J\x1b]0;title\x07\x00no\x08 number\r\n", "no number"},
		{"nothing but text\n" + strings.Repeat("x", 1000), strings.Repeat("x", longLine) + " ..."},
		{"1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n11\n12\n", "3; 4; 5; 6; 7; 8; 9; 10; 11; 12"},
	} {
		if got := find(c.said).line; got != c.want {
			t.Errorf("%.300q:\n got %q\nwant %q", c.said, got, c.want)
		}
		if got := find(strings.ReplaceAll(c.said, "\n", "\r\n")).line; got != c.want && !strings.Contains(c.said, "\r") {
			t.Errorf("with \\r\\n, %.300q:\n got %q\nwant %q", c.said, got, c.want)
		}
	}
}
