import CoreGraphics
import Foundation
import StrataRenderTree
import Testing

func close(_ a: CGRect, _ b: CGRect, _ tolerance: CGFloat = 0.001) -> Bool {
  abs(a.origin.x - b.origin.x) <= tolerance && abs(a.origin.y - b.origin.y) <= tolerance
    && abs(a.size.width - b.size.width) <= tolerance && abs(a.size.height - b.size.height) <= tolerance
}

func close(_ a: CGPoint, _ b: CGPoint, _ tolerance: CGFloat = 0.001) -> Bool {
  abs(a.x - b.x) <= tolerance && abs(a.y - b.y) <= tolerance
}

func rect(_ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat) -> CGRect {
  CGRect(x: x, y: y, width: width, height: height)
}

func point(_ x: CGFloat, _ y: CGFloat) -> CGPoint { CGPoint(x: x, y: y) }

/// A layer state in one expression.
func layer(
  _ bounds: CGRect = .zero,
  at position: CGPoint = .zero,
  anchor: CGPoint = CGPoint(x: 0.5, y: 0.5),
  _ transform: CATransform3D = CATransform3DIdentity,
  _ change: (inout LayerState) -> Void = { _ in }
) -> LayerState {
  var state = LayerState()
  state.bounds = bounds
  state.position = position
  state.anchorPoint = anchor
  state.transform = transform
  change(&state)
  return state
}

func layer(transform: CATransform3D) -> LayerState { layer(.zero, transform) }

private func S(_ x: CGFloat, _ y: CGFloat) -> CATransform3D { CATransform3DMakeScale(x, y, 1) }
private func Rz(_ a: CGFloat) -> CATransform3D { CATransform3DMakeRotation(a, 0, 0, 1) }

@Suite struct LayerFrameTests {
  struct Read: Sendable {
    let id: String
    let state: LayerState
    let frame: CGRect
  }

  static let reads = [
    Read(id: "E-001", state: layer(rect(0, 0, 120, 80), at: point(100, 100)), frame: rect(40, 60, 120, 80)),
    Read(
      id: "E-006",
      state: layer(rect(0, 0, 100, 50), at: point(200, 300), anchor: point(1, 1)),
      frame: rect(100, 250, 100, 50)
    ),
    Read(
      id: "E-007",
      state: layer(rect(11, 22, 100, 50), at: point(200, 300)),
      frame: rect(150, 275, 100, 50)
    ),
    Read(
      id: "E-008",
      state: layer(rect(0, 0, 100, 50), anchor: point(2, -1)),
      frame: rect(-200, 50, 100, 50)
    ),
    Read(id: "E-009", state: layer(at: point(10, 20)), frame: rect(10, 20, 0, 0)),
    Read(
      id: "E-010",
      state: layer(rect(11, 22, 100, 50), at: point(200, 300), S(2, 4)),
      frame: rect(100, 200, 200, 200)
    ),
    Read(
      id: "E-011",
      state: layer(rect(11, 22, 100, 50), at: point(200, 300), CATransform3DMakeTranslation(10, 20, 0)),
      frame: rect(160, 295, 100, 50)
    ),
    Read(
      id: "E-012",
      state: layer(rect(0, 0, 100, 100), Rz(.pi / 4)),
      frame: rect(-70.7107, -70.7107, 141.4214, 141.4214)
    ),
    Read(
      id: "E-013",
      state: layer(rect(0, 0, 100, 50), at: point(200, 300), Rz(.pi / 2)),
      frame: rect(175, 250, 50, 100)
    ),
    Read(
      id: "E-014",
      state: layer(rect(0, 0, 100, 50), at: point(200, 300), Rz(.pi / 6)),
      frame: rect(144.1987, 253.3494, 111.6025, 93.3013)
    ),
    Read(
      id: "E-015",
      state: layer(rect(0, 0, 100, 50), at: point(200, 300), CATransform3DMakeRotation(.pi / 3, 0, 1, 0)),
      frame: rect(175, 275, 50, 50)
    ),
    Read(
      id: "E-023",
      state: layer(rect(0, 0, 101, 51), at: point(100, 100)),
      frame: rect(49.5, 74.5, 101, 51)
    ),
  ]

  @Test("rendering G-24: the frame is the box around the transformed bounds", arguments: reads)
  func getter(_ example: Read) {
    #expect(close(example.state.frame, example.frame), "\(example.id): \(example.state.frame)")
  }

  struct Write: Sendable {
    let id: String
    let state: LayerState
    let frame: CGRect
    let bounds: CGRect
    let position: CGPoint
  }

  static let writes = [
    Write(
      id: "E-002",
      state: layer(),
      frame: rect(40, 60, 120, 80),
      bounds: rect(0, 0, 120, 80),
      position: point(100, 100)
    ),
    Write(
      id: "E-003",
      state: layer(anchor: .zero),
      frame: rect(40, 60, 120, 80),
      bounds: rect(0, 0, 120, 80),
      position: point(40, 60)
    ),
    Write(
      id: "E-004",
      state: layer(anchor: point(1, 0)),
      frame: rect(40, 60, 120, 80),
      bounds: rect(0, 0, 120, 80),
      position: point(160, 60)
    ),
    Write(
      id: "E-005",
      state: layer(anchor: point(0, 0.5)),
      frame: rect(40, 60, 120, 80),
      bounds: rect(0, 0, 120, 80),
      position: point(40, 100)
    ),
    Write(
      id: "E-016",
      state: layer(transform: S(2, 4)),
      frame: rect(10, 20, 100, 50),
      bounds: rect(0, 0, 50, 12.5),
      position: point(60, 45)
    ),
    Write(
      id: "E-017",
      state: layer(transform: CATransform3DMakeTranslation(10, 20, 0)),
      frame: rect(10, 20, 100, 50),
      bounds: rect(0, 0, 100, 50),
      position: point(50, 25)
    ),
    Write(
      id: "E-018",
      state: layer(rect(11, 22, 5, 5)),
      frame: rect(10, 20, 100, 50),
      bounds: rect(11, 22, 100, 50),
      position: point(60, 45)
    ),
    Write(
      id: "E-019",
      state: layer(),
      frame: CGRect(origin: .zero, size: CGSize(width: -100, height: -50)),
      bounds: rect(0, 0, 100, 50),
      position: point(-50, -25)
    ),
    Write(
      id: "E-021",
      state: layer(transform: Rz(.pi / 2)),
      frame: rect(10, 20, 100, 50),
      bounds: rect(0, 0, 50, 100),
      position: point(60, 45)
    ),
    Write(
      id: "E-024",
      state: layer(.zero, anchor: point(0.25, 0.75), S(2, 2)),
      frame: rect(10, 20, 100, 60),
      bounds: rect(0, 0, 50, 30),
      position: point(35, 65)
    ),
    Write(
      id: "G-27",
      state: layer(transform: S(0, 1)),
      frame: rect(10, 20, 100, 50),
      bounds: rect(0, 0, 100, 50),
      position: point(60, 45)
    ),
    Write(
      id: "G-27",
      state: layer(anchor: point(0, 1), S(0, 0)),
      frame: rect(10, 20, 100, 50),
      bounds: rect(0, 0, 100, 50),
      position: point(10, 70)
    ),
    Write(
      id: "G-27",
      state: layer(rect(3, 4, 0, 0), CATransform3DMakeScale(0.0001, 0.0001, 0.0001)),
      frame: rect(10, 20, 100, 50),
      bounds: rect(3, 4, 100, 50),
      position: point(60, 45)
    ),
    Write(
      id: "G-27",
      state: layer(transform: CATransform3DMakeRotation(.pi / 2, 0, 1, 0)),
      frame: rect(10, 20, 100, 50),
      bounds: rect(0, 0, 100, 50),
      position: point(60, 45)
    ),
    Write(
      id: "G-25",
      state: layer(transform: S(0.001, 0.001)),
      frame: rect(10, 20, 100, 50),
      bounds: rect(0, 0, 100_000, 50_000),
      position: point(60, 45)
    ),
  ]

  @Test("rendering G-25: setting the frame sets the bounds' size and the position", arguments: writes)
  func setter(_ example: Write) {
    var state = example.state
    state.frame = example.frame
    #expect(close(state.bounds, example.bounds), "\(example.id): \(state.bounds)")
    #expect(close(state.position, example.position), "\(example.id): \(state.position)")
  }

  /// Sizes of bounds under six transforms, as measured in UIKit.
  @Test(arguments: [
    (Rz(.pi / 4), CGSize(width: 50, height: 50), CGSize(width: 70.71068, height: 0)),
    (Rz(.pi / 3), CGSize(width: 120, height: 80), CGSize(width: 129.28203, height: 63.92305)),
    (Rz(.pi / 2), CGSize(width: 100, height: 40), CGSize(width: 40, height: 100)),
    (S(2, 3), CGSize(width: 400, height: 300), CGSize(width: 200, height: 100)),
    (
      CATransform3DMakeAffineTransform(CGAffineTransform(a: 1, b: 0, c: 0.5, d: 1, tx: 0, ty: 0)),
      CGSize(width: 100, height: 100), CGSize(width: 50, height: 100)
    ),
    (
      CATransform3DScale(Rz(.pi / 6), 2, 2, 1), CGSize(width: 200, height: 150),
      CGSize(width: 124.10254, height: 14.95191)
    ),
  ])
  func sizesAreTakenBackAsVectors(transform: CATransform3D, asked: CGSize, size: CGSize) {
    // rendering G-25
    var state = layer(transform: transform)
    state.frame = CGRect(origin: .zero, size: asked)
    #expect(abs(state.bounds.width - size.width) < 1e-4, "\(state.bounds)")
    #expect(abs(state.bounds.height - size.height) < 1e-4, "\(state.bounds)")
    #expect(close(middle(state.frame), middle(CGRect(origin: .zero, size: asked))))
  }

  private func middle(_ rect: CGRect) -> CGPoint { point(rect.midX, rect.midY) }

  /// The frame that a view shows after its own frame was set again under a turn, as measured in UIKit.
  @Test("rendering G-25: a turned layer that gets its former frame stays on its middle")
  func turnsKeepTheMiddle() {
    var state = layer()
    state.frame = rect(20, 20, 100, 100)
    let former = state.frame
    state.transform = Rz(0.1)
    #expect(close(state.frame, rect(15.258121, 15.258121, 109.483757, 109.483757), 1e-5))
    state.frame = former
    #expect(close(state.frame, rect(11.063205, 20, 117.873589, 100), 1e-5))
    #expect(state.position == point(70, 70))
  }

  @Test("rendering G-25, G-26: the frame read back has the middle that was set, and is it if it has the size")
  func middlesComeBack() {
    var random = SeededRandom(25)
    var exact = 0
    for _ in 0..<500 {
      let anchor = point(random.number(-0.5, 1.5), random.number(-0.5, 1.5))
      var transform = random.matrix()
      (transform.m14, transform.m34) = (0, 0)
      if random.below(3) == 0 {
        let quarter = Rz(CGFloat(random.below(4)) * .pi / 2)
        transform = CATransform3DScale(quarter, random.number(0.1, 3), random.number(-3, -0.1), 1)
      }
      var state = layer(rect(random.number(-9, 9), 5, 7, 9), anchor: anchor, transform)
      let origin = state.bounds.origin
      let corner = point(random.number(-500, 500), random.number(-500, 500))
      let size = CGSize(width: random.number(0, 300), height: random.number(0, 300))
      let asked = CGRect(origin: corner, size: size)
      state.frame = asked
      let read = state.frame
      #expect(close(middle(read), middle(asked), 1e-6), "\(transform)")
      #expect(state.bounds.origin == origin)
      if close(point(read.width, read.height), point(asked.width, asked.height), 1e-6) {
        exact += 1
        #expect(close(read, asked, 1e-6), "\(transform)")
      }
    }
    #expect(exact > 100 && exact < 400)
  }

  @Test("rendering G-25: without a transform the frame sets the numbers themselves")
  func plainFramesAreExact() {
    var random = SeededRandom(2)
    for _ in 0..<100 {
      let corner = point(random.number(-500, 500), random.number(-500, 500))
      var state = layer(anchor: .zero)
      state.frame = CGRect(origin: corner, size: CGSize(width: random.number(0, 300), height: 0.1))
      #expect(state.position == corner)
    }
    var endless = layer(at: .zero)
    endless.frame = rect(0, 0, .infinity, 10)
    #expect(!endless.position.x.isNaN && endless.position.y == 5)
  }

  @Test("rendering E-022, G-26: under an eighth turn the frame read back has another size")
  func eighthTurn() {
    var state = layer(transform: Rz(.pi / 4))
    state.frame = rect(10, 20, 100, 50)
    #expect(close(state.bounds, rect(0, 0, 106.066, 35.3553)))
    #expect(close(state.frame, rect(10, -5, 100, 100)))
  }

  @Test("rendering G-27: under a transform without inverse the bounds take the size asked for")
  func singular() {
    for transform in [S(0, 1), S(1, 0), S(0, 0)] {
      var state = layer(transform: transform)
      state.frame = rect(10, 20, 100, 50)
      #expect(state.bounds.size == CGSize(width: 100, height: 50))
      #expect(close(middle(state.frame), point(60, 45)))
      state.transform = CATransform3DIdentity
      #expect(close(state.frame, rect(10, 20, 100, 50)))
    }
  }

  @Test("rendering G-27: a squeezed layer whose frame is read and moved keeps its bounds")
  func squeezedLayersMove() {
    for transform in [S(0, 0), S(0.0001, 0.0001), S(1, 0)] {
      var state = layer(rect(0, 0, 100, 50), at: point(60, 45), transform)
      state.frame.origin.x += 8
      #expect(state.bounds.size == CGSize(width: 100, height: 50))
      #expect(close(state.position, point(68, 45)))
    }
  }

  @Test("rendering G-27: a map in metres is scaled, not hidden")
  func mapsInMetres() {
    var state = layer(rect(0, 0, 4e7, 3e7), at: .zero, S(1e-5, 1e-5))
    state.frame = rect(0, 0, 500, 300)
    #expect(close(state.frame, rect(0, 0, 500, 300)))
    #expect(abs(state.bounds.size.width - 5e7) < 1)
  }

  @Test("rendering G-25: a box without end has no middle, and moves by its origin")
  func endlessBoxes() {
    var state = layer(rect(0, 0, 200, 50), at: .zero, CATransform3DIdentity)
    state.transform.m14 = -0.01
    state.frame = rect(10, 20, 200, 50)
    #expect(!state.position.x.isNaN)
    #expect(!state.position.y.isNaN)
  }

  @Test("rendering G-24: flips, depth and the superlayer do not matter to the frame")
  func whatDoesNotCount() {
    let plain = layer(rect(3, 4, 100, 50), at: point(20, 30), S(2, 3))
    var odd = plain
    odd.isGeometryFlipped = true
    odd.zPosition = 40
    odd.anchorPointZ = 7
    odd.contentsScale = 3
    #expect(odd.frame == plain.frame)
  }
}
