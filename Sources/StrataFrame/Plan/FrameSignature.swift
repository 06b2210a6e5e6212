import CoreGraphics
import StrataBase
import StrataRaster

/// 64-bit signatures of items: items with equal signatures draw the same pixels.
struct FrameSignature {
  private let frame: Frame
  private var passes: [UInt64?] = []

  init(_ frame: Frame) {
    self.frame = frame
    guard frame.passes.count > 1 else { return }
    passes = Array(repeating: nil, count: frame.passes.count)
    // Passes come before their users, so that one round in order suffices.
    for i in frame.passes.indices.dropLast() {
      var digest = Digest()
      digest.mix(frame.passes[i].bounds)
      // Filters of what is behind see beyond the sides on which the surface was cut.
      if frame.hasBackdrops, frame.items(of: frame.passes[i]).contains(where: \.isBackdrop) {
        digest.tag(UInt64(frame.passes[i].cutSides.rawValue))
      }
      for item in frame.items(of: frame.passes[i]) {
        digest.mix(signature(of: item))
        digest.tag(frame.clipEdges(from: item.clipEdge, to: frame.passes[i].clipEdge))
      }
      passes[i] = digest.value
    }
  }

  func signature(of item: DisplayItem) -> UInt64 { signature(of: item, look: look(of: item)) }

  /// The signature of an item whose look is known.
  func signature(of item: DisplayItem, look: UInt64) -> UInt64 {
    place(item.space, item.clip, item.boundsInDevice, item.opacity, look: look)
  }

  /// The signature of the item at an address, whose look is known; nothing else of the item is read.
  @inline(__always)
  func signature(of item: UnsafePointer<DisplayItem>, look: UInt64) -> UInt64 {
    place(
      item.pointee.space,
      item.pointee.clip,
      item.pointee.boundsInDevice,
      item.pointee.opacity,
      look: look
    )
  }

  /// The signature of a surface item without the contents and the extent of the surface.
  func placement(of item: DisplayItem) -> UInt64 {
    place(item.space, item.clip, nil, item.opacity, look: look(of: item, isWhole: false))
  }

  /// The key of the finished surface pixels that an item uses; nil for items without a surface.
  func key(of item: DisplayItem) -> SurfaceKey? {
    switch item.payload {
    case .surface(let pass, nil), .bitmap(let pass, _):
      return passes[pass.value].map { SurfaceKey(signature: $0) }
    case .surface(let pass, let effect?):
      var m = Digest()
      m.mix(passes[pass.value] ?? 0)
      mix(frame[effect], into: &m)
      // The item's bounds limit its shadow.
      m.mix(item.boundsInDevice)
      return SurfaceKey(signature: m.value)
    case .fill, .border, .image, .gradient, .path, .shadow, .particles, .backdrop: return nil
    }
  }

  /// The part of a signature that stays when the item moves or fades: what it paints, and how.
  func look(of item: DisplayItem) -> UInt64 { look(of: item, isWhole: true) }

  private func look(of item: DisplayItem, isWhole: Bool) -> UInt64 {
    var m = Digest()
    let kind =
      UInt64(item.part.rawValue) << 16 | UInt64(item.blend.rawValue) << 8 | UInt64(item.antialiasedEdges)
    m.mix(UInt64(item.layer.index) << 32 | UInt64(item.layer.generation), kind)
    m.mix(item.tint)
    mix(item.payload, into: &m, isWhole: isWhole)
    return m.value
  }

  private func place(
    _ space: Index<Space>,
    _ clip: Index<ClipNode>?,
    _ bounds: PixelRect?,
    _ opacity: Float,
    look: UInt64
  ) -> UInt64 {
    var m = Digest()
    m.mix(look, UInt64(opacity.bitPattern))
    if let bounds { m.mix(bounds) }
    m.mix(frame[space].toDevice)
    var next = clip
    while let clip = next {
      mix(frame[clip], into: &m)
      next = frame[clip].parent
    }
    return m.value
  }

  private func mix(_ clip: ClipNode, into m: inout Digest) {
    m.mix(frame[clip.space].toDevice)
    m.tag(1 + UInt64(clip.antialiasedEdges & 15) * 2 + (clip.coversOnce ? 1 : 0))
    switch clip.shape {
    case .rect(let rect):
      m.tag(1)
      m.mix(rect)
    case .roundedRect(let rect):
      m.tag(2)
      m.mix(rect)
    case .path(let index):
      m.tag(3)
      mix(frame[index], into: &m)
    case .polygon(let points):
      m.tag(UInt64(4 + points.count))
      for p in points { m.mix(p) }
    }
  }

  private func mix(_ payload: Payload, into m: inout Digest, isWhole: Bool) {
    switch payload {
    case .fill(let shape, let color):
      m.tag(1)
      m.mix(shape)
      m.mix(color)
    case .border(let shape, let width, let color):
      m.tag(2)
      m.mix(shape)
      m.mix(width)
      m.mix(color)
    case .image(let index, let placement):
      m.tag(3)
      m.mix(frame[index].image.id)
      m.mix(placement)
    case .gradient(let index, let shape):
      m.tag(4)
      m.mix(shape)
      mix(frame[index], into: &m)
    case .path(let index, let color):
      m.tag(5)
      mix(frame[index], into: &m)
      m.mix(color)
    case .shadow(let shape, let sigma, let color):
      m.tag(6)
      m.mix(shape)
      m.mix(sigma)
      m.mix(color)
    case .particles(let index):
      m.tag(7)
      mix(frame[index], into: &m)
    case .surface(let pass, let effect):
      m.tag(frame[pass].isWide ? 11 : 8)
      if isWhole { m.mix(passes[pass.value] ?? 0) }
      if let effect { mix(frame[effect], into: &m) }
    case .bitmap(let pass, let placement):
      m.tag(9)
      m.mix(passes[pass.value] ?? 0)
      m.mix(placement)
    case .backdrop(let effect):
      m.tag(10)
      mix(frame[effect], into: &m)
    }
  }

  private func mix(_ gradient: GradientResource, into m: inout Digest) {
    m.mix(UInt64(gradient.kind.rawValue))
    m.mix(gradient.start)
    m.mix(gradient.end)
    m.mix(gradient.frame)
    for color in gradient.colors { m.mix(color) }
    for location in gradient.locations { m.mix(location) }
  }

  private func mix(_ batch: ParticleBatch, into m: inout Digest) {
    for sprite in batch.sprites {
      m.mix(frame[sprite.image].image.id)
      m.mix(sprite.source)
      m.tag(sprite.isFlipped ? 1 : 2)
      m.mix(sprite.sampling)
    }
    for p in batch.particles {
      m.mix(p.center)
      m.mix(p.axisX)
      m.mix(p.axisY)
      m.mix(p.color)
      m.mix(UInt64(bitPattern: Int64(p.sprite)))
    }
  }

  private func mix(_ path: PathResource, into m: inout Digest) {
    m.tag(path.rule == .evenOdd ? 1 : 2)
    // An identifier stands for the outline; a path without one is compared by its points.
    guard path.id == 0 else { return m.mix(path.id) }
    for verb in path.outline.verbs { m.mix(UInt64(verb.rawValue)) }
    for p in path.outline.points { m.mix(p) }
  }

  private func mix(_ filter: FilterOp, into m: inout Digest) {
    switch filter {
    case .gaussianBlur(let x, let y):
      m.tag(1)
      m.mix(SIMD2(x, y))
    case .colorMatrix(let numbers):
      m.tag(2)
      for x in numbers { m.mix(x) }
    case .luminanceCurve(let curve, let amount):
      m.tag(3)
      m.mix(curve)
      m.mix(amount)
    case .bloom(let sigma, let intensity):
      m.tag(4)
      m.mix(sigma)
      m.mix(intensity)
    case .pixellate(let toCells):
      m.tag(5)
      m.mix(toCells)
    case .vignette(let toUnit, let intensity):
      m.tag(6)
      m.mix(toUnit)
      m.mix(intensity)
    case .dropShadow(let shadow):
      m.tag(7)
      m.mix(shadow.offset)
      m.mix(shadow.sigma)
      m.mix(shadow.color)
    case .program(let program):
      m.tag(8)
      m.mix(program.identity)
    }
  }

  private func mix(_ step: TransitionStep, into m: inout Digest) {
    m.mix(step.area)
    for pass in [step.old, step.new] { m.mix(pass.flatMap { passes[$0.value] } ?? 0) }
    switch step.op {
    case .sweep(let line):
      m.tag(1)
      for i in 0..<3 { m.mix(line[i]) }
    case .filters(let filters):
      m.tag(2)
      for filter in filters { mix(filter, into: &m) }
    case .program(let program):
      m.tag(3)
      m.mix(program.identity)
    }
  }

  private func mix(_ effect: Effect, into m: inout Digest) {
    m.tag(UInt64(effect.filters.count))
    for filter in effect.filters { mix(filter, into: &m) }
    if let step = effect.transition {
      m.tag(1)
      mix(step, into: &m)
    }
    if let mask = effect.mask {
      m.tag(2)
      m.mix(passes[mask.value] ?? 0)
    }
    if let shadow = effect.shadow {
      m.tag(3)
      m.mix(shadow.sigma)
      m.mix(shadow.offset)
      m.mix(shadow.color)
    }
    m.tag(effect.showsPicture ? 4 : 5)
  }
}

/// A running 64-bit digest, multiply and fold as in wyhash; the same in every process.
private struct Digest {
  var value: UInt64 = 0x243F_6A88_85A3_08D3

  mutating func mix(_ x: UInt64) { mix(x, 0) }

  /// Mixes two words in one step, as each step waits for the one before.
  @inline(__always)
  mutating func mix(_ x: UInt64, _ y: UInt64) {
    let product = (value ^ x).multipliedFullWidth(by: y ^ 0x9E37_79B9_7F4A_7C15)
    value = product.high ^ product.low &+ 0x1319_8A2E_0370_7344
  }

  /// Mixes a small number that distinguishes cases.
  mutating func tag(_ x: UInt64) { mix(x) }
  mutating func mix(_ x: Double) { mix(x.bitPattern) }
  mutating func mix(_ x: Float) { mix(UInt64(x.bitPattern)) }
  mutating func mix(_ text: String) { for byte in text.utf8 { mix(UInt64(byte)) } }
  mutating func mix(_ p: SIMD2<Double>) { mix(p.x.bitPattern, p.y.bitPattern) }
  mutating func mix(_ c: SIMD4<Float>) {
    let words = unsafeBitCast(c, to: SIMD2<UInt64>.self)
    mix(words.x, words.y)
  }
  mutating func mix(_ r: PixelRect) {
    mix(
      UInt64(UInt32(bitPattern: r.minX)) << 32 | UInt64(UInt32(bitPattern: r.minY)),
      UInt64(UInt32(bitPattern: r.maxX)) << 32 | UInt64(UInt32(bitPattern: r.maxY))
    )
  }
  mutating func mix(_ r: PlaneRect) {
    mix(SIMD2(r.minX, r.minY))
    mix(SIMD2(r.maxX, r.maxY))
  }
  mutating func mix(_ r: RoundedRect) {
    mix(SIMD2(r.minX, r.minY))
    mix(SIMD2(r.width, r.height))
    guard !r.hasSquareCorners else { return tag(1) }
    mix(r.minXminY)
    mix(r.maxXminY)
    mix(r.minXmaxY)
    mix(r.maxXmaxY)
    tag(2 + UInt64(r.curve.rawValue))
  }
  mutating func mix(_ m: Projective) {
    mix(SIMD2(m.m11, m.m12))
    mix(SIMD2(m.m21, m.m22))
    mix(SIMD2(m.m31, m.m32))
    guard !m.isAffine else { return tag(1) }
    mix(SIMD2(m.m13, m.m23))
    mix(m.m33)
  }
  mutating func mix(_ s: Sampling) {
    mix(UInt64(s.filter.rawValue) << 2 | (s.repeats ? 2 : 0) | (s.isAlphaOnly ? 1 : 0))
    mix(s.bias)
  }
  mutating func mix(_ p: Placement) {
    mix(p.source)
    mix(p.target)
    tag(p.isFlipped ? 1 : 2)
    mix(p.sampling)
  }
}
