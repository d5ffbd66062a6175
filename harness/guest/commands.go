package guest

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// ReadCommands takes the standard, the folders and the macros of the file out of a compile_commands.json: the first entry of the file, or, for a header, of
// any file.
func (f *File) ReadCommands(path string) error {
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
		words = shellWords(e.Command)
	}
	for i := 0; i < len(words); i++ {
		word := words[i]
		if slices.Contains([]string{"-I", "-D", "-U", "-isystem", "-iquote", "-include"}, word) && i+1 < len(words) {
			i++
			if word += words[i]; word[1] == 'i' {
				f.Flags = append(f.Flags, words[i-1], within(e.Directory, words[i]))
				continue
			}
		}
		switch standard, isStandard := strings.CutPrefix(word, "-std="); {
		case isStandard && f.Standard == "":
			f.Standard = standard
		case strings.HasPrefix(word, "-I"):
			f.Flags = append(f.Flags, "-I"+within(e.Directory, word[2:]))
		case strings.HasPrefix(word, "-D"), strings.HasPrefix(word, "-U"), strings.HasPrefix(word, "-m") && !strings.HasPrefix(word, "-march") && !strings.HasPrefix(word, "-mtune"):
			f.Flags = append(f.Flags, word)
		}
	}
	return nil
}

// shellWords splits a command as a shell does, without variables.
func shellWords(command string) (words []string) {
	var word strings.Builder
	quote, inside, escaped := rune(0), false, false
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
