import Foundation
import StrataRaster

/// A clip of a vector context, nested in its parent.
final class VectorClip {
  enum Shape {
    /// An outline in base space.
    case outline(Outline, FillRule)
    /// The alpha of an image, with the transform from the unit square to base space.
    case mask(CGImage, CGAffineTransform, interpolates: Bool)
  }

  let parent: VectorClip?
  let shape: Shape

  init(_ shape: Shape, inside parent: VectorClip?) {
    (self.shape, self.parent) = (shape, parent)
  }

  /// All clips, from the outermost to this one.
  var chain: [VectorClip] {
    var result: [VectorClip] = []
    var next: VectorClip? = self
    while let clip = next {
      result.append(clip)
      next = clip.parent
    }
    return result.reversed()
  }
}
