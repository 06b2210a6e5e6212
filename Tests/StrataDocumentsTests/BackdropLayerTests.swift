import CoreGraphics
import Foundation
import QuartzCore
import StrataDocuments
import StrataRenderServer
import Testing

/// A backdrop layer of a document filters what lies behind it, within its own bounds.
@Suite struct BackdropLayerTests {
  private static let side = 60

  /// A red field, or one layer that holds it, and a layer of 20 x 20 points above it.
  private func scene(
    _ attributes: String = "",
    filters: String = "<CAFilter filter=\"colorInvert\"/>",
    group: String? = nil
  ) throws -> CALayer {
    let glass = """
      <CABackdropLayer bounds="0 0 20 20" position="30 30" \(attributes)><filters>\(filters)</filters></CABackdropLayer>
      """
    let inner = group.map {
      "<CALayer bounds=\"0 0 60 60\" position=\"30 30\" \($0)><sublayers>\(glass)</sublayers></CALayer>"
    }
    let field = "<CALayer bounds=\"0 0 60 60\" position=\"30 30\" backgroundColor=\"1 0 0\"/>"
    let read = try document(
      "<sublayers>\(field)\(inner ?? glass)</sublayers>",
      attributes: "bounds=\"0 0 60 60\" position=\"30 30\""
    )
    #expect(read.warnings(.unknownElement).isEmpty)
    #expect(read.warnings(.notHonoured).isEmpty)
    return try read.root
  }

  private func hosted(_ layer: CALayer) throws -> [UInt32] {
    let size = CGSize(width: Self.side, height: Self.side)
    return try pixels(of: OfflineRenderer(layer: layer, size: size))
  }

  private func pixels(of renderer: OfflineRenderer, at time: Double = 0) throws -> [UInt32] {
    var pixels = [UInt32](repeating: 0, count: Self.side * Self.side)
    try pixels.withUnsafeMutableBytes { try renderer.render(at: time, into: $0) }
    return pixels
  }

  private func drawn(_ layer: CALayer) -> [UInt32] {
    var pixels = [UInt32](repeating: 0, count: Self.side * Self.side)
    pixels.withUnsafeMutableBytes { memory in
      let context = CGContext(
        data: memory.baseAddress,
        width: Self.side,
        height: Self.side,
        bitsPerComponent: 8,
        bytesPerRow: Self.side * 4,
        space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
      )
      guard let context else { return }
      // The first row is the smallest y, as a host with its origin at the top left has it.
      context.translateBy(x: 0, y: CGFloat(Self.side))
      context.scaleBy(x: 1, y: -1)
      layer.render(in: context)
    }
    return pixels
  }

  /// The pixels that differ from the red field, with both ways to draw agreeing about each.
  private func changed(_ layer: CALayer) throws -> Set<Int> {
    let shown = try hosted(layer)
    #expect(drawn(layer) == shown)
    return Set(shown.indices.filter { shown[$0] != 0xFF00_00FF })
  }

  /// The pixels of rows and columns 20 to 39.
  private var square: Set<Int> {
    Set((20..<40).flatMap { y in (20..<40).map { y * Self.side + $0 } })
  }

  @Test("rendering R-40: a backdrop layer changes the pixels within its bounds, and no other")
  func boundsOnly() throws {
    #expect(try changed(scene()) == square)
    #expect(try hosted(scene())[30 * Self.side + 30] == 0xFFFF_FF00)
    #expect(try changed(scene("masksToBounds=\"1\"")) == square)
  }

  @Test func clippingAndGroupsChangeNothingOfIt() throws {
    for group in ["", "masksToBounds=\"1\"", "name=\"group\""] {
      #expect(try changed(scene(group: group)) == square, "\(group)")
    }
  }

  @Test func aRasterizedBackdropLayerStaysWithinItsBounds() throws {
    #expect(try changed(scene("shouldRasterize=\"1\"")) == square)
  }

  @Test func aMaskedBackdropLayerStaysWithinItsBounds() throws {
    let layer = try scene()
    let glass = try #require(layer.sublayers?.last)
    let mask = CALayer()
    mask.frame = CGRect(x: -20, y: 0, width: 60, height: 10)
    mask.backgroundColor = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
    glass.mask = mask
    let rows = try changed(layer)
    #expect(rows.count == 200)
    #expect(rows.isSubset(of: square))
  }

  @Test("A mask hides the layer's contents and the filtered backdrop, and the contents stay unfiltered")
  func maskedContents() throws {
    let layer = try scene("backgroundColor=\"0 0 1\"")
    let glass = try #require(layer.sublayers?.last)
    let mask = CALayer()
    mask.frame = CGRect(x: 0, y: 0, width: 20, height: 10)
    mask.backgroundColor = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
    glass.mask = mask
    let pixels = try hosted(layer)
    #expect(pixels[25 * Self.side + 30] == 0xFFFF_0000)
    #expect(pixels[35 * Self.side + 30] == 0xFF00_00FF)
  }

  @Test func roundedBoundsAreTheShape() throws {
    let pixels = try changed(scene("cornerRadius=\"10\""))
    #expect(pixels.isSubset(of: square))
    // A circle of radius 10 touches between its area and its area with the pixels of its edge.
    #expect((315..<360).contains(pixels.count), "\(pixels.count)")
    #expect(!pixels.contains(20 * Self.side + 20))
    #expect(pixels.contains(30 * Self.side + 30))
  }

  @Test func aTurnedLayerChangesWhatItCovers() throws {
    let layer = try scene("transform=\"rotate(45deg)\"")
    let pixels = try changed(layer)
    let reach = 10 * 2.0.squareRoot()
    for index in 0..<Self.side * Self.side {
      let (x, y) = (Double(index % Self.side) + 0.5 - 30, Double(index / Self.side) + 0.5 - 30)
      let distance = abs(x) + abs(y)
      if distance < reach - 1 { #expect(pixels.contains(index), "\(x) \(y)") }
      if distance > reach + 1 { #expect(!pixels.contains(index), "\(x) \(y)") }
    }
  }

  @Test("What the layer itself paints is not filtered")
  func ownContents() throws {
    let layer = try scene("backgroundColor=\"0 0 1\"")
    let glass = try #require(layer.sublayers?.last)
    #expect(glass.filters?.count == 1)
    #expect(glass.backgroundFilters == nil)
    #expect(try hosted(layer)[30 * Self.side + 30] == 0xFFFF_0000)
  }

  @Test("Damage: after each change of the layer or behind it, the picture is the one drawn afresh")
  func damage() throws {
    let layer = try scene(
      "cornerRadius=\"4\"",
      filters: "<CAFilter filter=\"gaussianBlur\" inputRadius=\"3\"/>"
    )
    let (field, glass) = try (
      #require(layer.sublayers?.first), #require(layer.sublayers?.last)
    )
    let size = CGSize(width: Self.side, height: Self.side)
    let kept = OfflineRenderer(layer: layer, size: size)
    let changes: [() -> Void] = [
      {}, { glass.position.x += 7 }, { field.bounds.size.width = 30 }, { field.position.y += 5 },
      { glass.transform = CATransform3DMakeRotation(0.4, 0, 0, 1) },
      { glass.filters = [CAFilter(type: "colorInvert")] }, { glass.isHidden = true },
      { glass.isHidden = false },
      { glass.filters = nil },
    ]
    for (step, change) in changes.enumerated() {
      kept.change(at: Double(step)) {
        CATransaction.setDisableActions(true)
        change()
      }
      #expect(try pixels(of: kept, at: Double(step)) == drawn(layer), "step \(step)")
    }
  }
}
