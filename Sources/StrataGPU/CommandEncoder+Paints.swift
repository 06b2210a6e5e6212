#if GPU
  import StrataBase
  import StrataRaster

  /// Paints: colours, pictures between pixels, gradients.
  extension CommandEncoder {
    /// Sets a paint; returns false if it paints nothing.
    func set(_ paint: PreparedPaint, _ alpha: Float, _ command: inout Command) -> Bool {
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
      case .picture(let rows):
        if !set(rows, &command) { draw(paint, &command) }
      case .projected(let rows):
        if !set(rows, &command) { draw(paint, &command) }
      case .gradient(let rows):
        set(rows, &command)
        command.exact = SIMD4(repeating: alpha)
      case .other: draw(paint, &command)
      }
      return true
    }

    /// Computes the pixels of a paint on the processor.
    private func draw(_ paint: PreparedPaint, _ command: inout Command) {
      store.noteDrawnPaint()
      paint.fetchPixels()
      let area = command.bounds
      let pixels = PixelBuffer(width: area.width, height: area.height, format: .rgba8)
      let painter = Painter(pixels, originX: area.minX, originY: area.minY, scratch: PaintScratch())
      painter.fill(area, with: paint)
      command.kind = .pixels
      setOnce(pixels, &command, at: area)
    }

    /// Sets rows of a picture; returns false if there is no place for it.
    private func set(_ rows: PictureRows, _ command: inout Command) -> Bool {
      let seen = command.bounds.width * command.bounds.height
      guard let place = place(of: rows.pixels, seen: seen) else { return false }
      command.kind = .sampled
      (command.memory, command.firstWord, command.stride) = (place.memory, place.firstWord, place.stride)
      command.color = rows.factors
      command.numbers = SIMD4(
        UInt32(truncatingIfNeeded: values.count),
        UInt32(bitPattern: command.bounds.minY),
        0,
        0
      )
      var table: [UInt32] = []
      table.reserveCapacity(9 + 4 * command.bounds.height)
      func append(_ value: Int64) {
        table.append(UInt32(truncatingIfNeeded: value))
        table.append(UInt32(truncatingIfNeeded: value >> 32))
      }
      append(rows.step.x)
      append(rows.step.y)
      for edge in [rows.edges.minX, rows.edges.minY, rows.edges.maxX, rows.edges.maxY] {
        table.append(UInt32(bitPattern: edge))
      }
      table.append(rows.isNearest ? 1 : 0)
      for y in command.bounds.minY..<command.bounds.maxY {
        let start = rows.start(ofRow: Int(y))
        append(start.x)
        append(start.y)
      }
      values.append(contentsOf: table)
      return true
    }

    /// The same of a plane in perspective.
    private func set(_ rows: ProjectiveRows, _ command: inout Command) -> Bool {
      let seen = command.bounds.width * command.bounds.height
      guard let place = place(of: rows.pixels, seen: seen) else { return false }
      command.kind = .projected
      (command.memory, command.firstWord, command.stride) = (place.memory, place.firstWord, place.stride)
      command.color = rows.factors
      command.numbers = SIMD4(
        UInt32(truncatingIfNeeded: values.count),
        UInt32(bitPattern: command.bounds.minY),
        0,
        0
      )
      let length = Int32(truncatingIfNeeded: ProjectiveRows.blockLength)
      let first = command.bounds.minX >> length.trailingZeroBitCount
      let last = (command.bounds.maxX - 1) >> length.trailingZeroBitCount
      let edges = rows.edges
      let numbers = [
        edges.minX, edges.minY, edges.maxX, edges.maxY, Int32(rows.origin), first, last - first + 1,
      ]
      var table = numbers.map { UInt32(bitPattern: $0) }
      for y in command.bounds.minY..<command.bounds.maxY {
        for block in first...last {
          let numbers = rows.block(at: Int(block * length), ofRow: Int(y))
          table.append(numbers.slope.bitPattern)
          for axis in [numbers.across, numbers.down] {
            table.append(UInt32(bitPattern: axis.base))
            table.append(axis.fraction.bitPattern)
            table.append(axis.scale.bitPattern)
          }
        }
      }
      values.append(contentsOf: table)
      return true
    }

    private func set(_ rows: GradientRows, _ command: inout Command) {
      command.kind = .gradient
      command.memory = .values
      command.firstWord = rows.kind.rawValue
      command.stride = UInt32(truncatingIfNeeded: values.count)
      for number in rows.pieces { values.append(number.bitPattern) }
      command.numbers = SIMD4(
        UInt32(truncatingIfNeeded: values.count),
        UInt32(bitPattern: command.bounds.minY),
        UInt32(bitPattern: command.bounds.minX),
        UInt32(truncatingIfNeeded: rows.pieces.count / 9)
      )
      var table: [UInt32] = []
      func append(_ numbers: SIMD3<Double>) {
        for index in 0..<3 { table.append(Float(numbers[index]).bitPattern) }
      }
      append(rows.step)
      table.append(Float(rows.zero).bitPattern)
      for y in command.bounds.minY..<command.bounds.maxY {
        append(rows.start(ofRow: Int(y)) + rows.step * Double(command.bounds.minX))
      }
      // The last row is read as four numbers.
      table.append(0)
      values.append(contentsOf: table)
    }
  }
#endif
