import CoreGraphics
import CoreText
import Foundation
import QuartzCore
import Testing

/// What archives hold beside numbers: images keep their pixels, with and without the codecs; behaviours come back.
@Suite struct ArchivedObjectTests {
  private func image(_ bytes: [UInt8], bits: Int, _ info: UInt32, _ space: CGColorSpace?) throws -> CGImage {
    let provider = try #require(CGDataProvider(data: Data(bytes) as CFData))
    let space = try #require(space)
    return try #require(
      CGImage(
        width: 2,
        height: 1,
        bitsPerComponent: bits,
        bitsPerPixel: bits * 4,
        bytesPerRow: bits,
        space: space,
        bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue | info),
        provider: provider,
        decode: nil,
        shouldInterpolate: true,
        intent: .defaultIntent
      )
    )
  }

  /// The contents of a layer after an archive, drawn into bytes of two pixels.
  private func restored(_ image: CGImage) throws -> CGImage {
    let layer = CALayer()
    layer.contents = image
    let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
    let copy = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: data))
    return try #require(copy.contents as? CGImage)
  }

  @Test("animation Y-2: translucent bytes come back from an archive as they were")
  func bytesComeBack() throws {
    let bytes: [UInt8] = [255, 0, 0, 255, 10, 20, 30, 40]
    let old = try image(bytes, bits: 8, 0, CGColorSpace(name: CGColorSpace.sRGB))
    #expect(try restored(old).dataProvider?.data as Data? == old.dataProvider?.data as Data?)
  }

  @Test("animation Y-2: half floats brighter than white come back from an archive as they were")
  func halfFloatsComeBack() throws {
    // 2, 0.5, -0.25 and 1, then 0.25, 0.125, 0 and 0.5.
    let halves: [UInt16] = [0x4000, 0x3800, 0xB400, 0x3C00, 0x3400, 0x3000, 0x0000, 0x3800]
    let bytes = halves.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    let info = CGBitmapInfo.floatComponents.rawValue | CGBitmapInfo.byteOrder16Little.rawValue
    let old = try image(bytes, bits: 16, info, CGColorSpace(name: CGColorSpace.extendedSRGB))
    let new = try restored(old)
    #expect(new.bitsPerComponent == 16)
    #expect(new.dataProvider?.data as Data? == old.dataProvider?.data as Data?)
    #expect(new.dataProvider?.data as Data? == Data(bytes))
  }

  @Test func senselessPixelsGiveNoImage() {
    let four = Data(count: 4)
    #expect(ArchivedPixels.image([1, 1, 0], bytes: four) != nil)
    for numbers: [CGFloat] in [
      [], [1, 1], [1, 1, 7], [2, 1, 0], [0, 1, 0], [-1, -1, 0], [1e18, 1e18, 0], [.nan, 1, 0], [1.5, 1, 0],
    ] {
      #expect(ArchivedPixels.image(numbers, bytes: four) == nil)
    }
  }

  @Test("animation Y-2: attributed text comes back from an archive with its fonts, colours and paragraphs")
  func attributedTextComesBack() throws {
    let paragraph = NSMutableParagraphStyle()
    (paragraph.alignment, paragraph.headIndent, paragraph.lineBreakMode) = (.center, 7, .byTruncatingMiddle)
    paragraph.tabStops = [NSTextTab(textAlignment: .right, location: 70)]
    paragraph.defaultTabInterval = 30
    let text = NSMutableAttributedString(
      string: "ab漢",
      attributes: [
        .font: CTFontCreateWithName("Helvetica-Bold" as CFString, 13, nil), .kern: 2,
        .paragraphStyle: paragraph,
      ]
    )
    let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    text.addAttribute(.foregroundColor, value: red, range: NSRange(location: 1, length: 2))
    let layer = CATextLayer()
    layer.string = text
    layer.font = CTFontCreateWithName("Menlo" as CFString, 9, nil)
    let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
    let copy = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CATextLayer.self, from: data))
    let back = try #require(copy.string as? NSAttributedString)
    #expect(back.string == "ab漢")
    let (first, last) = (
      back.attributes(at: 0, effectiveRange: nil), back.attributes(at: 2, effectiveRange: nil)
    )
    #expect(first[.font] as? CTFont == text.attribute(.font, at: 0, effectiveRange: nil) as? CTFont)
    #expect(first[.kern] as? Int == 2)
    #expect(first[.paragraphStyle] as? NSParagraphStyle == paragraph.copy() as? NSParagraphStyle)
    #expect(first[.foregroundColor] == nil)
    #expect(last[.foregroundColor].flatMap { $0 as? CGColor } == red)
    #expect(copy.font as? CTFont == CTFontCreateWithName("Menlo" as CFString, 9, nil))
  }

  /// A font that does not archive itself.
  private final class OwnFont: CTFont, @unchecked Sendable {}

  @Test func aFontOfAProgramsClassIsArchivedAsAFont() throws {
    let layer = CATextLayer()
    let font = CTFontCreateWithName("Menlo" as CFString, 9, nil)
    layer.font = OwnFont(font)
    let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
    let copy = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CATextLayer.self, from: data))
    #expect(copy.font as? CTFont == font)
  }

  /// An object that archives itself, but not securely.
  private final class Loose: NSObject, NSCoding {
    override init() {}
    init?(coder: NSCoder) {}
    func encode(with coder: NSCoder) {}
  }

  @Test func aSecureArchiveLeavesOutWhatIsNotSecure() throws {
    let layer = CALayer()
    layer.setValue(Loose(), forKey: "loose")
    layer.setValue([1, Loose()], forKey: "list")
    layer.setValue("kept", forKey: "word")
    let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
    let copy = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: data))
    #expect(copy.value(forKey: "word") as? String == "kept")
    #expect(copy.value(forKey: "loose") == nil)
  }

  @Test("animation Y-2: the behaviours of an emitter layer come back from an archive")
  func behavioursComeBack() throws {
    let behaviour = CAEmitterBehavior(type: "drag")
    behaviour.name = "air"
    behaviour.isEnabled = false
    behaviour.setValue(0.5, forKey: "drag")
    let layer = CAEmitterLayer()
    layer.emitterBehaviors = [behaviour]
    let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
    let copy = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CAEmitterLayer.self, from: data))
    let back = try #require(copy.emitterBehaviors?.first as? CAEmitterBehavior)
    #expect(back.type == "drag")
    #expect(back.name == "air")
    #expect(!back.isEnabled)
    #expect(back.value(forKey: "drag") as? Double == 0.5)
  }
}
