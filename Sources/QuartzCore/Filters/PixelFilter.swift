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
/// ``CATransition``, in documents, and its inputs animate under `filters.posterize.inputLevels`. It is called on render
/// threads, for several pictures at once, and must give the same pixels for the same input: what is drawn may be kept.
public protocol PixelFilter: Sendable {
  /// Returns how far a pixel's colour may reach, in points; the picture is made larger by that much on all sides.
  func reach(_ inputs: FilterInputs) -> CGFloat

  /// Draws the filtered picture.
  ///
  /// - Parameters:
  ///   - source: The picture of the layer, or of what lies behind it; in a transition the old one.
  ///   - result: Receives the filtered picture; begins as a copy of the source.
  ///   - inputs: The filter's inputs; in a transition also the new picture and the progress.
  /// - Throws: Any error: it is logged once, and the picture is shown unfiltered.
  func filter(
    _ source: FilterPicture,
    into result: inout FilterPicture,
    _ inputs: FilterInputs
  ) throws
}

extension PixelFilter {
  /// Returns 0: each pixel depends on itself alone.
  public func reach(_ inputs: FilterInputs) -> CGFloat { 0 }
}

extension CAFilter {
  /// Makes filters of a type run a program's code from when they are next set on a layer.
  ///
  /// Built-in types keep their meaning.
  public static func register(_ filter: any PixelFilter, forType type: String) {
    FilterRegistry.add(filter, type)
  }
}
