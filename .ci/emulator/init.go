// Init is the first process of the machine that ../emulated makes: it runs each /tests/FOLDER/test in its folder with the
// arguments it got itself, and says what became of it: "emulated: FOLDER STATUS" on a line of its own.
package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"
)

func main() {
	for target, kind := range map[string]string{"/dev": "devtmpfs", "/proc": "proc"} {
		if err := syscall.Mount(kind, target, kind, 0, ""); err != nil {
			fmt.Printf("mounting %s: %v\n", target, err)
		}
	}
	tests, _ := filepath.Glob("/tests/*/test")
	for _, test := range tests {
		cmd := exec.Command(test, os.Args[1:]...)
		cmd.Dir = filepath.Dir(test)
		cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
		status, err := 0, cmd.Run()
		if err != nil {
			status = 1
			fmt.Println(err)
		}
		fmt.Printf("emulated: %s %d\n", filepath.Base(cmd.Dir), status)
	}
	time.Sleep(time.Second) // for what was printed to leave the serial port
	syscall.Reboot(syscall.LINUX_REBOOT_CMD_RESTART)
}
