import CoreImage
import QuartzCore
import StrataRenderTree

// Key paths that a document's states and animations name: which parts of them lead to a value.

extension CALayer {
  /// True if a key path names something that an animation or a state can change.
  ///
  /// A path through a filter, a cell, a behaviour, a sublayer or the mask needs that object.
  func knows(keyPath: String) -> Bool {
    if propertyTable[keyPath] != nil || read(keyPath: keyPath) != nil { return true }
    guard let dot = keyPath.firstIndex(of: ".") else {
      return ["mask", "sublayers"].contains(keyPath) || listedObjects(keyPath) != nil
    }
    let (head, rest) = (String(keyPath[..<dot]), String(keyPath[keyPath.index(after: dot)...]))
    switch head {
    case "mask": return mask?.knows(keyPath: rest) ?? false
    case "compositingFilter": return compositingFilter != nil
    default: return listedObjects(head)?.know(keyPath: rest) ?? false
    }
  }

  /// The objects that the layer lists under a key, which paths reach by their names; nil if the key is none of a list.
  private func listedObjects(_ key: String) -> [any KeyedObject]? {
    switch key {
    case "sublayers": sublayers ?? []
    case "filters": (filters ?? []).compactMap { $0 as? any FilterElement }
    case "backgroundFilters": (backgroundFilters ?? []).compactMap { $0 as? any FilterElement }
    case "emitterCells": (self as? CAEmitterLayer).map { $0.emitterCells ?? [] }
    case "emitterBehaviors":
      (self as? CAEmitterLayer).map { ($0.emitterBehaviors ?? []).compactMap { $0 as? CAEmitterBehavior } }
    default: nil
    }
  }
}

extension [any KeyedObject] {
  /// True if a key path, which begins with a name, names something of the first object of that name.
  fileprivate func know(keyPath: String) -> Bool {
    guard let dot = keyPath.firstIndex(of: ".") else { return false }
    let name = String(keyPath[..<dot])
    let member = first { ($0.read(keyPath: "name") as? String) == name }
    return member?.knows(keyPath: String(keyPath[keyPath.index(after: dot)...])) ?? false
  }
}

extension CAAnimation {
  func knows(keyPath: String) -> Bool { Swift.type(of: self).table[keyPath] != nil }
}

extension CAEmitterCell {
  func knows(keyPath: String) -> Bool {
    if EmitterCellSchema.table[keyPath] != nil { return true }
    guard keyPath.hasPrefix("emitterCells.") else { return false }
    let cells: [any KeyedObject] = emitterCells ?? []
    return cells.know(keyPath: String(keyPath.dropFirst("emitterCells.".count)))
  }
}

extension CAFilter {
  func knows(keyPath: String) -> Bool {
    if ["name", "enabled", "isEnabled"].contains(keyPath) { return true }
    guard filterValue.kernel == nil, let inputs = CAFilter.inputs(ofType: type) else { return true }
    return inputs[keyPath] != nil || Self.qualityInputs.contains(keyPath)
  }

  /// Inputs of any filter that say how exactly it is drawn.
  private static let qualityInputs: Set<String> = [
    "inputDither", "inputHardEdges", "inputIntermediateBitDepth", "inputLinear", "inputNormalizeEdges",
    "inputQuality", "inputReversed",
  ]
}

extension CIFilter {
  func knows(keyPath: String) -> Bool {
    inputKeys.contains(keyPath) || ["name", "enabled", "isEnabled"].contains(keyPath)
  }
}

extension CAEmitterBehavior {
  func knows(keyPath: String) -> Bool {
    if ["name", "enabled", "isEnabled"].contains(keyPath) { return true }
    guard let inputs = CAEmitterBehavior.inputs(ofType: type) else { return true }
    return inputs[keyPath] != nil
  }
}
