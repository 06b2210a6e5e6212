import StrataKernels

/// A step of a chain of filters, in numbers, for renderers that compute it on another device.
package enum FilterStep: Sendable {
  /// A Gaussian blur by deviations in pixels along x and y.
  case blur(SIMD2<Double>)
  /// Maps of straight colours, one after the other, rounded after the last one: 26 words for each.
  ///
  /// They are the columns of a matrix and a constant column, as four floats each; or the four values of a curve of the
  /// luminance, and its share in the result; at last 1 for a curve.
  case colors([UInt32])

  /// The words of a map of colours.
  package static let colorWords = 26
}

extension [FilterOp] {
  /// The steps of the chain; nil if one of them is neither a blur nor a map of colours, or if its numbers are enormous.
  package var steps: [FilterStep]? {
    var result: [FilterStep] = []
    for filter in self {
      if let step = ColorStep(filter) {
        guard step.isUsual else { return nil }
        // Consecutive maps are rounded once.
        guard case .colors(let words)? = result.last else {
          result.append(.colors(step.words))
          continue
        }
        result[result.count - 1] = .colors(words + step.words)
      } else if case .gaussianBlur(let x, let y) = filter {
        result.append(.blur(SIMD2(x, y)))
      } else {
        return nil
      }
    }
    return result
  }
}

extension ColorStep {
  /// True if no product of the step's numbers overflows: drivers differ in what infinities and NaN become.
  fileprivate var isUsual: Bool {
    words.dropLast().allSatisfy { abs(Float(bitPattern: $0)) <= 1e6 }
  }

  /// The step as ``FilterStep/colors(_:)`` has it.
  fileprivate var words: [UInt32] {
    let step = kernelStep
    var words = withUnsafeBytes(of: step.columns) { Array($0.bindMemory(to: UInt32.self)) }
    words += [step.curve.0, step.curve.1, step.curve.2, step.curve.3, step.amount].map(\.bitPattern)
    return words + [step.is_curve]
  }
}
