#if Inspector
  import Foundation
  import QuartzCore
  import StrataBase
  import StrataDocuments
  import StrataRenderTree

  /// The values of one layer: as committed, as presented at a time, and the defaults of its class.
  struct LayerReport: Encodable {
    struct Value: Encodable, Equatable {
      var key: String
      /// The class that declares the property.
      var owner: String
      var kind: String
      var model: String?
      /// Left out if it equals the committed value.
      var presented: String?
      var isDefault: Bool
      var isEditable: Bool
      var isAnimatable: Bool
    }
    struct Animation: Encodable {
      var key: String
      var type: String
      var values: [AnimationValue]
    }
    struct AnimationValue: Encodable {
      var key: String
      var kind: String
      var text: String?
      var isDefault: Bool
      var isEditable: Bool
    }

    var layer: String
    var name: String?
    var type: String
    var line: Int?
    /// The layers above, from the outermost.
    var path: [String]
    var localTime: Double
    var values: [Value]
    var animations: [Animation]
    var overlay: LayerOverlay?

    init?(_ id: LayerID, _ source: any InspectionSource, _ snapshot: Snapshot, isEditable: Bool) {
      let tree = snapshot.tree
      guard let node = tree[id] else { return nil }
      let parentTime = node.parent.map { tree.localTime(of: $0, at: snapshot.time) } ?? snapshot.time
      let shown = node.evaluated(parentTime: parentTime)
      let layerClass = node.state.kind.layerClass
      let table = LayerSchema.table(of: layerClass)
      layer = id.wire
      name = source.name(of: id)
      type = source.className(of: id) ?? layerClass.name
      path = tree.ancestry(of: id).dropFirst().reversed().map(\.wire)
      localTime = shown.localTime
      var values: [Value] = []
      for section in table.sections.reversed() {
        for row in section.rows {
          let kind = PropertyText.kind(of: row)
          let model = PropertyText.text(of: row.value(in: node.state))
          let presented = PropertyText.text(of: row.value(in: shown.state))
          values.append(
            Value(
              key: row.key,
              owner: section.owner,
              kind: kind,
              model: model,
              presented: presented == model ? nil : presented ?? "",
              isDefault: row.isEqual(node.state, table.initial),
              isEditable: isEditable && PropertyText.canRead(kind: kind),
              isAnimatable: row.isAnimatable
            )
          )
        }
      }
      self.values = values
      animations = node.animations.map { record in
        Self.report(record, source.animation(of: id, key: record.key), table, isEditable: isEditable)
      }
    }

    static func report(
      _ record: AnimationRecord,
      _ animation: CAAnimation?,
      _ table: PropertyTable<LayerState>,
      isEditable: Bool
    ) -> Animation {
      guard let animation else {
        let timing = record.timing
        let numbers: [(String, Double)] = [
          (AnimationSchema.shared.beginTime.key, timing.beginTime),
          (AnimationSchema.shared.duration.key, timing.duration),
          (AnimationSchema.shared.repeatCount.key, Double(timing.repeatCount)),
          (AnimationSchema.shared.speed.key, Double(timing.speed)),
        ]
        let values = numbers.map {
          AnimationValue(key: $0.0, kind: "number", text: "\($0.1)", isDefault: false, isEditable: false)
        }
        return Animation(key: record.key, type: "CAAnimation", values: values)
      }
      let values = AnimationTable.all.rows.filter {
        $0.belongs(to: Swift.type(of: animation)) && $0.form != .none
      }
      .map { row in
        let kind = PropertyText.kind(of: row, in: animation, table)
        return AnimationValue(
          key: row.key,
          kind: kind,
          text: PropertyText.text(of: row.value(of: animation), kind: kind),
          isDefault: row.isInitial(in: animation),
          isEditable: isEditable && row.form != .members && PropertyText.canRead(kind: kind)
        )
      }
      return Animation(
        key: record.key,
        type: String(describing: Swift.type(of: animation)),
        values: values
      )
    }
  }
#endif
