#if GPU
  import StrataBase
  import StrataCPU
  import StrataFrame
  import StrataRaster

  /// Turns the items of one pass into commands.
  ///
  /// - Thread: One at a time.
  final class CommandEncoder {
    /// The pixels of the pass.
    let surface: DeviceSurface
    private var bounds: PixelRect { surface.rect }
    /// Why the device cannot draw the pass; nil if it can.
    private(set) var reason: ProcessorReason?

    let store: FrameStore
    private let region: [PixelRect]
    /// The colour at the start; nil after the first call.
    private var background: UInt32?
    /// Back to front; those since the last call.
    private var commands: [Command] = []
    private let surfaces: [[Int: DeviceSurface]]
    private let edges: [ResolvedClipEdge]
    private let outerEdge: Int32
    private let pictures: PictureStore
    /// The open clip edges, the innermost one last.
    private var openEdges: [Int32] = []
    /// Numbers, pictures and coverage that the commands read.
    var values: [UInt32] {
      _read { yield store.values }
      _modify { yield &store.values }
    }

    /// - Parameters:
    ///   - store: The frame.
    ///   - surface: The pixels of the pass.
    ///   - region: The part that is drawn.
    ///   - background: The premultiplied colour at the start.
    ///   - surfaces: The surfaces of each fragment, by pass.
    ///   - edges: The clip edges of the plan.
    ///   - outerEdge: A clip edge that is applied later to the pass as a whole, or -1.
    ///   - pictures: The pictures that stay on the device.
    init(
      _ store: FrameStore,
      surface: DeviceSurface,
      region: [PixelRect],
      background: UInt32,
      surfaces: [[Int: DeviceSurface]],
      edges: [ResolvedClipEdge],
      outerEdge: Int32,
      pictures: PictureStore
    ) {
      (self.store, self.surface, self.region, self.background) = (store, surface, region, background)
      (self.surfaces, self.edges, self.outerEdge, self.pictures) = (surfaces, edges, outerEdge, pictures)
    }

    /// Adds an item of a fragment.
    func add(_ item: ResolvedItem, of fragment: Int) {
      change(to: item.clipEdge)
      var command = Command(bounds: item.bounds.intersection(bounds), kind: .color)
      guard !command.bounds.isEmpty else { return }
      (command.mode, command.hides) = (item.blend, item.hides)
      switch item.source {
      case .color(let color, let exact):
        (command.color, command.exact) = (color, exact)
        if color == 0, item.blend == .normal { return }
      case .paint(let paint, let alpha):
        guard set(paint, alpha, &command) else { return }
      case .picture(let pixels, let column, let row, let alpha):
        guard alpha > 0 else { return }
        command.kind = .pixels
        set(pixels, column, row, &command, at: item.bounds)
        command.alpha = alpha
      case .shifted(let pixels, let column, let row, let fraction, let alpha):
        guard alpha > 0 else { return }
        command.kind = .shifted
        set(pixels, column, row, &command, at: item.bounds)
        command.numbers = SIMD4(fraction.x, fraction.y, 0, 0)
        command.alpha = alpha
      case .pass(let pass, let effect, let factors):
        guard set(pass, effect, of: fragment, &command, item) else { return }
        set(factors, &command)
      case .backdrop(let filters, let reach): set(backdrop: filters, reach: reach, &command)
      case .surface(let pixels, let factors):
        command.kind = .pixels
        setOnce(pixels, &command, at: item.bounds)
        set(factors, &command)
      }
      put(command, item.shape)
    }

    /// Ends the pass.
    func finish() {
      change(to: -1)
      flush()
    }

    /// Hands the commands so far over.
    private func flush() {
      if !commands.isEmpty || background != nil {
        store.draw(commands, in: region, of: surface, background: background)
      }
      commands.removeAll(keepingCapacity: true)
      background = nil
    }

    // MARK: Sources

    private func set(_ factors: PremultipliedColor, _ command: inout Command) {
      if command.mode == .normal {
        command.color = factors.rgba8
      } else {
        command.exact = factors.channels / 255
      }
    }

    /// Sets a picture whose pixel (column, row) is the first one of a rectangle; it stays on the device.
    private func set(
      _ pixels: PixelBuffer,
      _ column: Int,
      _ row: Int,
      _ command: inout Command,
      at rect: PixelRect
    ) {
      let place = place(of: pixels)
      (command.memory, command.firstWord, command.stride) = (place.memory, place.firstWord, place.stride)
      command.columnOffset = Int32(clamping: column - Int(rect.minX))
      command.rowOffset = Int32(clamping: row - Int(rect.minY))
    }

    /// Sets a picture of this frame alone, whose first pixel is that of a rectangle.
    func setOnce(_ pixels: PixelBuffer, _ command: inout Command, at rect: PixelRect) {
      (command.memory, command.firstWord) = (.values, append(pixels))
      command.stride = UInt32(truncatingIfNeeded: pixels.width)
      (command.columnOffset, command.rowOffset) = (-rect.minX, -rect.minY)
    }

    /// Where a picture's pixels are.
    func place(of pixels: PixelBuffer) -> (memory: Command.Memory, firstWord: UInt32, stride: UInt32) {
      if let word = pictures.place(of: pixels) {
        return (.pictures, UInt32(truncatingIfNeeded: word), UInt32(truncatingIfNeeded: pixels.rowBytes / 4))
      }
      return (.values, append(pixels), UInt32(truncatingIfNeeded: pixels.width))
    }

    /// Appends the pixels to the values of the frame, rows without gaps; returns the first word.
    private func append(_ pixels: PixelBuffer) -> UInt32 {
      let first = UInt32(truncatingIfNeeded: values.count)
      for y in 0..<pixels.height {
        let row = pixels.row(y).assumingMemoryBound(to: UInt32.self)
        values.append(contentsOf: UnsafeBufferPointer(start: row, count: pixels.width))
      }
      return first
    }

    /// Sets a surface of the device after its effect; returns false if none of its pixels is seen.
    ///
    /// In modes that change pixels outside of the source, what lies beside the surface is blended with transparency.
    private func set(
      _ pass: Int,
      _ effect: ResolvedEffect,
      of fragment: Int,
      _ command: inout Command,
      _ item: ResolvedItem
    ) -> Bool {
      let all = command.bounds
      let drawn = surfaces[fragment][pass].flatMap { finished($0, effect, of: fragment, wanted: all) }
      let inside = drawn.map { $0.surface.rect.intersection(all) } ?? .empty
      if command.mode.isUnbounded {
        var around = PixelRegion(all)
        around.subtract(inside)
        for part in around.rects {
          var empty = Command(bounds: part, kind: .color)
          (empty.mode, empty.color) = (command.mode, 0)
          put(empty, item.shape)
        }
      }
      guard let drawn, !inside.isEmpty else { return false }
      command.bounds = inside
      command.kind = .pixels
      command.read(drawn.surface)
      if let mask = drawn.mask { command.mask(by: mask) }
      return true
    }

    /// A surface after its effect, and a mask that is applied when it is read; nil if no pixels are left.
    private func finished(
      _ source: DeviceSurface,
      _ effect: ResolvedEffect,
      of fragment: Int,
      wanted: PixelRect
    ) -> (surface: DeviceSurface, mask: DeviceSurface?)? {
      var result = store.filtered(source, by: effect.filters)
      var mask: DeviceSurface?
      if let pass = effect.mask {
        guard let drawn = surfaces[fragment][pass] else { return nil }
        let part = result.intersection(drawn.rect)
        guard !part.rect.isEmpty else { return nil }
        (result, mask) = (part, drawn)
      }
      guard effect.shadow != nil else { return effect.showsPicture ? (result, mask) : nil }
      if let mask { result = store.masked(result, by: mask) }
      let shown = store.withShadow(result, effect, mask: mask, wanted: wanted)
      return shown.rect.isEmpty ? nil : (shown, nil)
    }

    /// Replaces what is behind by its filtered self.
    ///
    /// All painting before is finished first, which it is not within a clip edge.
    private func set(backdrop filters: [FilterStep], reach: Double, _ command: inout Command) {
      guard openEdges.isEmpty else {
        reason = .backdrop
        return
      }
      flush()
      // Pixels beyond the reach of the filters have no effect.
      let behind = store.filtered(surface.intersection(command.bounds.grown(by: reach + 1)), by: filters)
      command.kind = .pixels
      command.exact = SIMD4(repeating: 1 / 255)
      command.read(behind)
    }

    // MARK: Coverage

    /// Adds a command for each part of a shape.
    private func put(_ command: Command, _ shape: ResolvedItem.Shape) {
      var command = command
      switch shape {
      case .full: commands.append(command)
      case .mask(let mask, let x, let y):
        let layout = mask.layout
        let rect = PixelRect(x, y, x + Int32(layout.width), y + Int32(layout.height))
        command.bounds = command.bounds.intersection(rect)
        guard !command.bounds.isEmpty else { return }
        command.cover = cover(mask, x, y)
        commands.append(command)
      case .coverage(let coverage, let x, let y):
        let area = command.bounds.intersection(coverage.bounds.offset(by: x, y))
        let blocks = CoverageBlocks(coverage, x: x, y: y, area: area)
        blocks.forEach { rect, content in
          var part = command
          part.bounds = rect
          switch content {
          case .empty: return
          case .full: part.cover = .full
          case .bytes: part.cover = blocks.append(rect, to: &values)
          }
          commands.append(part)
        }
      }
    }

    private func cover(_ mask: ShapeMask, _ x: Int32, _ y: Int32) -> Command.Cover {
      let layout = mask.layout
      var bytes = Command.Cover.Bytes(
        memory: .pictures,
        firstWord: 0,
        stride: UInt32(truncatingIfNeeded: layout.stride),
        x: x,
        y: y,
        firstEqual: UInt32(truncatingIfNeeded: layout.firstEqual),
        equalRows: UInt32(truncatingIfNeeded: layout.equalRows)
      )
      if let word = pictures.place(of: mask) {
        bytes.firstWord = UInt32(truncatingIfNeeded: word)
      } else {
        (bytes.memory, bytes.firstWord) = (.values, UInt32(truncatingIfNeeded: values.count))
        let count = (layout.byteCount + 3) / 4
        values.append(contentsOf: repeatElement(0, count: count))
        values.withUnsafeMutableBytes { memory in
          guard let base = memory.baseAddress else { return }
          (base + memory.count - count * 4).copyMemory(from: layout.bytes, byteCount: layout.byteCount)
        }
      }
      return .bytes(bytes)
    }

    // MARK: Clip edges

    /// Closes the clip edges that do not enclose `target`, and opens those that do.
    ///
    /// The steps are those of `ClipEdgeStack`. A clip edge puts its pixels aside when it opens, in a place of the program.
    private func change(to target: Int32) {
      while let last = openEdges.last, !isAround(last, target) { close() }
      let stop = openEdges.last ?? outerEdge
      guard target >= 0, target != stop, target != outerEdge else { return }
      var path = [target]
      var next = edges[Int(target)].outer
      while next >= 0, next != stop, next != outerEdge {
        path.append(next)
        next = edges[Int(next)].outer
      }
      for edge in path.reversed() { open(edge) }
    }

    private func isAround(_ edge: Int32, _ target: Int32) -> Bool {
      var next = target
      while next >= 0, next != outerEdge {
        if next == edge { return true }
        next = edges[Int(next)].outer
      }
      return false
    }

    private func open(_ edge: Int32) {
      if openEdges.count >= CompositingShader.mostOpenEdges { reason = .clipEdges }
      var command = Command(bounds: edges[Int(edge)].box.intersection(bounds), kind: .open)
      command.numbers.x = UInt32(truncatingIfNeeded: openEdges.count)
      openEdges.append(edge)
      if !command.bounds.isEmpty { commands.append(command) }
    }

    private func close() {
      guard let edge = openEdges.popLast().map({ edges[Int($0)] }) else { return }
      let area = edge.box.intersection(bounds)
      let blocks = CoverageBlocks(edge.coverage, x: edge.x, y: edge.y, area: area)
      blocks.forEach { rect, content in
        var command = Command(bounds: rect, kind: .close)
        command.numbers.x = UInt32(truncatingIfNeeded: openEdges.count)
        switch content {
        case .full: return
        case .empty: command.cover = .constant(0)
        case .bytes: command.cover = blocks.append(rect, to: &values)
        }
        commands.append(command)
      }
    }
  }
#endif
