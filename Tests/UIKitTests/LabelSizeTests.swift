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
  }
#endif
