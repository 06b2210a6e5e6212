import CoreGraphics
import Foundation
import QuartzCore
import StrataBase
import StrataDocuments
import StrataCAML
import Testing

/// caml 11: keyed archives.
@Suite struct KeyedArchiveTests {
  /// A root layer with a value of every kind.
  private static func layer(in archive: inout ArchiveFixture) -> ArchiveFixture.Value {
    let color = archive.add(
      "LKCGColorCodingProxy",
      inherits: ["CACodingProxy"],
      [("r", .real(1)), ("g", .real(0.5)), ("b", .real(0)), ("a", .real(0.25))]
    )
    let position = archive.add("LKNSValueCodingProxy", [("kind", .int(0)), ("x", .real(3)), ("y", .real(4))])
    let shadow = archive.add(
      "LKNSValueCodingProxy",
      [("kind", .int(1)), ("width", .real(1)), ("height", .real(2))]
    )
    let image = archive.add(
      "LKCGImageCodingProxy",
      [("data", .data(Data(base64Encoded: String(pixelURL.split(separator: ",")[1])) ?? Data()))]
    )
    let blur = archive.add(
      "CAFilter",
      [
        ("CAFilterType", archive.add(.text("gaussianBlur"))), ("CAFilterName", archive.add(.text("blur"))),
        (
          "CAFilterInputs",
          archive.add(
            "LKNSDictionaryCodingProxy",
            [("dict", archive.dictionary([("inputRadius", archive.add(.real(6)))]))]
          )
        ),
      ]
    )
    let inner = archive.add(
      "CAGradientLayer",
      inherits: ["CALayer"],
      [("type", archive.add(.text("radial"))), ("colors", archive.array([color, color]))]
    )
    return archive.add(
      "CALayer",
      [
        ("bounds", archive.rect(0, 0, 30, 20)), ("position", position), ("backgroundColor", color),
        ("shadowOffset", shadow), ("opacity", archive.add(.real(0.5))), ("hidden", archive.add(.bool(true))),
        ("name", archive.add(.text("Größe 1"))), ("contents", image), ("filters", archive.array([blur])),
        ("sublayers", archive.array([inner])), ("delegate", .uid(0)),
      ]
    )
  }

  /// The same property list as markup, whose references are dictionaries.
  @Test func anArchiveAsMarkupIsTheSameDocument() throws {
    var archive = ArchiveFixture()
    let root = Self.layer(in: &archive)
    var other = archive
    let binary = try Document(data: archive.data(rootLayer: root, isFlipped: true))
    let markup = try Document(data: Data(other.markup(rootLayer: root, isFlipped: true).utf8))
    #expect(markup.isGeometryFlipped)
    #expect(try markup.markupText() == binary.markupText())
    #expect(try markup.root.sublayers?.first is CAGradientLayer)
  }

  @Test func markupThatIsNoArchiveIsAnError() {
    func list(_ text: String) -> Data { Data("<plist version=\"1.0\">\(text)</plist>".utf8) }
    #expect(failure(list("<dict/>"))?.kind == .notADocument)
    #expect(failure(list("<dict><key>a</key><data>?</data></dict>"))?.kind == .notADocument)
    #expect(failure(list("<dict><integer>1</integer></dict>"))?.kind == .malformed)
    let endless =
      "<dict><key>$objects</key><array/><key>$top</key><dict><key>root</key>"
      + "<dict><key>CF$UID</key><integer>9</integer></dict></dict></dict>"
    #expect(failure(list(endless))?.kind == .notADocument)
  }

  @Test func valuesOfAllKindsAreRead() throws {
    var archive = ArchiveFixture()
    let root = Self.layer(in: &archive)
    let read = try Document(data: archive.data(rootLayer: root, isFlipped: true))
    let layer = try read.root
    #expect(read.isGeometryFlipped)
    #expect(
      read.diagnostics.filter { $0.severity != .note && $0.kind != .resource }.isEmpty,
      "\(read.diagnostics)"
    )
    #expect(layer.bounds == CGRect(x: 0, y: 0, width: 30, height: 20))
    #expect(layer.position == CGPoint(x: 3, y: 4))
    #expect(layer.shadowOffset == CGSize(width: 1, height: 2))
    #expect(layer.backgroundColor?.components == [1, 0.5, 0, 0.25])
    #expect(layer.opacity == 0.5)
    #expect(layer.isHidden)
    #expect(layer.name == "Größe 1")
    #expect((layer.contents != nil) == buildHasImageCodecs)
    #expect(number(layer, "filters.blur.inputRadius") == 6)
    let gradient = try #require(layer.sublayers?.first as? CAGradientLayer)
    #expect(gradient.type == .radial)
    #expect(gradient.colors?.count == 2)
  }

  @Test func animationsAreRead() throws {
    var archive = ArchiveFixture()
    let curve = archive.add(
      "CAMediaTimingFunction",
      [("c1x", .real(0.25)), ("c1y", .real(0)), ("c2x", .real(0.75)), ("c2y", .real(1))]
    )
    let spin = archive.add(
      "CAKeyframeAnimation",
      inherits: ["CAPropertyAnimation", "CAAnimation"],
      [
        ("keyPath", archive.add(.text("transform.rotation.z"))), ("duration", archive.add(.real(2))),
        ("values", archive.array([archive.add(.int(0)), archive.add(.real(3))])), ("timingFunction", curve),
        ("beginTime", archive.add(.real(1e-100))), ("removedOnCompletion", archive.add(.bool(false))),
      ]
    )
    let root = archive.add("CALayer", [("animations", archive.dictionary([("spin around", spin)]))])
    let read = try Document(data: archive.data(rootLayer: root))
    let animation = try #require(try read.root.animation(forKey: "spin around") as? CAKeyframeAnimation)
    #expect(animation.keyPath == "transform.rotation.z")
    #expect(animation.duration == 2)
    #expect(animation.values?.count == 2)
    #expect(animation.timingFunction == CAMediaTimingFunction(controlPoints: 0.25, 0, 0.75, 1))
    #expect(!animation.isRemovedOnCompletion)
    #expect(read.diagnostics.isEmpty, "\(read.diagnostics)")
  }

  @Test func anArchiveIsWrittenAsADocument() throws {
    var archive = ArchiveFixture()
    let shared = archive.add("CALayer", [("name", archive.add(.text("mask")))])
    let root = archive.add("CALayer", [("bounds", archive.rect(0, 0, 8, 8)), ("mask", shared)])
    let read = try Document(data: archive.data(rootLayer: root))
    let again = try Document(data: Data(try read.markupText().utf8))
    #expect(try again.root.bounds.width == 8)
    #expect(try again.root.mask?.name == "mask")
  }

  @Test func whatCannotBeReadIsNamed() throws {
    var archive = ArchiveFixture()
    let odd = archive.add("LKNSValueCodingProxy", [("kind", .int(9)), ("z", .real(3))])
    let view = archive.add("UIView", inherits: ["UIResponder"], [("frame", odd)])
    let own = archive.add("AppGlowLayer", inherits: ["CAGradientLayer", "CALayer"], [("startPoint", odd)])
    let root = archive.add(
      "CALayer",
      [
        ("delegate2", view), ("anchorPoint", odd), ("sublayers", archive.array([own])),
        ("raw", .data(Data([1]))),
      ]
    )
    let read = try Document(data: archive.data(rootLayer: root))
    let messages = read.diagnostics.map(\.message)
    #expect(messages.contains { $0.contains("structure of kind 9 under anchorPoint") })
    #expect(messages.contains { $0.contains("class UIView is unknown") })
    #expect(messages.contains { $0.contains("bare data under raw") })
    #expect(messages.contains { $0.contains("AppGlowLayer") })
    #expect(messages.filter { $0.hasPrefix("object ") }.count >= 3)
    #expect(try read.root.sublayers?.count == 1)
  }

  // MARK: Hostile archives

  @Test func circlesEnd() throws {
    var archive = ArchiveFixture()
    // The layer is object 2, its class 1; it is its own sublayer and mask.
    let items = ArchiveFixture.Value.array([.uid(2)])
    archive.add("CALayer", [("sublayers", .uid(6)), ("mask", .uid(2))])
    archive.add("NSMutableArray", [("NS.objects", items)])
    archive.add("LKNSArrayCodingProxy", [("array", .uid(4))])
    let read = try Document(data: archive.data(rootLayer: .uid(2)))
    #expect(try read.root.sublayers == nil)
    #expect(!read.warnings(.circularReference).isEmpty)
    // An array that is its own item, and a proxy that holds itself.
    var nested = ArchiveFixture()
    nested.add("NSMutableArray", [("NS.objects", .array([.uid(2)]))])
    let root = nested.add("CALayer", [("colors2", .uid(2))])
    #expect(try !Document(data: nested.data(rootLayer: root)).warnings(.circularReference).isEmpty)
    var proxies = ArchiveFixture()
    proxies.add("LKNSArrayCodingProxy", [("array", .uid(2))])
    let other = proxies.add("CALayer", [("sublayers", .uid(2))])
    #expect(try !Document(data: proxies.data(rootLayer: other)).warnings(.circularReference).isEmpty)
  }

  @Test func arraysThatMultiplyReachTheLimit() throws {
    var archive = ArchiveFixture()
    var inner = archive.add(.int(1))
    for _ in 0..<12 {
      let list = inner
      inner = archive.add("NSArray", [("NS.objects", .array((0..<10).map { _ in list }))])
    }
    let root = archive.add("CALayer", [("x", inner)])
    var options = ReadingOptions()
    options.limits.elements = 50_000
    #expect(failure(archive.data(rootLayer: root), options)?.kind == .limit)
  }

  @Test func wrongTypesAreIgnoredAndReported() throws {
    var archive = ArchiveFixture()
    let text = archive.add(.text("wide"))
    let root = archive.add(
      "CALayer",
      [
        ("bounds", text), ("sublayers", archive.add(.int(3))), ("opacity", archive.array([text])),
        ("backgroundColor", archive.add("LKCGColorCodingProxy", [("r", text)])), ("mask", text),
        ("animations", text), ("filters", archive.add(.bool(true))), ("contents", archive.add(.real(2))),
        ("__CACodingContents", text), ("states", text),
      ]
    )
    let read = try Document(data: archive.data(rootLayer: root))
    #expect(try read.root.opacity == 1)
    #expect(read.diagnostics.contains { $0.message.contains("bounds") })
    #expect(read.diagnostics.contains { $0.message.contains("colour") })
  }

  @Test func brokenListsAreErrors() throws {
    var archive = ArchiveFixture()
    let root = archive.add("CALayer", [("bounds", archive.rect(0, 0, 8, 8))])
    let whole = archive.data(rootLayer: root)
    #expect(failure(whole) == nil)
    #expect(failure(Data("bplist00".utf8))?.kind == .malformed)
    #expect(failure(whole.prefix(whole.count / 2))?.kind == .malformed)
    #expect(failure(ArchiveFixture.encode(.dictionary([("a", .int(1))])))?.kind == .notADocument)
    #expect(failure(ArchiveFixture.encode(.array([])))?.kind == .notADocument)
    // A count of objects and an array's length far beyond the file.
    var counted = whole
    counted[counted.count - 24] = 0x7F
    #expect(failure(counted)?.kind == .malformed)
    var few = ReadingOptions()
    few.limits.elements = 5
    #expect(failure(whole, few)?.kind == .limit)
  }

  /// Entries that all name one long array: what is decoded counts at once, not after all of it.
  @Test(.timeLimit(.minutes(1))) func anArrayThatIsNamedManyTimesIsRefusedAtOnce() throws {
    let count = 100_000
    func bytes(_ number: Int) -> [UInt8] {
      (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }
    }
    func text(_ text: String) -> [UInt8] { [0x50 | UInt8(text.utf8.count)] + Array(text.utf8) }
    func repeated(_ number: Int) -> [UInt8] { (0..<count).flatMap { _ in bytes(number) } }
    // $null, 1, an array of ones, a dictionary of arrays, the objects, the root, the top and all.
    let objects: [[UInt8]] = [
      text("$null"), [0x10, 1], [0xAF, 0x12] + bytes(count) + repeated(1), text("x"),
      [0xDF, 0x12] + bytes(count) + repeated(3) + repeated(2), [0xA2] + bytes(0) + bytes(4), [0x80, 1],
      text("root"), [0xD1] + bytes(7) + bytes(6), text("$objects"), text("$top"),
      [0xD2] + bytes(9) + bytes(10) + bytes(5) + bytes(8),
    ]
    var list = Array("bplist00".utf8)
    var offsets: [UInt8] = []
    for object in objects {
      offsets += bytes(list.count)
      list += object
    }
    let start = list.count
    list += offsets + [0, 0, 0, 0, 0, 0, 4, 4]
    for number in [objects.count, objects.count - 1, start] { list += bytes(0) + bytes(number) }
    #expect(failure(Data(list))?.reason.contains("too many references") == true)
  }

  /// Any byte of an archive may be wrong: an error or a document, never a crash.
  @Test func archivesWithChangedBytesDoNotCrash() throws {
    var archive = ArchiveFixture()
    let inner = archive.add("CAShapeLayer", inherits: ["CALayer"], [("lineWidth", archive.add(.real(2)))])
    let spin = archive.add(
      "CABasicAnimation",
      [("keyPath", archive.add(.text("opacity"))), ("toValue", archive.add(.int(0)))]
    )
    let root = archive.add(
      "CALayer",
      [
        ("bounds", archive.rect(0, 0, 8, 8)), ("sublayers", archive.array([inner, inner])),
        ("animations", archive.dictionary([("a", spin)])),
      ]
    )
    let whole = archive.data(rootLayer: root)
    var random = SplitMix64(seed: 11)
    for _ in 0..<2_000 {
      var bytes = whole
      for _ in 0...random.next() % 4 {
        bytes[Int(random.next() % UInt64(bytes.count))] = UInt8(truncatingIfNeeded: random.next())
      }
      _ = try? Document(data: bytes)
    }
  }
}
