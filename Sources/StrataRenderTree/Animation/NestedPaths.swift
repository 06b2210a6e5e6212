import CoreGraphics
import Foundation

// Key paths into the members of a property that are found by name: the inputs of filters, and the values of particle
// kinds. No table lists them, so a row is made when a path asks for it.

extension LayerSchema {
  /// The row at a key path of a layer of this class: a declared one, a filter's input, or a particle kind's value.
  ///
  /// Examples are `filters.blur.inputRadius`, `compositingFilter.inputAmount` and `emitterCells.spark.birthRate`.
  package static func row(at path: String, of layerClass: LayerClass) -> (any PropertyRow<LayerState>)? {
    if let declared = table(of: layerClass)[path] { return declared }
    let steps = path.split(separator: ".", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    switch (steps.first, steps.count) {
    case ("filters", 3): return filterRow(path, .filters, steps[1], steps[2])
    case ("backgroundFilters", 3): return filterRow(path, .backgroundFilters, steps[1], steps[2])
    case ("compositingFilter", 2): return filterRow(path, .compositingFilter, nil, steps[1])
    case ("emitterBehaviors", 3) where layerClass == .emitter:
      return filterRow(path, .emitterBehaviors, steps[1], steps[2])
    case ("emitterCells", 3) where layerClass == .emitter:
      return EmitterCellSchema.table[steps[2]]?.accept(CellPropertyMaker(path: path, name: steps[1]))
    default: return nil
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
  let name: String

  func visit<Value: KeyValueCodable>(
    _ row: Property<EmitterCellState, Value>
  ) -> any PropertyRow<LayerState> {
    let (name, inner) = (name, row.lens)
    let lens = Lens<LayerState, Value>(
      get: { state in inner.get(state.emitter.cells.first { $0.name == name } ?? EmitterCellState()) },
      set: { state, value in
        if let i = state.emitter.cells.firstIndex(where: { $0.name == name }) {
          inner.set(&state.emitter.cells[i], value)
        }
      }
    )
    return Property(path, lens, row.aspect, row.motion)
  }
}
