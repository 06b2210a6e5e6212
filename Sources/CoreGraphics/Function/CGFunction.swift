public import Foundation

/// Computes a function's outputs: the function's `info`, its inputs, room for its outputs.
public typealias CGFunctionEvaluateCallback =
  (UnsafeMutableRawPointer?, UnsafePointer<CGFloat>, UnsafeMutablePointer<CGFloat>) -> Void

/// Releases a function's `info`.
public typealias CGFunctionReleaseInfoCallback = (UnsafeMutableRawPointer?) -> Void

/// What a function calls.
public struct CGFunctionCallbacks {
  /// The version of the structure; 0.
  public var version: UInt32
  /// Computes the outputs.
  public var evaluate: CGFunctionEvaluateCallback?
  /// Called once when the function goes away.
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

/// A function of numbers that a program computes.
///
/// - Thread: A function is called by the thread that draws with it.
public final class CGFunction: Hashable, @unchecked Sendable {
  // Sendable: never changes; the client answers for its `info`.
  private let info: UnsafeMutableRawPointer?
  private let callbacks: CGFunctionCallbacks
  let domain: [ClosedRange<CGFloat>]
  private let range: [ClosedRange<CGFloat>]
  let outputCount: Int

  /// Creates a function.
  ///
  /// Nil without inputs, outputs or an `evaluate` callback, and for a version other than 0.
  ///
  /// - Parameters:
  ///   - info: Given to the callbacks.
  ///   - domainDimension: The number of inputs.
  ///   - domain: The least and largest value of each input, to which inputs are clamped; nil for 0 and 1.
  ///   - rangeDimension: The number of outputs.
  ///   - range: The least and largest value of each output, to which outputs are clamped; nil for no limits.
  ///   - callbacks: What is called.
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

  /// The outputs for some inputs.
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

  /// The number of the class for `CFGetTypeID(_:)`.
  public static var typeID: CFTypeID { typeNumber(of: CGFunction.self) }

  /// Returns whether both are the same object.
  public static func == (lhs: CGFunction, rhs: CGFunction) -> Bool { lhs === rhs }

  /// Feeds the identity into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CGFunction: CoreFoundationObject {}
