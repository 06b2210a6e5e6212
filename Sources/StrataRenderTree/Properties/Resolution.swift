import CoreGraphics
import Foundation
import StrataBase

// Key paths whose target only some layers have: an input of a filter, a property of an emitter cell, a custom key.
// Their rows are made on demand.

extension LayerSchema {
  /// Returns the row at a key path, in either spelling of its parts, or nil if the path leads nowhere.
  ///
  /// Filters and cells are looked up in `state` by name. An undeclared key is a custom one. Its type is that of its
  /// value in `state`, or else of the first of `samples` that is a value; without either it has no row.
  package static func resolve(
    _ path: String,
    in state: LayerState,
    like samples: [Any?] = []
  ) -> (any PropertyRow<LayerState>)? {
    if let row = table(of: state.kind.layerClass)[path] { return row }
    if let row = filterRow(path, in: state) { return row }
    if let rest = path.dropping("emitterCells."), case .emitter(let box) = state.kind {
      let lens = Lens<LayerState, [EmitterCellState]>(\LayerState.emitter.cells)
      return EmitterCellSchema.row(rest, in: box.value.cells, through: lens, named: path)
    }
    return customRow(path, in: state, like: samples)
  }

  // MARK: - Filters

  private static func filterRow(_ path: String, in state: LayerState) -> (any PropertyRow<LayerState>)? {
    if let rest = path.dropping("filters.") {
      return filterRow(rest, in: state.filters, through: Lens(\LayerState.filters), named: path)
    }
    if let rest = path.dropping("backgroundFilters.") {
      return filterRow(
        rest,
        in: state.backgroundFilters,
        through: Lens(\LayerState.backgroundFilters),
        named: path
      )
    }
    if let rest = path.dropping("emitterBehaviors."), case .emitter(let box) = state.kind {
      let list = Lens<LayerState, [FilterValue]>(\LayerState.emitter.behaviors)
      return filterRow(rest, in: box.value.behaviors, through: list, named: path)
    }
    guard let rest = path.dropping("compositingFilter."), state.compositingFilter != nil else { return nil }
    let filter = Lens<LayerState, FilterValue>(
      get: { $0.compositingFilter ?? FilterValue(type: "") },
      set: { state, filter in if state.compositingFilter != nil { state.compositingFilter = filter } }
    )
    return inputRow(rest, through: filter, named: path)
  }

  private static func filterRow(
    _ path: String,
    in filters: [FilterValue],
    through list: Lens<LayerState, [FilterValue]>,
    named full: String
  ) -> (any PropertyRow<LayerState>)? {
    guard let (name, key) = split(path, among: filters.map(\.name)) else { return nil }
    let filter = Lens<LayerState, FilterValue>(
      get: { list.get($0).first { $0.name == name } ?? FilterValue(type: "") },
      set: { state, filter in
        var filters = list.get(state)
        guard let i = filters.firstIndex(where: { $0.name == name }) else { return }
        filters[i] = filter
        list.set(&state, filters)
      }
    )
    return inputRow(key, through: filter, named: full)
  }

  private static func inputRow(
    _ key: String,
    through filter: Lens<LayerState, FilterValue>,
    named path: String
  ) -> any PropertyRow<LayerState> {
    if key == "enabled" || key == "isEnabled" {
      return Property(path, filter.appending(Lens(\FilterValue.isEnabled)), .effect, .explicit)
    }
    let input = Lens<FilterValue, FilterInput?>(
      get: { $0.inputs[key] },
      set: { $0.inputs[key] = $1 }
    )
    return Property(path, filter.appending(input), .effect, .explicit)
  }

  // MARK: - Custom keys

  private static func customRow(
    _ path: String,
    in state: LayerState,
    like samples: [Any?]
  ) -> (any PropertyRow<LayerState>)? {
    let known = state.custom[Symbol(path)]
    let sample = samples.lazy.compactMap { $0.flatMap(CustomValues.value(for:)) }.first
    if let value = known ?? sample { return row(path, like: value) }
    // A part of a structure under a custom key, such as `center.x`.
    guard let dot = path.firstIndex(of: "."), let whole = state.custom[Symbol(String(path[..<dot]))] else {
      return nil
    }
    var open: [any PropertyRow<LayerState>] = [row(String(path[..<dot]), like: whole)]
    while let next = open.popLast() {
      if next.key == path { return next }
      open += next.parts
    }
    return nil
  }

  /// Returns the row of a custom key whose values have the type of `value`; an unset one reads as the type's zero.
  package static func row<Value: KeyValueCodable>(_ key: String, like value: Value) -> any PropertyRow<
    LayerState
  > {
    customProperty(key, initial: Value.neutral ?? value)
  }

  /// The row of a property that a subclass declares under `key`.
  package static func customProperty<Value: KeyValueCodable>(
    _ key: String,
    initial: Value
  ) -> Property<LayerState, Value> {
    let symbol = Symbol(key)
    return Property(
      key,
      Lens(
        get: { $0.custom[symbol, default: initial] },
        set: { $0.custom[symbol, default: initial] = $1 }
      ),
      .custom,
      .explicit
    )
  }
}

extension EmitterCellSchema {
  /// Returns the row at `path`, a cell's name and what follows it, of the cells behind a lens.
  fileprivate static func row<Root>(
    _ path: String,
    in cells: [EmitterCellState],
    through list: Lens<Root, [EmitterCellState]>,
    named full: String
  ) -> (any PropertyRow<Root>)? {
    guard let (name, key) = split(path, among: cells.compactMap(\.name)),
      let known = cells.first(where: { $0.name == name })
    else { return nil }
    let cell = Lens<Root, EmitterCellState>(
      get: { list.get($0).first { $0.name == name } ?? EmitterCellState() },
      set: { root, cell in
        var cells = list.get(root)
        guard let i = cells.firstIndex(where: { $0.name == name }) else { return }
        cells[i] = cell
        list.set(&root, cells)
      }
    )
    if let rest = key.dropping("emitterCells.") {
      return row(rest, in: known.cells, through: cell.appending(Lens(\EmitterCellState.cells)), named: full)
    }
    return table[key]?.accept(Rebase(lens: cell, path: full))
  }

  /// Makes rows of a root that holds a cell from rows of the cell.
  private struct Rebase<Whole>: RowVisitor {
    typealias Root = EmitterCellState
    let lens: Lens<Whole, EmitterCellState>
    let path: String

    func visit<Value: KeyValueCodable>(_ row: Property<EmitterCellState, Value>) -> any PropertyRow<Whole> {
      Property(path, lens.appending(row.lens), row.aspect, row.motion)
    }
  }
}

extension CustomValues {
  /// The value of a custom key that stands for an object of any type, or nil if the type cannot be animated.
  package static func value(for any: Any) -> (any KeyValueCodable)? {
    guard let any = present(any) else { return nil }
    if type(of: any) == Bool.self, let value = any as? Bool { return value }
    // Whole numbers move through the reals, as a custom key has no declared type.
    if let value = numericValue(of: any) { return value }
    switch any {
    case let value as any KeyValueCodable: return value
    case let color as CGColor: return color as CGColor? as any KeyValueCodable
    case let path as CGPath: return CGPath.value(from: path) as CGPath? as any KeyValueCodable
    case let image as CGImage: return ContentsValue.image(image.still)
    default: break
    }
    if let value = any as? CGPoint { return value }
    if let value = any as? CGSize { return value }
    if let value = any as? CGRect { return value }
    if let value = any as? CATransform3D { return value }
    if let value = any as? CGAffineTransform { return value }
    if let value = [CGFloat].unwrapped(from: any) { return value }
    return [CGColor].unwrapped(from: any)
  }
}

extension String {
  /// The rest of a string that begins with `prefix`, or nil if it does not or nothing follows.
  fileprivate func dropping(_ prefix: String) -> String? {
    hasPrefix(prefix) && count > prefix.count ? String(dropFirst(prefix.count)) : nil
  }
}

/// Splits `path` into one of `names` and the rest; names may hold dots, so the longest match counts.
private func split(_ path: String, among names: [String]) -> (name: String, key: String)? {
  names.filter { !$0.isEmpty && path.hasPrefix($0 + ".") && path.count > $0.count + 1 }
    .max { $0.count < $1.count }
    .map { ($0, String(path.dropFirst($0.count + 1))) }
}
