//go:build !js

package command

import (
	"os"
	"syscall"
)

var hangups = []os.Signal{syscall.SIGHUP}
