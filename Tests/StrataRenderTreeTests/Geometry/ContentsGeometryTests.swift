import CoreGraphics
import Foundation
import StrataRenderTree
import Testing

private func size(_ width: CGFloat, _ height: CGFloat) -> CGSize { CGSize(width: width, height: height) }

private func numbers(_ v: SIMD4<Double>) -> [Double] { [v.x, v.y, v.z, v.w] }

private func cuts(
  image: CGSize,
  showing part: CGRect = rect(0, 0, 1, 1),
  center: CGRect,
  scale: CGFloat = 1,
  bounds: CGRect
) -> (x: NinePartCuts, y: NinePartCuts) {
  let source = ContentsGeometry.source(ofPixels: image, showing: part)
  return NinePartCuts.cuts(source: source, center: center, scale: scale, target: bounds)
}

@Suite struct ContentsGeometryTests {
  struct Gravity: Sendable {
    let id: String
    let gravity: CALayerContentsGravity
    let rect: CGRect
  }

  @Test(
    "rendering C-4, C-5: gravities of contents of 20 by 10 points in bounds of 80 by 60",
    arguments: [
      Gravity(id: "E-220", gravity: .resize, rect: rect(0, 0, 80, 60)),
      Gravity(id: "E-221", gravity: .resizeAspect, rect: rect(0, 10, 80, 40)),
      Gravity(id: "E-222", gravity: .resizeAspectFill, rect: rect(-20, 0, 120, 60)),
      Gravity(id: "E-223", gravity: .center, rect: rect(30, 25, 20, 10)),
      Gravity(id: "E-224", gravity: .top, rect: rect(30, 50, 20, 10)),
      Gravity(id: "E-225", gravity: .bottom, rect: rect(30, 0, 20, 10)),
      Gravity(id: "E-226", gravity: .left, rect: rect(0, 25, 20, 10)),
      Gravity(id: "E-227", gravity: .right, rect: rect(60, 25, 20, 10)),
      Gravity(id: "E-228", gravity: .topLeft, rect: rect(0, 50, 20, 10)),
      Gravity(id: "E-229", gravity: .topRight, rect: rect(60, 50, 20, 10)),
      Gravity(id: "E-230", gravity: .bottomLeft, rect: rect(0, 0, 20, 10)),
      Gravity(id: "E-231", gravity: .bottomRight, rect: rect(60, 0, 20, 10)),
      Gravity(id: "E-232", gravity: CALayerContentsGravity(rawValue: "?"), rect: rect(30, 25, 20, 10)),
    ]
  )
  func gravities(_ example: Gravity) throws {
    let found = try #require(
      ContentsGeometry.rect(of: size(20, 10), in: rect(0, 0, 80, 60), gravity: example.gravity)
    )
    #expect(close(found, example.rect), "\(example.id): \(found)")
  }

  @Test("rendering E-233 to E-240: the size in points follows part and scale (C-2)")
  func sizes() throws {
    func placed(
      _ bounds: CGRect,
      _ pixels: CGSize,
      _ part: CGRect,
      _ scale: CGFloat,
      _ gravity: CALayerContentsGravity
    ) throws -> CGRect {
      let size = ContentsGeometry.size(ofPixels: pixels, showing: part, scale: scale)
      return try #require(ContentsGeometry.rect(of: size, in: bounds, gravity: gravity))
    }
    let half = rect(0.5, 0, 0.5, 1)
    let whole = rect(0, 0, 1, 1)
    #expect(try placed(rect(0, 0, 80, 60), size(20, 10), whole, 2, .center) == rect(35, 27.5, 10, 5))
    #expect(try placed(rect(0, 0, 8, 8), size(4, 4), half, 2, .center) == rect(3.5, 3, 1, 2))
    #expect(try placed(rect(0, 0, 10, 10), size(12, 8), half, 2, .center) == rect(3.5, 3, 3, 4))
    #expect(try placed(rect(5, 7, 80, 60), size(20, 10), whole, 1, .topRight) == rect(65, 57, 20, 10))
    #expect(try placed(rect(0, 0, 10, 10), size(30, 20), whole, 1, .center) == rect(-10, -5, 30, 20))
    #expect(
      try placed(rect(0, 0, 100, 100), size(200, 50), whole, 1, .resizeAspect) == rect(0, 37.5, 100, 25)
    )
    #expect(
      try placed(rect(0, 0, 100, 100), size(200, 50), whole, 1, .resizeAspectFill) == rect(-150, 0, 400, 100)
    )
    #expect(try placed(rect(10, 10, 90, 30), size(30, 30), whole, 1, .resizeAspect) == rect(40, 10, 30, 30))
  }

  @Test("rendering C-7, C-8: nothing is shown of an empty part")
  func empty() {
    let size = ContentsGeometry.size(ofPixels: size(8, 8), showing: rect(0.5, 0.5, 0, 1), scale: 1)
    #expect(ContentsGeometry.rect(of: size, in: rect(0, 0, 10, 10), gravity: .resize) == nil)
  }

  @Test("rendering E-241 to E-246: nine parts (C-9, C-10, C-11)")
  func nineParts() {
    let middle = rect(0.25, 0.25, 0.5, 0.5)
    let a = cuts(image: size(8, 4), showing: rect(0.5, 0, 0.5, 1), center: middle, bounds: rect(0, 0, 8, 8))
    #expect(numbers(a.x.source) == [4, 5, 7, 8] && numbers(a.x.destination) == [0, 1, 7, 8])
    #expect(numbers(a.y.source) == [0, 1, 3, 4] && numbers(a.y.destination) == [0, 1, 7, 8])
    let b = cuts(image: size(8, 8), center: middle, scale: 2, bounds: rect(0, 0, 8, 8))
    #expect(numbers(b.x.source) == [0, 2, 6, 8] && numbers(b.x.destination) == [0, 1, 7, 8])
    let c = cuts(image: size(40, 40), center: middle, bounds: rect(0, 0, 200, 100))
    #expect(numbers(c.x.destination) == [0, 10, 190, 200] && numbers(c.y.destination) == [0, 10, 90, 100])
    let d = cuts(image: size(10, 10), center: rect(0.5, 0.5, 0, 0), bounds: rect(0, 0, 30, 30))
    #expect(numbers(d.x.source) == [0, 4.5, 5.5, 10] && numbers(d.x.destination) == [0, 4.5, 25.5, 30])
    let e = cuts(image: size(40, 40), center: middle, bounds: rect(0, 0, 10, 30))
    #expect(numbers(e.x.destination) == [0, 5, 5, 10])
  }
}
