import CoreGraphics
import Foundation
import StrataBase

/// Weighted sums of neighbours, and what is made of them.
///
/// Apple's reference: premultiplied pixels times weights, and the bias, in all four components. That the weights go from
/// the lower left pixel to the upper right one, row by row, is inferred. With a bias the extent is infinite. The forms of red,
/// green and blue keep the image's alpha and extent.
enum ConvolutionRows {
  static let all: [FilterRow] = [
    convolution("CIConvolution3X3", "3 by 3 Convolution", 3, 3),
    convolution("CIConvolution5X5", "5 by 5 Convolution", 5, 5),
    convolution("CIConvolution7X7", "7 by 7 Convolution", 7, 7),
    convolution("CIConvolution9Horizontal", "Horizontal 9 Convolution", 9, 1),
    convolution("CIConvolution9Vertical", "Vertical 9 Convolution", 1, 9),
    convolution("CIConvolutionRGB3X3", "3 by 3 RGB Convolution", 3, 3),
    convolution("CIConvolutionRGB5X5", "5 by 5 RGB Convolution", 5, 5),
    convolution("CIConvolutionRGB7X7", "7 by 7 RGB Convolution", 7, 7),
    convolution("CIConvolutionRGB9Horizontal", "Horizontal 9 RGB Convolution", 9, 1),
    convolution("CIConvolutionRGB9Vertical", "Vertical 9 RGB Convolution", 1, 9),

    // The image and its difference from its blur, times the intensity: the usual unsharp mask; inferred.
    .of(
      "CIUnsharpMask",
      "Unsharp Mask",
      .sharpen,
      [
        .distance(kCIInputRadiusKey, 2.5, identity: 0, slider: 0...100),
        .scalar(kCIInputIntensityKey, 0.5, identity: 0, min: 0, slider: 0...1),
      ]
    ) { image, values in
      let intensity = values.float(kCIInputIntensityKey)
      let soft = image.blurred(sigma: values.number(kCIInputRadiusKey))
      // From the image away from its blur; alpha stays.
      let shares = Pixel(-intensity, -intensity, -intensity, 0)
      return CIImage.mixing(soft, image, extent: image.node.extent, MixKernel(shares: shares))
    },
  ]

  private static func convolution(_ name: String, _ title: String, _ width: Int, _ height: Int) -> FilterRow {
    let count = width * height
    let keepsAlpha = name.hasPrefix("CIConvolutionRGB")
    let unit = (0..<count).map { $0 == count / 2 ? 1.0 : 0 }
    return .of(
      name,
      title,
      .stylize,
      [.vector(kCIInputWeightsKey, unit), .scalar(kCIInputBiasKey, 0, identity: 0)]
    ) { image, values in
      let weights = values.numbers(kCIInputWeightsKey).map { Float($0) }
      let bias = values.float(kCIInputBiasKey)
      let (x, y) = (width / 2, height / 2)
      return CIImage(
        node: AreaNode(
          [image.node],
          extent: keepsAlpha
            ? image.node.extent : bias == 0 ? image.node.extent.grown(x, y) : .world,
          reach: max(x, y),
          needs: { $1.grown(x, y) }
        ) { rect, tiles, pass in
          let tile = tiles[0].part(rect.grown(x, y))
          let result = Tile(rect)
          pass.rows(of: rect) { row in
            let to = result.row(row)
            for i in 0..<rect.width { to[i] = Pixel(repeating: bias) }
            for (j, weight) in weights.enumerated() where weight != 0 {
              let from = tile.row(row + j / width - y) + j % width
              for i in 0..<rect.width { to[i] += from[i] * weight }
            }
            if keepsAlpha {
              let middle = tile.row(row) + x
              for i in 0..<rect.width { to[i].w = middle[i].w }
            }
          }
          return result
        }
      )
    }
  }
}
