import CoreGraphics
public import Foundation

/// A filter that a program adds: a function from pixels to pixels.
///
/// ```swift
/// struct Posterize: PixelFilter {
///   func filter(_ source: FilterPicture, into result: inout FilterPicture, _ inputs: FilterInputs) {
///     let levels = Float(inputs.number("inputLevels", default: 6))
///     for y in 0..<result.height {
///       for x in 0..<result.width { result[x, y] = (source[x, y] * levels).rounded(.down) / levels }
///     }
///   }
/// }
///
/// CAFilter.register(Posterize(), forType: "posterize")
/// let posterize = CAFilter(type: "posterize")
/// posterize.setValue(4, forKey: "inputLevels")
/// layer.filters = [posterize]
/// ```
///
/// Such a filter works wherever a built-in one does: in `filters` and `backgroundFilters`, as the filter of a
/// ``CATransition``, and in documents. Its inputs animate under `filters.posterize.inputLevels`. Render threads call
/// it for several pictures at once. It must return the same pixels for the same input, as pictures may be kept.
public protocol PixelFilter: Sendable {
  /// Returns the distance that a pixel's colour may spread, in points; the picture grows by it on all sides.
  func reach(_ inputs: FilterInputs) -> CGFloat

  /// Draws the filtered picture.
  ///
  /// - Parameters:
  ///   - source: The picture of the layer, or the one behind it; in a transition the old picture.
  ///   - result: Receives the filtered picture; starts as a copy of the source.
  ///   - inputs: The filter's inputs; in a transition also the new picture and the progress.
  /// - Throws: Any error; it is logged once, and the picture is shown unfiltered.
  func filter(
    _ source: FilterPicture,
    into result: inout FilterPicture,
    _ inputs: FilterInputs
  ) throws
}

extension PixelFilter {
  /// Returns 0: each pixel depends on the same pixel of the source only.
  public func reach(_ inputs: FilterInputs) -> CGFloat { 0 }
}

extension CAFilter {
  /// Adds a type of filter, which layers use when they are next given such a filter.
  ///
  /// Built-in types cannot be replaced.
  public static func register(_ filter: any PixelFilter, forType type: String) {
    FilterRegistry.add(filter, type)
  }
}
