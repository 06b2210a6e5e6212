import CoreGraphics
import CoreImage
import Foundation
import Testing

/// Patterns are those of their wallpaper groups.
///
/// The oracle knows the generators of a group, and the corners of the region that is repeated. It moves a place by all products of
/// the generators: the one image of the place inside the region is what the pattern shows there.
@Suite struct TileGroupTests {
  private static let center = SIMD2(61.5, 57.25)
  private static let width = 22.0
  private static let angle = 0.3

  /// A group, its region counterclockwise, both about the origin.
  struct Pattern: Sendable, CustomTestStringConvertible {
    let name: String
    let region: [SIMD2<Double>]
    let generators: [CGAffineTransform]
    var values: [String: Double] = [:]
    var testDescription: String { name }
  }

  private static let patterns: [Pattern] = {
    let w = width
    let root = 3.0.squareRoot()
    let square = [SIMD2(0, 0), SIMD2(w, 0), SIMD2(w, w), SIMD2(0, w)]
    let triangle = [SIMD2(0, 0), SIMD2(w, 0), SIMD2(w / 2, w * root / 2)]
    let rhomb = [SIMD2(0, 0), SIMD2(w, 0), SIMD2(w + w * cos(1), w * sin(1)), SIMD2(w * cos(1), w * sin(1))]
    let kite = [SIMD2(0, 0), SIMD2(w, 0), SIMD2(w, w / root), SIMD2(w / 2, w * root / 2)]
    let corner = [SIMD2(0, 0), SIMD2(w, 0), SIMD2(w, w)]
    let narrow = [SIMD2(0, 0), SIMD2(w, 0), SIMD2(w, w / root)]
    let middle = SIMD2(w / 2, w * root / 6)
    let centred = triangle.map { $0 - middle }
    return [
      Pattern(name: "CIFourfoldReflectedTile", region: square, generators: mirrors(square)),
      Pattern(
        name: "CIFourfoldRotatedTile",
        region: square,
        generators: [turn(.zero, .pi / 2), turn(SIMD2(w, w), .pi / 2)]
      ),
      Pattern(
        name: "CIFourfoldTranslatedTile",
        region: rhomb,
        generators: [move(rhomb[1]), move(rhomb[3]), move(-rhomb[1]), move(-rhomb[3])],
        values: ["inputAcuteAngle": 1]
      ),
      Pattern(
        name: "CIGlideReflectedTile",
        region: square,
        generators: [
          CGAffineTransform(1, 0, 0, -1, CGFloat(w), CGFloat(w)), move(SIMD2(0, w)), move(SIMD2(0, -w)),
          CGAffineTransform(1, 0, 0, -1, CGFloat(-w), CGFloat(w)),
        ]
      ),
      Pattern(name: "CISixfoldReflectedTile", region: triangle, generators: mirrors(triangle)),
      Pattern(
        name: "CISixfoldRotatedTile",
        region: kite,
        generators: [turn(.zero, .pi / 3), turn(SIMD2(w, 0), .pi)]
      ),
      Pattern(name: "CIEightfoldReflectedTile", region: corner, generators: mirrors(corner)),
      Pattern(name: "CITwelvefoldReflectedTile", region: narrow, generators: mirrors(narrow)),
      Pattern(
        name: "CITriangleTile",
        region: centred,
        generators: (0..<3).map { turn((centred[$0] + centred[($0 + 1) % 3]) / 2, .pi) }
      ),
    ]
  }()

  @Test(arguments: patterns) func eachPlaceShowsItsImageInTheRegion(pattern: Pattern) {
    var values: [String: Any] = [
      "inputCenter": CIVector(x: CGFloat(Self.center.x), y: CGFloat(Self.center.y)),
      "inputAngle": Self.angle, "inputWidth": Self.width,
    ]
    for (key, value) in pattern.values { values[key] = value }
    let rect = CGRect(x: 20, y: 20, width: 90, height: 80)
    let shown = PlacePicture.places(pattern.name, values, rect)
    var checked = 0
    for y in stride(from: 21, to: 99, by: 6) {
      for x in stride(from: 21, to: 109, by: 7) {
        let p = Self.turned(SIMD2(Double(x) + 0.5, Double(y) + 0.5) - Self.center, by: -Self.angle)
        guard let image = Self.image(of: p, pattern) else { continue }
        let expected = Self.center + Self.turned(image.place, by: Self.angle)
        #expect(shown(x, y).map { distance($0, expected) < 0.01 } == true, "\(x) \(y)")
        checked += 1
      }
    }
    #expect(checked > 60)
  }

  /// A mirror for each side of the triangle: colours fade with the number of mirrors on the shortest way.
  @Test func triangleKaleidoscopesFade() {
    let w = Self.width
    let corners = [SIMD2(0, 0), SIMD2(w, 0), SIMD2(w / 2, w * 3.0.squareRoot() / 2)]
    let middle = (corners[0] + corners[1] + corners[2]) / 3
    let region = corners.map { $0 - middle }
    let pattern = Pattern(name: "", region: region, generators: Self.mirrors(region))
    let values: [String: Any] = [
      "inputPoint": CIVector(x: CGFloat(Self.center.x), y: CGFloat(Self.center.y)), "inputSize": w,
      "inputRotation": Self.angle, "inputDecay": 0.75,
    ]
    let rect = CGRect(x: 20, y: 20, width: 90, height: 80)
    let picture = Picture(
      PlacePicture.image.applyingFilter("CITriangleKaleidoscope", parameters: values),
      rect
    )
    var checked = 0
    for y in stride(from: 21, to: 99, by: 7) {
      for x in stride(from: 21, to: 109, by: 8) {
        let p = Self.turned(SIMD2(Double(x) + 0.5, Double(y) + 0.5) - Self.center, by: -Self.angle)
        guard let image = Self.image(of: p, pattern) else { continue }
        checked += 1
        let fade = Float(pow(0.75, Double(image.steps)))
        let pixel = picture[x, y]
        #expect(abs(pixel.z - fade) < 1e-5)
        let place = PlacePicture.place(SIMD4(pixel.x / fade, pixel.y / fade, 1, pixel.w))
        let expected = Self.center + Self.turned(image.place, by: Self.angle)
        #expect(place.map { distance($0, expected) < 0.02 } == true)
      }
    }
    #expect(checked > 60)
  }

  /// Two mirrors at an angle of π / count.
  @Test(arguments: [1, 3, 6, 11]) func kaleidoscopesMirrorAWedge(count: Int) {
    let sector = Double.pi / Double(count)
    let far = [SIMD2(0, 0), SIMD2(900, 0), SIMD2(900 * cos(sector / 2), 900 * sin(sector / 2))]
    let region = far + [SIMD2(900 * cos(sector), 900 * sin(sector))]
    let sides = [region[0], region[1]]
    let pattern = Pattern(
      name: "",
      region: region,
      generators: [
        Self.mirror(sides[0], sides[1]), Self.mirror(region[0], region[3]),
      ]
    )
    let values: [String: Any] = [
      "inputCenter": CIVector(x: CGFloat(Self.center.x), y: CGFloat(Self.center.y)),
      "inputAngle": Self.angle, "inputCount": count,
    ]
    let shown = PlacePicture.places("CIKaleidoscope", values, CGRect(x: 20, y: 20, width: 90, height: 80))
    for y in stride(from: 21, to: 99, by: 9) {
      for x in stride(from: 21, to: 109, by: 9) {
        let p = Self.turned(SIMD2(Double(x) + 0.5, Double(y) + 0.5) - Self.center, by: -Self.angle)
        guard let image = Self.image(of: p, pattern, within: 900) else { continue }
        let expected = Self.center + Self.turned(image.place, by: Self.angle)
        guard (expected.min() > 1 && expected.max() < 127) else { continue }
        #expect(shown(x, y).map { distance($0, expected) < 0.01 } == true)
      }
    }
  }

  /// Parallelograms are squares of the image, sheared; with a right angle the tile is the fourfold one.
  @Test func parallelogramsShearTheImage() {
    var values: [String: Any] = [
      "inputCenter": CIVector(x: 40, y: 40), "inputWidth": 30, "inputAcuteAngle": Double.pi / 4,
    ]
    let rect = CGRect(x: 0, y: 0, width: 120, height: 120)
    let shown = PlacePicture.places("CIParallelogramTile", values, rect)
    // 20 along the base and 12 along the other side, whose direction is (1, 1) / √2.
    let step = 12 / 2.0.squareRoot()
    let (x, y) = (Int(60 + step), Int(40 + step))
    let b = (Double(y) + 0.5 - 40) * 2.0.squareRoot()
    let a = Double(x) + 0.5 - 40 - b / 2.0.squareRoot()
    #expect(shown(x, y).map { distance($0, SIMD2(40 + a, 40 + b)) < 0.01 } == true)
    values["inputAcuteAngle"] = Double.pi / 2
    let first = Picture(PlacePicture.image.applyingFilter("CIParallelogramTile", parameters: values), rect)
    let second = Picture(
      PlacePicture.image.applyingFilter("CIFourfoldReflectedTile", parameters: values),
      rect
    )
    #expect(difference(first, second) < 1e-5)
  }

  @Test func opTilesShowTheirSurroundings() {
    let values: [String: Any] = [
      "inputCenter": CIVector(x: 64, y: 64), "inputWidth": 16, "inputScale": 2, "inputAngle": Double.pi / 2,
    ]
    let rect = CGRect(x: 0, y: 0, width: 128, height: 128)
    let shown = PlacePicture.places("CIOpTile", values, rect)
    // The middle of a tile stays; 3 to the right becomes 6 up.
    #expect(shown(66, 64).map { distance($0, SIMD2(64 - 1, 64 + 5)) < 0.01 } == true)
    #expect(shown(82, 64).map { distance($0, SIMD2(80 - 1, 64 + 5)) < 0.01 } == true)
    var same = values
    (same["inputScale"], same["inputAngle"]) = (1, 0)
    let picture = Picture(PlacePicture.image.applyingFilter("CIOpTile", parameters: same), rect)
    #expect(difference(picture, Picture(PlacePicture.image)) < 1e-5)
  }
}

// MARK: Groups

extension TileGroupTests {
  private static func turned(_ p: SIMD2<Double>, by angle: Double) -> SIMD2<Double> {
    SIMD2(p.x * cos(angle) - p.y * sin(angle), p.x * sin(angle) + p.y * cos(angle))
  }

  private static func move(_ by: SIMD2<Double>) -> CGAffineTransform {
    CGAffineTransform(translationX: CGFloat(by.x), y: CGFloat(by.y))
  }

  private static func turn(_ about: SIMD2<Double>, _ angle: Double) -> CGAffineTransform {
    move(-about).concatenating(CGAffineTransform(rotationAngle: CGFloat(angle))).concatenating(move(about))
  }

  /// The reflection in the line through two points.
  private static func mirror(_ a: SIMD2<Double>, _ b: SIMD2<Double>) -> CGAffineTransform {
    let angle = 2 * atan2(b.y - a.y, b.x - a.x)
    let (c, s) = (CGFloat(cos(angle)), CGFloat(sin(angle)))
    return move(-a).concatenating(CGAffineTransform(c, s, s, -c, 0, 0)).concatenating(move(a))
  }

  private static func mirrors(_ region: [SIMD2<Double>]) -> [CGAffineTransform] {
    region.indices.map { mirror(region[$0], region[($0 + 1) % region.count]) }
  }

  /// The image of a place inside of the region, and the least number of generators that lead to it; nil near an edge.
  private static func image(of place: SIMD2<Double>, _ pattern: Pattern, within radius: Double = 140)
    -> (place: SIMD2<Double>, steps: Int)?
  {
    func isInside(_ p: SIMD2<Double>) -> Bool {
      pattern.region.indices.allSatisfy { i in
        let (a, b) = (pattern.region[i], pattern.region[(i + 1) % pattern.region.count])
        let (line, d) = (b - a, p - a)
        return (line.x * d.y - line.y * d.x) / distance(a, b) > 0.05
      }
    }
    var seen: Set<SIMD2<Int>> = []
    var front = [place]
    var steps = 0
    while !front.isEmpty {
      var next: [SIMD2<Double>] = []
      for p in front {
        if isInside(p) { return (p, steps) }
        let moved = pattern.generators.map { CGPoint(x: p.x, y: p.y).applying($0) }
        for q in moved where hypot(q.x, q.y) < CGFloat(radius) {
          let key = SIMD2(Int((q.x * 1000).rounded()), Int((q.y * 1000).rounded()))
          if seen.insert(key).inserted { next.append(SIMD2(Double(q.x), Double(q.y))) }
        }
      }
      front = next
      steps += 1
    }
    return nil
  }
}
