import QuartzCore

extension Scene {
  /// Scenes of images: moved, stacked, turned and blurred.
  static var images: [Scene] {
    [
      Scene(
        name: "S2",
        content: "2,000 images 48x48, half of them translucent, whole pixels",
        hasFourfold: true
      ) {
        smallImages(offset: 0, scale: $0)
      },
      Scene(name: "S2f", content: "2,000 images 48x48 at +0.37 pixels", hasFourfold: true) {
        smallImages(offset: 0.37, scale: $0)
      },
      Scene(name: "S5", content: "8 translucent 1920x1080 images over each other", hasFourfold: true) {
        scale in
        Stage(8) { i in
          picture(Numbers.width, Numbers.height, i, isOpaque: false, scale: scale)
        } show: { layers, frame in
          for (i, layer) in layers.enumerated() { layer.position = CGPoint(x: (frame + i) % 8, y: 0) }
        }
      },
      Scene(name: "S6", content: "one moving 64x64 image over 2,000 still ones", isSparse: true) { _ in
        oneMoving()
      },
      Scene(name: "S6full", content: "the same, all drawn", modes: [.list]) { _ in oneMoving() },
      // Each in a plane of its own, flattened over those before it, as other renderers draw it.
      Scene(name: "S8", content: "100 images 256x256 turning in perspective, one after the other") { _ in
        let pictures = turnedPictures
        return Stage(100) { i in
          let plane = CALayer(width: Numbers.width, height: Numbers.height)
          plane.addSublayer(pictures[i])
          return plane
        } show: { _, frame in
          for (i, layer) in pictures.enumerated() { turn(layer, i, frame) }
        }
      },
      // All in one space, where planes cut each other.
      Scene(name: "S8cut", content: "100 images 256x256 turning in perspective, in one space") { _ in
        let pictures = turnedPictures
        return Stage(100) { i in
          pictures[i]
        } show: { layers, frame in
          for (i, layer) in layers.enumerated() { turn(layer, i, frame) }
        }
      },
      Scene(name: "S9", content: "20 Gaussian blurs of 400x300 images, sigma 20") { _ in
        let image = Numbers.image(400, 300, 5, isOpaque: true)
        return Stage(20) { _ in
          let layer = CALayer(width: 400, height: 300, image: image)
          let blur = CAFilter(type: "gaussianBlur")
          blur.setValue(20, forKey: "inputRadius")
          layer.filters = [blur]
          return layer
        } show: { layers, frame in
          for (i, layer) in layers.enumerated() {
            layer.position = CGPoint(x: Numbers.x(i, frame, 401), y: Numbers.y(i, frame, 301))
          }
        }
      },
    ]
  }

  private static func smallPictures(scale: Int = 1) -> [CGImage?] {
    (0..<32).map { Numbers.image(48 * scale, 48 * scale, $0, isOpaque: $0 % 2 == 0) }
  }

  private static func smallImages(offset: Double, scale: Int) -> Stage {
    let pictures = smallPictures(scale: scale)
    return Stage(2000) { i in
      CALayer(width: 48, height: 48, image: pictures[i % 32])
    } show: { layers, frame in
      for (i, layer) in layers.enumerated() {
        layer.position = CGPoint(x: Numbers.x(i, frame, 49) + offset, y: Numbers.y(i, frame, 49) + offset)
      }
    }
  }

  private static var turnedPictures: [CALayer] {
    let image = Numbers.image(256, 256, 3, isOpaque: false)
    return (0..<100).map { i in
      let layer = CALayer(width: 256, height: 256, image: image)
      layer.anchorPoint = CGPoint(x: 0.5, y: 0.5)
      layer.position = CGPoint(x: 96 + 192 * (i % 10), y: 54 + 108 * (i / 10))
      return layer
    }
  }

  /// Turns a picture about its vertical axis, seen from a distance of 800.
  private static func turn(_ layer: CALayer, _ i: Int, _ frame: Int) {
    var distance = CATransform3DIdentity
    distance.m34 = -1 / 800
    let turn = CATransform3DMakeRotation(CGFloat(frame) * 0.03 + CGFloat(i) * 0.3, 0, 1, 0)
    layer.transform = CATransform3DConcat(turn, distance)
  }

  private static func oneMoving() -> Stage {
    let pictures = smallPictures()
    return Stage(2001) { i in
      guard i < 2000 else { return picture(64, 64, 3, isOpaque: false) }
      let layer = CALayer(width: 48, height: 48, image: pictures[i % 32])
      layer.position = CGPoint(x: Numbers.x(i, 0, 49), y: Numbers.y(i, 0, 49))
      return layer
    } show: { layers, frame in
      layers[2000].position = CGPoint(x: (frame * 3) % (Numbers.width - 256), y: 500)
    }
  }

  private static func picture(_ width: Int, _ height: Int, _ n: Int, isOpaque: Bool, scale: Int = 1)
    -> CALayer
  {
    let image = Numbers.image(width * scale, height * scale, n, isOpaque: isOpaque)
    return CALayer(width: width, height: height, image: image)
  }
}
