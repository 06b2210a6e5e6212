#if GPU
  import StrataBase
  import StrataCPU
  import StrataRaster

  /// Turns the items of one pass into commands.
  ///
  /// - Thread: One at a time.
  final class CommandEncoder {
    /// A surface that an earlier pass drew.
    struct Surface {
      var rect: PixelRect
      var firstWord: Int
    }

    /// The pixels of the pass.
    let bounds: PixelRect
    /// Back to front.
    private(set) var commands: [Command] = []
    /// Numbers, pictures and coverage that the commands read.
    var values: [UInt32]
    /// The number of paints whose pixels the processor computed.
    private(set) var drawnPaints = 0
    /// True if clip edges are nested too deep.
    private(set) var isTooDeep = false

    private let surfaces: [[Int: Surface]]
    private let edges: [ResolvedClipEdge]
    private let outerEdge: Int32
    private let pictures: PictureStore
    /// The open clip edges, the innermost one last.
    private var openEdges: [Int32] = []

    /// - Parameters:
    ///   - bounds: The pixels of the pass.
    ///   - surfaces: The surfaces of each fragment, by pass.
    ///   - edges: The clip edges of the plan.
    ///   - outerEdge: A clip edge that is applied later to the pass as a whole, or -1.
    ///   - pictures: The pictures that stay on the device.
    ///   - values: Values of former passes.
    init(
      bounds: PixelRect,
      surfaces: [[Int: Surface]],
      edges: [ResolvedClipEdge],
      outerEdge: Int32,
      pictures: PictureStore,
      values: [UInt32]
    ) {
      (self.bounds, self.surfaces, self.edges) = (bounds, surfaces, edges)
      (self.outerEdge, self.pictures, self.values) = (outerEdge, pictures, values)
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
      case .pass(let pass, let mask, let factors):
        guard set(pass, mask, of: fragment, &command, item) else { return }
        set(factors, &command)
      case .surface(let pixels, let factors):
        command.kind = .pixels
        setOnce(pixels, &command, at: item.bounds)
        set(factors, &command)
      }
      put(command, item.shape)
    }

    /// Ends the pass.
    func finish() { change(to: -1) }

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
    private func setOnce(_ pixels: PixelBuffer, _ command: inout Command, at rect: PixelRect) {
      (command.memory, command.firstWord) = (.values, append(pixels))
      command.stride = UInt32(truncatingIfNeeded: pixels.width)
      (command.columnOffset, command.rowOffset) = (-rect.minX, -rect.minY)
    }

    /// Where a picture's pixels are.
    private func place(of pixels: PixelBuffer) -> (memory: Command.Memory, firstWord: UInt32, stride: UInt32)
    {
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

    /// Sets a paint; returns false if it paints nothing.
    private func set(_ paint: PreparedPaint, _ alpha: Float, _ command: inout Command) -> Bool {
      let alpha = alpha.isNaN ? 0 : min(max(alpha, 0), 1)
      // Halves round downwards, as in colours.
      command.alpha = UInt32(max(0, (alpha * 255 - 0.5).rounded(.up)))
      command.exact = SIMD4(repeating: alpha / 255)
      if command.alpha == 0 {
        (command.color, command.exact, command.alpha) = (0, .zero, 255)
        return command.mode.isUnbounded
      }
      switch paint.recipe {
      case .color(let color):
        let shown = color.scaled(by: alpha)
        (command.color, command.exact, command.alpha) = (shown.rgba8, shown.channels, 255)
        return shown.rgba8 != 0 || command.mode.isUnbounded
      case .picture(let rows): set(rows, &command)
      case .gradient(let rows):
        set(rows, &command)
        command.exact = SIMD4(repeating: alpha)
      case .other:
        drawnPaints += 1
        let area = command.bounds
        let pixels = PixelBuffer(width: area.width, height: area.height, format: .rgba8)
        let painter = Painter(pixels, originX: area.minX, originY: area.minY, scratch: PaintScratch())
        painter.fill(area, with: paint)
        command.kind = .pixels
        setOnce(pixels, &command, at: area)
      }
      return true
    }

    private func set(_ rows: PictureRows, _ command: inout Command) {
      let place = place(of: rows.pixels)
      command.kind = .sampled
      (command.memory, command.firstWord, command.stride) = (place.memory, place.firstWord, place.stride)
      command.color = rows.factors
      command.numbers = SIMD4(
        UInt32(truncatingIfNeeded: values.count),
        UInt32(bitPattern: command.bounds.minY),
        0,
        0
      )
      func append(_ value: Int64) {
        values.append(UInt32(truncatingIfNeeded: value))
        values.append(UInt32(truncatingIfNeeded: value >> 32))
      }
      append(rows.step.x)
      append(rows.step.y)
      for edge in [rows.edges.minX, rows.edges.minY, rows.edges.maxX, rows.edges.maxY] {
        values.append(UInt32(bitPattern: edge))
      }
      values.append(rows.isNearest ? 1 : 0)
      for y in command.bounds.minY..<command.bounds.maxY {
        let start = rows.start(ofRow: Int(y))
        append(start.x)
        append(start.y)
      }
    }

    private func set(_ rows: GradientRows, _ command: inout Command) {
      command.kind = .gradient
      command.memory = .values
      command.firstWord = rows.isRadial ? 1 : 0
      command.stride = UInt32(truncatingIfNeeded: values.count)
      for number in rows.pieces { values.append(number.bitPattern) }
      command.numbers = SIMD4(
        UInt32(truncatingIfNeeded: values.count),
        UInt32(bitPattern: command.bounds.minY),
        UInt32(bitPattern: command.bounds.minX),
        UInt32(truncatingIfNeeded: rows.pieces.count / 9)
      )
      func append(_ pair: SIMD2<Double>) {
        values.append(Float(pair.x).bitPattern)
        values.append(Float(pair.y).bitPattern)
      }
      append(rows.step)
      for y in command.bounds.minY..<command.bounds.maxY {
        append(rows.start(ofRow: Int(y)) + rows.step * Double(command.bounds.minX))
      }
    }

    /// Sets a surface of the device; returns false if none of its pixels is seen.
    ///
    /// In modes that change pixels outside of the source, what lies beside the surface is blended with transparency.
    private func set(
      _ pass: Int,
      _ mask: Int?,
      of fragment: Int,
      _ command: inout Command,
      _ item: ResolvedItem
    ) -> Bool {
      let all = command.bounds
      let drawn = surfaces[fragment][pass]
      var inside = drawn.map { $0.rect.intersection(all) } ?? .empty
      let masking = mask.flatMap { surfaces[fragment][$0] }
      if mask != nil { inside = masking.map { $0.rect.intersection(inside) } ?? .empty }
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
      command.memory = .surfaces
      command.firstWord = UInt32(truncatingIfNeeded: drawn.firstWord)
      command.stride = UInt32(truncatingIfNeeded: drawn.rect.width)
      (command.columnOffset, command.rowOffset) = (-drawn.rect.minX, -drawn.rect.minY)
      if let masking {
        command.isMasked = true
        command.numbers = SIMD4(
          UInt32(truncatingIfNeeded: masking.firstWord),
          UInt32(truncatingIfNeeded: masking.rect.width),
          UInt32(bitPattern: -masking.rect.minX),
          UInt32(bitPattern: -masking.rect.minY)
        )
      }
      return true
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
      if openEdges.count >= CompositingShader.mostOpenEdges { isTooDeep = true }
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
