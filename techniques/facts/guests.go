package facts

// guests are lookups of other repositories: what measures them overlays this file.
var guests []Facts
