package import CoreGraphics

/// The contents of a layer, which it shows in its bounds.
package enum ContentsValue: Sendable, Equatable {
  case none
  case image(CGImage)
  /// A template glyph: an image whose alpha paints a color.
  case tinted(CGImage, CGColor)
  /// A cross-fade of two images, with the weight of the second; one of them may be missing.
  case crossFade(CGImage?, CGImage?, Float)
  /// An image for each frame.
  case live(any LiveContents)
  /// An object that the library keeps but cannot show.
  case other

  /// The image that sizes and gravity refer to.
  package var image: CGImage? {
    switch self {
    case .image(let image), .tinted(let image, _): image
    case .crossFade(let old, let new, _): old ?? new
    case .none, .live, .other: nil
    }
  }

  package static func == (a: Self, b: Self) -> Bool {
    switch (a, b) {
    case (.none, .none), (.other, .other): true
    case (.image(let a), .image(let b)): a === b
    case (.live(let a), .live(let b)): a === b
    case (.tinted(let a, let x), .tinted(let b, let y)): a === b && x == y
    case (.crossFade(let a, let b, let x), .crossFade(let c, let d, let y)): a === c && b === d && x == y
    default: false
    }
  }
}

/// Contents that make an image for each frame, on any thread.
package protocol LiveContents: AnyObject, Sendable {
  /// The image at a time of the layer that shows it, in seconds; nil shows nothing.
  func image(at time: Double) -> CGImage?
  /// True if the image may differ in each frame; false if a message announces each new one.
  var changesByItself: Bool { get }
}

extension LiveContents {
  package var changesByItself: Bool { true }
}

/// Contents that a program replaces picture by picture, from any thread, and announces to the render side.
package protocol QueuedContents: LiveContents {
  /// Goes on to the picture that a frame of a media time shows.
  ///
  /// Returns the media time at which a frame must ask again; nil if no picture waits.
  func advance(to time: Double) -> Double?

  /// Reports the pictures of the last advance as shown at a media time.
  func noteShown(at time: Double)
}
