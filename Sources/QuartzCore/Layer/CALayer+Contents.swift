import CoreGraphics
import Foundation
import StrataBase
import StrataRenderTree

/// Properties whose objects are frozen for the render side: contents and filters.
extension CALayer {
  final func setContents(_ object: Any?) {
    let object = KeyValue.present(object)
    let frozen = ContentsValue.unwrapped(from: object) ?? .other
    storage.flags.remove(.ownsContents)
    // The layer returns the image of a buffer as it was set, and shows what it held then.
    let isPlain = object == nil || (object as? CGImage)?.isLive == false
    if !isPlain || storage.extras.contents != nil { storage.extras.contents = isPlain ? nil : object }
    set(LayerSchema.shared.contents, \.contents, frozen)
  }

  /// Makes a drawn backing store the contents, with the action of a change of contents.
  ///
  /// `isFlipped` is true if the y axis of the drawing pointed down.
  final func setBackingStore(_ image: CGImage?, isFlipped: Bool = false) {
    let contents = image.map { ContentsValue.image($0) } ?? .none
    let isChange = contents != storage.state.contents
    let event = isChange ? willChange(LayerSchema.shared.contents.key, .implicit) : nil
    storage.state.contents = contents
    if storage.extras.contents != nil { storage.extras.contents = nil }
    storage.flags.insert(.ownsContents)
    if isFlipped { storage.flags.insert(.drewFlipped) } else { storage.flags.remove(.drewFlipped) }
    enlist(.content)
    if isChange, storage.flags.contains(.isObserved) { tellObservers(LayerSchema.shared.contents.key) }
    event?.run(LayerSchema.shared.contents.key, on: self)
  }

  final func setFilters(_ filters: [Any]?) {
    if storage.extras.filters != nil || filters != nil { storage.extras.filters = filters }
    set(LayerSchema.shared.filters, \.filters, Self.frozen(filters))
  }

  final func setBackgroundFilters(_ filters: [Any]?) {
    if storage.extras.backgroundFilters != nil || filters != nil {
      storage.extras.backgroundFilters = filters
    }
    let frozen = Self.frozen(filters)
    let motion = Self.motion(from: storage.state.backgroundFilters, to: frozen)
    set(LayerSchema.shared.backgroundFilters, \.backgroundFilters, frozen, motion: motion)
  }

  final func setCompositingFilter(_ filter: Any?) {
    let filter = KeyValue.present(filter)
    if storage.extras.compositingFilter != nil || filter != nil { storage.extras.compositingFilter = filter }
    let frozen = filter.flatMap { FilterValue.unwrapped(from: $0) }
    let former = storage.state.compositingFilter
    let motion = Self.motion(from: former.map { [$0] } ?? [], to: frozen.map { [$0] } ?? [])
    set(LayerSchema.shared.compositingFilter, \.compositingFilter, frozen, motion: motion)
  }

  /// Replaces the objects of a presentation copy that differ from its state, because of animations or of changes that
  /// are not committed yet.
  ///
  /// `contents` are those that its object was set as: asking the object again could read a whole buffer or draw.
  final func showObjectsOfState(insteadOf contents: ContentsValue) {
    let storage = storage
    let (state, extras) = (storage.state, storage.extras)
    func objects(_ filters: [FilterValue]) -> [Any]? {
      filters.isEmpty ? nil : filters.map(CAFilter.object(for:))
    }
    if Self.frozen(extras.filters) != state.filters { storage.extras.filters = objects(state.filters) }
    if Self.frozen(extras.backgroundFilters) != state.backgroundFilters {
      storage.extras.backgroundFilters = objects(state.backgroundFilters)
    }
    if extras.compositingFilter.flatMap({ FilterValue.unwrapped(from: $0) }) != state.compositingFilter {
      storage.extras.compositingFilter = state.compositingFilter.map(CAFilter.object(for:))
    }
    if extras.contents != nil, contents != state.contents { storage.extras.contents = nil }
    guard let emitter = self as? CAEmitterLayer, case .emitter(let box) = state.kind else { return }
    emitter.showCells(box.value.cells)
  }

  /// How a change of filters animates: by their inputs if nothing else differs, else as their property does (nil).
  private static func motion(from old: [FilterValue], to new: [FilterValue]) -> Motion? {
    old.count == new.count && zip(old, new).allSatisfy { $0.differsInInputsOnly(from: $1) } ? .implicit : nil
  }

  private static func frozen(_ filters: [Any]?) -> [FilterValue] {
    (filters ?? []).compactMap { FilterValue.unwrapped(from: $0) }
  }
}
