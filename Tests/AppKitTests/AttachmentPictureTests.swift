#if Text
  import AppKit
  import StrataTesting
  import Testing

  /// Pictures in the place of characters, which are made once.
  @MainActor @Suite struct AttachmentPictureTests {
    /// A picture of 12 by 12 points that a closure draws, which counts its calls.
    private final class Drawing {
      var count = 0

      func image(isTemplate: Bool) -> NSImage {
        let image = NSImage(size: NSSize(width: 12, height: 12), flipped: false) { rect in
          self.count += 1
          NSColor.black.set()
          rect.fill()
          return true
        }
        image.isTemplate = isTemplate
        return image
      }
    }

    @Test(arguments: [false, true]) func aDrawingIsMadeOnce(isTemplate: Bool) {
      let drawing = Drawing()
      let attachment = NSTextAttachment()
      attachment.image = drawing.image(isTemplate: isTemplate)
      let first = attachment.inlineBox(in: NSColor.blue.cgColor)
      let count = drawing.count
      #expect(first.width == 12 && count > 0)
      #expect(attachment.inlineBox(in: NSColor.blue.cgColor).image === first.image)
      #expect(drawing.count == count)
      attachment.bounds = NSRect(x: 0, y: 0, width: 24, height: 24)
      #expect(attachment.inlineBox(in: NSColor.blue.cgColor).image?.width == 2 * (first.image?.width ?? 0))
    }

    /// A form of the program's own.
    private final class Square: NSImageRep {
      var count = 0

      override func draw() -> Bool {
        count += 1
        NSColor.black.set()
        NSRect(origin: .zero, size: size).fill()
        return true
      }
    }

    @Test(arguments: [false, true]) func aFormOfTheProgramsOwnIsDrawnOnce(isTemplate: Bool) {
      let square = Square()
      square.size = NSSize(width: 12, height: 12)
      let image = NSImage(size: square.size)
      image.addRepresentation(square)
      image.isTemplate = isTemplate
      let attachment = NSTextAttachment()
      attachment.image = image
      let first = attachment.inlineBox(in: NSColor.blue.cgColor)
      #expect(square.count == 1)
      #expect(first.image?.pixel(6, 6) == (isTemplate ? [0, 0, 255, 255] : [0, 0, 0, 255]))
      #expect(attachment.inlineBox(in: NSColor.blue.cgColor).image === first.image)
      #expect(square.count == 1)
    }

    @Test func aTemplateFollowsTheColourOfTheText() throws {
      let attachment = NSTextAttachment()
      attachment.image = Drawing().image(isTemplate: true)
      for color in [NSColor.blue, .green, .blue] {
        let picture = try #require(attachment.inlineBox(in: color.cgColor).image)
        let expected: [UInt8] = color == .blue ? [0, 0, 255, 255] : [0, 255, 0, 255]
        #expect(picture.pixel(6, 6) == expected)
      }
    }

    @Test func aBitmapThatIsDrawnIntoIsShownAsItIs() throws {
      let rep = try #require(emptyBitmap(12))
      let image = NSImage(size: NSSize(width: 12, height: 12))
      image.addRepresentation(rep)
      let attachment = NSTextAttachment()
      attachment.image = image
      for color in [NSColor.red, .green] {
        NSGraphicsContext.saveGraphicsState()
        NSGraphicsContext.current = NSGraphicsContext(bitmapImageRep: rep)
        color.setFill()
        NSRect(x: 0, y: 0, width: 12, height: 12).fill()
        NSGraphicsContext.restoreGraphicsState()
        let expected: [UInt8] = color == .red ? [255, 0, 0, 255] : [0, 255, 0, 255]
        #expect(attachment.inlineBox(in: nil).image?.pixel(6, 6) == expected)
      }
    }
  }
#endif
