import CoreGraphics
import Foundation
import Logging
import StrataCompositor
import StrataRaster
package import StrataRenderTree
import Synchronization

/// The filters that programs added, by type.
enum FilterRegistry {
  private static let kernels = Mutex<[String: any FilterKernel]>([:])

  /// Adds a type, unless the renderer knows it already.
  static func add(_ filter: any PixelFilter, _ type: String) {
    guard !FilterNames.isKnown(type) else { return }
    let kernel = PixelFilterKernel(filter, type)
    kernels.withLock { $0[type] = kernel }
  }

  /// The code of a type; nil for built-in and unknown ones.
  static func kernel(for type: String) -> (any FilterKernel)? {
    kernels.withLock { $0.isEmpty ? nil : $0[type] }
  }
}

extension CAFilter {
  /// Returns true for a known type of filter or compositing mode, built in or added by the program.
  package static func isKnown(_ type: String) -> Bool {
    FilterNames.isKnown(type) || FilterRegistry.kernel(for: type) != nil
  }

  /// The inputs of a built-in type that have an effect, with the kinds of their values; nil for any other type.
  package static func inputs(ofType type: String) -> [String: FilterInput.Kind]? {
    FilterNames.inputs(of: type)
  }

  /// Returns true for the name of a compositing mode.
  package static func isCompositing(_ type: String) -> Bool { FilterNames.isBlendMode(type) }
}

/// Adapts a program's filter to the renderer.
private final class PixelFilterKernel: FilterKernel {
  private let filter: any PixelFilter
  private let type: String
  private let failures = Mutex<Set<String>>([])

  init(_ filter: any PixelFilter, _ type: String) { (self.filter, self.type) = (filter, type) }

  var isBuiltIn: Bool { false }

  let samplesTurnedLayers = false
  let takesBackdrop = false
  let colorsEmptyPixels = true

  func spread(_ inputs: [String: FilterInput], in bounds: CGRect) -> FilterSpread {
    .distance(Double(filter.reach(FilterInputs(inputs))))
  }

  func object(for value: FilterValue) -> Any? { nil }

  func run(_ call: FilterCall) -> PixelBuffer? {
    var result = FilterPicture(call.source.copy(), call)
    let inputs = FilterInputs(
      call.inputs,
      progress: call.progress,
      target: call.target.map { FilterPicture($0, call) }
    )
    do {
      try filter.filter(FilterPicture(call.source, call), into: &result, inputs)
      if result.wasWrittenInBytes { result.pixels.limitColorsToAlpha() }
      return result.pixels
    } catch {
      report("\(error)")
      return nil
    }
  }

  /// Logs each reason once.
  private func report(_ reason: String) {
    let isNew = failures.withLock { $0.count < 16 && $0.insert(reason).inserted }
    guard isNew else { return }
    Logger(label: "strata.filter").error(
      "a filter failed; the picture is shown unfiltered",
      metadata: ["filter": "\(type)", "reason": "\(reason)"]
    )
  }
}
