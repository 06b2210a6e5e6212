import CoreText
import QuartzCore
import Testing

/// Draws an attributed string with Core Text and sizes itself by it.
final class LabelLayer: CALayer {
  var text: NSAttributedString?

  override init() { super.init() }

  override init(layer: Any) {
    super.init(layer: layer)
    text = (layer as? LabelLayer)?.text
  }

  required init?(coder: NSCoder) { fatalError("init(coder:) has not been implemented") }

  func fit() {
    guard let text = text else { return }
    let setter = CTFramesetterCreateWithAttributedString(text as CFAttributedString)
    let most = CGSize(width: CGFloat.greatestFiniteMagnitude, height: CGFloat.greatestFiniteMagnitude)
    let size = CTFramesetterSuggestFrameSizeWithConstraints(
      setter,
      CFRangeMake(0, text.length),
      nil,
      most,
      nil
    )
    bounds = CGRect(x: 0, y: 0, width: ceil(size.width), height: ceil(size.height))
    anchorPoint = CGPoint(x: 0, y: 0)
    setNeedsDisplay()
  }

  var lineCount = 0

  override func draw(in ctx: CGContext) {
    guard let text = text else { return }
    ctx.textMatrix = .identity
    if contentsAreFlipped() {
      ctx.translateBy(x: 0, y: bounds.height)
      ctx.scaleBy(x: 1, y: -1)
    }
    let setter = CTFramesetterCreateWithAttributedString(text as CFAttributedString)
    let path = CGPath(rect: bounds, transform: nil)
    let frame = CTFramesetterCreateFrame(setter, CFRangeMake(0, text.length), path, nil)
    let lines = CTFrameGetLines(frame)
    var origins = [CGPoint](repeating: .zero, count: CFArrayGetCount(lines))
    CTFrameGetLineOrigins(frame, CFRangeMake(0, 0), &origins)
    lineCount = origins.count
    CTFrameDraw(frame, ctx)
  }
}

@Suite struct TextIdiomTests {
  #if Text
    @Test("SC-45 to SC-48: a layer draws an attributed string, measures itself and flips where it must")
    func aTextLayerOfTheClients() throws {
      let font = CTFontCreateWithName("DejaVu Sans" as CFString, 20, nil)
      let style = NSMutableParagraphStyle()
      style.alignment = .left
      let label = LabelLayer()
      label.text = NSAttributedString(
        string: "Hill",
        attributes: [
          .font: font, .foregroundColor: CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1),
          .paragraphStyle: style,
        ]
      )
      label.fit()
      #expect(label.bounds.width > 10)
      #expect(label.bounds.height > 10)
      #expect(label.bounds.width < 200)
      #expect(CTFontGetSize(font) == 20 && CTFontGetAscent(font) > CTFontGetDescent(font))
      label.displayIfNeeded()
      #expect(label.lineCount == 1)
      let image = label.contents as! CGImage
      #expect(image.width == Int(label.bounds.width) && image.height == Int(label.bounds.height))
      let bytes = try #require(image.dataProvider?.data) as Data
      // The stems reach up, so that the upper half holds at least as much ink as the lower one.
      func ink(_ rows: Range<Int>) -> Int {
        rows.reduce(0) { sum, y in
          sum + (0..<image.width).count { bytes[y * image.bytesPerRow + $0 * 4] > 128 }
        }
      }
      #expect(ink(0..<image.height) > 20)
      #expect(ink(0..<image.height / 2) >= ink(image.height / 2..<image.height))
    }
  #endif
}
