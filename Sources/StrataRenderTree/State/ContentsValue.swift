package import CoreGraphics

/// What a layer shows in its bounds.
package enum ContentsValue: Sendable, Equatable {
  case none
  case image(CGImage)
  /// An image whose alpha paints a color: a template glyph.
  case tinted(CGImage, CGColor)
  /// Two images on the way from one to the other, with the weight of the second.
  case crossFade(CGImage, CGImage, Float)
  /// An object that the library keeps but cannot show.
  case other

  /// The image that sizes and gravity refer to.
  package var image: CGImage? {
    switch self {
    case .image(let image), .tinted(let image, _), .crossFade(let image, _, _): image
    case .none, .other: nil
    }
  }

  package static func == (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.none, .none), (.other, .other): true
    case (.image(let a), .image(let b)): a === b
    case (.tinted(let a, let x), .tinted(let b, let y)): a === b && x == y
    case (.crossFade(let a, let b, let x), .crossFade(let c, let d, let y)): a === c && b === d && x == y
    default: false
    }
  }
}
