#if Inspector
  import StrataBase
  import QuartzCore
  import StrataDocuments
  import StrataRenderTree

  /// The layers of a tree with the values that differ from their defaults, for programs that read and do not look.
  struct TreeListing: Codable {
    struct Value: Codable {
      var key: String
      var text: String
    }
    struct Animation: Codable {
      var key: String
      var type: String
      var keyPath: String?
      var values: [Value]
    }
    struct Layer: Codable {
      var layer: String
      var type: String
      var name: String?
      var depth: Int
      var isMask: Bool
      /// As presented at the time.
      var values: [Value]
      var animations: [Animation]
    }
    /// The number of all layers.
    var total: Int
    var start: Int
    var layers: [Layer] = []

    /// The most layers of one answer.
    static let mostLayers = 500

    /// Lists layers in painting order, masks before sublayers.
    init(_ source: any InspectionSource, _ snapshot: Snapshot, start: Int, count: Int) {
      let range = Range(wireStart: start, count: count, most: Self.mostLayers)
      self.start = range.lowerBound
      total = 0
      guard let top = snapshot.top else { return }
      let outer = snapshot.tree.parent(of: top)
      let outerTime = outer.map { snapshot.tree.localTime(of: $0, at: snapshot.time) } ?? snapshot.time
      var pending = [Place(id: top, depth: 0, isMask: false, parentTime: outerTime)]
      while let place = pending.popLast() {
        guard let node = snapshot.tree[place.id] else { continue }
        let shown = node.evaluated(parentTime: place.parentTime)
        if range.contains(total) { layers.append(Self.layer(node, shown.state, place, source)) }
        total += 1
        func below(_ id: LayerID, isMask: Bool) -> Place {
          Place(id: id, depth: place.depth + 1, isMask: isMask, parentTime: shown.localTime)
        }
        pending += node.children.reversed().map { below($0, isMask: false) }
        if let mask = node.mask { pending.append(below(mask, isMask: true)) }
      }
    }

    private struct Place {
      var id: LayerID
      var depth: Int
      var isMask: Bool
      var parentTime: Double
    }

    private static func layer(
      _ node: RenderNode,
      _ shown: LayerState,
      _ place: Place,
      _ source: any InspectionSource
    ) -> Layer {
      let layerClass = node.state.kind.layerClass
      let table = LayerSchema.table(of: layerClass)
      var values: [Value] = []
      for row in table.sections.reversed().flatMap(\.rows) where !row.isEqual(shown, table.initial) {
        guard let text = PropertyText.text(of: row.value(in: shown)) else { continue }
        values.append(Value(key: row.key, text: text.isEmpty ? "identity" : text))
      }
      let animations = node.animations.map { record in
        let report = LayerReport.report(
          record,
          source.animation(of: place.id, key: record.key),
          table,
          isEditable: false
        )
        let values = report.values.filter { !$0.isDefault }.compactMap { value in
          value.text.map { Value(key: value.key, text: $0) }
        }
        let path = source.animation(of: place.id, key: record.key) as? CAPropertyAnimation
        return Animation(key: report.key, type: report.type, keyPath: path?.keyPath, values: values)
      }
      return Layer(
        layer: place.id.wire,
        type: source.className(of: place.id) ?? layerClass.name,
        name: source.name(of: place.id),
        depth: place.depth,
        isMask: place.isMask,
        values: values,
        animations: animations
      )
    }

    /// The layers as the tool prints those of documents.
    var descriptions: [LayerDescription] {
      func values(_ values: [Value]) -> [LayerDescription.Value] {
        values.map { LayerDescription.Value(key: $0.key, text: $0.text) }
      }
      return layers.map { layer in
        LayerDescription(
          type: layer.type,
          name: layer.name,
          depth: layer.depth,
          isMask: layer.isMask,
          values: values(layer.values),
          animations: layer.animations.map { animation in
            LayerDescription.Animation(
              key: animation.key,
              type: animation.type,
              keyPath: animation.keyPath,
              values: values(animation.values.filter { $0.key != "keyPath" })
            )
          }
        )
      }
    }
  }
#endif
