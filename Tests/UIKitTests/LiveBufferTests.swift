import StrataTesting
import Testing
import UIKit

/// Layers and pictures over a buffer that the program goes on writing.
@MainActor @Suite struct LiveBufferTests {
  private func picture(_ data: NSMutableData) throws -> CGImage { try #require(CGImage.over(data)) }

  @Test func aLayerShowsWhatTheBufferHeldWhenItWasSet() throws {
    let data = NSMutableData(data: Data([255, 0, 0, 255]))
    let image = try picture(data)
    let stage = Stage(20, 20)
    let view = stage.add(UIView(), 0, 0, 20, 20)
    stage.host.run(at: 0) { view.layer.contents = image }
    #expect(view.layer.contents as AnyObject? === image)
    #expect(try stage.pixel(8, 8, at: 0) == [255, 0, 0, 255])
    data.replaceBytes(in: NSRange(location: 0, length: 3), withBytes: [0, 255, 0] as [UInt8])
    stage.host.run(at: 1) { view.alpha = 1 }
    #expect(try stage.pixel(8, 8, at: 1) == [255, 0, 0, 255])
    stage.host.run(at: 2) { view.layer.contents = image }
    #expect(try stage.pixel(8, 8, at: 2) == [0, 255, 0, 255])
    #expect(view.layer.contents as AnyObject? === image)
  }

  @Test func aPatternHasThePictureOfTheMomentWhenItWasMade() throws {
    let data = NSMutableData(data: Data([255, 0, 0, 255]))
    let color = UIColor(patternImage: UIImage(cgImage: try picture(data)))
    data.replaceBytes(in: NSRange(location: 0, length: 3), withBytes: [0, 255, 0] as [UInt8])
    let stage = Stage(20, 20)
    let view = stage.add(UIView(), 0, 0, 20, 20)
    stage.host.run(at: 0) { view.backgroundColor = color }
    #expect(try stage.pixel(8, 8, at: 0) == [255, 0, 0, 255])
  }

  #if Text
    @Test(arguments: [UIImage.RenderingMode.alwaysOriginal, .alwaysTemplate])
    func anAttachmentShowsWhatTheBufferHeldWhenTheTextWasSet(_ mode: UIImage.RenderingMode) throws {
      let data = NSMutableData(data: Data([0, 0, 0, 0]))
      let image = UIImage(cgImage: try picture(data)).withRenderingMode(mode)
      let attachment = NSTextAttachment(image: image)
      let before = attachment.inlineBox(in: UIColor.red.cgColor)
      data.replaceBytes(in: NSRange(location: 0, length: 4), withBytes: [255, 0, 0, 255] as [UInt8])
      let after = attachment.inlineBox(in: UIColor.red.cgColor)
      #expect(pixels(of: before.image, 0, 0) == [0, 0, 0, 0])
      #expect(pixels(of: after.image, 0, 0) == [255, 0, 0, 255] && before != after)
    }
  #endif

  @Test func aPictureDrawsWhatTheBufferHolds() throws {
    let data = NSMutableData(data: Data([255, 0, 0, 255]))
    let picture = UIImage(cgImage: try picture(data))
    func drawn() -> [UInt8] {
      let size = CGSize(width: 2, height: 2)
      let copy = UIGraphicsImageRenderer(size: size).image { _ in
        picture.draw(in: CGRect(origin: .zero, size: size))
      }
      return pixels(of: copy.cgImage, 0, 0)
    }
    #expect(drawn() == [255, 0, 0, 255])
    data.replaceBytes(in: NSRange(location: 0, length: 3), withBytes: [0, 0, 255] as [UInt8])
    #expect(drawn() == [0, 0, 255, 255])
  }
}
