#if Inspector
  import Foundation
  import StrataBase
  import StrataRenderTree

  /// The rows that a page shows of a running program's tree, and whose changes it gets.
  struct FollowedRows {
    /// The number of the list, by which a page recognizes changes of an older list.
    var list: Int
    var parameters: PageParameters
    var page: LayerList.Page
    /// The commit of the tree that was listed; nil if names have changed since.
    var sequence: UInt64?
    /// When the rows were listed, and the seconds that it took.
    var time: Double
    var cost: Double
    /// True while another look is due.
    var isScheduled = false

    /// Seconds between two looks.
    private static let interval = 0.1
    /// Looks take at most one part in so many of the inspector's time: a tree of many open layers takes long to list.
    private static let share = 20.0

    /// Seconds until a page that reads slowly is looked at again.
    static let slowReader = 0.5

    /// Seconds until the next look.
    func delay(at now: Double) -> Double { time + max(Self.interval, cost * Self.share) - now }
  }

  /// What changed in the rows of a list.
  private struct RowEvent: Encodable {
    var list: Int
    /// The number of all rows.
    var total: Int
    /// The number of the first row that the page has.
    var start: Int
    var selected: Int?
    var changes: RowChanges
  }

  extension PageSession {
    /// Lists rows, after opening or closing a layer if one is named.
    ///
    /// With `follows`, the page gets the changes of these rows until it lists others.
    func outline(_ parameters: PageParameters) throws -> LayerList.Page {
      followed = nil
      if let layers = parameters.layers {
        open = Set(layers.prefix(100_000).compactMap { LayerID(wire: $0) })
      }
      if let id = parameters.layer.flatMap({ LayerID(wire: $0) }),
        let snapshot = source.snapshot(at: parameters.time)
      {
        var open = openLayers(in: snapshot)
        if parameters.isOn ?? true { open.insert(id) } else { open.remove(id) }
        self.open = open
      }
      let start = MonotonicClock().now
      guard var page = rows(parameters) else { return LayerList.Page(total: 0, start: 0, rows: []) }
      guard parameters.follows ?? false, let program = source as? ProgramSource else { return page }
      listCount += 1
      page.list = listCount
      let now = MonotonicClock().now
      followed = FollowedRows(
        list: listCount,
        parameters: parameters,
        page: page,
        sequence: program.followedSequence,
        time: now,
        cost: now - start
      )
      return page
    }

    private func rows(_ parameters: PageParameters) -> LayerList.Page? {
      guard let snapshot = source.snapshot(at: parameters.time) else { return nil }
      let list = LayerList(
        source: source,
        snapshot: snapshot,
        open: openLayers(in: snapshot),
        hidden: hidden
      )
      return list.page(
        start: parameters.start ?? 0,
        count: parameters.count ?? 100,
        search: parameters.search ?? "",
        selected: selected
      )
    }

    /// Lets the next look compare all rows, though the tree is the same.
    func noteNames() {
      followed?.sequence = nil
      sendRowChanges()
    }

    /// Looks again at the rows that the page has, if it is time.
    func lookAtRows() {
      followed?.isScheduled = false
      sendRowChanges()
    }

    /// Sends what changed in the rows that the page has; later if the last look was a moment ago, or if the page reads slowly.
    func sendRowChanges() {
      guard var followed, !followed.isScheduled, let program = source as? ProgramSource,
        let sequence = program.followedSequence, sequence != followed.sequence
      else { return }
      let start = MonotonicClock().now
      let delay = isBehind() ? FollowedRows.slowReader : followed.delay(at: start)
      guard delay <= 0 else {
        self.followed?.isScheduled = true
        return later(delay)
      }
      guard let page = rows(followed.parameters) else { return }
      let changes = RowChanges(from: followed.page.rows, to: page.rows)
      if !changes.isEmpty || page.total != followed.page.total || page.selected != followed.page.selected {
        let event = RowEvent(
          list: followed.list,
          total: page.total,
          start: page.start,
          selected: page.selected,
          changes: changes
        )
        send(Wire.event("rows", event))
      }
      (followed.page, followed.sequence, followed.time) = (page, sequence, MonotonicClock().now)
      followed.cost = followed.time - start
      self.followed = followed
    }

    /// The layers whose sublayers are listed: at first the outermost ones, as long as they have few.
    private func openLayers(in snapshot: Snapshot) -> Set<LayerID> {
      if let open { return open }
      var (found, pending) = (Set<LayerID>(), [snapshot.top].compactMap(\.self))
      while let id = pending.popLast(), found.count < 40 {
        let children = snapshot.tree.children(of: id)
        if children.count <= 30 || id == snapshot.top {
          found.insert(id)
          if children.count <= 30 { pending += children }
        }
      }
      open = found
      return found
    }

    struct Revealed: Encodable {
      var open: [String]
      var row: Int?
    }

    /// Opens the layers above one layer, so that it is listed.
    func reveal(_ parameters: PageParameters) throws -> Revealed {
      let snapshot = try snapshot(parameters)
      let id = try layerID(parameters)
      var open = openLayers(in: snapshot)
      open.formUnion(snapshot.tree.ancestry(of: id).dropFirst())
      (self.open, selected) = (open, id)
      let page = LayerList(source: source, snapshot: snapshot, open: open, hidden: hidden)
        .page(start: 0, count: 0, search: "", selected: id)
      return Revealed(open: open.map(\.wire), row: page.selected)
    }
  }
#endif
