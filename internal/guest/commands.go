package guest

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// meaning matches flags that change the meaning of a source, and warnings. All others are the build's business: optimization, processor, linking, as by -Wl,FLAG.
var meaning = regexp.MustCompile(`^-(?:[IDU].|std=|isystem|iquote|idirafter|include|pthread$|W[^,]*$|w$|` +
	`f(?:(?:no-)?(?:exceptions|rtti|permissive|ms-extensions|common|strict-aliasing|char8_t|short-enums|coroutines|access-control)|(?:un)?signed-char|wrapv|constexpr-.*|template-.*)$)`)

// ofBuild matches flags with which a row could not be compared with the other rows of its build.
var ofBuild = regexp.MustCompile(`^(?:-[Omf]|--param|-static|-Xclang|-Xarch)`)

// reserved matches flags for macros that the timed loops use themselves: those that package language/c defines by its compiler's flags, and in Unit.texts.
var reserved = regexp.MustCompile(`^-[DU](?:T|HEADER|ENGINE|NETSEARCH|DELTAS?|CALLS|BATCH_SIZE|HAS_(?:LOOKUPS|BOTH|BATCH|SETS|MOVES|STATE|ENGINE|THREATS|MOVED|THREAT_STATE|DELTA|SETUP))(?:=|$)`)

// AddFlags adds those flags of a compiler that change the meaning of the source. It notes the others as left out.
func (f *File) AddFlags(flags []string) error {
	if divide := f.divide(); divide != nil {
		kept, left, err := divide(flags)
		f.Flags, f.Left = append(f.Flags, kept...), append(f.Left, left...)
		return err
	}
	for i := 0; i < len(flags); i++ {
		flag := flags[i]
		if slices.Contains(separate, flag) && i+1 < len(flags) {
			i++
			flag += flags[i]
		}
		standard, isStandard := strings.CutPrefix(flag, "-std=")
		switch {
		case reserved.MatchString(flag):
			return fmt.Errorf("%s is a macro of the timed loops (want another name)", flag)
		case !meaning.MatchString(flag):
			f.Left = append(f.Left, flag)
		case !isStandard:
			f.Flags = append(f.Flags, flag)
		case f.Standard == "": // else --std or an earlier -std= counts
			f.Standard = standard
		}
	}
	return nil
}

// divide returns the language's own function for AddFlags, nil for flags in the form of C's compilers.
func (f *File) divide() func(flags []string) (kept, left []string, err error) {
	if f.Host == nil { // a test has no language
		return nil
	}
	return f.Host.Guests().Flags
}

// separate are flags whose value may be the next word.
var separate = append([]string{"-D", "-U"}, ofPaths...)

// ofPaths are flags whose value is a path.
var ofPaths = []string{"-I", "-isystem", "-iquote", "-idirafter", "-include"}

// resolve returns a flag with its path changed by a function; flags without a path stay.
func resolve(flag string, path func(string) string) string {
	for _, prefix := range ofPaths {
		if value, is := strings.CutPrefix(flag, prefix); is {
			return prefix + path(value)
		}
	}
	return flag
}

// ReadCommands adds the flags in a compile_commands.json that change the meaning of the file: from the file's first entry, or for a header without any, from the first
// entry of all. Like AddFlags it notes the flags of ofBuild as left out; it passes over warnings, -c, -g and files, which nobody misses.
func (f *File) ReadCommands(path string) error {
	if f.divide() != nil {
		return fmt.Errorf("%s has no flags for %s", path, f.Host.About().Name)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return fmt.Errorf("there is no file %s", path)
	}
	type entry struct {
		Directory, File, Command string
		Arguments                []string
	}
	var entries []entry
	if err := json.Unmarshal(text, &entries); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	own, err := filepath.Abs(f.Path)
	if err != nil {
		return err
	}
	within := func(directory, path string) string {
		if filepath.IsAbs(path) {
			return path
		}
		return filepath.Join(directory, path)
	}
	i := slices.IndexFunc(entries, func(e entry) bool { return within(e.Directory, e.File) == own })
	if i < 0 {
		if !strings.HasPrefix(filepath.Ext(own), ".h") || len(entries) == 0 {
			return fmt.Errorf("%s has no entry of %s", path, f.Path)
		}
		i = 0
	}
	e := entries[i]
	words := e.Arguments
	if words == nil {
		words = ShellWords(e.Command)
	}
	var flags []string
	for i := 1; i < len(words); i++ { // words[0] is the compiler
		word := words[i]
		if slices.Contains(separate, word) && i+1 < len(words) {
			i++
			word += words[i]
		}
		if word == "-o" {
			i++ // its file
		} else if ofBuild.MatchString(word) || meaning.MatchString(word) && !strings.HasPrefix(word, "-W") {
			flags = append(flags, resolve(word, func(path string) string { return within(e.Directory, path) }))
		}
	}
	return f.AddFlags(flags)
}

// ShellWords splits a command as a shell does, but for variables, and for backslashes in double quotes: each escapes the next character.
func ShellWords(command string) (words []string) {
	var word strings.Builder
	quote, inside, escaped := rune(0), false, false // the open quote; whether a word has begun, if only by a quote; whether the last character was a backslash
	for _, c := range command {
		switch {
		case escaped:
			word.WriteRune(c)
			escaped = false
		case c == '\\' && quote != '\'':
			escaped, inside = true, true
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '"' || c == '\''):
			quote, inside = c, true
		case quote == 0 && (c == ' ' || c == '\t' || c == '\n'):
			if inside {
				words = append(words, word.String())
			}
			word.Reset()
			inside = false
		default:
			word.WriteRune(c)
			inside = true
		}
	}
	if inside {
		words = append(words, word.String())
	}
	return words
}
