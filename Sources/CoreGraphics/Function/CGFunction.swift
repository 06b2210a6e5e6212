public import Foundation

/// A function that computes outputs; its arguments are `info`, the inputs and the memory for the outputs.
public typealias CGFunctionEvaluateCallback =
  (UnsafeMutableRawPointer?, UnsafePointer<CGFloat>, UnsafeMutablePointer<CGFloat>) -> Void

/// A function that releases a function object's `info`.
public typealias CGFunctionReleaseInfoCallback = (UnsafeMutableRawPointer?) -> Void

/// The functions that a function object calls.
public struct CGFunctionCallbacks {
  /// The version of the structure; 0.
  public var version: UInt32
  /// Computes the outputs.
  public var evaluate: CGFunctionEvaluateCallback?
  /// Called once, when the function object is destroyed.
  public var releaseInfo: CGFunctionReleaseInfoCallback?

  /// Creates callbacks that do nothing.
  public init() {
    self.init(version: 0, evaluate: nil, releaseInfo: nil)
  }

  /// Creates callbacks.
  public init(
    version: UInt32,
    evaluate: CGFunctionEvaluateCallback?,
    releaseInfo: CGFunctionReleaseInfoCallback?
  ) {
    (self.version, self.evaluate, self.releaseInfo) = (version, evaluate, releaseInfo)
  }
}

/// A function from numbers to numbers that the program computes; shadings take their colours from it.
///
/// - Thread: The callback runs on the thread that draws.
public final class CGFunction: Hashable, @unchecked Sendable {
  // Sendable: immutable; the program is responsible for its `info`.
  private let info: UnsafeMutableRawPointer?
  private let callbacks: CGFunctionCallbacks
  let domain: [ClosedRange<CGFloat>]
  private let range: [ClosedRange<CGFloat>]
  let outputCount: Int

  /// Creates a function; nil without inputs, outputs or an `evaluate` callback, and for a version other than 0.
  ///
  /// - Parameters:
  ///   - info: The first argument of the callbacks.
  ///   - domainDimension: The number of inputs.
  ///   - domain: The least and largest value of each input, to which inputs are clamped; nil for 0 and 1.
  ///   - rangeDimension: The number of outputs.
  ///   - range: The least and largest value of each output, to which outputs are clamped; nil for no limits.
  ///   - callbacks: The functions to call.
  public init?(
    info: UnsafeMutableRawPointer?,
    domainDimension: Int,
    domain: UnsafePointer<CGFloat>?,
    rangeDimension: Int,
    range: UnsafePointer<CGFloat>?,
    callbacks: UnsafePointer<CGFunctionCallbacks>
  ) {
    let callbacks = callbacks.pointee
    guard domainDimension > 0, rangeDimension > 0, callbacks.version == 0, callbacks.evaluate != nil else {
      return nil
    }
    self.info = info
    self.callbacks = callbacks
    self.domain = (0..<domainDimension).map { index in
      domain.map { Self.limits($0[index * 2], $0[index * 2 + 1]) } ?? 0...1
    }
    self.range =
      range.map { range in
        (0..<rangeDimension).map { Self.limits(range[$0 * 2], range[$0 * 2 + 1]) }
      } ?? []
    outputCount = rangeDimension
  }

  deinit { callbacks.releaseInfo?(info) }

  private static func limits(_ low: CGFloat, _ high: CGFloat) -> ClosedRange<CGFloat> {
    low <= high ? low...high : low.isNaN || high.isNaN ? 0...0 : high...low
  }

  /// Returns the outputs for some inputs, both clamped to their ranges.
  func outputs(for inputs: [CGFloat]) -> [CGFloat] {
    let clamped = domain.enumerated().map { index, limits in
      let value = index < inputs.count ? inputs[index] : 0
      return value.isNaN ? limits.lowerBound : min(max(value, limits.lowerBound), limits.upperBound)
    }
    var outputs = [CGFloat](repeating: 0, count: outputCount)
    callbacks.evaluate?(info, clamped, &outputs)
    for (index, limits) in range.enumerated() {
      outputs[index] = min(max(outputs[index], limits.lowerBound), limits.upperBound)
    }
    return outputs
  }

  /// The type identifier that `CFGetTypeID(_:)` returns for the class.
  public static var typeID: CFTypeID { typeNumber(of: CGFunction.self) }

  /// Returns whether both are the same object.
  public static func == (lhs: CGFunction, rhs: CGFunction) -> Bool { lhs === rhs }

  /// Feeds the identity into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CGFunction: CoreFoundationObject {}
