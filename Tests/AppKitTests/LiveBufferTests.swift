import AppKit
import StrataTesting
import Testing

/// Layers, patterns and texts with pictures over a buffer that the program goes on writing.
@MainActor @Suite struct LiveBufferTests {
  private let data = NSMutableData(data: Data([255, 0, 0, 255]))

  private func write(_ pixel: [UInt8]) { data.fill(with: pixel) }

  /// A picture of a point whose pixel is in the buffer.
  private func picture() throws -> NSImage {
    NSImage(cgImage: try #require(CGImage.over(data)), size: NSSize(width: 1, height: 1))
  }

  @Test func aLayerShowsWhatTheBufferHeldWhenItWasSet() throws {
    let image = try picture()
    let stage = Stage()
    let view = NSView()
    view.wantsLayer = true
    _ = stage.add(view, 0, 0, 20, 20)
    stage.host.run(at: 0) {
      view.layer?.contents = image
      write([0, 255, 0, 255])
    }
    #expect(view.layer?.contents as AnyObject? === image)
    #expect(try stage.pixel(8, 192, at: 0) == red)
    stage.host.run(at: 1) { view.layer?.contents = image }
    #expect(try stage.pixel(8, 192, at: 1) == green)
  }

  @Test func aPatternHasThePictureOfTheMomentWhenItWasMade() throws {
    let color = NSColor(patternImage: try picture())
    write([0, 255, 0, 255])
    let stage = Stage()
    let view = NSView()
    view.wantsLayer = true
    view.layer?.backgroundColor = color.cgColor
    _ = stage.add(view, 0, 0, 20, 20)
    #expect(try stage.pixel(8, 192, at: 0) == red)
  }

  #if Text
    @Test(arguments: [false, true])
    func anAttachmentShowsWhatTheBufferHeldWhenTheTextWasSet(isTemplate: Bool) throws {
      write([0, 0, 0, 0])
      let attachment = NSTextAttachment()
      attachment.image = try picture()
      attachment.image?.isTemplate = isTemplate
      let before = attachment.inlineBox(in: NSColor.red.cgColor)
      write([255, 0, 0, 255])
      let after = attachment.inlineBox(in: NSColor.red.cgColor)
      #expect(pixel(before.image, 0, 0) == [0, 0, 0, 0])
      #expect(pixel(after.image, 0, 0) == red && before != after)
    }
  #endif
}
