#if Window
  public import CoreGraphics
  import QuartzCore

  extension Window {
    /// Asks for another size of the content, in points; the answer is an event.
    ///
    /// A window has whole pixels, and a desktop may keep the size that the window has. The answer is the size that there is
    /// then. Asking again for what was refused has no answer, so that each answer may be followed by a request.
    ///
    /// - Throws: ``WindowError`` for a size that no display has.
    public func setSize(_ size: CGSize) throws(WindowError) {
      try Self.check(size, options)
      update { $0.setSize(size) }
    }

    /// Refuses sizes that no display has.
    static func check(_ size: CGSize, _ options: WindowOptions) throws(WindowError) {
      let scale = options.scale ?? 1
      let sides = [size.width * scale, size.height * scale]
      guard sides.allSatisfy({ $0 > 0 && $0 <= largestSide }), scale.isFinite else {
        throw .invalidSize(width: Double(size.width), height: Double(size.height))
      }
      guard let least = options.minimumSize else { return }
      // Nothing is smaller than an empty size, which leaves the user free.
      guard [least.width * scale, least.height * scale].allSatisfy({ $0 >= 0 && $0 <= largestSide }) else {
        throw .invalidSize(width: Double(least.width), height: Double(least.height))
      }
    }

    /// The longest side of a window, in pixels.
    static let largestSide: CGFloat = 32768

    /// Lays the root over the whole window.
    static func stretch(_ layer: CALayer, to size: CGSize, scale: CGFloat) {
      CATransaction.begin()
      CATransaction.setDisableActions(true)
      layer.bounds.size = size
      layer.position = CGPoint(x: size.width * layer.anchorPoint.x, y: size.height * layer.anchorPoint.y)
      layer.contentsScale = scale
      CATransaction.commit()
    }
  }
#endif
