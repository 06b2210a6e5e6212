#if Inspector
  import Foundation

  /// Some lines of the text that a document is read from.
  struct SourceListing: Encodable {
    /// The name of the file, without its folder.
    var name: String
    /// The number of all lines.
    var total: Int
    /// The number of the first line that is given; lines count from 1.
    var start: Int
    var lines: [String]

    /// The most lines of one answer.
    private static let mostLines = 2000
    /// The most characters of a line that are given.
    private static let longestLine = 2000

    /// Takes lines of a text; numbers out of range are brought into it.
    init(of text: String, named name: String, start: Int, count: Int) {
      let all = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      (self.name, total) = (name, all.count)
      let first = min(max(start, 1), max(all.count, 1))
      self.start = first
      let wanted = all.dropFirst(first - 1).prefix(min(max(count, 0), Self.mostLines))
      lines = wanted.map { $0.count > Self.longestLine ? $0.prefix(Self.longestLine) + "…" : String($0) }
    }
  }
#endif
