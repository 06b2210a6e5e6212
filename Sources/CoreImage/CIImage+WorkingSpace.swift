public import CoreGraphics
import StrataBase

extension CIImage {
  /// Returns the image with its components, which are those of an RGB space, as the working space has them.
  ///
  /// Returns nil for spaces of another model.
  public func matchedToWorkingSpace(from colorSpace: CGColorSpace) -> CIImage? {
    guard colorSpace.model == .rgb else { return nil }
    let conversion = SpaceConversion(colorSpace)
    return pointwise { working in RowKernel { conversion.pixel($0.straight, in: working) } }
  }

  /// Returns the image with components of an RGB space in the place of those of the working space.
  ///
  /// Returns nil for spaces of another model.
  public func matchedFromWorkingSpace(to colorSpace: CGColorSpace) -> CIImage? {
    guard colorSpace.model == .rgb else { return nil }
    return pointwise { working in
      RowKernel { colorSpace.components(ofSRGB: working.straightSRGB($0)).premultiplied }
    }
  }

  /// Returns the pixels of an image that are needed for a rectangle of this one: null if there are none, infinite if there
  /// is no bound.
  ///
  /// The other image is one that this one is made of.
  public func regionOfInterest(for image: CIImage, in rect: CGRect) -> CGRect {
    RenderPlan.region(of: image.node, for: PixelRect(covering: rect), of: node).cgRect
  }
}
