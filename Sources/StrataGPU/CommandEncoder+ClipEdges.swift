#if GPU
  import StrataBase
  import StrataCPU
  import StrataRaster

  /// A clip that covers its contents once, while these are encoded.
  struct OpenEdge {
    /// Where the pixels are that the contents paint over.
    enum Aside {
      /// In a place of the program, from a command on.
      case place(Int, command: Int)
      /// In a surface.
      case surface(DeviceSurface)
      /// The clip has no pixel in the pass.
      case nothing
    }

    var edge: Int32
    var aside: Aside
  }

  /// Clip edges: the steps are those of `ClipEdgeStack`.
  ///
  /// Pixels are put aside in a place of the program, which holds a few. Clips that hold more of each other, and those around a
  /// filter of what is behind, which ends a call, put them into a surface.
  extension CommandEncoder {
    /// Closes the clip edges that do not enclose `target`, and opens those that do.
    func change(to target: Int32) {
      while let last = openEdges.last, !isAround(last.edge, target) { close() }
      let stop = openEdges.last?.edge ?? outerEdge
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
      var command = Command(bounds: edges[Int(edge)].box.intersection(bounds), kind: .open)
      guard !command.bounds.isEmpty else { return openEdges.append(OpenEdge(edge: edge, aside: .nothing)) }
      var place = usedPlaces
      if place >= CompositingShader.mostOpenEdges {
        putEdgesAside()
        place = 0
      }
      command.numbers.x = UInt32(truncatingIfNeeded: place)
      command.isInEdge = !openEdges.isEmpty
      openEdges.append(OpenEdge(edge: edge, aside: .place(place, command: commands.count)))
      commands.append(command)
    }

    private var usedPlaces: Int {
      openEdges.reduce(0) { count, open in
        if case .place = open.aside { count + 1 } else { count }
      }
    }

    /// Moves the pixels of all open clip edges from the program into surfaces, as they were when each one opened.
    func putEdgesAside() {
      var handedOver = 0
      for index in openEdges.indices {
        guard case .place(_, let command) = openEdges[index].aside else { continue }
        flush(command - handedOver)
        let area = commands.removeFirst().bounds
        openEdges[index].aside = .surface(store.copy(surface.intersection(area)))
        handedOver = command + 1
      }
    }

    private func close() {
      guard let open = openEdges.popLast() else { return }
      commands += closing(open, in: bounds)
    }

    /// The commands that take a clip's pixels back, where it does not cover its contents.
    private func closing(_ open: OpenEdge, in limit: PixelRect) -> [Command] {
      var plain = Command(bounds: .empty, kind: .close)
      plain.isInEdge = true
      switch open.aside {
      case .nothing: return []
      case .place(let place, _): plain.numbers.x = UInt32(truncatingIfNeeded: place)
      case .surface(let pixels):
        plain.kind = .restore
        plain.read(pixels)
      }
      let edge = edges[Int(open.edge)]
      let area = edge.box.intersection(limit)
      let blocks = CoverageBlocks(edge.coverage, x: edge.x, y: edge.y, area: area)
      var result: [Command] = []
      blocks.forEach { rect, content in
        var command = plain
        command.bounds = rect
        switch content {
        case .full: return
        case .empty: command.cover = .constant(0)
        case .bytes: command.cover = blocks.append(rect, to: &values)
        }
        result.append(command)
      }
      return result
    }

    /// A copy of a part of the pass as it is when all clip edges are closed, whose pixels are in surfaces.
    func withEdgesClosed(_ part: DeviceSurface) -> DeviceSurface {
      let copy = store.copy(part)
      for open in openEdges.reversed() {
        let commands = closing(open, in: copy.rect)
        if !commands.isEmpty { store.draw(commands[...], in: [copy.rect], of: copy, background: nil) }
      }
      return copy
    }
  }
#endif
