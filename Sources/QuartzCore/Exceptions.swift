/// Ends the program where Core Animation raises an exception, with the exception's text.
///
/// `preconditionFailure` leaves its text out of release builds.
func raise(_ text: String, file: StaticString = #fileID, line: UInt = #line) -> Never {
  fatalError(text, file: file, line: line)
}
