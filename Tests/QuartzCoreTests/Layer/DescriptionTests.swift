import CoreGraphics
import Foundation
import QuartzCore
import Testing

@Suite struct DescriptionTests {
  /// The description without its address.
  private func text(_ layer: CALayer) -> String {
    layer.description.replacing(/0x[0-9a-f]+/, with: "0x")
  }

  @Test func aNewLayerShowsItsPlaceAndCounts() {
    #expect(
      text(CALayer())
        == "<CALayer:0x; position = CGPoint (0 0); bounds = CGRect (0 0; 0 0); sublayers = 0; animations = 0>"
    )
  }

  @Test func whatDiffersFromTheDefaultsIsShown() {
    let layer = CAShapeLayer()
    layer.name = "dot"
    layer.position = CGPoint(x: 2, y: 5.5)
    layer.bounds = CGRect(x: 0, y: 0, width: 4, height: 3)
    layer.opacity = 0.5
    layer.isHidden = true
    layer.fillColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 0.25)
    layer.lineCap = .round
    layer.drawsAsynchronously = true
    layer.mask = CALayer()
    layer.addSublayer(CALayer())
    layer.add(CABasicAnimation(keyPath: "opacity"), forKey: "fade")
    let line = text(layer)
    #expect(
      line.hasPrefix(
        "<CAShapeLayer:0x; name = \"dot\"; position = CGPoint (2 5.5); bounds = CGRect (0 0; 4 3); "
      ),
      "\(line)"
    )
    #expect(line.hasSuffix("; mask = 1; sublayers = 1; animations = 1>"), "\(line)")
    for part in [
      "opacity = 0.5", "hidden = YES", "fillColor = CGColor (1 0 0 0.25)", "lineCap = \"round\"",
      "drawsAsynchronously = YES",
    ] {
      #expect(line.contains("; \(part);"), "\(part) in \(line)")
    }
    #expect(!line.contains("zPosition"))
  }

  @Test func theAddressTellsLayersApart() {
    let (one, two) = (CALayer(), CALayer())
    #expect(one.description != two.description)
    #expect(one.debugDescription == one.description && "\(one)" == one.description)
  }

  @Test func aTreeIsALineForEachLayer() {
    let (root, mask, child, leaf) = (CALayer(), CALayer(), CALayer(), CATextLayer())
    root.mask = mask
    root.sublayers = [child, CALayer()]
    child.addSublayer(leaf)
    let lines = root.treeDescription().split(separator: "\n")
    let starts = ["<CALayer", "  mask <CALayer", "  <CALayer", "    <CATextLayer", "  <CALayer"]
    #expect(lines.count == starts.count)
    #expect(zip(lines, starts).allSatisfy { $0.hasPrefix($1) }, "\(lines)")
  }

  @Test func aDeepTreeIsPrinted() {
    let root = CALayer()
    var last = root
    for _ in 0..<2000 {
      let next = CALayer()
      last.addSublayer(next)
      last = next
    }
    #expect(root.treeDescription().split(separator: "\n").count == 2001)
  }
}
