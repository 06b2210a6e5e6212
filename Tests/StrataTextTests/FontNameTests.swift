import CoreText
import StrataText
import Testing

@Suite(.enabled(if: hasFonts))
struct FontNameTests {
  @Test(
    "Names of installed fonts, of substitutes and of fonts of Apple's systems are known",
    arguments: [
      "LiberationSans-Bold", "Liberation Sans", "Helvetica", "HelveticaNeue-Light", "Courier",
      "TimesNewRomanPSMT",
      "Avenir-Heavy", "Avenir Next Bold", "MarkerFelt-Thin", "Gill Sans", ".AppleSystemUIFont",
    ]
  )
  func knownNames(name: String) { #expect(CTFont.isKnown(name: name)) }

  @Test(
    "Other names are not known",
    arguments: ["NoSuchFont", "NoSuchFont-Bold", "No Such Font Bold", "Avenirx", ""]
  )
  func unknownNames(name: String) { #expect(!CTFont.isKnown(name: name)) }

  @Test("The PostScript name of an unknown font is its substitute's")
  func postScriptNames() {
    func name(_ name: String) -> String {
      CTFontCopyPostScriptName(CTFontCreateWithName(name as CFString, 12, nil)) as String
    }
    #expect(name("NoSuchFont-Bold") != "NoSuchFont-Bold")
    #expect(!name("NoSuchFont-Bold").isEmpty)
    #expect(name("HelveticaNeue-Bold") == "HelveticaNeue-Bold")
    #expect(name("Avenir-Heavy") == "Avenir-Heavy")
    #expect(name("Liberation Sans Bold") == "LiberationSans-Bold")
  }

  @Test(
    "A family of Apple's systems has the PostScript name of its regular face",
    arguments: [
      ("Helvetica Neue", "HelveticaNeue"), ("Times New Roman", "TimesNewRomanPSMT"),
      ("Courier New", "CourierNewPSMT"), ("Avenir Next", "AvenirNext-Regular"), ("Menlo", "Menlo-Regular"),
      ("Times New Roman Bold Italic", "TimesNewRomanPS-BoldItalicMT"),
      ("Helvetica Neue Bold", "HelveticaNeue-Bold"),
      ("Arial", "ArialMT"), ("ArialMT", "ArialMT"), ("Gill Sans", "GillSans"),
    ]
  )
  func familyNames(name: String, postScriptName: String) {
    let font = CTFontCreateWithName(name as CFString, 12, nil)
    // A machine may have the family itself.
    let isThere = FontFace(name: name).isFace(ofFamily: CTFontCopyFamilyName(font) as String)
    #expect(isThere || CTFontCopyPostScriptName(font) as String == postScriptName)
  }

  @Test(
    "A graphics font of Apple's systems keeps its name, and is drawn as the font of that name",
    arguments: ["Helvetica", "Courier", "HelveticaNeue-Bold", "Times-Italic"]
  )
  func substituteGraphicsFonts(name: String) throws {
    let graphics = try #require(CGFont(name as CFString))
    let (font, named) = (
      CTFontCreateWithGraphicsFont(graphics, 12, nil, nil), CTFontCreateWithName(name as CFString, 12, nil)
    )
    #expect(graphics.postScriptName as String? == name)
    #expect(font == named)
    #expect(CTFontCopyGraphicsFont(named, nil).data == graphics.data)
    // Fonts that other tests register meanwhile may make it anew.
    let isKept = (0..<1000).contains { _ in
      CTFontCopyGraphicsFont(named, nil) === CTFontCopyGraphicsFont(named, nil)
    }
    #expect(isKept)
  }

  @Test("A font of a graphics font draws with it, although it is not installed")
  func graphicsFonts() throws {
    let stranger = try stranger()
    let font = CTFontCreateWithGraphicsFont(stranger, 20, nil, nil)
    #expect(CTFontCopyPostScriptName(font) == "LiberationNono")
    #expect(CTFontCopyFamilyName(font) == "Liberation Mono")
    #expect(CTFontCopyGraphicsFont(font, nil) == stranger)
    #expect(font == CTFontCreateWithGraphicsFont(stranger, 20, nil, nil))
    func line(_ text: String) -> CTLine {
      CTLineCreateWithAttributedString(NSAttributedString(string: text, attributes: [.font: font]))
    }
    // All letters of the font have one width; those of the substitute for an unknown name do not.
    #expect(abs(width(line("iiii")) - width(line("mmmm"))) < 1e-6)
    #expect(!CTLineGetImageBounds(line("i"), nil).isEmpty)
    let run = try #require(runs(line("i")).first)
    let attributes = CTRunGetAttributes(run) as? [String: Any]
    let runFont = try #require(attributes?["NSFont"] as? CTFont)
    #expect(CTFontCopyGraphicsFont(runFont, nil) == stranger)
    // The name stays unknown to everyone else.
    #expect(!CTFont.isKnown(name: "LiberationNono"))
  }

  @Test("An installed graphics font keeps its name")
  func installedGraphicsFonts() {
    let sans = CTFontCreateWithName("LiberationSans" as CFString, 12, nil)
    let font = CTFontCreateWithGraphicsFont(CTFontCopyGraphicsFont(sans, nil), 12, nil, nil)
    #expect(font == sans)
  }

  @Test("Fonts tell the names in their files")
  func namesInFiles() {
    let font = CTFontCreateWithName("LiberationSans-Italic" as CFString, 12, nil)
    #expect(CTFontCopyName(font, kCTFontFamilyNameKey) == "Liberation Sans")
    #expect(CTFontCopyName(font, kCTFontSubFamilyNameKey) == "Italic")
    #expect(CTFontCopyName(font, kCTFontPostScriptNameKey) == "LiberationSans-Italic")
    #expect(CTFontCopyName(font, "no key" as CFString) == nil)
    #expect(CTFontCopyDisplayName(font) == "Liberation Sans Italic")
  }
}
