package machine

import (
	"runtime"
	"strings"

	"golang.org/x/sys/windows"
	"golang.org/x/sys/windows/registry"
)

// systemName returns the processor's name from the registry, "" for none.
func systemName() string {
	key, err := registry.OpenKey(registry.LOCAL_MACHINE, `HARDWARE\DESCRIPTION\System\CentralProcessor\0`, registry.QUERY_VALUE)
	if err != nil {
		return ""
	}
	defer key.Close()
	name, _, _ := key.GetStringValue("ProcessorNameString") // none is ""
	return strings.Join(strings.Fields(name), " ")
}

// systemEmulator returns the name of the program that plays Windows, or the processor that this program was built for, "" for none.
func systemEmulator() string {
	if windows.NewLazySystemDLL("ntdll.dll").NewProc("wine_get_version").Find() == nil {
		return wine
	}
	const arm64 = 0xaa64 // IMAGE_FILE_MACHINE_ARM64
	var program, processor uint16
	err := windows.IsWow64Process2(windows.CurrentProcess(), &program, &processor) // older systems have neither this function nor an emulator
	if err == nil && processor == arm64 && runtime.GOARCH != "arm64" {
		return "Windows on Arm"
	}
	return ""
}
