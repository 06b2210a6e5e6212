import CoreGraphics
import Foundation
import ImageIO
import QuartzCore
import StrataCompositor
import StrataRenderServer
import StrataText
import Testing

extension CATransform3D {
  fileprivate var hasNaN: Bool {
    [m11, m12, m13, m14, m21, m22, m23, m24, m31, m32, m33, m34, m41, m42, m43, m44].contains { $0.isNaN }
  }
}

private let hasFonts = TextLayoutEngine.metrics(of: FontDescription(name: "Helvetica", size: 10)).ascent > 0

#if ImageCodecs
  private let hasCodecs = true
#else
  private let hasCodecs = false
#endif

/// A red picture.
private func redImage(_ side: Int) -> CGImage? {
  let context = CGContext(
    data: nil,
    width: side,
    height: side,
    bitsPerComponent: 8,
    bytesPerRow: 0,
    space: CGColorSpaceCreateDeviceRGB(),
    bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
  )
  context?.setFillColor(red)
  context?.fill(CGRect(x: 0, y: 0, width: side, height: side))
  return context?.makeImage()
}

/// Senseless values have defined pictures: what they cannot mean is left out, and everything else stays.
@Suite struct SenselessValueTests {
  /// A green page of 40 by 40 under a layer.
  private func over(_ layer: CALayer) throws -> Shot {
    let page = box(0, 0, 40, 40, green)
    page.addSublayer(layer)
    return try Shot(page, 40, 40)
  }

  private let untouched = [UInt8]([0, 255, 0, 255])

  @Test(
    "Layers without extent paint nothing, enormous ones what is seen of them",
    arguments: [1e9, 1e15, 1e30]
  )
  func sizes(side: CGFloat) throws {
    for size in [CGSize.zero, CGSize(width: 0, height: 30), CGSize(width: 30, height: 0)] {
      let empty = CALayer()
      empty.position = CGPoint(x: 20, y: 20)
      empty.bounds.size = size
      (empty.backgroundColor, empty.borderColor, empty.shadowOpacity) = (red, red, 1)
      (empty.borderWidth, empty.cornerRadius) = (3, 5)
      empty.contents = redImage(4)
      let shot = try over(empty)
      #expect((0..<40).allSatisfy { shot[$0, $0] == untouched })
    }
    let large = CALayer()
    large.bounds.size = CGSize(width: side, height: side)
    large.position = CGPoint(x: 20, y: 20)
    (large.backgroundColor, large.cornerRadius, large.borderWidth) = (red, 10, 2)
    let whole = try over(large)
    if side < 1e10 { #expect(whole[5, 35] == [255, 0, 0, 255]) }
    large.shadowOpacity = 1
    let child = box(side / 2 - 20, side / 2 - 20, 10, 10, blue)
    if side < 1e10 {
      // Its superlayer's origin is a thousand million points away.
      large.addSublayer(child)
      let shot = try over(large)
      #expect(shot[5, 5] == [0, 0, 255, 255] && shot[15, 5] == [255, 0, 0, 255])
    }
  }

  static let senseless: [CATransform3D] = {
    var result: [CATransform3D] = [CATransform3DMakeScale(0, 1, 1), CATransform3DMakeScale(0, 0, 0)]
    result.append(CATransform3DMakeRotation(.pi / 2, 0, 1, 0))
    for value in [CGFloat.nan, .infinity, -.infinity] {
      for path in [\CATransform3D.m11, \.m12, \.m14, \.m34, \.m41, \.m44] {
        var transform = CATransform3DIdentity
        transform[keyPath: path] = value
        if path == \.m34 { transform = CATransform3DConcat(CATransform3DMakeRotation(1, 0, 1, 0), transform) }
        result.append(transform)
      }
    }
    return result
  }()

  @Test(
    "Singular and infinite transforms paint nothing, and those that are no numbers count as none",
    arguments: senseless
  )
  func senselessTransforms(_ transform: CATransform3D) throws {
    let layer = box(10, 10, 20, 20, red)
    layer.addSublayer(box(2, 2, 5, 5, blue))
    layer.transform = transform
    (layer.shadowOpacity, layer.borderWidth) = (0.5, 1)
    let shot = try over(layer)
    if transform.hasNaN {
      layer.transform = CATransform3DIdentity
      #expect(try shot == over(layer))
    } else {
      #expect(try shot == over(CALayer()))
    }
    let parent = box(0, 0, 40, 40)
    parent.sublayerTransform = transform
    parent.addSublayer(box(10, 10, 20, 20, red))
    let below = try over(parent)
    if transform.hasNaN {
      parent.sublayerTransform = CATransform3DIdentity
      #expect(try below == over(parent))
    } else {
      #expect(try below == over(CALayer()))
    }
  }

  @Test("Of a plane that passes the viewer the part before him is drawn")
  func behindTheViewer() throws {
    let root = box(0, 0, 40, 40, green)
    root.sublayerTransform.m34 = -1 / 30
    let plane = box(10, 10, 20, 20, red)
    plane.anchorPoint = CGPoint(x: 0, y: 0.5)
    plane.position = CGPoint(x: 10, y: 20)
    // Its right half comes so near that it lies behind the eye.
    plane.bounds.size.width = 200
    plane.transform = CATransform3DMakeRotation(-1.2, 0, 1, 0)
    root.addSublayer(plane)
    let shot = try Shot(root, 40, 40)
    #expect(shot[5, 20] == untouched && shot[12, 20] == [255, 0, 0, 255])
    // Edges flee from the corner, where the root's anchor is. x along the plane is seen at (10 + x cos 1.2) / w, where
    // w = 1 − x sin 1.2 / 30; for 39.5 that is x = 18.56 and w = 0.4234, and the upper edge lies at 10 / w = 23.62.
    #expect(shot[39, 20] == untouched && shot[39, 24] == [255, 0, 0, 255])
    #expect(close([shot[39, 23][0]], [97]))
    // Wholly behind him nothing is left.
    plane.transform = CATransform3DMakeTranslation(0, 0, 31)
    #expect(try Shot(root, 40, 40).bytes == Shot(box(0, 0, 40, 40, green), 40, 40).bytes)
  }

  @Test(
    "rendering R-10: radii beyond the sides are those of a pill",
    arguments: [11, 1e9, .infinity] as [CGFloat]
  )
  func radii(radius: CGFloat) throws {
    let (pill, large) = (box(5, 10, 30, 20, red), box(5, 10, 30, 20, red))
    (pill.cornerRadius, large.cornerRadius) = (10, radius)
    (pill.masksToBounds, large.masksToBounds) = (true, true)
    #expect(try over(pill).bytes == over(large).bytes)
  }

  @Test("A path of ten thousand segments is filled and stroked")
  func longPaths() throws {
    let path = CGMutablePath()
    for i in 0..<10_000 {
      let angle = CGFloat(i) * 2 * .pi / 10_000
      let point = CGPoint(x: 20 + 15 * cos(angle), y: 20 + 15 * sin(angle))
      if i == 0 { path.move(to: point) } else { path.addLine(to: point) }
    }
    path.closeSubpath()
    let (long, short) = (CAShapeLayer(), CAShapeLayer())
    for (shape, path) in [
      (long, path), (short, CGPath(ellipseIn: CGRect(x: 5, y: 5, width: 30, height: 30), transform: nil)),
    ] {
      (shape.path, shape.fillColor, shape.strokeColor, shape.lineWidth) = (path, red, blue, 2)
    }
    let (a, b) = (try over(long), try over(short))
    // Strokes may lie a twentieth of a pixel off.
    #expect(zip(a.bytes, b.bytes).allSatisfy { abs(Int($0) - Int($1)) <= 16 })
  }

  @Test(
    "Blurs of a negative radius are none",
    arguments: [-1, -1e9, .nan] as [CGFloat]
  )
  func blurs(radius: CGFloat) throws {
    let (plain, blurred) = (box(10, 10, 20, 20, red), box(10, 10, 20, 20, red))
    let blur = CAFilter(type: "gaussianBlur")
    blur.setValue(radius, forKey: "inputRadius")
    // A NaN counts as not given.
    if radius.isNaN { plain.filters = [CAFilter(type: "gaussianBlur")] }
    blurred.filters = [blur]
    #expect(try over(plain).bytes == over(blurred).bytes)
    let (hard, shadow) = (box(5, 5, 10, 10, red), box(5, 5, 10, 10, red))
    for layer in [hard, shadow] {
      (layer.shadowOpacity, layer.shadowOffset) = (1, CGSize(width: 12, height: 12))
    }
    (hard.shadowRadius, shadow.shadowRadius) = (0, radius)
    #expect(try over(hard).bytes == over(shadow).bytes)
  }

  private var largestMemory: Int {
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return usage.ru_maxrss << 10
  }

  @Test("Thousands of groups in each other are drawn, in the memory of a few of them")
  func nestedGroups() throws {
    let side = 400
    let root = box(0, 0, Double(side), Double(side), green)
    var parent = root
    for i in 0..<5000 {
      let group = box(0, 0, Double(side), Double(side))
      switch i % 4 {
      case 0: group.opacity = 0.9999
      case 1: group.shouldRasterize = true
      case 2: group.mask = box(0, 0, Double(side), Double(side), red)
      default: group.masksToBounds = true
      }
      group.addSublayer(box(0, 0, 1, 1, blue))
      parent.addSublayer(group)
      parent = group
    }
    parent.addSublayer(box(100, 100, 200, 200, red))
    let before = largestMemory
    let shot = try Shot(root, side, side)
    // A thousand surfaces of this size are 640 megabytes.
    #expect(largestMemory - before < 400 << 20)
    #expect(shot[50, 350] == untouched)
    #expect(shot[200, 200][0] > 100)
    #expect(shot[200, 200][3] == 255)
  }

  @Test("An image whose file ends in its middle is none, or what was read of it", .enabled(if: hasCodecs))
  func brokenImages() throws {
    let image = try #require(redImage(32))
    for type in ["public.png", "public.jpeg"] {
      let data = NSMutableData()
      let file = try #require(CGImageDestinationCreateWithData(data, type as CFString, 1, nil))
      CGImageDestinationAddImage(file, image, nil)
      #expect(CGImageDestinationFinalize(file))
      for length in stride(from: 0, to: data.length, by: 7) {
        let part = (data as Data).prefix(length)
        let source = CGImageSourceCreateWithData(part as CFData, nil)
        let layer = box(4, 4, 32, 32)
        layer.contents = source.flatMap { CGImageSourceCreateImageAtIndex($0, 0, nil) }
        let shot = try over(layer)
        // Not a hole in what lies below.
        #expect(shot[1, 1] == untouched && shot[20, 20][3] == 255)
        if layer.contents == nil { #expect(shot[20, 20] == untouched) }
      }
    }
  }

  @Test("Texts in fonts that do not exist are drawn in another one", .enabled(if: hasFonts))
  func fonts() throws {
    for font in ["No Such Font", "", String(repeating: "x", count: 100_000)] {
      let text = CATextLayer()
      text.frame = CGRect(x: 0, y: 0, width: 40, height: 40)
      (text.string, text.fontSize, text.font) = ("M", 30, font as CFString)
      text.foregroundColor = red
      let shot = try over(text)
      #expect(shot.bytes != (try over(CALayer()).bytes))
    }
  }
}
