#if Inspector
  import Foundation
  import QuartzCore
  import StrataDocuments
  import StrataRenderTree

  /// The way from the root of a document to one of its layers: the index of each sublayer, -1 for the mask.
  ///
  /// The indices count in the base state, see `Document.sublayersOfAllStates`.
  typealias LayerPath = [Int]

  /// A change of values of one layer or animation, as texts, so that it can be made again in another reading of the document.
  struct DocumentEdit: Sendable, Equatable {
    struct Change: Sendable, Equatable {
      var key: String
      /// The former text; nil for none.
      var before: String?
      /// The new text; nil restores the default.
      var after: String?
    }
    var path: LayerPath
    /// The key of the animation that changes; nil for the layer itself.
    var animation: String?
    /// In the order of their keys.
    var changes: [Change]

    /// True if both change the same values.
    func hasTarget(of other: DocumentEdit) -> Bool {
      path == other.path && animation == other.animation && changes.map(\.key) == other.changes.map(\.key)
    }

    /// The change that takes this one back.
    var inverse: DocumentEdit {
      let back = changes.map { Change(key: $0.key, before: $0.after, after: $0.before) }
      return DocumentEdit(path: path, animation: animation, changes: back)
    }

    /// The change with the texts of a later one of the same values.
    func continued(by later: DocumentEdit) -> DocumentEdit {
      let whole = zip(changes, later.changes).map { Change(key: $0.key, before: $0.before, after: $1.after) }
      return DocumentEdit(path: path, animation: animation, changes: whole)
    }
  }

  /// Changes in their order, and how many of them are in effect.
  struct EditHistory: Sendable {
    private(set) var edits: [DocumentEdit] = []
    private(set) var count = 0
    /// The changes that the file holds: those in effect when the document was last saved.
    private var saved: [DocumentEdit] = []

    /// The most changes that are kept.
    private static let limit = 10_000

    var current: [DocumentEdit] { Array(edits.prefix(count)) }
    var canUndo: Bool { count > 0 }
    var canRedo: Bool { count < edits.count }
    /// The last changes differ first, so they are compared first.
    var isChanged: Bool {
      saved.count != count || !saved.reversed().elementsEqual(edits.prefix(count).reversed())
    }

    /// Adds a change; one that continues the last one becomes part of it.
    mutating func add(_ edit: DocumentEdit, continues: Bool) {
      edits.removeSubrange(count...)
      if continues, let last = edits.last, last.hasTarget(of: edit), isChanged {
        edits[count - 1] = last.continued(by: edit)
        return
      }
      if edits.count == Self.limit {
        edits.removeFirst()
        saved = Array(saved.dropFirst())
      }
      edits.append(edit)
      count = edits.count
    }

    /// The change to take back.
    var last: DocumentEdit? { canUndo ? edits[count - 1] : nil }
    /// The change to make again.
    var next: DocumentEdit? { canRedo ? edits[count] : nil }

    mutating func undo() { if canUndo { count -= 1 } }
    mutating func redo() { if canRedo { count += 1 } }
    mutating func noteSaved() { saved = current }

    /// Leaves what was not saved, for a file that somebody else wrote since: saved changes gave way to what it holds now.
    ///
    /// A saved change that was taken back since is taken back in that file, too.
    mutating func noteWrittenByOthers() {
      guard !saved.isEmpty else { return }
      let shared = zip(saved, current).prefix { $0 == $1 }.count
      let pending = saved[shared...].reversed().map(\.inverse) + edits[shared..<count]
      edits = pending + edits[count...]
      (count, saved) = (pending.count, [])
    }

    /// Keeps the changes that could be made again.
    mutating func keep(_ kept: [DocumentEdit]) {
      (edits, count) = (kept, kept.count)
      if kept.isEmpty { saved = [] }
    }
  }

  extension DocumentEdit {
    /// The layer of a document that a path leads to; nil if there is none.
    static func layer(at path: LayerPath, in document: Document) -> CALayer? {
      var layer = document.rootLayer
      let all = document.sublayersOfAllStates
      for index in path {
        if index == -1 {
          layer = layer?.mask
        } else {
          let sublayers = layer.map(all) ?? []
          layer = sublayers.indices.contains(index) ? sublayers[index] : nil
        }
      }
      return layer
    }

    /// The path of a layer of a document; nil if it is not there.
    static func path(of layer: CALayer, in document: Document) -> LayerPath? {
      var (path, current) = (LayerPath(), layer)
      let all = document.sublayersOfAllStates
      while current !== document.rootLayer {
        guard let above = current.superlayer else { return nil }
        if above.mask === current {
          path.append(-1)
        } else if let index = all(above).firstIndex(where: { $0 === current }) {
          path.append(index)
        } else {
          return nil
        }
        current = above
      }
      return path.reversed()
    }

    /// Makes the change in the base state of a document.
    func apply(to document: Document) throws {
      var failure: (any Error)?
      try document.withBaseValues { () throws(DocumentError) in
        do { try applyToBaseState(of: document) } catch { failure = error }
      }
      if let failure { throw failure }
    }

    private func applyToBaseState(of document: Document) throws {
      guard let layer = Self.layer(at: path, in: document) else {
        throw PageError("the layer is not in the document any more")
      }
      guard !document.isOfState(layer, animation: animation) else {
        throw PageError("a state added this, and changes of states cannot be saved")
      }
      if let animation { return try apply(to: layer, animation) }
      // Wrong texts change nothing.
      let values = try changes.map { change in
        guard change.key != "name" else { return (key: change.key, value: change.after as Any?) }
        guard let row = layer.propertyTable[change.key], !change.key.contains(".") else {
          throw PageError("\(type(of: layer)) has no property \"\(change.key)\"")
        }
        return (row.key, try change.value(PropertyText.kind(of: row)))
      }
      for (key, value) in values {
        if key == "name" {
          layer.name = value as? String
        } else {
          try layer.setChecked(value, forKeyPath: key)
        }
      }
    }

    private func apply(to layer: CALayer, _ name: String) throws {
      guard let old = layer.animation(forKey: name), let copy = old.copy(with: nil) as? CAAnimation else {
        throw PageError("the layer has no animation \"\(name)\"")
      }
      for change in changes {
        guard let row = AnimationTable.all[change.key], row.belongs(to: type(of: copy)) else {
          throw PageError("\(type(of: copy)) has no property \"\(change.key)\"")
        }
        let kind = PropertyText.kind(of: row, in: copy, layer.propertyTable)
        guard row.set(try change.value(kind), of: copy) else { throw change.refusal(kind) }
      }
      // An animation that is added goes behind the others, which would change their order in effect and in the document.
      let later = (layer.animationKeys() ?? []).drop { $0 != name }.dropFirst()
      layer.add(copy, forKey: name)
      for key in later { layer.animation(forKey: key).map { layer.add($0, forKey: key) } }
    }

    /// The text of a value of a layer, or of one of its animations, as a change would write it.
    static func text(of key: String, in layer: CALayer, animation name: String?) -> String? {
      guard let name else {
        return key == "name" ? layer.name : PropertyText.text(of: layer.value(forKey: key))
      }
      guard let animation = layer.animation(forKey: name), let row = AnimationTable.all[key] else {
        return nil
      }
      let kind = PropertyText.kind(of: row, in: animation, layer.propertyTable)
      return PropertyText.text(of: row.value(of: animation), kind: kind)
    }
  }

  extension DocumentEdit.Change {
    fileprivate func value(_ kind: String) throws -> Any? {
      guard let after else { return nil }
      guard let value = PropertyText.value(of: after, kind: kind) else { throw refusal(kind) }
      return value
    }

    fileprivate func refusal(_ kind: String) -> PageError {
      PageError("\(key): \"\((after ?? "").prefix(60))\" is not a value of kind \(kind)")
    }
  }
#endif
