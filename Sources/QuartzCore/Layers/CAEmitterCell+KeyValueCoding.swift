import Foundation
import StrataRenderTree

/// Key-value access: properties by their rows, everything else in a store of the cell's own.
extension CAEmitterCell {
  final func keyedValue(_ key: String) -> Any? {
    switch key {
    case "contents": return contents
    case "emitterCells": return emitterCells
    case "style": return style
    default: break
    }
    if let row = EmitterCellSchema.table[key], !key.contains(".") { return row.value(in: state) }
    return custom[key] ?? Self.defaultValue(forKey: key)
  }

  final func setKeyedValue(_ value: Any?, _ key: String) {
    let value = KeyValue.present(value)
    switch key {
    case "contents": contents = value
    case "emitterCells": emitterCells = value as? [CAEmitterCell]
    case "style": style = value as? [AnyHashable: Any]
    default:
      if EmitterCellSchema.table[key] != nil, !key.contains(".") {
        if EmitterCellSchema.table.assign(value, at: key, to: &state) { noteSet(key) }
      } else {
        custom[key] = value.map(KeyValue.object)
        noteSet(key)
      }
    }
  }

  final func pathValue(_ keyPath: String) -> Any? {
    guard let (head, rest) = keyPath.firstStep else { return value(forKey: keyPath) }
    if head == "emitterCells", let (name, tail) = rest.firstStep {
      return cellObjects?.first { $0.name == name }?.value(forKeyPath: tail)
    }
    if let row = EmitterCellSchema.table[keyPath] { return row.value(in: state) }
    return value(forKey: keyPath)
  }

  final func setPathValue(_ value: Any?, _ keyPath: String) {
    guard let (head, rest) = keyPath.firstStep else {
      setValue(value, forKey: keyPath)
      return
    }
    if head == "emitterCells", let (name, tail) = rest.firstStep {
      guard let cell = cellObjects?.first(where: { $0.name == name }) else { return }
      cell.setValue(value, forKeyPath: tail)
      state.cells = (cellObjects ?? []).map { $0.frozen() }
    } else if let row = EmitterCellSchema.table[keyPath] {
      if row.assign(value, to: &state) { noteSet(head) }
    } else {
      setValue(value, forKey: keyPath)
    }
  }
}

extension CAEmitterCell: KeyPathObject {
  package var keyPathName: String? { name }
}

extension CAEmitterCell: EmitterCellRepresentable {
  package var cellState: EmitterCellState { state }
}
