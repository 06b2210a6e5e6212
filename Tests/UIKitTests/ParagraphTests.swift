#if Text
  import StrataViews
  import Testing
  import UIKit

  /// Changes of a paragraph's style.
  private let changes: [String: @Sendable (NSMutableParagraphStyle) -> Void] = [
    "right": { $0.alignment = .right },
    "centred": { $0.alignment = .center },
    "indented": { ($0.firstLineHeadIndent, $0.headIndent, $0.tailIndent) = (20, 10, -15) },
    "spaced": { ($0.minimumLineHeight, $0.lineSpacing, $0.paragraphSpacing) = (30, 5, 8) },
    "truncated": { $0.lineBreakMode = .byTruncatingTail },
    "clipped": { $0.lineBreakMode = .byClipping },
  ]

  /// Paragraph styles of text that is drawn: the lines are those of Core Text's framesetter.
  @MainActor @Suite struct ParagraphTests {
    private static let box = CGSize(width: 120, height: 160)

    private func text(
      _ string: String,
      _ change: (NSMutableParagraphStyle) -> Void
    ) -> NSAttributedString {
      let style = NSMutableParagraphStyle()
      change(style)
      return NSAttributedString(
        string: string,
        attributes: [.font: UIFont.systemFont(ofSize: 14), .paragraphStyle: style]
      )
    }

    /// The alpha of the pixels of a picture.
    private func alphas(_ draw: (CGContext) -> Void) -> [Int] {
      let format = UIGraphicsImageRendererFormat()
      format.scale = 1
      let image = UIGraphicsImageRenderer(size: Self.box, format: format).image { draw($0.cgContext) }
      let (width, height) = (Int(Self.box.width), Int(Self.box.height))
      return (0..<width * height).map { Int(pixels(of: image.cgImage, $0 % width, $0 / width)[3]) }
    }

    private func frame(of text: NSAttributedString, in context: CGContext) {
      let path = CGPath(rect: CGRect(origin: .zero, size: Self.box), transform: nil)
      let setter = CTFramesetterCreateWithAttributedString(text)
      context.translateBy(x: 0, y: Self.box.height)
      context.scaleBy(x: 1, y: -1)
      CTFrameDraw(CTFramesetterCreateFrame(setter, CFRange(location: 0, length: 0), path, nil), context)
    }

    @Test(arguments: changes.keys.sorted())
    func textIsDrawnAsTheFramesetterLaysItOut(name: String) throws {
      let text = text("two words and more of them\nb", try #require(changes[name]))
      let expected = alphas { frame(of: text, in: $0) }
      let drawn = alphas { _ in text.draw(in: CGRect(origin: .zero, size: Self.box)) }
      #expect(expected.contains { $0 > 128 })
      #expect(zip(expected, drawn).allSatisfy { abs($0 - $1) < 60 })
    }

    @Test(arguments: changes.keys.sorted())
    func heightsAreThoseOfTheFramesetter(name: String) throws {
      let text = text("two words and more of them\nb", try #require(changes[name]))
      let limit = CGSize(width: 1e9, height: 1e9)
      let all = CFRange(location: 0, length: 0)
      let size = CTFramesetterSuggestFrameSizeWithConstraints(
        CTFramesetterCreateWithAttributedString(text),
        all,
        nil,
        limit,
        nil
      )
      #expect(abs(text.size().height - size.height) < 0.01)
    }

    @Test func heightsAndSpacesCount() {
      let size = text("a\nb") {
        ($0.minimumLineHeight, $0.lineSpacing, $0.paragraphSpacing) = (40, 10, 20)
      }.size()
      #expect(size.height >= 110 && size.height < 115)
      let plain = text("a") { _ in }.size()
      let indented = text("a") { ($0.firstLineHeadIndent, $0.tailIndent) = (20, -5) }.size()
      #expect(abs(indented.width - plain.width - 25) < 0.01)
    }

    @Test func linesOfTheirOwnLengthAreAlignedInTheLongest() {
      let right = text("a\nmmmmmm") { $0.alignment = .right }
      let left = text("a\nmmmmmm") { $0.alignment = .left }
      func firstColumn(_ text: NSAttributedString) -> Int {
        let width = Int(Self.box.width)
        let inked = alphas { _ in text.draw(at: .zero) }.prefix(14 * width).enumerated().filter { $1 > 60 }
        return inked.map { $0.offset % width }.min() ?? -1
      }
      #expect(firstColumn(left) < 4)
      #expect(firstColumn(right) > 40)
    }

    @Test func labelsFollowTheStyleOfTheirText() {
      let label = UILabel()
      label.numberOfLines = 0
      label.textAlignment = .right
      label.attributedText = text("a\nb") {
        ($0.minimumLineHeight, $0.lineBreakMode, $0.alignment) = (40, .byCharWrapping, .center)
      }
      #expect(label.intrinsicContentSize.height >= 80)
      #expect(label.textAlignment == .center && label.lineBreakMode == .byCharWrapping)
      label.textAlignment = .left
      let style =
        label.attributedText?.attribute(.paragraphStyle, at: 2, effectiveRange: nil) as? NSParagraphStyle
      #expect(style?.alignment == .left && style?.minimumLineHeight == 40)
      label.text = "a"
      #expect(label.textAlignment == .left && label.lineBreakMode == .byTruncatingTail)
    }
  }
#endif
