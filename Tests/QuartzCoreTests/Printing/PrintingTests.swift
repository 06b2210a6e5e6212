import CoreGraphics
import CoreText
import Foundation
import QuartzCore
import StrataRaster
import StrataRenderServer
import StrataTesting
import Testing

private let side = 160

private func rgb(_ red: CGFloat, _ green: CGFloat, _ blue: CGFloat, _ alpha: CGFloat = 1) -> CGColor {
  CGColor(srgbRed: red, green: green, blue: blue, alpha: alpha)
}

/// A layer as a page, of which user space is prepared.
private func pdf(of layer: CALayer, _ prepare: (CGContext) -> Void = { _ in }) throws -> Data {
  let data = NSMutableData()
  let consumer = try #require(CGDataConsumer(data: data))
  var box = CGRect(x: 0, y: 0, width: side, height: side)
  let context = try #require(CGContext(consumer: consumer, mediaBox: &box, nil))
  context.beginPDFPage(nil)
  prepare(context)
  layer.render(in: context)
  context.closePDF()
  return data as Data
}

/// A layer as an SVG picture.
private func svg(of layer: CALayer) throws -> Data {
  let context = try #require(CGContext(svg: CGRect(x: 0, y: 0, width: side, height: side)))
  layer.render(in: context)
  return try #require(try context.svgData())
}

/// A layer on white, with twice as many pixels as points.
private func picture(of layer: CALayer) throws -> CGImage {
  let width = side * 2
  let context = try #require(
    CGContext(
      data: nil,
      width: width,
      height: width,
      bitsPerComponent: 8,
      bytesPerRow: width * 4,
      space: CGColorSpaceCreateDeviceRGB(),
      bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue
    )
  )
  context.setFillColor(gray: 1, alpha: 1)
  context.fill(CGRect(x: 0, y: 0, width: width, height: width))
  context.scaleBy(x: 2, y: 2)
  layer.render(in: context)
  return try #require(context.makeImage())
}

private func layer(_ frame: CGRect, _ color: CGColor? = nil) -> CALayer {
  let layer = CALayer()
  layer.frame = frame
  layer.backgroundColor = color
  return layer
}

/// A tree of layers that a page shows like the screen does, up to a mean difference of 255 levels.
struct PrintedTree: CustomTestStringConvertible, Sendable {
  let name: String
  var limit = 1.0
  let fill: @Sendable (CALayer) -> Void

  var testDescription: String { name }

  static let all: [PrintedTree] = [
    PrintedTree(name: "backgrounds, borders and corners") { root in
      root.backgroundColor = rgb(0.9, 0.95, 1)
      let card = layer(CGRect(x: 20, y: 20, width: 100, height: 60), rgb(0.2, 0.4, 0.8))
      (card.cornerRadius, card.borderWidth, card.borderColor) = (16, 4, rgb(1, 0.5, 0))
      root.addSublayer(card)
      let cut = layer(CGRect(x: 80, y: 70, width: 60, height: 60), rgb(1, 1, 0.6))
      (cut.cornerRadius, cut.masksToBounds) = (30, true)
      cut.addSublayer(layer(CGRect(x: 0, y: 0, width: 60, height: 30), rgb(0.8, 0, 0.3)))
      cut.transform = CATransform3DMakeRotation(0.4, 0, 0, 1)
      root.addSublayer(cut)
    },
    PrintedTree(name: "shapes") { root in
      let shape = CAShapeLayer()
      let path = CGMutablePath()
      path.addEllipse(in: CGRect(x: 20, y: 20, width: 120, height: 80))
      path.addEllipse(in: CGRect(x: 40, y: 40, width: 80, height: 40))
      (shape.path, shape.fillRule, shape.fillColor) = (path, .evenOdd, rgb(0.1, 0.6, 0.3))
      (shape.strokeColor, shape.lineWidth, shape.lineDashPattern) = (rgb(0, 0, 0.4), 5, [12, 6])
      root.addSublayer(shape)
    },
    PrintedTree(name: "gradients", limit: 2) { root in
      for (index, type) in [CAGradientLayerType.axial, .radial, .conic].enumerated() {
        let gradient = CAGradientLayer()
        gradient.frame = CGRect(x: 5 + index * 52, y: 40, width: 46, height: 90)
        gradient.colors = [rgb(1, 0, 0), rgb(1, 1, 0, 0.4), rgb(0, 0.2, 1)]
        gradient.type = type
        if type != .axial {
          (gradient.startPoint, gradient.endPoint) = (CGPoint(x: 0.5, y: 0.5), CGPoint(x: 1, y: 1))
        }
        gradient.cornerRadius = 12
        root.addSublayer(gradient)
      }
    },
    PrintedTree(name: "opacity groups and blend modes") { root in
      root.backgroundColor = rgb(1, 0.9, 0.6)
      let group = layer(CGRect(x: 20, y: 20, width: 120, height: 120))
      group.opacity = 0.5
      group.addSublayer(layer(CGRect(x: 0, y: 0, width: 80, height: 80), rgb(0, 0, 1)))
      group.addSublayer(layer(CGRect(x: 40, y: 40, width: 80, height: 80), rgb(0, 1, 0)))
      root.addSublayer(group)
      let multiplied = layer(CGRect(x: 60, y: 10, width: 30, height: 140), rgb(0.5, 0.8, 0.9))
      multiplied.compositingFilter = "multiplyBlendMode"
      root.addSublayer(multiplied)
    },
    PrintedTree(name: "glass that ends with a group", limit: 1.5) { root in
      let group = layer(CGRect(x: 20, y: 20, width: 120, height: 120), rgb(0, 0, 0.5))
      group.opacity = 0.9
      let blur = CAFilter(type: "gaussianBlur")
      blur.setValue(20, forKey: "inputRadius")
      let glass = layer(group.bounds)
      (glass.backgroundFilters, glass.masksToBounds) = ([blur], true)
      group.addSublayer(glass)
      root.addSublayer(group)
    },
    PrintedTree(name: "shadows and masks", limit: 1.5) { root in
      let card = layer(CGRect(x: 20, y: 80, width: 60, height: 50), rgb(1, 1, 1))
      (card.cornerRadius, card.shadowOpacity, card.shadowRadius) = (10, 0.8, 6)
      card.shadowOffset = CGSize(width: 4, height: -6)
      root.addSublayer(card)
      let masked = layer(CGRect(x: 90, y: 20, width: 60, height: 120), rgb(0.7, 0, 0.7))
      let mask = CAGradientLayer()
      mask.frame = masked.bounds
      mask.colors = [rgb(0, 0, 0, 0), rgb(0, 0, 0, 1)]
      masked.mask = mask
      root.addSublayer(masked)
      let blurred = layer(CGRect(x: 20, y: 15, width: 50, height: 40))
      blurred.shadowOpacity = 1
      blurred.addSublayer(layer(CGRect(x: 10, y: 10, width: 20, height: 20), rgb(0, 0.7, 0)))
      root.addSublayer(blurred)
    },
    PrintedTree(name: "text") { root in
      let text = CATextLayer()
      text.frame = CGRect(x: 10, y: 40, width: 140, height: 80)
      (text.string, text.fontSize, text.foregroundColor) = ("Vector text on a page", 24, rgb(0.1, 0.1, 0.5))
      text.isWrapped = true
      root.addSublayer(text)
    },
    PrintedTree(name: "pictures", limit: 1.5) { root in
      let buffer = PixelBuffer(width: 8, height: 8, format: .rgba8)
      for y in 0..<8 {
        let row = buffer.row(y).assumingMemoryBound(to: SIMD4<UInt8>.self)
        for x in 0..<8 { row[x] = SIMD4(UInt8(x * 30), UInt8(y * 30), 120, 255) }
      }
      for (index, gravity) in [CALayerContentsGravity.resize, .resizeAspect, .center].enumerated() {
        let holder = layer(CGRect(x: 5 + index * 52, y: 30, width: 46, height: 100), rgb(0.8, 0.8, 0.8))
        holder.contents = CGImage(pixels: buffer)
        (holder.contentsGravity, holder.magnificationFilter) = (gravity, .nearest)
        root.addSublayer(holder)
      }
    },
    PrintedTree(name: "planes in perspective", limit: 1.5) { root in
      var perspective = CATransform3DIdentity
      perspective.m34 = -1 / 300
      root.sublayerTransform = perspective
      let door = layer(CGRect(x: 30, y: 20, width: 100, height: 120), rgb(0.3, 0.6, 0.9))
      (door.borderWidth, door.cornerRadius) = (6, 20)
      door.transform = CATransform3DMakeRotation(0.8, 0, 1, 0)
      root.addSublayer(door)
    },
  ]
}

@Suite struct PrintingTests {
  private func root(_ tree: PrintedTree) -> CALayer {
    let root = layer(CGRect(x: 0, y: 0, width: side, height: side))
    tree.fill(root)
    return root
  }

  @Test(.enabled(if: PrintedPage.canBeSeen), arguments: PrintedTree.all)
  func aPageShowsLayersAsTheScreenDoes(_ tree: PrintedTree) throws {
    let root = root(tree)
    let comparison = try PrintedPage(pdf(of: root)).comparison(with: picture(of: root), name: tree.name)
    #expect(comparison.meanError < tree.limit, "\(tree.name): \(comparison)")
  }

  @Test(.enabled(if: SVGPicture.canBeSeen), arguments: PrintedTree.all)
  func anSVGPictureShowsLayersAsTheScreenDoes(_ tree: PrintedTree) throws {
    let root = root(tree)
    let comparison = try SVGPicture(svg(of: root)).comparison(with: picture(of: root), name: tree.name)
    #expect(comparison.meanError < tree.limit, "\(tree.name): \(comparison)")
  }

  @Test func shapesTextAndGradientsArePrintedWithoutImages() throws {
    for tree in PrintedTree.all
    where ["shapes", "text", "gradients", "backgrounds, borders and corners"].contains(tree.name) {
      let text = String(decoding: try pdf(of: root(tree)).map { $0 < 128 ? $0 : 63 }, as: UTF8.self)
      #expect(!text.contains("/Subtype /Image"), "\(tree.name) is drawn as an image")
      // SVG has no conic gradients.
      guard tree.name != "gradients" else { continue }
      let markup = String(decoding: try svg(of: root(tree)), as: UTF8.self)
      #expect(!markup.contains("<image"), "\(tree.name) is drawn as an image")
    }
  }

  @Test("Shadows fall as layers do, also on pages with a user space of their own, such as those of UIKit")
  func shadowsInASpaceThatIsAdopted() throws {
    let tree = try #require(PrintedTree.all.first { $0.name == "shadows and masks" })
    func page(_ adopts: Bool) throws -> Data {
      try pdf(of: root(tree)) { context in
        context.translateBy(x: 0, y: CGFloat(side))
        context.scaleBy(x: 1, y: -1)
        if adopts { context.adoptUserSpace() }
      }
    }
    let (adopted, plain) = (try page(true), try page(false))
    #expect(adopted == plain)
  }

  @Test func equalTreesMakeEqualPages() throws {
    for tree in PrintedTree.all {
      #expect(try pdf(of: root(tree)) == pdf(of: root(tree)), "\(tree.name)")
      #if ImageCodecs
        #expect(try svg(of: root(tree)) == svg(of: root(tree)), "\(tree.name)")
      #endif
    }
  }

  @Test("A transition through a filter is printed as a picture of both of its pictures")
  func transitionsThroughFilters() throws {
    let root = layer(CGRect(x: 0, y: 0, width: side, height: side), rgb(1, 0, 0))
    let renderer = OfflineRenderer(layer: root, size: root.bounds.size, scale: 2)
    renderer.change(at: 1) {
      CATransaction.setDisableActions(true)
      let curl = CATransition()
      (curl.type, curl.duration) = (CATransitionType(rawValue: "pageCurl"), 1)
      root.backgroundColor = rgb(0, 0, 1)
      root.add(curl, forKey: "curl")
    }
    let data = NSMutableData()
    let consumer = try #require(CGDataConsumer(data: data))
    var box = CGRect(x: 0, y: 0, width: side, height: side)
    let context = try #require(CGContext(consumer: consumer, mediaBox: &box, nil))
    context.beginPDFPage(nil)
    try renderer.draw(at: 1.5, in: box, of: context)
    context.closePDF()
    let text = String(decoding: (data as Data).map { $0 < 128 ? $0 : 63 }, as: UTF8.self)
    let hasPicture = text.contains("/Subtype /Image")
    #expect(hasPicture, "the page has no picture")
    guard PrintedPage.canBeSeen else { return }
    let picture = try renderer.image(at: 1.5)
    let comparison = try PrintedPage(data as Data).comparison(with: picture, name: "page curl")
    #expect(comparison.meanError < 2, "\(comparison)")
  }
}
