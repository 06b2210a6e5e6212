#if GPU
  import StrataBase
  import StrataCPU
  import StrataFrame
  import StrataRaster

  /// Why the processor draws a frame.
  package enum ProcessorReason: Error, Equatable, Hashable, CustomStringConvertible {
    /// An item of the target reads what is behind it.
    case backdrop
    /// More clip edges are open at once than a program holds.
    case clipEdges
    /// The frame needs more memory than the device has in one buffer.
    case memory
    /// The plan breaks a limit that holds for all backends.
    case limits(String)

    package var description: String {
      switch self {
      case .backdrop: "a layer filters what is behind it"
      case .clipEdges: "more than \(CompositingShader.mostOpenEdges) rounded clips hold each other"
      case .memory: "the frame is too large for the memory of the graphics processor"
      case .limits(let reason): reason
      }
    }
  }

  /// One call of a program, which draws one pass.
  struct PassDispatch {
    /// The pixels of the surface.
    var bounds: PixelRect
    /// The first word of the surface.
    var firstWord: Int
    /// The first words of commands and pieces in the lists.
    var firstCommand: Int
    var firstPiece: Int
    var pieceCount: Int
    /// The premultiplied colour at the start.
    var background: UInt32
    var features: CompositingShader.Features
  }

  /// A frame as the device gets it.
  struct EncodedFrame {
    /// Commands, pieces and their lists.
    var lists: [UInt32] = []
    /// Numbers, pictures and coverage of this frame.
    var values: [UInt32] = []
    /// In order; the last one draws the target.
    var passes: [PassDispatch] = []
    /// The words of all surfaces.
    var surfaceWords = 0
    var commandCount = 0
    /// The number of surfaces and of paints whose pixels the processor computed.
    var drawnSurfaces = 0
    var drawnPaints = 0

    /// Removes everything and keeps the memory.
    mutating func removeAll() {
      lists.removeAll(keepingCapacity: true)
      values.removeAll(keepingCapacity: true)
      passes.removeAll(keepingCapacity: true)
      (surfaceWords, commandCount, drawnSurfaces, drawnPaints) = (0, 0, 0, 0)
    }
  }

  /// Turns plans into passes of commands.
  ///
  /// - Thread: One at a time.
  final class FrameEncoder {
    private let resolver: ItemResolver
    private let pictures: PictureStore
    private let storageBytes: Int
    private var lists = PieceLists()
    private(set) var frame = EncodedFrame()

    init(_ resolver: ItemResolver, _ pictures: PictureStore, storageBytes: Int) {
      (self.resolver, self.pictures, self.storageBytes) = (resolver, pictures, storageBytes)
    }

    /// Encodes a plan into ``frame``.
    func encode(_ plan: DrawPlan) throws(ProcessorReason) {
      frame.removeAll()
      guard !plan.readsBackdrops else { throw .backdrop }
      defer { resolver.end() }
      try limited { () throws(BackendError) in try resolver.begin(plan) }
      let edges = resolver.clipEdges
      var surfaces: [[Int: CommandEncoder.Surface]] = []
      for fragment in plan.fragments.indices {
        var drawn: [Int: CommandEncoder.Surface] = [:]
        for pass in resolver.devicePasses(of: fragment) {
          let bounds = resolver.bounds(ofPass: pass, of: fragment)
          let outer = resolver.clipEdge(aroundPass: pass, of: fragment)
          let encoder = makeEncoder(bounds, [drawn], edges, outer: outer)
          try limited { () throws(BackendError) in
            try resolver.resolve(pass: pass, of: fragment) { encoder.add($0, of: 0) }
          }
          drawn[pass] = try finish(encoder, in: [bounds], background: 0)
        }
        surfaces.append(drawn)
      }
      let encoder = makeEncoder(plan.region.bounds, surfaces, edges, outer: -1)
      try limited { () throws(BackendError) in
        try resolver.resolveTarget(in: plan.region.bounds) { encoder.add($0, of: $1) }
      }
      let background = PremultipliedColor(straight: plan.background).rgba8
      _ = try finish(encoder, in: plan.region.rects, background: background)
      frame.drawnSurfaces = resolver.drawnSurfaces
    }

    private func limited(_ body: () throws(BackendError) -> Void) throws(ProcessorReason) {
      do throws(BackendError) { try body() } catch { throw .limits(error.description) }
    }

    private func makeEncoder(
      _ bounds: PixelRect,
      _ surfaces: [[Int: CommandEncoder.Surface]],
      _ edges: [ResolvedClipEdge],
      outer: Int32
    ) -> CommandEncoder {
      var values: [UInt32] = []
      swap(&values, &frame.values)
      return CommandEncoder(
        bounds: bounds,
        surfaces: surfaces,
        edges: edges,
        outerEdge: outer,
        pictures: pictures,
        values: values
      )
    }

    /// Ends a pass: sorts its commands and gives it a surface.
    private func finish(
      _ encoder: CommandEncoder,
      in region: [PixelRect],
      background: UInt32
    ) throws(ProcessorReason) -> CommandEncoder.Surface {
      encoder.finish()
      swap(&frame.values, &encoder.values)
      frame.drawnPaints += encoder.drawnPaints
      guard !encoder.isTooDeep else { throw .clipEdges }
      let firstCommand = frame.lists.count
      var features: CompositingShader.Features = []
      for command in encoder.commands {
        command.append(to: &frame.lists)
        features.formUnion(command.features)
      }
      frame.commandCount += encoder.commands.count
      let pieces = lists.append(encoder.commands, in: region, to: &frame.lists)
      let bounds = encoder.bounds
      frame.passes.append(
        PassDispatch(
          bounds: bounds,
          firstWord: frame.surfaceWords,
          firstCommand: firstCommand,
          firstPiece: pieces.firstWord,
          pieceCount: pieces.count,
          background: background,
          features: features
        )
      )
      let surface = CommandEncoder.Surface(rect: bounds, firstWord: frame.surfaceWords)
      frame.surfaceWords += bounds.width * bounds.height
      let most = max(frame.surfaceWords, frame.lists.count, frame.values.count)
      guard most * 4 <= storageBytes else { throw .memory }
      return surface
    }
  }

  extension DrawPlan {
    /// True if a planned item reads what is behind it.
    fileprivate var readsBackdrops: Bool {
      fragments.contains { fragment in
        fragment.frame.hasBackdrops
          && plannedItems[fragment.plannedItems].contains { fragment.frame.items[Int($0.item)].isBackdrop }
      }
    }
  }
#endif
