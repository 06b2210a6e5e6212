#if Text
  import CoreText
  import StrataViews
  import Testing
  import UIKit

  /// Counts how often a run delegate is asked for its width.
  private final class Counter {
    var count = 0

    /// Words, each with a character in whose place the delegate stands.
    func text(words: Int, separator: String = " ") throws -> NSAttributedString {
      var callbacks = CTRunDelegateCallbacks(
        version: kCTRunDelegateVersion1,
        dealloc: { _ in },
        getAscent: { _ in 10 },
        getDescent: { _ in 2 },
        getWidth: {
          Unmanaged<Counter>.fromOpaque($0).takeUnretainedValue().count += 1
          return 5
        }
      )
      let reference = Unmanaged.passUnretained(self).toOpaque()
      let delegate = try #require(CTRunDelegateCreate(&callbacks, reference))
      let font = UIFont.systemFont(ofSize: 12)
      let word = NSMutableAttributedString(string: "word\u{FFFC}\(separator)", attributes: [.font: font])
      let key = NSAttributedString.Key(kCTRunDelegateAttributeName as String)
      word.addAttribute(key, value: delegate, range: NSRange(location: 4, length: 1))
      let result = NSMutableAttributedString()
      for _ in 0..<words { result.append(word) }
      return result
    }
  }

  /// What is laid out of long texts: what is seen, and a few lines more.
  @MainActor @Suite struct LabelCostTests {
    /// Returns how many words are laid out of a text.
    private func words(
      of count: Int,
      separator: String,
      _ use: @escaping (NSAttributedString) -> Void
    ) throws -> Int {
      let counter = Counter()
      let text = try counter.text(words: count, separator: separator)
      withExtendedLifetime(counter) {
        _ = UIGraphicsImageRenderer(size: CGSize(width: 200, height: 100)).image { _ in use(text) }
      }
      return counter.count
    }

    private func label(_ text: NSAttributedString) -> UILabel {
      let label = UILabel(frame: CGRect(x: 0, y: 0, width: 200, height: 60))
      (label.attributedText, label.numberOfLines) = (text, 3)
      return label
    }

    @Test(arguments: [" ", "\n"])
    func aLabelOfThreeLinesLaysOutAFewOfThem(separator: String) throws {
      let limit = CGFloat.greatestFiniteMagnitude
      let room = CGSize(width: 200, height: limit)
      func measured(_ count: Int) throws -> Int {
        try words(of: count, separator: separator) { text in
          MainActor.assumeIsolated { _ = label(text).sizeThatFits(room) }
        }
      }
      func drawn(_ count: Int) throws -> Int {
        try words(of: count, separator: separator) { text in
          MainActor.assumeIsolated { label(text).drawText(in: CGRect(x: 0, y: 0, width: 200, height: 60)) }
        }
      }
      #expect(try measured(300) < 300)
      #expect(try measured(2400) == measured(300))
      #expect(try drawn(300) < 600)
      #expect(try drawn(2400) == drawn(300))
    }

    @Test(arguments: [" ", "\n"])
    func aTextInARectangleLaysOutWhatIsSeen(separator: String) throws {
      func drawn(_ count: Int) throws -> Int {
        try words(of: count, separator: separator) { text in
          text.draw(in: CGRect(x: 0, y: 0, width: 200, height: 100))
        }
      }
      #expect(try drawn(600) < 600)
      #expect(try drawn(4800) == drawn(600))
    }

    @Test func whatIsSeenOfALongTextIsDrawnAsItIsOfAllOfIt() {
      let style = NSMutableParagraphStyle()
      // Glyphs reach up over the lines above.
      style.maximumLineHeight = 8
      for attributes in [[.paragraphStyle: style], [:]] as [[NSAttributedString.Key: Any]] {
        var attributes = attributes
        attributes[.font] = UIFont.systemFont(ofSize: 20)
        let text = NSAttributedString(
          string: String(repeating: "some words ", count: 100),
          attributes: attributes
        )
        let rect = CGRect(x: 0, y: 0, width: 200, height: 70)
        func picture(_ draw: @escaping () -> Void) -> [[UInt8]] {
          let format = UIGraphicsImageRendererFormat()
          format.scale = 1
          let image = UIGraphicsImageRenderer(size: rect.size, format: format).image { _ in draw() }
          return (0..<70).flatMap { y in (0..<200).map { pixels(of: image.cgImage, $0, y) } }
        }
        let part = picture { text.draw(in: rect) }
        let whole = picture { text.draw(with: rect, options: .usesLineFragmentOrigin, context: nil) }
        #expect(part == whole)
      }
    }

    @Test func anyNumberOfLinesIsALimit() {
      let label = UILabel()
      label.text = String(repeating: "some words\n", count: 3)
      let room = CGSize(width: 200, height: 0)
      let heights = [3, 1 << 40, .max - 1, .max, 0].map { lines in
        label.numberOfLines = lines
        return label.sizeThatFits(room).height
      }
      #expect(heights.allSatisfy { $0 == heights[0] && $0 > 40 })
    }

    @Test func aLongLineIsTruncatedAsAShortOne() {
      func picture(words: Int) -> [[UInt8]] {
        let format = UIGraphicsImageRendererFormat()
        format.scale = 1
        let size = CGSize(width: 100, height: 20)
        let image = UIGraphicsImageRenderer(size: size, format: format).image { _ in
          MainActor.assumeIsolated {
            let label = UILabel(frame: CGRect(origin: .zero, size: size))
            label.text = String(repeating: "some words ", count: words)
            label.drawText(in: label.bounds)
          }
        }
        return (0..<20).flatMap { y in (0..<100).map { pixels(of: image.cgImage, $0, y) } }
      }
      #expect(picture(words: 3) == picture(words: 300))
    }
  }
#endif
