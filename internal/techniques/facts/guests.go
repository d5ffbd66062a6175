package facts

// guests are lookups of other repositories. Builds that measure guests overlay this file.
var guests []Facts
