import CoreGraphics
import Foundation
import StrataBase

/// A picture as comics print it.
enum ComicRows {
  static let all: [FilterRow] = [
    // Apple's reference: outlined edges, and a colour halftone. Inferred: the median of the image in six levels, a halftone of
    // dots six pixels apart that shows half, and black lines over it.
    .of("CIComicEffect", "Comic Effect", .stylize) { image, _ in
      let flat = image.applyingFilter("CIMedianFilter")
        .applyingFilter("CIColorPosterize", parameters: ["inputLevels": 6])
      let dots = flat.applyingFilter(
        "CICMYKHalftone",
        parameters: [kCIInputWidthKey: 6, kCIInputCenterKey: CIVector(x: 0, y: 0)]
      )
      let lines = image.applyingFilter(
        "CILineOverlay",
        parameters: ["inputThreshold": 0.05, "inputEdgeIntensity": 1.5]
      )
      return CIImage.mixing([flat, dots, lines], extent: image.node.extent) { p in
        let ink = p[0] + (p[1] - p[0]) * 0.5
        return (p[2] + ink * (1 - p[2].w)).with(alpha: p[0].w)
      }
    }
  ]
}
