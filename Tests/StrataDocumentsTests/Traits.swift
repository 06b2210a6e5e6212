/// True if this build reads images; otherwise tests that need their pixels are skipped.
var buildHasImageCodecs: Bool {
  #if ImageCodecs
    true
  #else
    false
  #endif
}
