package machine

import (
	"strings"

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
