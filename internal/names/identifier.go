package names

import (
	"fmt"
	"go/token"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// taken lists words that some language cannot have as names: keywords of C++ and C, of Rust, of Go, and of C#, Java and Kotlin; macros of compilers and headers; and
// functions of C's library that our files include. C#'s keyword unchecked is missing, because it is a technique's name.
var taken = strings.Fields(`
	alignas alignof and and_eq asm assert atomic_cancel atomic_commit atomic_noexcept auto bitand bitor bool break case catch char class co_await co_return
	co_yield compl concept const const_cast consteval constexpr constinit continue contract_assert decltype default delete do double dynamic_cast else enum
	explicit export extern false float for fortran friend goto if import inline int long module mutable namespace new noexcept not not_eq nullptr operator or
	or_eq private protected public reflexpr register reinterpret_cast requires restrict return short signed sizeof static static_assert static_cast struct
	switch synchronized template this thread_local throw true try typedef typeid typename typeof typeof_unqual union unsigned using virtual void volatile
	while xor xor_eq

	Self abstract as async await become box crate dyn final fn gen impl in let loop macro macro_rules match mod move mut override priv pub ref self super
	trait type unsafe unsized use where yield alloc core proc_macro std test

	any append byte cap clear close comparable complex copy error imag init iota len main make max min nil panic print println real recover rune string

	base boolean checked decimal delegate event extends finally fixed foreach fun implements implicit instanceof interface internal is lock native null object
	out package params readonly sbyte sealed stackalloc strictfp synchronized throws transient typealias uint ulong ushort val var when

	BIG_ENDIAN BYTE_ORDER EOF EXIT_FAILURE EXIT_SUCCESS FD_SETSIZE FILE LITTLE_ENDIAN MB_CUR_MAX NFDBITS NULL PDP_ENDIAN RAND_MAX WCONTINUED WEXITED WNOHANG WNOWAIT
	WSTOPPED WUNTRACED errno far i386 linux near offsetof posix small stderr stdin stdout unix

	a64l abort abs aligned_alloc alloca arc4random arc4random_buf arc4random_uniform at_quick_exit atexit atof atoi atol atoll basename bcmp bcopy bsearch
	bzero calloc canonicalize_file_name clearenv ctime div div_t drand48 drand48_r ecvt ecvt_r erand48 erand48_r exit explicit_bzero fcvt fcvt_r ffs ffsl
	ffsll free gcvt getenv getloadavg getpt getsubopt grantpt index initstate initstate_r jrand48 jrand48_r l64a labs lcong48 lcong48_r ldiv ldiv_t llabs
	lldiv lldiv_t lrand48 lrand48_r malloc mblen mbstowcs mbtowc memccpy memchr memcmp memcpy memfrob memmem memmove mempcpy memrchr memset mkdtemp mkostemp
	mkostemps mkstemp mkstemps mktemp mrand48 mrand48_r nrand48 nrand48_r on_exit posix_memalign posix_openpt pselect ptsname ptsname_r putenv qecvt qecvt_r
	qfcvt qfcvt_r qgcvt qsort qsort_r quick_exit rand rand_r random random_r rawmemchr realloc reallocarray realpath rindex rpmatch secure_getenv seed48
	seed48_r select setenv setstate setstate_r sigabbrev_np sigdescr_np srand srand48 srand48_r srandom srandom_r stpcpy stpncpy strcasecmp strcasestr strcat
	strchr strchrnul strcmp strcoll strcpy strcspn strdup strerror strerror_r strfry strlen strncasecmp strncat strncmp strncpy strndup strnlen strpbrk
	strrchr strsep strsignal strspn strstr strtod strtof strtok strtok_r strtol strtold strtoll strtoq strtoul strtoull strtouq strverscmp strxfrm system
	drand48_data fd_mask fd_set random_data timespec timeval unlockpt unsetenv valloc wcstombs wctomb`)

// takenKinds matches numeric types, families of names in C's library, and _ at an end or twice: C++ reserves _x and x__y, and x_ would become x__init.
var takenKinds = regexp.MustCompile(`^_|__|_$|^([iuf]\d+|[iu]size|u?int\d+|float\d+|complex\d+|str|uintptr|str(?:from|to|error)\w*|mk\w*temps?64|str\w+_l|std\d+)$` +
	`|^(u_?)?(char|short|int|long|quad)(\d+)?(_(least|fast)\d+)?(_t)?$|_t$|^U?INT\w*_(C|MIN|MAX|WIDTH)$|^(SIZE|PTRDIFF|SIG_ATOMIC|WCHAR|WINT)_(MIN|MAX|WIDTH)$`)

// CheckIdentifier returns an error unless a name is valid as a package, a class, a prefix, a module or a namespace in every language.
func CheckIdentifier(name string) error {
	ascii := !strings.ContainsFunc(name, func(c rune) bool { return c > unicode.MaxASCII })
	if !ascii || !token.IsIdentifier(name) || takenKinds.MatchString(name) || slices.Contains(taken, name) {
		return fmt.Errorf("not a name: %q (want a letter, then letters, digits or single _, and no word of C, C++, Rust, Go or their libraries)", name)
	}
	return nil
}
