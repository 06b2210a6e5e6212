import CoreGraphics
import CoreImage
import Foundation
import ImageIO
import QuartzCore
import StrataRenderServer

/// The categories of filters that have a sheet each, in the order of the page.
let categories = [
  (kCICategoryTransition, "Transitions"), (kCICategoryBlur, "Blurs"),
  (kCICategoryColorAdjustment, "Color adjustments"), (kCICategoryColorEffect, "Color effects"),
  (kCICategoryCompositeOperation, "Composites"), (kCICategoryDistortionEffect, "Distortions"),
  (kCICategoryHalftoneEffect, "Halftones"), (kCICategoryStylize, "Stylizing"),
  (kCICategorySharpen, "Sharpening"), (kCICategoryTileEffect, "Tiles"),
  (kCICategoryGeometryAdjustment, "Geometry"), (kCICategoryGenerator, "Generators"),
  (kCICategoryGradient, "Gradients"), (kCICategoryReduction, "Reductions"),
]

/// The plates of a category, in columns, with names and values.
struct Sheet {
  private let layer = CALayer()

  private static let gap: CGFloat = 6
  private static let caption: CGFloat = 16

  init(_ plates: [Plate], _ context: CIContext) {
    let tiles = plates.map(\.images)
    let widest = tiles.map(\.count).max() ?? 1
    let columns = widest > 3 ? 1 : 2
    let cell = CGSize(
      width: CGFloat(widest) * (Samples.size.width + Self.gap) + 2 * Self.gap,
      height: Samples.size.height + Self.caption + 2 * Self.gap
    )
    let rows = (plates.count + columns - 1) / columns
    layer.bounds = CGRect(
      x: 0,
      y: 0,
      width: cell.width * CGFloat(columns),
      height: cell.height * CGFloat(rows)
    )
    layer.anchorPoint = .zero
    layer.backgroundColor = CGColor(gray: 1, alpha: 1)
    for (i, plate) in plates.enumerated() {
      let x = CGFloat(i % columns) * cell.width + Self.gap
      let y = CGFloat(i / columns) * cell.height + Self.gap
      add(text: Self.title(of: plate), at: CGPoint(x: x, y: y))
      for (j, image) in tiles[i].enumerated() {
        let place = CGPoint(x: x + CGFloat(j) * (Samples.size.width + Self.gap), y: y + Self.caption)
        add(image, at: place, context)
      }
    }
  }

  private static func title(of plate: Plate) -> String {
    guard let input = plate.input else { return plate.name }
    let values = input.values.map { String(format: "%g", $0) }.joined(separator: ", ")
    return "\(plate.name)   \(input.key.dropFirst("input".count)) \(values)"
  }

  private func add(text: String, at place: CGPoint) {
    let label = CATextLayer()
    label.string = text
    label.fontSize = 11
    label.foregroundColor = CGColor(gray: 0.2, alpha: 1)
    label.frame = CGRect(x: place.x, y: place.y, width: 420, height: Self.caption)
    layer.addSublayer(label)
  }

  /// Adds a picture on light grey, so that what is transparent can be seen; small ones are enlarged.
  private func add(_ image: CIImage, at place: CGPoint, _ context: CIContext) {
    let tile = CALayer()
    tile.frame = CGRect(origin: place, size: Samples.size)
    tile.backgroundColor = CGColor(gray: 0.87, alpha: 1)
    tile.masksToBounds = true
    let isSmall = image.extent.width < 60
    let area = isSmall ? image.extent : Samples.rect
    tile.contents = context.createCGImage(image, from: area)
    tile.contentsGravity = isSmall ? .resizeAspect : .resize
    if isSmall { tile.magnificationFilter = .nearest }
    layer.addSublayer(tile)
  }

  func write(to path: String) throws {
    let renderer = OfflineRenderer(layer: layer, size: layer.bounds.size)
    let url = URL(fileURLWithPath: path) as CFURL
    guard let file = CGImageDestinationCreateWithURL(url, "public.png" as CFString, 1, nil) else {
      throw CocoaError(.fileWriteUnknown)
    }
    CGImageDestinationAddImage(file, try renderer.image(at: 0), nil)
    guard CGImageDestinationFinalize(file) else { throw CocoaError(.fileWriteUnknown) }
  }
}
