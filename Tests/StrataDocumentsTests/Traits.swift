/// Whether this build reads images; tests that need their pixels are skipped where it does not.
var buildHasImageCodecs: Bool {
  #if ImageCodecs
    true
  #else
    false
  #endif
}
