import CoreGraphics
import Foundation

// Key paths into the members of a property that are found by name: the inputs of filters, and the values of particle
// kinds. No table lists them, so a row is made when a path asks for it.

extension LayerSchema {
  /// The row at a key path of a layer of this class: a declared one, a filter's input, or a particle kind's value.
  ///
  /// Examples are `filters.blur.inputRadius`, `compositingFilter.inputAmount`, `emitterCells.spark.birthRate` and
  /// `emitterCells.spark.emitterCells.smoke.scale`. Names end at their first dot.
  package static func row(at path: String, of layerClass: LayerClass) -> (any PropertyRow<LayerState>)? {
    if let declared = table(of: layerClass)[path] { return declared }
    let steps = path.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    switch (steps.first, steps.count) {
    case ("filters", 3): return filterRow(path, .filters, steps[1], steps[2])
    case ("backgroundFilters", 3): return filterRow(path, .backgroundFilters, steps[1], steps[2])
    case ("compositingFilter", 2): return filterRow(path, .compositingFilter, nil, steps[1])
    case ("emitterBehaviors", 3) where layerClass == .emitter:
      return filterRow(path, .emitterBehaviors, steps[1], steps[2])
    case ("emitterCells", 3) where layerClass == .emitter: return cellRow(path, [steps[1]], steps[2])
    default: return nil
    }
  }

  /// The row of a value of a particle kind, or of one below it.
  private static func cellRow(
    _ path: String,
    _ names: [String],
    _ rest: String
  ) -> (any PropertyRow<LayerState>)? {
    var (names, rest) = (names, Substring(rest))
    while true {
      if let row = EmitterCellSchema.table[String(rest)] {
        return row.accept(CellPropertyMaker(path: path, names: names))
      }
      let steps = rest.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false)
      guard steps.count == 3, steps[0] == "emitterCells" else { return nil }
      names.append(String(steps[1]))
      rest = steps[2]
    }
  }

  private static func filterRow(
    _ path: String,
    _ place: FilterPlace,
    _ name: String?,
    _ input: String
  ) -> any PropertyRow<LayerState> {
    if input == "enabled" || input == "isEnabled" {
      let lens = Lens<LayerState, Bool>(
        get: { place.filter(name, in: $0)?.isEnabled ?? true },
        set: { state, value in place.update(name, in: &state) { $0.isEnabled = value } }
      )
      return Property(path, lens, .effect, .explicit)
    }
    let lens = Lens<LayerState, FilterInput?>(
      get: { place.filter(name, in: $0)?.inputs[input] },
      set: { state, value in place.update(name, in: &state) { $0.inputs[input] = value } }
    )
    return Property(path, lens, .effect, .explicit)
  }
}

/// Where the filters of a path are.
private enum FilterPlace: Sendable {
  case filters
  case backgroundFilters
  case compositingFilter
  case emitterBehaviors

  func filter(_ name: String?, in state: LayerState) -> FilterValue? {
    switch self {
    case .filters: state.filters.first { $0.name == name }
    case .backgroundFilters: state.backgroundFilters.first { $0.name == name }
    case .compositingFilter: state.compositingFilter
    case .emitterBehaviors: state.emitter.behaviors.first { $0.name == name }
    }
  }

  /// Changes the named filter; without one nothing happens.
  func update(_ name: String?, in state: inout LayerState, _ change: (inout FilterValue) -> Void) {
    switch self {
    case .filters:
      if let i = state.filters.firstIndex(where: { $0.name == name }) { change(&state.filters[i]) }
    case .backgroundFilters:
      if let i = state.backgroundFilters.firstIndex(where: { $0.name == name }) {
        change(&state.backgroundFilters[i])
      }
    case .emitterBehaviors:
      if let i = state.emitter.behaviors.firstIndex(where: { $0.name == name }) {
        change(&state.emitter.behaviors[i])
      }
    case .compositingFilter:
      if var filter = state.compositingFilter {
        change(&filter)
        state.compositingFilter = filter
      }
    }
  }
}

/// Makes a row of a layer from a row of one of its particle kinds.
private struct CellPropertyMaker: RowVisitor {
  let path: String
  /// The names from the layer's own kind to the one of the row.
  let names: [String]

  func visit<Value: KeyValueCodable>(
    _ row: Property<EmitterCellState, Value>
  ) -> any PropertyRow<LayerState> {
    let (names, inner) = (names[...], row.lens)
    let lens = Lens<LayerState, Value>(
      get: { state in inner.get(state.emitter.cells.cell(at: names) ?? EmitterCellState()) },
      set: { state, value in state.emitter.cells.update(at: names) { inner.set(&$0, value) } }
    )
    return Property(path, lens, row.aspect, row.motion)
  }
}

extension [EmitterCellState] {
  /// The first kind with each name, from the outermost.
  fileprivate func cell(at names: ArraySlice<String>) -> EmitterCellState? {
    guard let cell = first(where: { $0.name == names.first }) else { return nil }
    return names.count == 1 ? cell : cell.cells.cell(at: names.dropFirst())
  }

  /// Changes the named kind; without one nothing happens.
  fileprivate mutating func update(
    at names: ArraySlice<String>,
    _ change: (inout EmitterCellState) -> Void
  ) {
    guard let i = firstIndex(where: { $0.name == names.first }) else { return }
    if names.count == 1 { change(&self[i]) } else { self[i].cells.update(at: names.dropFirst(), change) }
  }
}
