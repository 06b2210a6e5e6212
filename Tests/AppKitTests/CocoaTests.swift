import Cocoa
import Testing

/// This file imports Cocoa alone, and knows what programs expect of that.
@MainActor @Suite struct CocoaTests {
  @Test func theModuleBringsAppKitAndWhatItNeedsAlong() throws {
    let view = NSView(frame: NSRect(x: 0, y: 0, width: 20, height: 10))
    view.wantsLayer = true
    view.layer?.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    view.contentFilters = [try #require(CIFilter(name: "CIColorInvert"))]
    #expect(view.contentFilters.count == 1)
    #expect(view.layer?.bounds.size == CGSize(width: 20, height: 10))
    #expect(CIImage(color: .white).extent.isInfinite && Data().isEmpty)
  }
}
