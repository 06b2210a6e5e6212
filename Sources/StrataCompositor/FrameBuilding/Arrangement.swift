import CoreGraphics
import Foundation
import StrataBase
import StrataFrame
import StrataRaster
import StrataRenderTree

/// The members of a volume whose order is only known when all of them are drawn: planes cut where they cut each other, and
/// the particles of emitters that keep depth between them (rendering Z-2, Z-3, Z-9).
struct Arrangement {
  private let owner: LayerID
  /// Plane of the flattening layer to the device.
  private let base: Projective
  /// The clip that covers once and holds all of it.
  private let clipEdge: Index<ClipNode>?
  private let members: [VolumeMember]
  /// Where its items begin among the open ones.
  private let start: Int
  /// The open items of each member drawn so far.
  private var ranges: [Range<Int>] = []

  init(
    owner: LayerID,
    base: Projective,
    clipEdge: Index<ClipNode>?,
    members: [VolumeMember],
    start: Int
  ) {
    (self.owner, self.base, self.clipEdge) = (owner, base, clipEdge)
    (self.members, self.start) = (members, start)
  }

  /// Notes that the items of the next member end before an index.
  mutating func endMember(at end: Int) { ranges.append((ranges.last?.upperBound ?? start)..<end) }

  /// A plane, or the part of it inside a polygon.
  private struct Piece {
    /// The index of the plane's member.
    var member: Int
    var plane: PlaneSplitter.Plane?
    var polygon: [RasterPoint]?
  }

  /// Puts the items of planes and particles into painting order, cut where they cut each other.
  func arrange(_ writer: inout FrameWriter) {
    let shown = ranges.indices.filter { !ranges[$0].isEmpty }
    let emitters = shown.filter { members[$0].hasParticles }
    guard shown.count > 1 else { return }
    let pieces = pieces(of: shown.filter { !members[$0].hasParticles }, &writer)
    let drawn = writer.takeItems(from: start)
    guard !emitters.isEmpty else {
      for piece in pieces { add(drawn[items(of: piece.member)], cutBy: piece.polygon, &writer) }
      return
    }
    var between = ParticleGroups(pieces.map { ($0.plane, $0.polygon) })
    for emitter in emitters {
      guard case .particles(_, let isSorted) = members[emitter].content,
        let item = drawn[items(of: emitter)].first, case .particles(let batch) = item.payload
      else { continue }
      let toDevice = writer.frame[item.space].toDevice
      between.add(item, writer.frame[batch], toDevice, order: emitter, isSorted: isSorted)
    }
    if between.gaveUp { writer.note(.planesTooMany(owner)) }
    for place in 0...pieces.count {
      for batch in between.batches(at: place) { Self.add(batch, &writer) }
      guard place < pieces.count else { break }
      add(drawn[items(of: pieces[place].member)], cutBy: pieces[place].polygon, &writer)
    }
  }

  /// The range of a member's items among those of the arrangement.
  private func items(of member: Int) -> Range<Int> {
    (ranges[member].lowerBound - start)..<(ranges[member].upperBound - start)
  }

  /// The planes of some members from back to front, cut where necessary.
  private func pieces(of shown: [Int], _ writer: inout FrameWriter) -> [Piece] {
    var planes = shown.map { plane(of: $0, writer) }
    if shown.allSatisfy({ members[$0].isLevel }) {
      let z = shown.map { members[$0].z }
      let order = shown.indices.sorted { z[$0] == z[$1] ? $0 < $1 : z[$0] < z[$1] }
      return order.map { Piece(member: shown[$0], plane: planes[$0]) }
    }
    let seen = shown.indices.filter { planes[$0] != nil }
    guard seen.count > 1 else {
      return shown.indices.map { Piece(member: shown[$0], plane: planes[$0]) }
    }
    planes = planes.filter { $0 != nil }
    var splitter = PlaneSplitter(planes.compactMap(\.self))
    let fragments = splitter.paintingOrder()
    if splitter.gaveUp { writer.note(.planesTooMany(owner)) }
    return fragments.map {
      Piece(member: shown[seen[$0.plane]], plane: planes[$0.plane], polygon: $0.polygon)
    }
  }

  /// Adds some of the particles that an item shows.
  private static func add(_ part: ParticleGroups.Batch, _ writer: inout FrameWriter) {
    guard !part.bounds.isEmpty, case .particles(let whole) = part.item.payload else { return }
    var item = part.item
    item.boundsInDevice = part.bounds
    if part.particles.particles.count < writer.frame[whole].particles.count {
      item.payload = .particles(writer.append(part.particles))
    }
    writer.append(item)
  }

  /// Adds the items of a plane, or the parts of them inside a polygon.
  private func add(
    _ items: ArraySlice<DisplayItem>,
    cutBy polygon: [RasterPoint]?,
    _ writer: inout FrameWriter
  ) {
    guard let polygon else { return writer.append(items) }
    var cuts = CutClips()
    var clipEdges = ClipEdgeCopies(outer: clipEdge)
    for var item in items {
      let clip = cuts.clip(within: item.clip) {
        Self.addCut(polygon, parent: item.clip, space: item.space, &writer)
      }
      item.boundsInDevice = item.boundsInDevice.intersection(writer.frame[clip].boundsInDevice)
      item.clip = clip
      item.clipEdge = clipEdges.copy(of: item.clipEdge, &writer)
      item.isOpaque = false
      if !item.boundsInDevice.isEmpty { writer.append(item) }
    }
  }

  /// The clips of a piece of a plane, by the clips that the items had before; most planes have one.
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

  /// Copies of the clips that cover once in a piece of a plane: other planes may lie between two pieces, so each piece is
  /// covered by itself.
  private struct ClipEdgeCopies {
    private let outer: Index<ClipNode>?
    private var byNode: [Index<ClipNode>: Index<ClipNode>] = [:]
    private var byName: [UInt64: Index<ClipNode>] = [:]

    init(outer: Index<ClipNode>?) { self.outer = outer }

    mutating func copy(
      of clipEdge: Index<ClipNode>?,
      _ writer: inout FrameWriter
    ) -> Index<ClipNode>? {
      // From the outermost unknown one inwards.
      var path: [Index<ClipNode>] = []
      var next = clipEdge
      while let index = next, index != outer, byNode[index] == nil {
        path.append(index)
        next = writer.frame.clipEdge(of: writer.frame[index].parent)
      }
      for index in path.reversed() {
        var node = writer.frame[index]
        if let name = node.owner, let known = byName[name] {
          byNode[index] = known
          continue
        }
        if let around = writer.frame.clipEdge(of: node.parent), around != outer {
          node.parent = byNode[around]
        }
        let name = node.owner
        node.owner = nil
        let made = writer.append(node, writer.clipCores[index.value])
        byNode[index] = made
        if let name { byName[name] = made }
      }
      return clipEdge.flatMap { $0 == outer ? $0 : byNode[$0] }
    }
  }

  private static func addCut(
    _ polygon: [RasterPoint],
    parent: Index<ClipNode>?,
    space: Index<Space>,
    _ writer: inout FrameWriter
  ) -> Index<ClipNode> {
    var box = PlaneRect(.infinity, .infinity, -.infinity, -.infinity)
    for p in polygon { box = box.union(PlaneRect(p.x, p.y, p.x, p.y)) }
    let limit =
      parent.map { writer.frame[$0].boundsInDevice }
      ?? PixelRect(-(1 << 30), -(1 << 30), 1 << 30, 1 << 30)
    return writer.append(
      ClipNode(
        parent: parent,
        space: space,
        shape: .polygon(polygon),
        boundsInDevice: PixelRect(covering: box, within: limit)
      ),
      ClipCore()
    )
  }

  /// The plane of a member for the splitter: the hull of its items, and its depth over the device.
  private func plane(of member: Int, _ writer: FrameWriter) -> PlaneSplitter.Plane? {
    let m = members[member].matrix
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
    let hull = RasterHull.convex(
      writer.open[ranges[member]].flatMap { corners(of: $0, writer.frame) }
    )
    guard hull.count > 2 else { return nil }
    return PlaneSplitter.Plane(polygon: hull, depth: depth, order: member)
  }

  /// The corners of the area that an item paints, in device pixels.
  private func corners(of item: DisplayItem, _ frame: Frame) -> [RasterPoint] {
    let area = item.boundsInDevice.plane
    let inside = RasterHull.clip(
      frame[item.space].toDevice.polygon(of: item.payload.extent ?? area),
      to: area
    )
    guard item.payload.extent == nil || inside.isEmpty else { return inside }
    return [
      RasterPoint(area.minX, area.minY), RasterPoint(area.maxX, area.minY),
      RasterPoint(area.maxX, area.maxY), RasterPoint(area.minX, area.maxY),
    ]
  }
}

extension Payload {
  /// The rectangle of the plane that the payload paints in; nil if it does not name one.
  var extent: PlaneRect? {
    switch self {
    case .fill(let shape, _), .border(let shape, _, _), .gradient(_, let shape): PlaneRect(shape)
    case .image(_, let placement), .bitmap(_, let placement): placement.target
    case .shadow(let shape, let sigma, _): PlaneRect(shape).inset(-3 * sigma)
    case .path, .particles, .surface, .backdrop: nil
    }
  }
}
