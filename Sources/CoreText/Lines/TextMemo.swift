package import Foundation
import StrataBase
import StrataText
import Synchronization

/// A text that is yet to be laid out.
package enum RawText {
  /// A text with attributes.
  case attributed(NSAttributedString)
  /// A text with the same attributes for all characters.
  case plain(String, [NSAttributedString.Key: Any])

  /// The length in UTF-16 units.
  package var length: Int {
    switch self {
    case .attributed(let text): text.length
    case .plain(let string, _): string.utf16.count
    }
  }

  /// The text as an object.
  package var attributed: NSAttributedString {
    switch self {
    case .attributed(let text): text
    case .plain(let string, let attributes): NSAttributedString(string: string, attributes: attributes)
    }
  }

  /// The runs, which are all that its layout depends on; nil for a text that is not to be remembered.
  fileprivate func runs(length: Int) -> [StyledText]? {
    let runs: [StyledText]
    switch self {
    case .attributed(let text):
      guard text.length > 0, text.length <= length else { return nil }
      runs = text.styledText
    case .plain(let string, let attributes):
      guard !string.isEmpty, string.utf8.count <= length else { return nil }
      runs = [StyledText(text: string, attributes)]
    }
    // What stands in place of characters is the program's, and may be large.
    return runs.allSatisfy { $0.style.rare.values?.value.box == nil } ? runs : nil
  }
}

/// What is made of short texts, kept for equal ones.
///
/// Programs measure a label several times and draw it, frame after frame. To find what was made of it takes about a fifth
/// of the time that making it anew takes, even where the layout itself is known.
///
/// Texts are equal if their characters, fonts, colours and paragraph styles have equal values. What is forgotten with the
/// layouts, and when there are too many, is made anew.
///
/// - Thread: Any.
package final class TextMemo<Shape: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Key: Hashable, Sendable {
    let runs: [StyledText]
    let shape: Shape

    /// About how many bytes the lines of the text take.
    var memory: Int { runs.reduce(4096) { $0 + 256 * $1.text.utf8.count } }

    /// Hashes what most texts differ in.
    func hash(into hasher: inout Hasher) {
      for run in runs {
        hasher.combine(run.text)
        hasher.combine(run.font)
        hasher.combine(run.style.color)
      }
      hasher.combine(shape)
    }
  }

  /// The capacity; a frame rarely has more labels.
  private static var capacity: Int { 512 }
  /// The bytes that values may take.
  private static var bytes: Int { 8 << 20 }
  /// The most bytes of a text that is remembered: long texts rarely come again, and laying them out takes longer than
  /// what this saves.
  private static var length: Int { 512 }

  private let values = ShardedCache<Key, Value>(capacity: capacity, bytes: bytes) { key, _ in key.memory }

  /// The hashes of the texts that came last, by their lower bits.
  ///
  /// What is made of a text is kept when the text comes again. To keep it for texts that are always new, such as those of a
  /// clock, would take half as long again as to make it.
  private let recent = Mutex([Int](repeating: 0, count: 2 * capacity))

  /// Returns whether the text came before, and notes that it did.
  private func isKnown(_ key: Key) -> Bool {
    let hash = key.hashValue
    return recent.withLock { recent in
      let place = hash & (recent.count - 1)
      defer { recent[place] = hash }
      return recent[place] == hash
    }
  }

  /// Creates a memo that stays as long as the process runs.
  package init() {
    TextLayoutEngine.addDependentCache { [values] in values.removeAll() }
  }

  /// Returns what is made of a text.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - shape: What the value depends on besides.
  ///   - make: Makes the value, which must keep none of the text's attributes: they are the program's objects.
  /// - Returns: The value, which equal texts with equal shapes share.
  package func value(for text: RawText, _ shape: Shape, make: (NSAttributedString) -> Value) -> Value {
    guard let runs = text.runs(length: Self.length) else { return make(text.attributed) }
    let key = Key(runs: runs, shape: shape)
    return values.value(
      for: key,
      makingIfKept: { isKept in
        isKept = isKnown(key)
        return make(text.attributed)
      }
    )
  }
}
