import Foundation
import StrataText

/// The edges of the characters of a line, in points along the line.
///
/// The width of a cluster, such as a ligature, is divided evenly among its characters.
struct LineCarets: Sendable {
  /// One grapheme cluster.
  struct Character: Sendable {
    /// Its UTF-16 units in the whole string.
    var range: Range<Int>
    /// The edges in writing direction; in right-to-left text, the trailing edge is on the left.
    var leading: Double
    var trailing: Double
  }

  /// In logical order.
  let characters: [Character]
  let range: Range<Int>

  init(_ runs: [TextLayout.Run], range: Range<Int>, in string: String) {
    self.range = range
    let text = string as NSString
    var characters: [Character] = []
    for run in runs {
      var clusters: [(start: Int, left: Double, width: Double)] = []
      for (index, place) in run.positions.enumerated() {
        let start = run.indices[index]
        // The glyphs of a cluster follow one another.
        if let last = clusters.indices.last, clusters[last].start == start {
          clusters[last].left = min(clusters[last].left, Double(place.x))
          clusters[last].width += run.advances[index]
        } else {
          clusters.append((start, Double(place.x), run.advances[index]))
        }
      }
      clusters.sort { $0.start < $1.start }
      for (index, cluster) in clusters.enumerated() {
        let end =
          index + 1 < clusters.count ? clusters[index + 1].start : max(run.range.upperBound, cluster.start)
        let parts = Self.graphemes(cluster.start..<min(end, text.length), in: text)
        for (number, part) in parts.enumerated() {
          let (from, to) = (
            cluster.width * Double(number) / Double(parts.count),
            cluster.width * Double(number + 1) / Double(parts.count)
          )
          let right = cluster.left + cluster.width
          characters.append(
            run.isRightToLeft
              ? Character(range: part, leading: right - from, trailing: right - to)
              : Character(range: part, leading: cluster.left + from, trailing: cluster.left + to)
          )
        }
      }
    }
    self.characters = characters.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  private static func graphemes(_ range: Range<Int>, in text: NSString) -> [Range<Int>] {
    var result: [Range<Int>] = []
    var location = range.lowerBound
    while location < range.upperBound {
      let whole = text.rangeOfComposedCharacterSequence(at: location)
      let end = min(max(NSMaxRange(whole), location + 1), range.upperBound)
      result.append(location..<end)
      location = end
    }
    return result
  }

  /// Returns the offsets of the caret before a character and after the previous one; they differ where the direction
  /// changes.
  func offsets(of index: Int) -> (primary: Double, secondary: Double) {
    // The first character that ends after the index.
    var places = characters.startIndex..<characters.endIndex
    while !places.isEmpty {
      let middle = places.lowerBound + places.count / 2
      if characters[middle].range.upperBound > index {
        places = places.lowerBound..<middle
      } else {
        places = middle + 1..<places.upperBound
      }
    }
    let place = places.lowerBound
    let next = place < characters.endIndex ? characters[place] : nil
    let previous = place > characters.startIndex ? characters[place - 1] : nil
    let primary = next?.leading ?? previous?.trailing ?? 0
    guard let previous, let next, next.range.lowerBound >= index else { return (primary, primary) }
    return (primary, previous.range.upperBound == next.range.lowerBound ? previous.trailing : primary)
  }

  /// Returns the index of the character after the caret that is nearest to an offset.
  func index(at x: Double) -> Int {
    let inside = characters.first { x >= min($0.leading, $0.trailing) && x < max($0.leading, $0.trailing) }
    if let inside {
      let isFirstHalf = abs(x - inside.leading) <= abs(x - inside.trailing)
      return isFirstHalf ? inside.range.lowerBound : inside.range.upperBound
    }
    func distance(_ character: Character) -> Double {
      min(abs(x - character.leading), abs(x - character.trailing))
    }
    guard let nearest = characters.min(by: { distance($0) < distance($1) }) else { return range.lowerBound }
    let isFirst = abs(x - nearest.leading) < abs(x - nearest.trailing)
    return isFirst ? nearest.range.lowerBound : nearest.range.upperBound
  }
}
