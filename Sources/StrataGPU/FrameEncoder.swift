#if GPU
  import StrataBase
  import StrataCPU
  import StrataFrame
  import StrataRaster

  /// Why the processor draws a frame.
  package enum ProcessorReason: Error, Equatable, Hashable, CustomStringConvertible {
    /// An item reads what is behind it in a way that the device does not compute.
    case backdrop
    /// More clip edges are open at once than a program holds.
    case clipEdges
    /// The frame needs more memory than the device has in one buffer.
    case memory
    /// The plan breaks a limit that holds for all backends.
    case limits(String)

    package var description: String {
      switch self {
      case .backdrop:
        "a layer filters what is behind it, by other filters than blurs and maps of colours, or within a rounded clip"
      case .clipEdges: "more than \(CompositingShader.mostOpenEdges) rounded clips hold each other"
      case .memory: "the frame is too large for the memory of the graphics processor"
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
      guard plan.hasBackdropsForDevice else { throw .backdrop }
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
      if let reason = encoder.reason { throw reason }
      guard store.fits else { throw .memory }
      return encoder.surface
    }
  }

  extension DrawPlan {
    /// True if a device computes what is behind the planned items that read it.
    fileprivate var hasBackdropsForDevice: Bool {
      fragments.allSatisfy { fragment in
        let frame = fragment.frame
        guard frame.hasBackdrops else { return true }
        return plannedItems[fragment.plannedItems].allSatisfy { planned in
          guard case .backdrop(let effect) = frame.items[Int(planned.item)].payload else { return true }
          return frame[effect].isBackdropForDevice
        }
      }
    }
  }
#endif
