#if Inspector
  import Foundation
  import StrataBase
  import StrataRenderTree

  /// The rows of the layer tree that a page shows: a window over the open layers, or the layers that a search finds.
  ///
  /// A page asks for the rows that it sees, so a tree of a hundred thousand layers costs what a screen of it costs.
  struct LayerList {
    struct Row: Encodable, Equatable {
      var layer: String
      var depth: Int
      var name: String?
      var type: String
      var children: Int
      var isOpen: Bool
      var isMask: Bool
      var isHidden: Bool
      var isAnimated: Bool
    }

    struct Page: Encodable {
      var total: Int
      var start: Int
      var rows: [Row]
      /// The row of the selected layer; nil if it is not listed.
      var selected: Int?
      /// The number of the list in events of its changes; nil for a list that is not followed.
      var list: Int?
    }

    let source: any InspectionSource
    let snapshot: Snapshot
    /// Layers whose sublayers are listed.
    let open: Set<LayerID>
    let hidden: Set<LayerID>

    /// The most rows of one answer.
    static let mostRows = 500

    func page(start: Int, count: Int, search: String, selected: LayerID?) -> Page {
      let range = Range(wireStart: start, count: count, most: Self.mostRows)
      var page = Page(total: 0, start: range.lowerBound, rows: [])
      let words = search.lowercased().split(separator: " ").map(String.init)
      visit(listsAll: !words.isEmpty) { id, depth, isMask in
        if !words.isEmpty {
          guard matches(id, words) else { return }
        }
        if id == selected { page.selected = page.total }
        if range.contains(page.total) { page.rows.append(row(id, words.isEmpty ? depth : 0, isMask)) }
        page.total += 1
      }
      return page
    }

    /// Calls `body` with the listed layers in painting order, masks before sublayers.
    private func visit(listsAll: Bool, _ body: (LayerID, Int, Bool) -> Void) {
      guard let top = snapshot.top else { return }
      var pending: [(id: LayerID, depth: Int, isMask: Bool)] = [(top, 0, false)]
      while let (id, depth, isMask) = pending.popLast() {
        body(id, depth, isMask)
        guard listsAll || open.contains(id) else { continue }
        guard let node = snapshot.tree[id] else { continue }
        for child in node.children.reversed() { pending.append((child, depth + 1, false)) }
        if let mask = node.mask { pending.append((mask, depth + 1, true)) }
      }
    }

    private func matches(_ id: LayerID, _ words: [String]) -> Bool {
      let text = ((source.name(of: id) ?? "") + " " + type(of: id)).lowercased()
      return words.allSatisfy { text.contains($0) }
    }

    private func type(of id: LayerID) -> String {
      source.className(of: id) ?? snapshot.tree.withNode(id) { $0.state.kind.layerClass.name } ?? "CALayer"
    }

    private func row(_ id: LayerID, _ depth: Int, _ isMask: Bool) -> Row {
      let node = snapshot.tree[id]
      let children = (node?.children.count ?? 0) + (node?.mask == nil ? 0 : 1)
      return Row(
        layer: id.wire,
        depth: depth,
        name: source.name(of: id),
        type: type(of: id),
        children: children,
        isOpen: children > 0 && open.contains(id),
        isMask: isMask,
        isHidden: hidden.contains(id),
        isAnimated: node.map { !$0.animations.isEmpty } ?? false
      )
    }
  }
#endif
