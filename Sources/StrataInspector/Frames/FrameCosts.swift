#if Inspector
  import Foundation
  import StrataBase
  import StrataCompositor
  import StrataFrame
  import StrataRenderServer
  import StrataRenderTree

  /// What a picture costs, and why: its surfaces with their reasons, its layers with their items, the time of each phase.
  struct FrameCosts {
    struct Surface: Encodable {
      var reason: String
      var why: String
      var layer: String?
      var name: String?
      var width: Int
      var height: Int
      var items: Int
      var bytes: Int
    }
    struct Layer: Encodable {
      var layer: String
      var name: String?
      var items: Int
      var pixels: Int
      /// Milliseconds to draw the layer's own items alone; nil where that was not measured.
      var time: Double?
    }
    struct Phases: Encodable {
      /// Milliseconds on one thread.
      var evaluate, build, plan, draw: Double
    }
    struct Report: Encodable {
      var phases: Phases
      var surfaces: [Surface]
      var layers: [Layer]
      var cache: String
      var items: Int
      var pixels: Int
      /// Items that opaque ones hide.
      var hiddenItems: Int
      /// Pixels painted for each pixel of the picture.
      var overdraw: Double
      var notes: [String]
    }

    let source: any InspectionSource
    let snapshot: Snapshot
    let viewport: Viewport
    let cache: RasterReport

    /// The most layers and surfaces of one report.
    private static let mostRows = 200
    /// How many layers are drawn alone to measure them.
    private static let measuredLayers = 12

    private func makeFrame() -> Frame {
      FrameBuilder().frame(of: snapshot.tree, at: snapshot.time, viewport: viewport)
    }

    private static func milliseconds<Result>(_ body: () throws -> Result) rethrows -> (Result, Double) {
      let start = MonotonicClock().now
      let result = try body()
      return (result, (MonotonicClock().now - start) * 1000)
    }

    func report() -> Report {
      let (_, evaluating) = Self.milliseconds { evaluateAll() }
      let (frame, building) = Self.milliseconds { makeFrame() }
      let (plan, planning) = Self.milliseconds { DrawPlan(frame) }
      let (_, drawing) = Self.milliseconds { try? DefaultBackend.picture(of: frame) }
      let pixels = frame.items.reduce(0) { $0 + $1.boundsInDevice.pixelCount }
      return Report(
        phases: Phases(
          evaluate: evaluating,
          build: max(0, building - evaluating),
          plan: planning,
          draw: max(0, drawing - planning)
        ),
        surfaces: surfaces(of: frame),
        layers: layers(of: frame),
        cache: cache.description,
        items: frame.items.count,
        pixels: pixels,
        hiddenItems: plan.hidden,
        overdraw: Double(pixels) / Double(max(1, viewport.width * viewport.height)),
        notes: frame.report.notes.map { "\($0)" }
      )
    }

    /// Evaluates each layer of the tree once.
    private func evaluateAll() -> Int {
      guard let root = snapshot.tree.root else { return 0 }
      var (count, pending) = (0, [(root, snapshot.time)])
      while let (id, time) = pending.popLast() {
        guard let moment = snapshot.tree.moment(of: id, parentTime: time) else { continue }
        count += 1
        for child in moment.children { pending.append((child, moment.localTime)) }
      }
      return count
    }

    private func surfaces(of frame: Frame) -> [Surface] {
      var owners: [Int: LayerID] = [:]
      for item in frame.items { frame.forEachPass(readBy: item) { owners[$0.value] = item.layer } }
      let passes = frame.passes.dropLast().enumerated()
      return passes.sorted { $0.element.bounds.pixelCount > $1.element.bounds.pixelCount }.prefix(
        Self.mostRows
      ).map { index, pass in
        let owner = owners[index]
        return Surface(
          reason: "\(pass.reason)",
          why: Self.explanation(of: pass.reason),
          layer: owner?.wire,
          name: owner.flatMap { source.name(of: $0) },
          width: pass.bounds.width,
          height: pass.bounds.height,
          items: pass.items.count,
          bytes: pass.bounds.pixelCount * (pass.isWide ? 8 : 4)
        )
      }
    }

    private static func explanation(of reason: RenderPass.Reason) -> String {
      switch reason {
      case .target: "the picture"
      case .opacity: "its opacity applies to parts that overlap"
      case .effect: "filters, a blend mode, a mask or a shadow of what it paints"
      case .mask: "it is the mask of a layer"
      case .shadow: "the outline that casts its shadow"
      case .bitmap: "it is rasterized (shouldRasterize)"
      case .transition: "a transition or cross-fade runs"
      }
    }

    private func layers(of frame: Frame) -> [Layer] {
      var sums: [LayerID: (items: Int, pixels: Int)] = [:]
      for item in frame.items {
        sums[item.layer, default: (0, 0)].items += 1
        sums[item.layer, default: (0, 0)].pixels += item.boundsInDevice.pixelCount
      }
      let sorted = sums.sorted { ($1.value.pixels, $0.key) < ($0.value.pixels, $1.key) }
      return sorted.prefix(Self.mostRows).enumerated().map { place, entry in
        Layer(
          layer: entry.key.wire,
          name: source.name(of: entry.key),
          items: entry.value.items,
          pixels: entry.value.pixels,
          time: place < Self.measuredLayers ? time(of: entry.key, in: frame) : nil
        )
      }
    }

    /// Milliseconds to draw the items of one layer onto an empty picture; nil if they cannot be drawn alone.
    private func time(of layer: LayerID, in frame: Frame) -> Double? {
      var alone = Frame()
      alone.bounds = frame.bounds
      alone.scale = frame.scale
      (alone.spaces, alone.clips) = (frame.spaces, frame.clips)
      (alone.images, alone.gradients, alone.paths) = (frame.images, frame.gradients, frame.paths)
      alone.particles = frame.particles
      let items = frame.items.filter { $0.layer == layer && $0.payload.drawsItself }
      guard !items.isEmpty else { return nil }
      alone.items = items.map { item in
        var item = item
        // Without the clips around it, which may belong to surfaces that are not drawn.
        (item.clip, item.clipEdge) = (nil, nil)
        return item
      }
      alone.passes = [RenderPass(bounds: frame.bounds, items: 0..<Int32(items.count))]
      let (picture, time) = Self.milliseconds { try? DefaultBackend.picture(of: alone) }
      return picture == nil ? nil : time
    }

    // MARK: Overdraw

    /// A picture of how often each pixel is painted: transparent for once, from blue to red for more.
    func heat() -> (width: Int, height: Int, most: Int, pixels: Data) {
      let (width, height) = (viewport.width, viewport.height)
      let frame = makeFrame()
      // Sums along both axes of the corners of all rectangles.
      var counts = [Int32](repeating: 0, count: (width + 1) * (height + 1))
      let all = PixelRect(0, 0, Int32(width), Int32(height))
      for item in frame.items {
        let rect = item.boundsInDevice.intersection(all)
        guard !rect.isEmpty else { continue }
        let (x0, y0, x1, y1) = (Int(rect.minX), Int(rect.minY), Int(rect.maxX), Int(rect.maxY))
        counts[y0 * (width + 1) + x0] += 1
        counts[y0 * (width + 1) + x1] -= 1
        counts[y1 * (width + 1) + x0] -= 1
        counts[y1 * (width + 1) + x1] += 1
      }
      var pixels = [UInt8](repeating: 0, count: width * height * 4)
      var most = 0
      for y in 0..<height {
        for x in 0..<width {
          let at = y * (width + 1) + x
          if x > 0 { counts[at] += counts[at - 1] }
          if y > 0 { counts[at] += counts[at - width - 1] }
          if x > 0, y > 0 { counts[at] -= counts[at - width - 2] }
          let count = Int(counts[at])
          most = max(most, count)
          guard count > 1 else { continue }
          let color = Self.heatColors[min(count - 2, Self.heatColors.count - 1)]
          for channel in 0..<4 { pixels[(y * width + x) * 4 + channel] = color[channel] }
        }
      }
      return (width, height, most, Data(pixels))
    }

    /// Straight RGBA of pixels that are painted twice, three times and so on: from blue to red.
    private static let heatColors: [SIMD4<UInt8>] = [
      SIMD4(40, 90, 255, 110), SIMD4(0, 190, 120, 130), SIMD4(240, 210, 0, 150), SIMD4(255, 150, 0, 165),
      SIMD4(255, 100, 0, 180), SIMD4(235, 0, 30, 190),
    ]
  }

  extension PixelRect {
    fileprivate var pixelCount: Int { width * height }
  }
#endif
