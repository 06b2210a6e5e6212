#if GPU
  import StrataBase
  import StrataCPU
  import StrataFrame
  import StrataRaster

  /// A surface of the device: a rectangle of pixels in the memory of all surfaces.
  struct DeviceSurface {
    var rect: PixelRect
    /// The word of the rectangle's first pixel.
    var firstWord: Int
    /// The words of a row.
    var stride: Int

    /// The part of the surface inside a rectangle.
    func intersection(_ other: PixelRect) -> DeviceSurface {
      let part = rect.intersection(other)
      guard !part.isEmpty else { return DeviceSurface(rect: .empty, firstWord: firstWord, stride: stride) }
      let word = firstWord + Int(part.minY - rect.minY) * stride + Int(part.minX - rect.minX)
      return DeviceSurface(rect: part, firstWord: word, stride: stride)
    }
  }

  /// One call of the compositing program, which draws a pass or the next part of one.
  struct PassDispatch {
    var surface: DeviceSurface
    /// The first words of commands and pieces in the lists.
    var firstCommand: Int
    var firstPiece: Int
    var pieceCount: Int
    /// The premultiplied colour at the start; nil goes on with the pixels of the surface.
    var background: UInt32?
    var features: CompositingShader.Features
  }

  /// Filters that the processor applies between two calls: it reads a surface back, and writes the result into another one.
  struct ProcessorFilters {
    var from: DeviceSurface
    var to: DeviceSurface
    var filters: [FilterOp]
  }

  /// One step of a frame, as a rule a call of a program.
  enum Dispatch {
    case pass(PassDispatch)
    case box(BoxDispatch)
    case filters(ProcessorFilters)
  }

  /// A frame as the device gets it.
  struct EncodedFrame {
    /// Commands, pieces and their lists.
    var lists: [UInt32] = []
    /// Numbers, pictures and coverage of this frame.
    var values: [UInt32] = []
    /// In order.
    var dispatches: [Dispatch] = []
    /// The surface with the pixels of the target.
    var target = DeviceSurface(rect: .empty, firstWord: 0, stride: 0)
    /// The words of all surfaces.
    var surfaceWords = 0
    var commandCount = 0
    /// The number of surfaces and of paints whose pixels the processor computed.
    var drawnSurfaces = 0
    var drawnPaints = 0
    /// The number of filters of what is behind that the processor applies.
    var filtersOfProcessor = 0
  }

  /// A frame that is being encoded.
  ///
  /// - Thread: One at a time.
  final class FrameStore {
    private(set) var frame = EncodedFrame()
    private var pieces = PieceLists()
    /// The end of the surfaces in use.
    private var usedWords = 0
    /// The most words of a buffer.
    private let limit: Int
    /// True if a surface did not fit; what would be drawn into it is left out.
    private var isFull = false
    /// True if commands that only one call can draw are too many for a call.
    private var isCrowded = false

    init(limit: Int) { self.limit = limit }

    /// Begins a frame and keeps the memory.
    func removeAll() {
      (isFull, isCrowded) = (false, false)
      frame.lists.removeAll(keepingCapacity: true)
      frame.values.removeAll(keepingCapacity: true)
      frame.dispatches.removeAll(keepingCapacity: true)
      (frame.surfaceWords, frame.commandCount) = (0, 0)
      (frame.drawnSurfaces, frame.drawnPaints, frame.filtersOfProcessor) = (0, 0, 0)
      usedWords = 0
    }

    /// Numbers, pictures and coverage of the frame.
    var values: [UInt32] {
      _read { yield frame.values }
      _modify { yield &frame.values }
    }

    /// True if so many more words fit; else the frame does not fit, and they need not be appended.
    func hasRoom(forValues words: Int) -> Bool {
      if frame.values.count + words > limit { isFull = true }
      return !isFull
    }

    /// The reason why the device cannot draw the frame so far; nil if there is none.
    var obstacle: ProcessorReason? {
      if isCrowded { return .crowdedEdge }
      return isFull || max(frame.lists.count, frame.values.count) > limit ? .memory : nil
    }

    func noteDrawnPaint() { frame.drawnPaints += 1 }

    /// Ends the frame.
    func finish(target: DeviceSurface, drawnSurfaces: Int) {
      (frame.target, frame.drawnSurfaces) = (target, drawnSurfaces)
    }

    /// A new surface, whose pixels are undefined; an empty one if there is no place.
    func surface(_ rect: PixelRect) -> DeviceSurface {
      guard usedWords + rect.width * rect.height <= limit else {
        isFull = true
        return DeviceSurface(rect: .empty, firstWord: 0, stride: 0)
      }
      let result = DeviceSurface(rect: rect, firstWord: usedWords, stride: rect.width)
      usedWords += rect.width * rect.height
      frame.surfaceWords = max(frame.surfaceWords, usedWords)
      return result
    }

    /// Draws commands into a region of a surface, over a premultiplied colour or over what is there.
    func draw(
      _ commands: ArraySlice<Command>,
      in region: [PixelRect],
      of surface: DeviceSurface,
      background: UInt32?
    ) {
      let firstCommand = frame.lists.count
      var features: CompositingShader.Features = []
      frame.lists.append(contentsOf: repeatElement(0, count: commands.count * Command.words))
      frame.lists.withUnsafeMutableBufferPointer { lists in
        guard var place = lists.baseAddress.map({ $0 + firstCommand }) else { return }
        for command in commands {
          command.write(to: place)
          features.formUnion(command.features)
          place += Command.words
        }
      }
      frame.commandCount += commands.count
      let sorted = pieces.append(commands, in: region, to: &frame.lists)
      guard sorted.count > 0 else { return }
      if sorted.longest > CompositingShader.mostCommandsOfPiece {
        frame.lists.removeLast(frame.lists.count - firstCommand)
        frame.commandCount -= commands.count
        guard let middle = Self.division(of: commands) else {
          isCrowded = true
          return
        }
        draw(commands[..<middle], in: region, of: surface, background: background)
        return draw(commands[middle...], in: region, of: surface, background: nil)
      }
      frame.dispatches.append(
        .pass(
          PassDispatch(
            surface: surface,
            firstCommand: firstCommand,
            firstPiece: sorted.firstWord,
            pieceCount: sorted.count,
            background: background,
            features: features
          )
        )
      )
    }

    /// The index near the middle of commands at which the program holds no pixels of a clip edge; nil if there is none.
    private static func division(of commands: ArraySlice<Command>) -> Int? {
      let middle = commands.startIndex + commands.count / 2
      return commands.indices[middle...].first { !commands[$0].isInEdge }
        ?? commands.indices.dropFirst().prefix { $0 < middle }.last { !commands[$0].isInEdge }
    }

    // MARK: Effects

    /// The surface after filters.
    func filtered(_ source: DeviceSurface, by filters: [FilterStep]) -> DeviceSurface {
      var result = source
      for filter in filters where !result.rect.isEmpty {
        switch filter {
        case .blur(let sigma): result = blurred(result, by: sigma)
        case .colors(let words): result = changed(result, by: words)
        }
      }
      return result
    }

    /// The wanted part of a surface after filters that the processor applies.
    func filteredByProcessor(_ source: DeviceSurface, _ filters: [FilterOp], wanted: PixelRect)
      -> DeviceSurface
    {
      let result = surface(wanted)
      frame.filtersOfProcessor += 1
      frame.dispatches.append(.filters(ProcessorFilters(from: source, to: result, filters: filters)))
      return result
    }

    /// A copy of a surface.
    func copy(_ source: DeviceSurface) -> DeviceSurface {
      let result = surface(source.rect)
      var command = Command(bounds: result.rect, kind: .pixels)
      command.read(source)
      draw([command][...], in: [result.rect], of: result, background: 0)
      return result
    }

    /// A copy of a surface in a larger rectangle; each pixel beyond the surface is the nearest one of it.
    func continued(_ source: DeviceSurface, to rect: PixelRect) -> DeviceSurface {
      guard rect != source.rect, !source.rect.isEmpty else { return source }
      let result = surface(rect)
      var command = Command(bounds: result.rect, kind: .continued)
      command.read(source)
      command.numbers = SIMD4(
        UInt32(bitPattern: source.rect.minX),
        UInt32(bitPattern: source.rect.minY),
        UInt32(bitPattern: source.rect.maxX - 1),
        UInt32(bitPattern: source.rect.maxY - 1)
      )
      draw([command][...], in: [result.rect], of: result, background: 0)
      return result
    }

    /// The surface after maps of its colours, in words (see `FilterStep`).
    private func changed(_ source: DeviceSurface, by words: [UInt32]) -> DeviceSurface {
      let result = surface(source.rect)
      var command = Command(bounds: result.rect, kind: .changed)
      command.read(source)
      command.numbers.x = UInt32(truncatingIfNeeded: frame.values.count)
      command.numbers.y = UInt32(truncatingIfNeeded: words.count / FilterStep.colorWords)
      frame.values += words
      draw([command][...], in: [result.rect], of: result, background: 0)
      return result
    }

    /// The surface after a Gaussian blur, larger by the blur's reach.
    func blurred(_ source: DeviceSurface, by sigma: SIMD2<Double>) -> DeviceSurface {
      let (columns, rows) = (Blur.boxWidths(sigma.y), Blur.boxWidths(sigma.x))
      guard !source.rect.isEmpty, !columns.isEmpty || !rows.isEmpty else { return source }
      if (columns + rows).contains(where: { $0 > BlurShader.widestBox }) { isFull = true }
      func growth(_ widths: [Int]) -> Int { widths.reduce(0) { $0 + $1 - 1 } }
      let (growX, growY) = (Int32(growth(rows) / 2), Int32(growth(columns) / 2))
      let rect = source.rect
      let result = surface(
        PixelRect(rect.minX - growX, rect.minY - growY, rect.maxX + growX, rect.maxY + growY)
      )
      // Two scratch surfaces as large as the result, which later surfaces reuse.
      let end = usedWords
      let scratch = [surface(result.rect), surface(result.rect)]
      usedWords = end
      guard !isFull else { return result }
      var (from, width, height) = (source, rect.width, rect.height)
      let steps = columns.map { (false, $0) } + rows.map { (true, $0) }
      for (index, (isRow, box)) in steps.enumerated() {
        let to = index == steps.count - 1 ? result : scratch[index % 2]
        let (step, lineStep) = isRow ? (1, from.stride) : (from.stride, 1)
        let length = isRow ? width : height
        frame.dispatches.append(
          .box(
            BoxDispatch(
              from: BoxDispatch.Lines(
                firstWord: from.firstWord,
                step: step,
                lineStep: lineStep,
                length: length
              ),
              to: BoxDispatch.Lines(
                firstWord: to.firstWord,
                step: isRow ? 1 : to.stride,
                lineStep: isRow ? to.stride : 1,
                length: length + box - 1
              ),
              lineCount: isRow ? height : width,
              width: box
            )
          )
        )
        if isRow { width += box - 1 } else { height += box - 1 }
        from = to
      }
      return result
    }

    /// The surface where a mask lies, times its alpha.
    func masked(_ source: DeviceSurface, by mask: DeviceSurface) -> DeviceSurface {
      let result = surface(source.rect.intersection(mask.rect))
      var command = Command(bounds: result.rect, kind: .pixels)
      command.read(source)
      command.mask(by: mask)
      draw([command][...], in: [result.rect], of: result, background: 0)
      return result
    }

    /// The wanted part of the shadow of a surface, and of the surface over it if the picture is shown.
    func withShadow(
      _ picture: DeviceSurface,
      _ effect: ResolvedEffect,
      mask: DeviceSurface?,
      wanted: PixelRect
    ) -> DeviceSurface {
      guard let shadow = effect.shadow else { return picture }
      var silhouette = blurred(picture, by: shadow.sigma)
      // Whole pixels: the blur hides the fraction of the offset.
      silhouette.rect = silhouette.rect.offset(
        by: Int32(shadow.offset.x.rounded()),
        Int32(shadow.offset.y.rounded())
      )
      var dark = surface(silhouette.rect.intersection(wanted))
      var command = Command(bounds: dark.rect, kind: .color)
      command.color = PremultipliedColor(straight: shadow.color).rgba8
      command.mask(by: silhouette)
      draw([command][...], in: [dark.rect], of: dark, background: 0)
      if let mask { dark = masked(dark, by: mask) }
      guard effect.showsPicture else { return dark }
      let picture = picture.intersection(wanted)
      let result = surface(dark.rect.union(picture.rect))
      let layers = [dark, picture].filter { !$0.rect.isEmpty }.map { layer in
        var command = Command(bounds: layer.rect, kind: .pixels)
        command.read(layer)
        return command
      }
      draw(layers[...], in: [result.rect], of: result, background: 0)
      return result
    }
  }

  extension Command {
    /// Reads a surface, pixel upon pixel.
    mutating func read(_ surface: DeviceSurface) {
      memory = .surfaces
      firstWord = UInt32(truncatingIfNeeded: surface.firstWord)
      stride = UInt32(truncatingIfNeeded: surface.stride)
      (columnOffset, rowOffset) = (-surface.rect.minX, -surface.rect.minY)
    }

    /// Multiplies the source by the alpha of a surface, which holds all pixels of the command.
    mutating func mask(by surface: DeviceSurface) {
      isMasked = true
      numbers = SIMD4(
        UInt32(truncatingIfNeeded: surface.firstWord),
        UInt32(truncatingIfNeeded: surface.stride),
        UInt32(bitPattern: -surface.rect.minX),
        UInt32(bitPattern: -surface.rect.minY)
      )
    }
  }
#endif
