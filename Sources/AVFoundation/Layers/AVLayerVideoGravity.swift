#if Media
  import CoreGraphics
  import QuartzCore

  /// How a picture is fitted into a layer.
  public struct AVLayerVideoGravity: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Creates a gravity of its name; an unknown one is taken for ``resizeAspect``.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The picture is stretched to the bounds.
    public static let resize = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResize")
    /// All of the picture is seen, in its proportions.
    public static let resizeAspect = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspect")
    /// The picture fills the bounds, in its proportions; what goes beyond is cut off.
    public static let resizeAspectFill = AVLayerVideoGravity(rawValue: "AVLayerVideoGravityResizeAspectFill")

    /// The same for contents.
    var contentsGravity: CALayerContentsGravity {
      switch self {
      case .resize: .resize
      case .resizeAspectFill: .resizeAspectFill
      default: .resizeAspect
      }
    }

    /// The gravity of contents.
    init(_ gravity: CALayerContentsGravity) {
      self =
        switch gravity {
        case .resize: .resize
        case .resizeAspectFill: .resizeAspectFill
        default: .resizeAspect
        }
    }

    /// The place of a picture of a size in bounds; empty without a size.
    func place(of size: CGSize, in bounds: CGRect) -> CGRect {
      guard size.width > 0, size.height > 0, !bounds.isEmpty else { return .zero }
      let (x, y) = (bounds.width / size.width, bounds.height / size.height)
      let scale =
        switch self {
        case .resize: CGSize(width: x, height: y)
        case .resizeAspectFill: CGSize(width: max(x, y), height: max(x, y))
        default: CGSize(width: min(x, y), height: min(x, y))
        }
      let (width, height) = (size.width * scale.width, size.height * scale.height)
      return CGRect(x: bounds.midX - width / 2, y: bounds.midY - height / 2, width: width, height: height)
    }
  }

  extension CALayer {
    /// The gravity of pictures that the layer shows, which is that of its contents.
    var pictureGravity: AVLayerVideoGravity {
      get { AVLayerVideoGravity(contentsGravity) }
      set {
        contentsGravity = newValue.contentsGravity
        // What goes beyond the bounds is cut off.
        if newValue == .resizeAspectFill { masksToBounds = true }
      }
    }
  }
#endif
