#if Text
  import Testing
  import UIKit

  /// The sizes that labels ask for are of whole pixels.
  @MainActor @Suite struct LabelSizeTests {
    @Test(arguments: [CGFloat(1), 2, 3]) func sizesAreRoundedUpToPixels(_ scale: CGFloat) {
      for size in stride(from: CGFloat(9), to: 24, by: 1.3) {
        let label = UILabel()
        (label.text, label.font) = ("Wide WAVE text", .systemFont(ofSize: size))
        label.contentScaleFactor = scale
        let fitting = label.intrinsicContentSize
        let width = label.attributedText?.size().width ?? 0
        for side in [fitting.width, fitting.height] {
          #expect(abs((side * scale).rounded() - side * scale) < 1e-6)
        }
        #expect(fitting.width >= width && fitting.width < width + 1 / scale)
        // In that width the text needs no second line.
        label.numberOfLines = 0
        #expect(label.sizeThatFits(fitting) == fitting)
      }
    }

    @Test func aPreferredWidthBreaksLines() {
      let label = UILabel()
      label.text = "several words in a few lines"
      let line = label.intrinsicContentSize
      label.preferredMaxLayoutWidth = line.width / 2
      #expect(label.intrinsicContentSize == line)
      label.numberOfLines = 0
      let size = label.intrinsicContentSize
      #expect(size.width <= line.width / 2 && size.height > 1.5 * line.height)
      #expect(size == label.sizeThatFits(CGSize(width: line.width / 2, height: 0)))
    }

    /// A text in the style of a list item, a quote or a note at the right.
    private func indented(_ index: Int) -> NSAttributedString {
      let style = NSMutableParagraphStyle()
      switch index {
      case 0: (style.firstLineHeadIndent, style.headIndent) = (30, 30)
      case 1: (style.firstLineHeadIndent, style.headIndent, style.tailIndent) = (20.3, 10, -15.1)
      default: (style.tailIndent, style.alignment) = (-30, .right)
      }
      return NSAttributedString(
        string: "A longer text that is wrapped on to several lines of it",
        attributes: [.font: UIFont.systemFont(ofSize: 17), .paragraphStyle: style]
      )
    }

    @Test(arguments: 0..<3) func whatALabelAsksForIsEnough(_ index: Int) {
      let label = UILabel()
      (label.attributedText, label.numberOfLines) = (indented(index), 0)
      for width in stride(from: CGFloat(100), to: 480, by: 7.3) {
        let size = label.sizeThatFits(CGSize(width: width, height: 0))
        #expect(size.width <= width)
        #expect(label.sizeThatFits(size) == size, "in \(width)")
      }
      // Where nothing is broken, both sizes are those of one line.
      let line = label.intrinsicContentSize
      #expect(label.sizeThatFits(CGSize(width: 2000, height: 0)) == line)
    }

    @Test(arguments: 0..<3) func aStringFitsIntoItsBoundingRectangle(_ index: Int) {
      let text = indented(index)
      func size(_ width: CGFloat) -> CGSize {
        text.boundingRect(with: CGSize(width: width, height: 0), options: .usesLineFragmentOrigin).size
      }
      for width in stride(from: CGFloat(100), to: 480, by: 7.3) {
        let first = size(width)
        #expect(first.width <= width)
        #expect(abs(size(first.width).height - first.height) < 1e-3)
      }
    }

    @Test func labelsTellThatTheirSizeHasChanged() {
      final class Told: UILabel {
        var count = 0
        override func invalidateIntrinsicContentSize() { count += 1 }
      }
      let label = Told()
      let changes: [() -> Void] = [
        { label.text = "a" }, { label.font = .systemFont(ofSize: 30) }, { label.numberOfLines = 2 },
        { label.attributedText = NSAttributedString(string: "b") }, { label.preferredMaxLayoutWidth = 9 },
      ]
      for (index, change) in changes.enumerated() {
        let before = label.count
        change()
        #expect(label.count > before, "change \(index)")
      }
      let before = label.count
      label.shadowColor = .red
      #expect(label.count == before)
    }
  }
#endif
