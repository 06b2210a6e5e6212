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
