import CoreGraphics
import Foundation
import StrataBase
import StrataRaster
import StrataRenderTree

/// The layers of a volume in painting order, when all of them are drawn: planes cut where they cut each other, and the
/// particles of emitters that keep depth between them (rendering Z-2, Z-3, Z-9).
extension FrameBuilder {
  func capture(_ record: Int32, _ entry: Int) {
    let i = Int(record)
    let from = arrangements[i].ranges.last?.upperBound ?? arrangements[i].start
    arrangements[i].ranges.append(from..<open.count)
  }

  /// A plane of an arrangement, or the part of it inside a polygon.
  private struct Piece {
    /// Which entry it is of.
    var entry: Int
    var plane: PlaneSplitter.Plane?
    var polygon: [RasterPoint]?
  }

  /// Puts the items of planes and particles into painting order, cut where they cut each other.
  func arrange(_ record: Int32) {
    let arrangement = arrangements.removeLast()
    let shown = arrangement.ranges.indices.filter { !arrangement.ranges[$0].isEmpty }
    let particleGroups = shown.filter { arrangement.entries[$0].hasParticles }
    guard shown.count > 1 else { return }
    let pieces = pieces(of: arrangement, shown.filter { !arrangement.entries[$0].hasParticles })
    let drawn = Array(open[arrangement.start...])
    open.removeSubrange(arrangement.start...)
    func items(of entry: Int) -> ArraySlice<DisplayItem> {
      let range = arrangement.ranges[entry]
      return drawn[(range.lowerBound - arrangement.start)..<(range.upperBound - arrangement.start)]
    }
    guard !particleGroups.isEmpty else {
      for piece in pieces { add(items(of: piece.entry), cutBy: piece.polygon, arrangement.clipEdge) }
      return
    }
    var between = ParticleGroups(pieces.map { ($0.plane, $0.polygon) })
    for entry in particleGroups {
      guard case .particles(let record) = arrangement.entries[entry].content,
        let item = items(of: entry).first, case .particles(let batch) = item.payload
      else { continue }
      let isSorted = emitting[Int(record)].emitter.renderMode == .backToFront
      between.add(item, frame[batch], frame[item.space].toDevice, order: entry, isSorted: isSorted)
    }
    if between.gaveUp { note(.planesTooMany(arrangement.owner)) }
    for place in 0...pieces.count {
      for batch in between.batches(at: place) { add(batch.item, batch.particles, batch.bounds) }
      guard place < pieces.count else { break }
      add(items(of: pieces[place].entry), cutBy: pieces[place].polygon, arrangement.clipEdge)
    }
  }

  /// The planes of some entries from back to front, cut where necessary.
  private func pieces(of arrangement: Arrangement, _ shown: [Int]) -> [Piece] {
    func plane(_ entry: Int) -> PlaneSplitter.Plane? {
      self.plane(of: arrangement.entries[entry], arrangement.ranges[entry], arrangement.base, order: entry)
    }
    if shown.allSatisfy({ arrangement.entries[$0].isLevel }) {
      let z = shown.map { arrangement.entries[$0].z }
      let order = shown.indices.sorted { z[$0] == z[$1] ? $0 < $1 : z[$0] < z[$1] }
      return order.map { Piece(entry: shown[$0], plane: plane(shown[$0])) }
    }
    var planes: [PlaneSplitter.Plane] = []
    var owners: [Int] = []
    for entry in shown {
      guard let plane = plane(entry) else { continue }
      planes.append(plane)
      owners.append(entry)
    }
    guard planes.count > 1 else { return shown.map { Piece(entry: $0, plane: plane($0)) } }
    var splitter = PlaneSplitter(planes)
    let fragments = splitter.paintingOrder()
    if splitter.gaveUp { note(.planesTooMany(arrangement.owner)) }
    return fragments.map {
      Piece(entry: owners[$0.plane], plane: planes[$0.plane], polygon: $0.polygon)
    }
  }

  /// Adds the items of a plane, or what of them is inside a polygon.
  private func add(
    _ items: ArraySlice<DisplayItem>,
    cutBy polygon: [RasterPoint]?,
    _ clipEdge: Index<ClipNode>?
  ) {
    guard let polygon else {
      open.append(contentsOf: items)
      return
    }
    var cuts = CutClips()
    var clipEdges = ClipEdgeCopies(outer: clipEdge)
    for var item in items {
      let clip = cuts.clip(within: item.clip) { addCut(polygon, parent: item.clip, space: item.space) }
      item.boundsInDevice = item.boundsInDevice.intersection(frame[clip].boundsInDevice)
      item.clip = clip
      item.clipEdge = copy(of: item.clipEdge, &clipEdges)
      item.isOpaque = false
      if !item.boundsInDevice.isEmpty { open.append(item) }
    }
  }

  /// The clips of a piece of a plane by those that were there before; most planes have one.
  private struct CutClips {
    private var last: (parent: Index<ClipNode>?, clip: Index<ClipNode>)?
    private var others: [Index<ClipNode>?: Index<ClipNode>] = [:]

    mutating func clip(within parent: Index<ClipNode>?, make: () -> Index<ClipNode>) -> Index<ClipNode> {
      if let last, last.parent == parent { return last.clip }
      let clip = others[parent] ?? make()
      if let last { others[last.parent] = last.clip }
      last = (parent, clip)
      return clip
    }
  }

  /// Adds some of the particles that an item shows.
  private func add(_ item: DisplayItem, _ particles: ParticleBatch, _ bounds: PixelRect) {
    guard !bounds.isEmpty, case .particles(let whole) = item.payload else { return }
    var item = item
    item.boundsInDevice = bounds
    if particles.particles.count < frame[whole].particles.count {
      frame.particles.append(particles)
      item.payload = .particles(Index(frame.particles.count - 1))
    }
    open.append(item)
  }

  /// Copies of the clips that cover once in a piece of a plane: other planes may lie between two pieces, so each piece is
  /// covered by itself.
  private struct ClipEdgeCopies {
    let outer: Index<ClipNode>?
    var byNode: [Index<ClipNode>: Index<ClipNode>] = [:]
    var byName: [UInt64: Index<ClipNode>] = [:]
  }

  private func copy(of clipEdge: Index<ClipNode>?, _ copies: inout ClipEdgeCopies) -> Index<ClipNode>? {
    // From the outermost one that is not known in.
    var path: [Index<ClipNode>] = []
    var next = clipEdge
    while let index = next, index != copies.outer, copies.byNode[index] == nil {
      path.append(index)
      next = frame.clipEdge(of: frame[index].parent)
    }
    for index in path.reversed() {
      var node = frame[index]
      if let name = node.owner, let known = copies.byName[name] {
        copies.byNode[index] = known
        continue
      }
      if let around = frame.clipEdge(of: node.parent), around != copies.outer {
        node.parent = copies.byNode[around]
      }
      let name = node.owner
      node.owner = nil
      let made = append(node, clipCores[index.value])
      copies.byNode[index] = made
      if let name { copies.byName[name] = made }
    }
    return clipEdge.flatMap { $0 == copies.outer ? $0 : copies.byNode[$0] }
  }

  private func addCut(
    _ polygon: [RasterPoint],
    parent: Index<ClipNode>?,
    space: Index<Space>
  ) -> Index<ClipNode> {
    var box = PlaneRect(.infinity, .infinity, -.infinity, -.infinity)
    for p in polygon { box = box.union(PlaneRect(p.x, p.y, p.x, p.y)) }
    let limit = parent.map { frame[$0].boundsInDevice } ?? PixelRect(-(1 << 30), -(1 << 30), 1 << 30, 1 << 30)
    return append(
      ClipNode(
        parent: parent,
        space: space,
        shape: .polygon(polygon),
        boundsInDevice: PixelRect(covering: box, within: limit)
      ),
      ClipCore()
    )
  }

  /// What the splitter must know of an entry: the hull of its items, and its depth over the device.
  private func plane(
    of entry: Entry,
    _ range: Range<Int>,
    _ base: Projective,
    order: Int
  ) -> PlaneSplitter.Plane? {
    let m = entry.matrix
    let toDevice = Projective(
      m11: Double(m.m11),
      m12: Double(m.m12),
      m13: Double(m.m14),
      m21: Double(m.m21),
      m22: Double(m.m22),
      m23: Double(m.m24),
      m31: Double(m.m41),
      m32: Double(m.m42),
      m33: Double(m.m44)
    ).concatenating(base)
    guard let back = toDevice.inverted() else { return nil }
    // A device point maps back to (x, y, 1) · k with w = 1, so that z / w is linear in the device's coordinates.
    let z = SIMD3(Double(m.m13), Double(m.m23), Double(m.m43))
    let depth = SIMD3(
      (SIMD3(back.m11, back.m12, back.m13) * z).sum(),
      (SIMD3(back.m21, back.m22, back.m23) * z).sum(),
      (SIMD3(back.m31, back.m32, back.m33) * z).sum()
    )
    guard depth.sum().isFinite else { return nil }
    var points: [RasterPoint] = []
    for item in open[range] {
      let area = item.boundsInDevice.plane
      let inside = RasterHull.clip(
        frame[item.space].toDevice.polygon(of: item.payload.extent ?? area),
        to: area
      )
      if item.payload.extent == nil || inside.isEmpty {
        points += [
          RasterPoint(area.minX, area.minY), RasterPoint(area.maxX, area.minY),
          RasterPoint(area.maxX, area.maxY),
          RasterPoint(area.minX, area.maxY),
        ]
      } else {
        points += inside
      }
    }
    let hull = RasterHull.convex(points)
    guard hull.count > 2 else { return nil }
    return PlaneSplitter.Plane(polygon: hull, depth: depth, order: order)
  }
}

extension Payload {
  /// The rectangle of the plane that the payload paints in, where it says so.
  var extent: PlaneRect? {
    switch self {
    case .fill(let shape, _), .border(let shape, _, _), .gradient(_, let shape): PlaneRect(shape)
    case .image(_, let placement), .bitmap(_, let placement): placement.target
    case .shadow(let shape, let sigma, _): PlaneRect(shape).inset(-3 * sigma)
    case .path, .particles, .surface, .backdrop: nil
    }
  }
}
