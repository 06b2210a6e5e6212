import AppKit
import Testing

/// Colours of inks and greys, flat paths, and facts of fonts.
@Suite struct ValueTests {
  @Test func coloursTellTheirComponents() {
    let inks = NSColor(deviceCyan: 0.1, magenta: 0.2, yellow: 0.3, black: 0.4, alpha: 0.5)
    var values = [CGFloat](repeating: 0, count: inks.numberOfComponents)
    inks.getComponents(&values)
    #expect(values == [0.1, 0.2, 0.3, 0.4, 0.5])
    let gray = NSColor(genericGamma22White: 0.25, alpha: 1)
    #expect(gray.whiteComponent == 0.25 && gray.numberOfComponents == 2)
  }

  @Test func greysOfTheDeviceAreDrawnAsTheyAre() throws {
    let gray = NSColor(deviceWhite: 0.1, alpha: 0.5)
    #expect(gray.colorSpace == .deviceGray && gray.whiteComponent == 0.1)
    let color = try #require(gray.usingColorSpace(.deviceRGB))
    #expect(abs(color.redComponent - 0.1) < 1e-6 && color.alphaComponent == 0.5)
    let data = try NSKeyedArchiver.archivedData(withRootObject: gray, requiringSecureCoding: true)
    #expect(try NSKeyedUnarchiver.unarchivedObject(ofClass: NSColor.self, from: data) == gray)
  }

  @Test func coloursOfControlsAreThoseOfTheLightAppearance() {
    #expect(NSColor.selectedControlColor == NSColor.selectedTextBackgroundColor)
    #expect(NSColor.alternatingContentBackgroundColors.count == 2)
    #expect(NSColor(deviceHue: 0, saturation: 1, brightness: 1, alpha: 1) == .red)
  }

  @Test func pathsOfTwoIndexesNameItems() {
    let path = IndexPath(item: 3, section: 1)
    #expect(path.item == 3 && path.section == 1)
    #expect(path == IndexPath(indexes: [1, 3]))
  }

  @Test func aFlatPathHasLinesAlone() {
    let path = NSBezierPath(ovalIn: NSRect(x: 0, y: 0, width: 20, height: 20))
    path.lineWidth = 3
    let flat = path.flattened
    let types = (0..<flat.elementCount).map { flat.element(at: $0) }
    #expect(types.allSatisfy { $0 != .cubicCurveTo })
    #expect(flat.lineWidth == 3 && flat.elementCount > path.elementCount)
  }

  #if Text
    @Test func fontsTellTheirForm() {
      let font = NSFont.menuFont(ofSize: 0)
      #expect(font.pointSize == NSFont.systemFontSize)
      #expect(font.boundingRectForFont.height > font.capHeight)
      #expect(!font.isFixedPitch && font.displayName?.isEmpty == false)
      #expect(NSFont.monospacedSystemFont(ofSize: 10, weight: .regular).isFixedPitch)
    }
  #endif
}
