import StrataBase
import StrataCompositor
import StrataFrame
import StrataRaster
import Testing

/// Where particles are painted between planes (rendering Z-3, Z-9).
@Suite struct ParticleOrderTests {
  private static let square = [
    RasterPoint(0, 0), RasterPoint(100, 0), RasterPoint(100, 100), RasterPoint(0, 100),
  ]

  private func plane(_ depth: SIMD3<Double>, order: Int = 0) -> PlaneSplitter.Plane {
    PlaneSplitter.Plane(polygon: RasterHull.convex(Self.square), depth: depth, order: order)
  }

  /// Planes that are in order as they are.
  private func order(of planes: [PlaneSplitter.Plane]) -> ParticleOrder {
    ParticleOrder(planes.map { ($0, nil) })
  }

  private func point(_ x: Double, _ depth: Double, reach: Double = 0) -> ParticleOrder.Point {
    ParticleOrder.Point(center: RasterPoint(x, 50), reach: SIMD2(reach, reach), depth: depth)
  }

  @Test func aParticleIsInFrontOfASlantedPlaneOrBehindItByThePlaneAtItsCentre() {
    // The plane is at the depth x - 50.
    let order = order(of: [plane(SIMD3(1, 0, -50))])
    for (x, depth, place) in [(75.0, 26.0, 1), (75, 24, 0), (25, -24, 1), (25, -26, 0)] {
      #expect(order.places(of: [point(x, depth)], order: 1) == [place], "\(x) \(depth)")
    }
  }

  @Test func aParticleLiesBetweenCrossingPlanes() throws {
    var splitter = PlaneSplitter([plane(.zero, order: 0), plane(SIMD3(1, 0, -50), order: 1)])
    let pieces = splitter.paintingOrder()
    try #require(pieces.map(\.plane) == [1, 0, 1])
    let planes = [plane(.zero, order: 0), plane(SIMD3(1, 0, -50), order: 1)]
    let order = ParticleOrder(pieces.map { (planes[$0.plane], $0.polygon) })
    func place(_ x: Double, _ depth: Double) -> Int { order.places(of: [point(x, depth)], order: 2)[0] }
    // At 75 the level plane is at 0 and the slanted one, painted last there, at 25.
    #expect(place(75, -5) < 2)
    #expect(place(75, 5) == 2)
    #expect(place(75, 30) == 3)
    // At 25 the slanted one is at -25, painted first.
    #expect(place(25, -30) == 0)
    #expect(place(25, -5) == 1)
    #expect(place(25, 5) >= 2)
  }

  @Test func whereDepthsAreEqualTheOrderDecides() {
    let order = order(of: [plane(SIMD3(0, 0, 7), order: 4)])
    for offset in [-0.9, 0, 0.9] {
      let particle = point(50, 7 + offset * PlaneSplitter.tolerance)
      #expect(order.places(of: [particle], order: 3) == [0])
      #expect(order.places(of: [particle], order: 5) == [1])
    }
    #expect(order.places(of: [point(50, 7 - 2 * PlaneSplitter.tolerance)], order: 5) == [0])
    #expect(order.places(of: [point(50, 7 + 2 * PlaneSplitter.tolerance)], order: 3) == [1])
  }

  /// Rendering EM-15: as far as planes allow.
  @Test func particlesStayInTheOrderOfTheirEmitter() {
    let order = order(of: [0, 10, 20].map { plane(SIMD3(0, 0, $0)) })
    func places(_ points: [(Double, Double)]) -> [Int] {
      order.places(of: points.map { point($0.0, $0.1) }, order: 9)
    }
    #expect(places([(50, 5), (50, 15), (50, 5), (50, 25)]) == [1, 2, 1, 3])
    // What lies beside all planes stays behind those after it and in front of those before it.
    #expect(places([(300, 5), (50, 15), (300, 5), (300, -5), (50, 25)]) == [0, 2, 2, 2, 3])
  }

  @Test func whatOnlyTouchesAPlaneIsComparedWithIt() {
    let order = order(of: [plane(.zero)])
    #expect(order.places(of: [point(105, 5, reach: 10)], order: 1) == [1])
    #expect(order.places(of: [point(105, -5, reach: 10)], order: 1) == [0])
    // A plane that holds the centre has the last word.
    let far = PlaneSplitter.Plane(
      polygon: RasterHull.convex(Self.square.map { $0 + RasterPoint(100, 0) }),
      depth: SIMD3(0, 0, 10),
      order: 0
    )
    let both = self.order(of: [far, plane(SIMD3(0, 0, 20))])
    #expect(both.places(of: [point(99, 15, reach: 10)], order: 1) == [1])
    #expect(both.places(of: [point(99, 5, reach: 10)], order: 1) == [0])
  }

  @Test func noNumberBindsNothing() {
    let order = order(of: [plane(.zero)])
    let nowhere = ParticleOrder.Point(center: RasterPoint(.nan, .nan), depth: 0)
    #expect(order.places(of: [nowhere, point(50, 5), nowhere], order: 1) == [0, 1, 1])
    #expect(ParticleOrder([(nil, nil)]).places(of: [point(50, 5)], order: 1) == [0])
  }

  /// The reference compares every particle with every piece.
  @Test(arguments: 0..<200 as Range<UInt64>)
  func everyParticleIsBetweenWhatIsBehindAndWhatIsInFront(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    func number(_ low: Double, _ high: Double) -> Double { low + (high - low) * Double(random.unitFloat()) }
    let planes = (0..<5).map { i in
      let corners = (0..<4).map { _ in RasterPoint(number(0, 100), number(0, 100)) }
      let depth = SIMD3(number(-1, 1), number(-1, 1), number(-50, 50))
      return PlaneSplitter.Plane(polygon: RasterHull.convex(corners), depth: depth, order: i)
    }
    var splitter = PlaneSplitter(planes)
    let pieces = splitter.paintingOrder()
    let order = ParticleOrder(pieces.map { (planes[$0.plane], $0.polygon) })
    let points = (0..<40).map { _ in
      ParticleOrder.Point(
        center: RasterPoint(number(0, 100), number(0, 100)),
        reach: SIMD2(number(0, 20), number(0, 20)),
        depth: number(-60, 60)
      )
    }
    for (point, place) in zip(points, order.places(of: points, order: 5)) {
      for (i, piece) in pieces.enumerated() {
        let plane = planes[piece.plane]
        guard inside(plane.polygon, point.center), piece.polygon.map({ inside($0, point.center) }) ?? true
        else {
          continue
        }
        let difference =
          point.depth - (point.center.x * plane.depth.x + point.center.y * plane.depth.y + plane.depth.z)
        // Slivers too small for a cut are in either order.
        guard abs(difference) > 0.5 else { continue }
        #expect((i < place) == (difference > 0), "\(point) at \(place) and piece \(i)")
      }
    }
  }

  /// True if a point is well inside a convex polygon: on the same side of all edges.
  private func inside(_ polygon: [RasterPoint], _ p: RasterPoint) -> Bool {
    let sides = polygon.indices.map { i in
      let (a, b) = (polygon[i], polygon[(i + 1) % polygon.count])
      let (edge, way) = (b - a, p - a)
      return edge.x * way.y - edge.y * way.x
    }
    return polygon.count > 2 && (sides.allSatisfy { $0 > 1e-6 } || sides.allSatisfy { $0 < -1e-6 })
  }
}
