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
    /// Where the pass was cut (see `RenderPass`).
    private let limit: PixelRect
    var bounds: PixelRect { surface.rect }
    let store: FrameStore
    private let region: [PixelRect]
    /// The colour at the start; nil after the first call.
    private var background: UInt32?
    /// Back to front; those since the last call.
    var commands: [Command] = []
    private let surfaces: [[Int: DeviceSurface]]
    let edges: [ResolvedClipEdge]
    let outerEdge: Int32
    private let pictures: PictureStore
    /// The open clip edges, the innermost one last.
    var openEdges: [OpenEdge] = []
    /// Numbers, pictures and coverage that the commands read.
    var values: [UInt32] {
      _read { yield store.values }
      _modify { yield &store.values }
    }

    /// - Parameters:
    ///   - store: The frame.
    ///   - surface: The pixels of the pass.
    ///   - limit: Where the pass was cut.
    ///   - region: The part that is drawn.
    ///   - background: The premultiplied colour at the start.
    ///   - surfaces: The surfaces of each fragment, by pass.
    ///   - edges: The clip edges of the plan.
    ///   - outerEdge: A clip edge that is applied later to the pass as a whole, or -1.
    ///   - pictures: The pictures that stay on the device.
    init(
      _ store: FrameStore,
      surface: DeviceSurface,
      limit: PixelRect,
      region: [PixelRect],
      background: UInt32,
      surfaces: [[Int: DeviceSurface]],
      edges: [ResolvedClipEdge],
      outerEdge: Int32,
      pictures: PictureStore
    ) {
      (self.store, self.surface, self.limit) = (store, surface, limit)
      (self.region, self.background) = (region, background)
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
      case .backdrop(let effect): set(backdrop: effect, &command)
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
    func flush() { flush(commands.count) }

    /// Hands the first commands over.
    func flush(_ count: Int) {
      if count > 0 || background != nil {
        store.draw(commands[..<count], in: region, of: surface, background: background)
      }
      commands.removeFirst(count)
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
      if let word = pictures.place(of: pixels) {
        (command.memory, command.firstWord) = (.pictures, UInt32(truncatingIfNeeded: word))
        command.stride = UInt32(truncatingIfNeeded: pixels.rowBytes / 4)
        command.columnOffset = Int32(clamping: column - Int(rect.minX))
        command.rowOffset = Int32(clamping: row - Int(rect.minY))
        return
      }
      // The pixels that are seen, and for those between pixels the neighbours to the right and below.
      let area = command.bounds
      let (left, top) = (column + Int(area.minX - rect.minX), row + Int(area.minY - rect.minY))
      let part = PixelRect(
        Int32(clamping: left),
        Int32(clamping: top),
        Int32(clamping: min(left + area.width + 1, pixels.width)),
        Int32(clamping: min(top + area.height + 1, pixels.height))
      )
      (command.memory, command.firstWord) = (.values, append(pixels, part))
      command.stride = UInt32(truncatingIfNeeded: part.width)
      (command.columnOffset, command.rowOffset) = (-area.minX, -area.minY)
    }

    /// Sets a picture of this frame alone, whose first pixel is that of a rectangle.
    func setOnce(_ pixels: PixelBuffer, _ command: inout Command, at rect: PixelRect) {
      let all = PixelRect(0, 0, Int32(clamping: pixels.width), Int32(clamping: pixels.height))
      (command.memory, command.firstWord) = (.values, append(pixels, all))
      command.stride = UInt32(truncatingIfNeeded: pixels.width)
      (command.columnOffset, command.rowOffset) = (-rect.minX, -rect.minY)
    }

    /// Where a picture's pixels are, which may be seen more than once; nil if there is no place for so many.
    func place(of pixels: PixelBuffer, seen: Int)
      -> (memory: Command.Memory, firstWord: UInt32, stride: UInt32)?
    {
      if let word = pictures.place(of: pixels) {
        return (.pictures, UInt32(truncatingIfNeeded: word), UInt32(truncatingIfNeeded: pixels.rowBytes / 4))
      }
      let all = PixelRect(0, 0, Int32(clamping: pixels.width), Int32(clamping: pixels.height))
      // A large picture of which few pixels are seen would take the place of others in vain.
      guard all.width * all.height <= 4 * max(seen, 1024) else { return nil }
      return (.values, append(pixels, all), UInt32(truncatingIfNeeded: all.width))
    }

    /// Appends a part of a picture to the values of the frame, rows without gaps; returns the first word.
    private func append(_ pixels: PixelBuffer, _ part: PixelRect) -> UInt32 {
      pixels.fetch()
      let first = UInt32(truncatingIfNeeded: values.count)
      guard !part.isEmpty, store.hasRoom(forValues: part.width * part.height) else { return first }
      for y in part.minY..<part.maxY {
        let row = pixels.row(Int(y)).assumingMemoryBound(to: UInt32.self) + Int(part.minX)
        values.append(contentsOf: UnsafeBufferPointer(start: row, count: part.width))
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
    private func set(backdrop effect: Effect, _ command: inout Command) {
      putEdgesAside()
      flush()
      let area = BackdropArea(behind: command.bounds, effect, in: bounds, cutTo: limit)
      var behind = surface.intersection(area.known)
      if !openEdges.isEmpty { behind = withEdgesClosed(behind) }
      behind = store.continued(behind, to: area.all)
      if let steps = effect.filters.steps {
        behind = store.filtered(behind, by: steps)
      } else {
        behind = store.filteredByProcessor(behind, effect.filters, wanted: command.bounds)
      }
      command.kind = .pixels
      command.exact = SIMD4(repeating: 1 / 255)
      command.read(behind)
    }

    // MARK: Coverage

    /// Adds a command for each part of a shape.
    private func put(_ command: Command, _ shape: ResolvedItem.Shape) {
      var command = command
      command.isInEdge = !openEdges.isEmpty
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
  }
#endif
