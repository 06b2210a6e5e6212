import Testing

/// Windows on a display server, one test after the other: each has a server of its own.
@Suite(
  .serialized,
  .enabled(if: TestDisplay.isThere, "not installed: \(TestDisplay.missing.joined(separator: ", "))")
)
struct WindowTests {}
