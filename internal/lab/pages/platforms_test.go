package pages

import (
	"path/filepath"
	"testing"
)

// Each platform of the file that was tried has a row of the table, with the first clause of errors, and other columns are refused.
func TestPlatforms(t *testing.T) {
	dir := t.TempDir()
	const head = "platform,tried,commit,machine,list,verify,bench,report,recommend,plot,C\n"
	path := filepath.Join(dir, "platforms.csv")
	writeFiles(t, dir, map[string]string{"platforms.csv": head + "darwin/arm64,compiled,0123456789ab,,,,,,,,\nlinux/arm64,qemu-aarch64,0123456789ab,ok,ok,ok,exit 2: no: and why,ok,ok,ok,exit 2\n"})
	wants(t, writePlatforms, path, "Only compiled: darwin/arm64.\n", "| linux/arm64 | qemu-aarch64 | 0123456789ab | ok | ok | ok | exit 2: no | ok | ok | ok | exit 2 |\n")
	writeFiles(t, dir, map[string]string{"platforms.csv": "platform,tried\n"})
	refuses(t, writePlatforms, path, "its columns are not those of .ci/platforms")
}
