import CoreGraphics
import Foundation
import StrataBase

/// Filters that transform the plane of an image.
enum GeometryRows {
  static let all: [FilterRow] = [
    .of(
      "CIAffineTransform",
      "Affine Transform",
      .geometry,
      [.transform(type: kCIAttributeTypeTransform)]
    ) { image, values in image.transformed(by: values.transform(kCIInputTransformKey)) },

    .of(
      "CICrop",
      "Crop",
      .geometry,
      [
        .rectangle(
          "inputRectangle",
          -0x1p1023,
          -0x1p1023,
          .greatestFiniteMagnitude,
          height: .greatestFiniteMagnitude
        )
      ]
    ) { image, values in image.cropped(to: values.rect("inputRectangle")) },

    // The projective map of the extent's corners to the four points (Heckbert 1989).
    .of("CIPerspectiveTransform", "Perspective Transform", .geometry, cornerInputs) { image, values in
      perspective(image, image.extent, values)
    },
    // The same map for a rectangle of its own.
    .of(
      "CIPerspectiveTransformWithExtent",
      "Perspective Transform with Extent",
      .geometry,
      [.rectangle(kCIInputExtentKey, 0, 0, 300, height: 300)] + cornerInputs
    ) { image, values in perspective(image, values.rect(kCIInputExtentKey), values) },

    // Apple's reference: turned, enlarged until it covers the extent, and cropped to it.
    .of("CIStraightenFilter", "Straighten", .geometry, [.angle(kCIInputAngleKey, 0)]) { image, values in
      let extent = image.extent
      guard !extent.isNull, !extent.isInfinite else { return image }
      let angle = values.number(kCIInputAngleKey)
      let (c, s) = (abs(cos(angle)), abs(sin(angle)))
      let (width, height) = (Double(extent.width), Double(extent.height))
      let scale = max(c + s * height / width, c + s * width / height)
      let turn = CGAffineTransform(translationX: -extent.midX, y: -extent.midY)
        .concatenating(CGAffineTransform(rotationAngle: CGFloat(angle)))
        .concatenating(CGAffineTransform(scaleX: CGFloat(scale), y: CGFloat(scale)))
        .concatenating(CGAffineTransform(translationX: extent.midX, y: extent.midY))
      return image.clampedToExtent().transformed(by: turn).cropped(to: extent)
    },

    // The windowed sinc of Lanczos with three lobes (Duchon 1979), widened for reductions.
    .of("CILanczosScaleTransform", "Lanczos Scale Transform", .geometry, scaleInputs(most: 1.5)) {
      image,
      values in
      image.resampled(scale(values), ResamplingKernel.lanczos)
    },
    // The cubic of Mitchell and Netravali (1988) with the coefficients B and C, widened for reductions.
    .of(
      "CIBicubicScaleTransform",
      "Bicubic Scale Transform",
      .geometry,
      scaleInputs(most: 100) + [
        .scalar("inputB", 0, min: 0, max: 1, slider: 0...1),
        .scalar("inputC", 0.75, min: 0, max: 1, slider: 0...1),
      ]
    ) { image, values in
      image.resampled(scale(values), .cubic(b: values.number("inputB"), c: values.number("inputC")))
    },
  ]

  static let cornerInputs: [FilterInput] = [
    .position("inputTopLeft", 118, 484), .position("inputTopRight", 646, 507),
    .position("inputBottomRight", 548, 140), .position("inputBottomLeft", 155, 153),
  ]

  /// The four points in the order of ``Projective/init(_:to:)``.
  static func corners(_ values: FilterValues) -> [CGPoint] {
    ["inputBottomLeft", "inputBottomRight", "inputTopRight", "inputTopLeft"].map {
      let point = values.point($0)
      return CGPoint(x: point.x, y: point.y)
    }
  }

  private static func perspective(_ image: CIImage, _ rect: CGRect, _ values: FilterValues) -> CIImage {
    guard !PixelRect(covering: rect).contains(.world), let map = Projective(rect, to: corners(values)) else {
      return .empty()
    }
    return image.projected(by: map)
  }

  private static func scaleInputs(most: Double) -> [FilterInput] {
    [
      .scalar(kCIInputScaleKey, 1, identity: 1, min: 0, slider: 0.05...most),
      .scalar(kCIInputAspectRatioKey, 1, identity: 1, min: 0, slider: 0.5...2),
    ]
  }

  private static func scale(_ values: FilterValues) -> SIMD2<Double> {
    let scale = values.number(kCIInputScaleKey)
    return SIMD2(scale * values.number(kCIInputAspectRatioKey), scale)
  }
}
