#if GPU
  import StrataBase
  import StrataCPU
  import StrataFrame
  import StrataRaster

  /// Why the processor draws a frame.
  package enum ProcessorReason: Error, Equatable, Hashable, CustomStringConvertible {
    /// The frame needs more memory than the device has in one buffer.
    case memory
    /// A clip edge holds more commands for one part of the picture than the program's loop counts.
    case crowdedEdge
    /// What is behind a layer is combined with it by code.
    case combination
    /// The plan breaks a limit that holds for all backends.
    case limits(String)

    package var description: String {
      switch self {
      case .memory: "the frame is too large for the memory of the graphics processor"
      case .crowdedEdge: "a layer with a round or masked edge holds too much for the graphics processor"
      case .combination: "a layer is combined with what is behind it by a filter that is code"
      case .limits(let reason): reason
      }
    }
  }

  /// Turns plans into calls of programs.
  ///
  /// - Thread: One at a time.
  final class FrameEncoder {
    private let resolver: ItemResolver
    private let pictures: PictureStore
    private let store: FrameStore

    init(_ resolver: ItemResolver, _ pictures: PictureStore, storageBytes: Int) {
      (self.resolver, self.pictures) = (resolver, pictures)
      store = FrameStore(limit: storageBytes / 4)
    }

    /// The frame that was encoded last.
    var frame: EncodedFrame { store.frame }

    /// Encodes a plan into ``frame``.
    func encode(_ plan: DrawPlan) throws(ProcessorReason) {
      store.removeAll()
      guard !plan.combinesByCode else { throw .combination }
      defer { resolver.end() }
      try limited { () throws(BackendError) in try resolver.begin(plan) }
      let edges = resolver.clipEdges
      var surfaces: [[Int: DeviceSurface]] = []
      for fragment in plan.fragments.indices {
        var drawn: [Int: DeviceSurface] = [:]
        for pass in resolver.devicePasses(of: fragment) {
          let bounds = resolver.bounds(ofPass: pass, of: fragment)
          let encoder = CommandEncoder(
            store,
            surface: store.surface(bounds),
            limit: plan.fragments[fragment].frame.passes[pass].limit,
            region: [bounds],
            background: 0,
            surfaces: [drawn],
            edges: edges,
            outerEdge: resolver.clipEdge(aroundPass: pass, of: fragment),
            pictures: pictures
          )
          try limited { () throws(BackendError) in
            try resolver.resolve(pass: pass, of: fragment) { encoder.add($0, of: 0) }
          }
          drawn[pass] = try finish(encoder)
        }
        surfaces.append(drawn)
      }
      let encoder = CommandEncoder(
        store,
        surface: store.surface(plan.region.bounds),
        limit: plan.bounds,
        region: plan.region.rects,
        background: PremultipliedColor(straight: plan.background).rgba8,
        surfaces: surfaces,
        edges: edges,
        outerEdge: -1,
        pictures: pictures
      )
      try limited { () throws(BackendError) in
        try resolver.resolveTarget(in: plan.region.bounds) { encoder.add($0, of: $1) }
      }
      store.finish(target: try finish(encoder), drawnSurfaces: resolver.drawnSurfaces)
    }

    private func limited(_ body: () throws(BackendError) -> Void) throws(ProcessorReason) {
      do throws(BackendError) { try body() } catch { throw .limits(error.description) }
    }

    /// Ends a pass.
    private func finish(_ encoder: CommandEncoder) throws(ProcessorReason) -> DeviceSurface {
      encoder.finish()
      if let obstacle = store.obstacle { throw obstacle }
      return encoder.surface
    }
  }

  extension DrawPlan {
    /// True if an item is combined with what is behind it by code, for which its pixels must be in main memory.
    fileprivate var combinesByCode: Bool {
      fragments.contains { fragment in
        let frame = fragment.frame
        return frame.hasBackdrops
          && frame.items.contains { item in
            guard case .backdrop(let effect) = item.payload else { return false }
            return frame[effect].transition != nil
          }
      }
    }
  }
#endif
