import QuartzCore
import Testing

// What client code puts into values of type Any, and how it takes them out again.

@Suite struct ValueIdiomTests {
  private func through(_ value: Any?) -> Any? {
    let animation = CABasicAnimation(keyPath: "any")
    animation.fromValue = value
    let keyframe = CAKeyframeAnimation(keyPath: "any")
    keyframe.values = animation.fromValue.map { [$0] }
    animation.toValue = keyframe.values?.first
    animation.byValue = animation.toValue
    return animation.byValue
  }

  private func through(_ value: Any?, _ key: String, of layer: CALayer = CAShapeLayer()) -> Any? {
    layer.setValue(value, forKey: key)
    return layer.value(forKey: key)
  }

  @Test(
    "SC-24, SC-25, SC-28, SC-29, SC-34: numbers of any type come out as any other, from animations and layers"
  )
  func numbers() {
    let keys = [
      "opacity", "shadowOpacity", "shadowRadius", "lineWidth", "lineDashPhase", "strokeStart", "strokeEnd",
    ]
    for value: Any in [CGFloat(0.5), 0.5, Float(0.5), NSNumber(value: 0.5)] {
      for result in [through(value)] + keys.map({ through(value, $0) }) {
        #expect(result as? CGFloat == 0.5, "\(value)")
        #expect(result as? Double == 0.5, "\(value)")
        #expect(result as? Float == 0.5, "\(value)")
        #expect(result as? NSNumber == 0.5)
      }
    }
    for result in [through(3), through(3, "lineWidth")] {
      #expect(result as? Int == 3)
      #expect(result as? CGFloat == 3)
      #expect(result as? Double == 3)
      #expect(result as? Float == 3)
      #expect(result as! CGFloat == 3)
    }
    let parts = [
      "scale", "scale.x", "scale.y", "rotation", "rotation.x", "rotation.y", "rotation.z", "translation.x",
      "translation.y",
    ]
    for part in parts {
      for value: Any in [CGFloat(1), 1.0, Float(1), 1] {
        let layer = CALayer()
        layer.setValue(value, forKeyPath: "transform." + part)
        let result = layer.value(forKeyPath: "transform." + part)
        #expect((result as? CGFloat).map { abs($0 - 1) < 1e-9 } ?? false, "\(part)")
      }
    }
  }

  @Test("SC-28, SC-29: truth comes out as truth and as a number")
  func truth() {
    for value: Any in [true, NSNumber(value: true), 1] {
      for result in [through(value), through(value, "hidden")] {
        #expect(result as? Bool == true, "\(value)")
        #expect(result as? NSNumber == 1, "\(value)")
        #expect(result as? Int == 1, "\(value)")
      }
    }
  }

  @Test("SC-26, SC-34: structures come out of values and the reverse; a point or a size is a translation")
  func structures() {
    let point = CGPoint(x: 3, y: 4)
    for value: Any in [point, NSValue(cgPoint: point)] {
      for result in [through(value)] + ["position", "anchorPoint"].map({ through(value, $0) }) {
        #expect(result as? CGPoint == point && (result as? NSValue)?.cgPointValue == point)
      }
    }
    let size = CGSize(width: 3, height: 4)
    for value: Any in [size, NSValue(cgSize: size)] {
      for result in [through(value), through(value, "shadowOffset")] {
        #expect(result as? CGSize == size && (result as? NSValue)?.cgSizeValue == size)
      }
    }
    let turn = CATransform3DMakeRotation(0.5, 0, 0, 1)
    for value: Any in [turn, NSValue(caTransform3D: turn)] {
      for result in [through(value), through(value, "transform")] {
        #expect(result as? CATransform3D == turn && (result as? NSValue)?.caTransform3DValue == turn)
      }
    }
    for value: Any in [point, size, NSValue(cgSize: size)] {
      let layer = CALayer()
      layer.setValue(value, forKeyPath: "transform.translation")
      #expect(layer.transform.m41 == 3 && layer.transform.m42 == 4)
    }
  }

  @Test("SC-29, SC-37: paths, colours, images, lists and names come out as themselves")
  func objects() throws {
    let path = CGMutablePath()
    path.addRect(CGRect(x: 0, y: 0, width: 4, height: 4))
    for result in [through(path), through(path, "path")] {
      #expect((result as! CGPath).boundingBox.width == 4)
    }
    let color = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    for key in ["fillColor", "strokeColor", "shadowColor"] {
      #expect((through(color, key) as! CGColor) == color)
    }
    #expect((through(color) as! CGColor).components == [1, 0, 0, 1])
    let gradient = CAGradientLayer()
    #expect((through([color, color], "colors", of: gradient) as? [CGColor])?.count == 2)
    #expect((through([color, color]) as? [CGColor])?.count == 2)
    let locations: [CGFloat] = [0, 0.5, 1]
    for result in [through(locations, "locations", of: gradient), through(locations)] {
      #expect(result as? [CGFloat] == locations && result as? [NSNumber] == [0, 0.5, 1])
    }
    let keyframe = CAKeyframeAnimation(keyPath: "locations")
    keyframe.values = [locations, [0, 0.25, 1] as [CGFloat]]
    #expect((keyframe.values?.last as? [CGFloat])?[1] == 0.25)
    let name: String? = nil
    #expect(through(name as Any, "compositingFilter") == nil)
    #expect(through("multiplyBlendMode", "compositingFilter") as? String == "multiplyBlendMode")
    let context = CGContext(
      data: nil,
      width: 2,
      height: 2,
      bitsPerComponent: 8,
      bytesPerRow: 0,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
    )
    let image = try #require(context?.makeImage())
    #expect((through(image, "contents") as! CGImage) === image && (through(image) as! CGImage) === image)
  }
}
