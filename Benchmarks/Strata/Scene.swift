import QuartzCore

/// Layers of 1920 × 1080 points that change in every frame.
struct Scene {
  let name: String
  /// A short description.
  let content: String
  /// The modes in which it is measured.
  var modes = SceneBenchmark.Mode.allCases
  /// True if little of it changes from frame to frame, and `list` draws only that.
  var isSparse = false
  /// True if it is also measured on a screen of 3840 × 2160 pixels.
  var hasFourfold = false
  /// Builds the layers, with images of `scale` pixels per point.
  let stage: (_ scale: Int) -> Stage

  static func all() -> [Scene] { rectangles + images + paths + texts }
}

/// The layers of a scene, and the function that changes them to a frame.
struct Stage {
  let root: CALayer
  let show: (_ frame: Int) -> Void

  /// A white root with as many sublayers as `count`.
  init(_ count: Int, of make: (Int) -> CALayer = { _ in CALayer() }, show: @escaping ([CALayer], Int) -> Void)
  {
    let layers = (0..<count).map(make)
    root = Stage.emptyRoot()
    for layer in layers { root.addSublayer(layer) }
    self.show = { show(layers, $0) }
  }

  static func emptyRoot() -> CALayer {
    let root = CALayer()
    root.anchorPoint = .zero
    root.bounds = CGRect(x: 0, y: 0, width: Numbers.width, height: Numbers.height)
    root.backgroundColor = CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1)
    return root
  }
}

extension CALayer {
  /// A layer of a size whose position is its upper left corner.
  convenience init(width: Int, height: Int, color: CGColor? = nil, image: CGImage? = nil) {
    self.init()
    anchorPoint = .zero
    bounds = CGRect(x: 0, y: 0, width: width, height: height)
    backgroundColor = color
    if let image { contents = image }
  }
}
