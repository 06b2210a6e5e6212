#if Media
  public import CoreGraphics

  /// Returns the largest rectangle of given proportions that fits into another one, in its middle.
  ///
  /// - Parameters:
  ///   - aspectRatio: The proportions, a width and a height.
  ///   - boundingRect: The rectangle to fill.
  /// - Returns: The rectangle; zero if a side of either is.
  public func AVMakeRect(aspectRatio: CGSize, insideRect boundingRect: CGRect) -> CGRect {
    AVLayerVideoGravity.resizeAspect.place(of: aspectRatio, in: boundingRect)
  }
#endif
