import CoreGraphics
package import Foundation

/// Where contents go: pure functions of sizes, in the layer's points and in pixels of the image.
///
/// Source coordinates count pixels along the layer's own axes: y = 0 is the edge of the image that lies on the minimum
/// y of the bounds, which is its first row where contents are flipped and its last row where they are not.
package enum ContentsGeometry {
  /// The size of the shown part of an image, in points.
  package static func size(ofPixels pixels: CGSize, showing rect: CGRect, scale: CGFloat) -> CGSize {
    let scale = scale > 0 && scale.isFinite ? scale : 1
    return CGSize(
      width: pixels.width * rect.size.width / scale,
      height: pixels.height * rect.size.height / scale
    )
  }

  /// The part of an image that is shown, in pixels; it may reach outside of the image.
  package static func source(ofPixels pixels: CGSize, showing rect: CGRect) -> CGRect {
    CGRect(
      x: rect.origin.x * pixels.width,
      y: rect.origin.y * pixels.height,
      width: rect.size.width * pixels.width,
      height: rect.size.height * pixels.height
    )
  }

  /// The rectangle that contents of `size` points fill in `bounds`; it may be larger than the bounds.
  ///
  /// Nil if there is nothing to show.
  package static func rect(
    of size: CGSize,
    in bounds: CGRect,
    gravity: CALayerContentsGravity
  ) -> CGRect? {
    guard size.width > 0, size.height > 0, size.width.isFinite, size.height.isFinite else { return nil }
    switch gravity {
    case .resize: return bounds
    case .resizeAspect:
      return centred(size, by: min(bounds.width / size.width, bounds.height / size.height), in: bounds)
    case .resizeAspectFill:
      return centred(size, by: max(bounds.width / size.width, bounds.height / size.height), in: bounds)
    default:
      let (x, y) = share(of: gravity)
      return CGRect(
        x: bounds.minX + (bounds.width - size.width) * x,
        y: bounds.minY + (bounds.height - size.height) * y,
        width: size.width,
        height: size.height
      )
    }
  }

  /// True if the gravity scales contents, so that `contentsCenter` counts.
  package static func scales(_ gravity: CALayerContentsGravity) -> Bool {
    gravity == .resize || gravity == .resizeAspect || gravity == .resizeAspectFill
  }

  private static func centred(_ size: CGSize, by factor: CGFloat, in bounds: CGRect) -> CGRect {
    let (width, height) = (size.width * factor, size.height * factor)
    return CGRect(x: bounds.midX - width / 2, y: bounds.midY - height / 2, width: width, height: height)
  }

  /// How the space that is left over is shared: 0 leaves it after the contents, 1 before them.
  private static func share(of gravity: CALayerContentsGravity) -> (x: CGFloat, y: CGFloat) {
    switch gravity {
    case .top: (0.5, 1)
    case .bottom: (0.5, 0)
    case .left: (0, 0.5)
    case .right: (1, 0.5)
    case .topLeft: (0, 1)
    case .topRight: (1, 1)
    case .bottomLeft: (0, 0)
    case .bottomRight: (1, 0)
    default: (0.5, 0.5)
    }
  }
}

/// Where one axis of an image is cut so that its middle stretches and its ends keep their size.
package struct NinePartCuts: Hashable, Sendable {
  /// Four coordinates in pixels of the image: the ends of the shown part, and the ends of its middle between them.
  package var source: SIMD4<Double>
  /// Where the four go, in points.
  package var destination: SIMD4<Double>

  /// Cuts the source range `start ..< start + length`, the middle given as a fraction of it, for a destination range.
  ///
  /// A middle without length is one pixel. Where the destination has no room for both ends they shrink in proportion,
  /// and the middle vanishes.
  package init(
    source start: Double,
    length: Double,
    middle: (start: Double, length: Double),
    scale: Double,
    destination: (start: Double, length: Double)
  ) {
    var low = start + min(max(middle.start, 0), 1) * length
    var high = start + min(max(middle.start + middle.length, 0), 1) * length
    if high <= low {
      let centre = (low + high) / 2
      low = max(start, centre - 0.5)
      high = min(start + length, centre + 0.5)
    }
    source = SIMD4(start, low, high, start + length)

    let scale = scale > 0 && scale.isFinite ? scale : 1
    var (first, last) = ((low - start) / scale, (start + length - high) / scale)
    let end = destination.start + destination.length
    if first + last > destination.length, first + last > 0 {
      let shrink = max(destination.length, 0) / (first + last)
      (first, last) = (first * shrink, last * shrink)
      self.destination = SIMD4(
        destination.start,
        destination.start + first,
        destination.start + first,
        end
      )
    } else {
      self.destination = SIMD4(destination.start, destination.start + first, end - last, end)
    }
  }
}

extension NinePartCuts {
  /// The cuts of both axes for the part `source` of an image, in pixels, that fills `target`, in points.
  package static func cuts(
    source: CGRect,
    center: CGRect,
    scale: CGFloat,
    target: CGRect
  ) -> (x: NinePartCuts, y: NinePartCuts) {
    let x = NinePartCuts(
      source: Double(source.minX),
      length: Double(source.width),
      middle: (Double(center.origin.x), Double(center.size.width)),
      scale: Double(scale),
      destination: (Double(target.minX), Double(target.width))
    )
    let y = NinePartCuts(
      source: Double(source.minY),
      length: Double(source.height),
      middle: (Double(center.origin.y), Double(center.size.height)),
      scale: Double(scale),
      destination: (Double(target.minY), Double(target.height))
    )
    return (x, y)
  }
}
