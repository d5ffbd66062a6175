package digest

import (
	"errors"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/slidebench/slidebench/internal/techniques/mode"
)

// inC finds the parts that are written in C.
var inC = sources{
	word: "c",
	technique: func(tree *source, folder, name string) (declarations, error) {
		return cFiles(tree, path.Join(folder, name+".h"))
	},
	roots: func(name string) map[string][]string {
		named := func(functions ...string) (names []string) {
			for _, f := range functions {
				names = append(names, name+"_"+f)
			}
			return names
		}
		lookups := named("rook", "bishop", "queen", "both", "rook_moves", "bishop_moves", "queen_moves", "rook_batch", "bishop_batch", "queen_batch", "both_batch",
			"rooks", "bishops", "queens", "state", "state_reset", "state_add", "state_remove", "state_rook", "state_bishop", "state_queen", "state_both")
		return map[string][]string{"": lookups, threats: append(named("threats", "moved", "state_threats", "state_prepare"), lookups...), inits: named("init")}
	},
	asks: func(tree *source) ([]asking, error) {
		loops, err := cFiles(tree, "internal/harness/language/c/program/unit.h")
		if err != nil {
			return nil, err
		}
		all, err := fs.Glob(tree, "internal/engine/c/*.[ch]")
		if err != nil {
			return nil, err
		}
		files := slices.DeleteFunc(slices.Clone(all), func(file string) bool { return strings.HasPrefix(path.Base(file), "net") }) // without the network, which only netsearch asks
		engine, err := cFiles(tree, files...)
		if err != nil {
			return nil, err
		}
		network, err := cFiles(tree, all...)
		if err != nil {
			return nil, err
		}
		deltas, err := cFiles(tree, append(files, "internal/harness/language/c/program/unit.h")...)
		if err != nil {
			return nil, err
		}
		return []asking{
			{loops, map[mode.Mode][]string{
				mode.Throughput: {"LOOPS"}, mode.Latency: {"LOOPS"}, mode.Both: {"both_throughput"}, mode.BothLatency: {"both_latency"}, mode.Batch: {"BATCH"},
				mode.BatchBoth: {"batch_both"}, mode.Setwise: {"SETWISE"}, mode.Incremental: {"INCREMENTAL"}, mode.Pressure: {"LOOPS"},
			}},
			{engine, map[mode.Mode][]string{
				mode.Perft: {"engine_perft"}, mode.Search: {"engine_search"}, mode.Attackers: {"engine_attackers"}, mode.Checks: {"engine_checks"},
				mode.Moves: {"engine_moves"}, mode.Mobility: {"engine_mobility"}, mode.Exchange: {"engine_exchange"},
			}},
			{network, map[mode.Mode][]string{mode.NetSearch: {"engine_netsearch"}}},
			{deltas, map[mode.Mode][]string{mode.Threats: {"deltas"}, mode.ThreatsLatency: {"deltas_in_turn"}, mode.ThreatsBatch: {"delta_batch"}}},
		}, nil
	},
}

// inRust finds the parts that are written in Rust. Each of its few files counts as one declaration.
var inRust = sources{
	word: "rust",
	technique: func(tree *source, folder, name string) (d declarations, err error) {
		for _, file := range []string{path.Join(folder, name+".rs"), path.Join(folder, "factors_gen.rs")} {
			text, err := fs.ReadFile(tree, file)
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			if err != nil {
				return d, err
			}
			tokens, _ := cTokens(string(text))
			d.list = append(d.list, declaration{names: []string{name}, text: tokens})
		}
		return d, nil
	},
	roots: func(name string) map[string][]string {
		return map[string][]string{"": {name}, threats: {name}, inits: {name}}
	},
	asks: func(tree *source) ([]asking, error) {
		text, err := fs.ReadFile(tree, "internal/harness/language/c/program/unit.rs")
		if errors.Is(err, fs.ErrNotExist) {
			return nil, nil
		}
		if err != nil {
			return nil, err
		}
		tokens, _ := cTokens(string(text))
		loops := asking{declarations{list: []declaration{{names: []string{"unit"}, text: tokens}}}, map[mode.Mode][]string{}}
		for _, m := range mode.All {
			loops.roots[m] = []string{"unit"}
		}
		return []asking{loops}, nil
	},
}

var (
	cInclude = regexp.MustCompile(`(?m)^#[ \t]*include "([^"]+)"`)
	cToken   = regexp.MustCompile(`"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)'|[A-Za-z_]\w*|\d[\w.]*|\S`) // a string, a character, a name, a number, or any other sign
	cComment = regexp.MustCompile(`(?s)"(?:[^"\\\n]|\\.)*"|//[^\n]*|/\*.*?\*/`)                      // or a string, in which // is no comment; no source has the character '"'
	cName    = regexp.MustCompile(`^[A-Za-z_]\w*$`)
	// cNotNames are words that stand in declarations and are not declared there.
	cNotNames = strings.Fields("static inline const extern struct enum union typedef void int unsigned signed char short long double float if else for while do " +
		"return switch case break continue default sizeof uint8_t uint16_t uint32_t uint64_t int8_t int16_t int32_t int64_t size_t bool define __attribute__ defined NULL " +
		"BOARD_DECLARE BOARD_DEFINE BOARD_ALWAYS_INLINE BOARD_ALIGNED OWN APART SHARED " +
		"corpus unit") // the last two are structures that loops get: a further field changes no loop
)

// cSource holds a file's declarations, and the names of the files that it includes.
type cSource struct {
	list     []declaration
	includes []string
}

// cFiles returns the declarations of files in C, and of all files that they include, directly or not.
func cFiles(tree *source, files ...string) (d declarations, err error) {
	technique := strings.TrimSuffix(path.Base(files[0]), ".h")
	files = slices.Clone(files)
	for i := 0; i < len(files); i++ {
		key := files[i]
		if path.Base(key) == "factors_gen.h" {
			key += " for " + technique // see factorsOf
		}
		read := tree.parsedC[key]
		if read == nil {
			data, err := fs.ReadFile(tree, files[i])
			if errors.Is(err, fs.ErrNotExist) {
				continue // an older tree
			}
			if err != nil {
				return d, err
			}
			text := factorsOf.ReplaceAllString(withoutComments(string(data)), technique+"_${1}_factors")
			read = &cSource{list: cDeclarations(text)}
			for _, found := range cInclude.FindAllStringSubmatch(text, -1) {
				for _, file := range []string{path.Join(path.Dir(files[i]), found[1]), found[1]} { // beside the file, or from the root
					if _, err := fs.Stat(tree, file); err == nil {
						read.includes = append(read.includes, file)
					}
				}
			}
			tree.parsedC[key] = read
		}
		for _, file := range read.includes {
			if !slices.Contains(files, file) {
				files = append(files, file)
			}
		}
		d.list = append(d.list, read.list...)
		if file := files[i]; strings.HasPrefix(path.Base(file), "factors") && slices.Contains(tree.parsedC[files[0]].includes, file) {
			d.always = append(d.always, read.list...) // factors that the first file, a technique's header, includes itself
		}
	}
	return d, nil
}

// factorsOf matches an array's name in factors that several techniques include. Each technique has an array of its own, named as in older trees.
var factorsOf = regexp.MustCompile(`\bFACTORS_OF\((rook|bishop)\)`)

// withoutComments replaces each comment of a text in C or Rust by a space.
func withoutComments(text string) string {
	return cComment.ReplaceAllStringFunc(text, func(s string) string {
		if s[0] == '"' {
			return s
		}
		return " "
	})
}

// cTokens returns the tokens of a text in C or Rust, joined by spaces, without comments, and the names among them.
func cTokens(text string) (tokens string, names []string) {
	all := cToken.FindAllString(withoutComments(text), -1)
	for _, t := range all {
		if cName.MatchString(t) {
			names = append(names, t)
		}
	}
	return strings.Join(all, " "), names
}

// cDeclarations cuts a text in C without comments into its declarations: macros, and texts that end outside of all braces with a semicolon, a brace or, as calls of macros
// do, a parenthesis. The preprocessor's conditions around a declaration are part of it.
func cDeclarations(text string) (list []declaration) {
	var conditions []string
	var open strings.Builder // the text of the declaration that has not ended
	depth := 0               // of braces: strings and characters in sources have none
	add := func(text string, macro bool) {
		tokens, uses := cTokens(text)
		if tokens == "" {
			return
		}
		about := strings.Join(conditions, " ")
		list = append(list, declaration{cNames(text, macro), about + " " + tokens, uses})
	}
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); i++ {
		line := lines[i]
		trimmed := strings.TrimSpace(line)
		if strings.HasPrefix(trimmed, "#") {
			for strings.HasSuffix(lines[i], "\\") && i+1 < len(lines) {
				i++
				trimmed = strings.TrimSuffix(trimmed, "\\") + " " + lines[i]
			}
			directive := strings.TrimSpace(strings.TrimPrefix(trimmed, "#"))
			word := directive // its first word: of "if(X)" and "if !X" that is "if"
			if at := strings.IndexFunc(directive, func(r rune) bool { return r == ' ' || r == '\t' || r == '(' || r == '!' }); at >= 0 {
				word = directive[:at]
			}
			switch word {
			case "if", "ifdef", "ifndef":
				condition, _ := cTokens(directive)
				if strings.HasSuffix(condition, "_H") || strings.HasSuffix(condition, "_IMPLEMENTED") {
					condition = "" // guards against including a file twice
				}
				conditions = append(conditions, condition)
			case "else", "elif":
				if n := len(conditions); n > 0 {
					condition, _ := cTokens(directive)
					conditions[n-1] += " " + condition
				}
			case "endif":
				if n := len(conditions); n > 0 {
					conditions = conditions[:n-1]
				}
			case "define":
				if depth == 0 {
					add(directive, true)
				} else {
					open.WriteString(directive + "\n")
				}
			case "include", "undef", "pragma", "error": // outside of braces they belong to no declaration
			}
			if depth > 0 && word != "define" {
				open.WriteString(" #" + directive + "\n")
			}
			continue
		}
		for _, r := range line {
			open.WriteRune(r)
			switch r {
			case '{':
				depth++
			case '}':
				depth--
			}
		}
		open.WriteByte('\n')
		if end := strings.TrimSpace(line); depth == 0 && (strings.HasSuffix(end, ";") || strings.HasSuffix(end, "}") || strings.HasSuffix(end, ")")) {
			add(open.String(), false)
			open.Reset()
		}
	}
	add(open.String(), false)
	return list
}

var (
	cMacro   = regexp.MustCompile(`^define\s+(\w+)(\([^)]*\))?`) // a macro's name, and its parameters if it has some
	cPointer = regexp.MustCompile(`\(\s*\*\s*(\w+)`)             // the name of a pointer to functions
)

// cNames returns the names that a declaration declares: names outside of all parentheses and braces, followed by a character of `follow`, such as the ( of a
// function or the = of a variable. An enum declares all names in it, and so does a declaration by a macro, except names that begin with _.
func cNames(text string, macro bool) (names []string) {
	var parameters []string
	add := func(name string) {
		if cName.MatchString(name) && !slices.Contains(cNotNames, name) && !slices.Contains(parameters, name) && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if macro {
		found := cMacro.FindStringSubmatch(text)
		if found == nil {
			return nil
		}
		if add(found[1]); found[2] == "" {
			return names
		}
		parameters, text = cToken.FindAllString(found[2], -1), text[len(found[0]):]
	}
	tokens := append(cToken.FindAllString(text, -1), ";") // which follows the last name, too
	head := tokens[:max(0, slices.Index(tokens, "{"))]    // before the first brace; empty without braces
	whole := !macro && (slices.Contains(head, "enum") && !slices.Contains(head, "(") || !strings.ContainsAny(text, "{;="))
	follow := "[(;,={"
	if macro {
		follow = "[;,={" // a word before a parenthesis is seldom a function that the macro declares
	}
	depth := 0
	for i, t := range tokens {
		switch t {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
		default:
			if whole && t[0] != '_' || depth == 0 && i+1 < len(tokens) && strings.Contains(follow, tokens[i+1]) {
				add(t)
			}
		}
	}
	before, _, _ := strings.Cut(text, "{")
	for _, found := range cPointer.FindAllStringSubmatch(before, -1) {
		if !macro {
			add(found[1])
		}
	}
	return names
}

// textSymbol matches the beginning of a function in Go's assembly.
var textSymbol = regexp.MustCompile(`(?m)^TEXT\s+·(\w+)`)

// assembly returns a file of Go's assembly as one declaration, which declares all functions of the file.
func assembly(text string) declaration {
	var x declaration
	for _, found := range textSymbol.FindAllStringSubmatch(text, -1) {
		x.names = append(x.names, found[1])
	}
	x.text, _ = cTokens(text)
	return x
}
