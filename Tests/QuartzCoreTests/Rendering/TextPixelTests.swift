import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import Testing

/// Text layers as objects and in pixels (rendering section 10.3).
@Suite struct TextPixelTests {
  @Test("rendering TX-1: a new text layer")
  func defaults() {
    let layer = CATextLayer()
    #expect(layer.string == nil)
    #expect(layer.font as? String == "Helvetica")
    #expect(layer.fontSize == 36)
    #expect(layer.foregroundColor == white)
    #expect(!layer.isWrapped)
    #expect(layer.truncationMode == .none)
    #expect(layer.alignmentMode == .natural && !layer.allowsFontSubpixelQuantization)
  }

  @Test(
    "rendering TX-2: strings and attributed strings; unknown names are kept and act like none and natural"
  )
  func strings() throws {
    let layer = place(CATextLayer(), 0, 0, 120, 40) { ($0.string, $0.fontSize) = ("Text", 24) }
    #expect(layer.string as? String == "Text")
    let plain = try Shot(stage(120, 40, layer), 120, 40)
    layer.alignmentMode = CATextLayerAlignmentMode(rawValue: "sideways")
    layer.truncationMode = CATextLayerTruncationMode(rawValue: "sideways")
    #expect(layer.alignmentMode.rawValue == "sideways" && layer.truncationMode.rawValue == "sideways")
    #expect(try Shot(stage(120, 40, layer), 120, 40) == plain)
    #if Text
      #expect(plain.painted > 50)
      layer.foregroundColor = red
      #expect(try Shot(stage(120, 40, layer), 120, 40) != plain)
      // Attributes of the string win: the layer's colour and size do not count.
      layer.string = NSAttributedString(string: "Text")
      let attributed = try Shot(stage(120, 40, layer), 120, 40)
      (layer.foregroundColor, layer.fontSize) = (blue, 9)
      #expect(try Shot(stage(120, 40, layer), 120, 40) == attributed && attributed.painted > 0)
    #endif
  }

  #if Text
    @Test("rendering TX-3, TX-4: text stands at the visual top, on either host, and is cut at the bounds")
    func topAndClip() throws {
      let layer = place(CATextLayer(), 0, 0, 60, 60) { ($0.string, $0.fontSize) = ("HHHHHH\nH", 20) }
      for origin in [.topLeft, .bottomLeft] as [OfflineRenderer.Origin] {
        let shot = try Shot(stage(100, 60, layer), 100, 60, origin: origin)
        let box = try #require(shot.box)
        #expect((1...10).contains(box[1]), "\(origin)")
        #expect(box[2] == 60, "\(origin)")
        #expect((26..<60).contains(box[3]), "\(origin)")
      }
      layer.bounds.size.height = 12
      #expect((try Shot(stage(100, 60, layer), 100, 60).box ?? [])[3] <= 12)
    }

    @Test("rendering TX-7: glyphs are grey, never coloured at their edges")
    func greyGlyphs() throws {
      let layer = place(CATextLayer(), 0, 0, 120, 40) { ($0.string, $0.fontSize) = ("Waves", 24) }
      layer.isOpaque = true
      layer.allowsFontSubpixelQuantization = true
      let shot = try Shot(stage(120, 40, layer), 120, 40, over: black)
      for x in 0..<120 {
        for y in 0..<40 { #expect(shot[x, y][0] == shot[x, y][1] && shot[x, y][1] == shot[x, y][2]) }
      }
      #expect((0..<4800).contains { (1..<255).contains(shot[$0 % 120, $0 / 120][0]) })
    }
  #endif

  @Test("rendering TX-8: nothing and empty text paint nothing")
  func empty() throws {
    let layer = place(CATextLayer(), 0, 0, 60, 60)
    #expect(try Shot(stage(60, 60, layer), 60, 60).painted == 0)
    layer.string = ""
    #expect(try Shot(stage(60, 60, layer), 60, 60).painted == 0)
  }
}
