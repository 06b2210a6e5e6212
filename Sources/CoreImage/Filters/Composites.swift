import StrataBase

/// Filters that combine an image with one behind it.
enum CompositeRows {
  static let all: [FilterRow] =
    Composite.all.map { composite in
      FilterRow(
        composite.name,
        composite.displayName,
        .wideComposite,
        [.image(), .background]
      ) { values in
        guard let image = values.image() else { return nil }
        return composite.image(image, values.image(kCIInputBackgroundImageKey) ?? .empty())
      }
    }
    + BlendFunction.all.map { blend in
      FilterRow(blend.name, blend.displayName, .composite, [.image(), .background]) { values in
        guard let image = values.image() else { return nil }
        let background = values.image(kCIInputBackgroundImageKey) ?? .empty()
        let kernel = blend.kernel
        let extent = image.node.extent.union(background.node.extent)
        return CIImage.mixing(image, background, extent: extent, kernel)
      }
    }
}

/// An operation on premultiplied pixels (Porter and Duff 1984, "Compositing Digital Images").
struct Composite: Sendable {
  /// The pixels that the result can have.
  enum Area { case either, both, image, background }

  let name: String
  let displayName: String
  let area: Area
  /// Combines a row of the image with one of the background.
  let kernel: MixKernel

  @inline(__always)
  private init(
    _ name: String,
    _ displayName: String,
    _ area: Area,
    _ kernel: @escaping @Sendable (Pixel, Pixel) -> Pixel
  ) {
    (self.name, self.displayName, self.area) = (name, displayName, area)
    self.kernel = MixKernel(pair: kernel)
  }

  func image(_ image: CIImage, _ background: CIImage) -> CIImage {
    let (a, b) = (image.node.extent, background.node.extent)
    let extent =
      switch area {
      case .either: a.union(b)
      case .both: a.intersection(b)
      case .image: a
      case .background: b
      }
    let kernel = kernel
    return CIImage.mixing(image, background, extent: extent, kernel)
  }

  static let sourceOver = Composite("CISourceOverCompositing", "Source Over", .either) { s, b in
    s + b * (1 - s.w)
  }

  static let all: [Composite] = [
    // The sum of colours; alpha stays at most 1.
    Composite("CIAdditionCompositing", "Addition", .either) { s, b in
      let sum = s + b
      return sum.with(alpha: min(sum.w, 1))
    },
    Composite("CIMaximumCompositing", "Maximum", .either) { s, b in pointwiseMax(s, b) },
    Composite("CIMinimumCompositing", "Minimum", .either) { s, b in pointwiseMin(s, b) },
    Composite("CIMultiplyCompositing", "Multiply", .both) { s, b in s * b },
    Composite("CISourceAtopCompositing", "Source Atop", .background) { s, b in s * b.w + b * (1 - s.w) },
    Composite("CISourceInCompositing", "Source In", .both) { s, b in s * b.w },
    Composite("CISourceOutCompositing", "Source Out", .image) { s, b in s * (1 - b.w) },
    sourceOver,
  ]
}
