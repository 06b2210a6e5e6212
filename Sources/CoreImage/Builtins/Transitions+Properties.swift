public import Foundation

/// The properties of every transition.
public protocol CITransitionFilter: CIFilterProtocol {
  /// The image to filter.
  var inputImage: CIImage? { get set }
  /// The image at the end.
  var targetImage: CIImage? { get set }
  /// The progress, 0 to 1.
  var time: Float { get set }
}

/// The properties of the filter `CICopyMachineTransition`.
public protocol CICopyMachineTransition: CITransitionFilter {
  /// The rectangle, in the plane of the image.
  var extent: CGRect { get set }
  /// The colour.
  var color: CIColor { get set }
  /// The angle in radians.
  var angle: Float { get set }
  /// The width in pixels.
  var width: Float { get set }
  /// The opacity.
  var opacity: Float { get set }
}

/// The properties of the filter `CIDissolveTransition`.
public protocol CIDissolveTransition: CITransitionFilter {}

/// The properties of the filter `CISwipeTransition`.
public protocol CISwipeTransition: CITransitionFilter {
  /// The rectangle, in the plane of the image.
  var extent: CGRect { get set }
  /// The colour.
  var color: CIColor { get set }
  /// The angle in radians.
  var angle: Float { get set }
  /// The width in pixels.
  var width: Float { get set }
  /// The opacity.
  var opacity: Float { get set }
}

extension CIFilter {
  /// Returns a filter `CICopyMachineTransition` with default values.
  public class func copyMachineTransition() -> any CIFilter & CICopyMachineTransition {
    CopyMachineTransitionFilter(builtIn: "CICopyMachineTransition")
  }

  /// Returns a filter `CIDissolveTransition` with default values.
  public class func dissolveTransition() -> any CIFilter & CIDissolveTransition {
    DissolveTransitionFilter(builtIn: "CIDissolveTransition")
  }

  /// Returns a filter `CISwipeTransition` with default values.
  public class func swipeTransition() -> any CIFilter & CISwipeTransition {
    SwipeTransitionFilter(builtIn: "CISwipeTransition")
  }
}

private final class CopyMachineTransitionFilter: CIFilter, CICopyMachineTransition {
  var inputImage: CIImage? {
    get { self["inputImage"] }
    set { self["inputImage"] = newValue }
  }
  var targetImage: CIImage? {
    get { self["inputTargetImage"] }
    set { self["inputTargetImage"] = newValue }
  }
  var time: Float {
    get { self["inputTime"] }
    set { self["inputTime"] = newValue }
  }
  var extent: CGRect {
    get { self["inputExtent"] }
    set { self["inputExtent"] = newValue }
  }
  var color: CIColor {
    get { self["inputColor"] }
    set { self["inputColor"] = newValue }
  }
  var angle: Float {
    get { self["inputAngle"] }
    set { self["inputAngle"] = newValue }
  }
  var width: Float {
    get { self["inputWidth"] }
    set { self["inputWidth"] = newValue }
  }
  var opacity: Float {
    get { self["inputOpacity"] }
    set { self["inputOpacity"] = newValue }
  }
}

private final class DissolveTransitionFilter: CIFilter, CIDissolveTransition {
  var inputImage: CIImage? {
    get { self["inputImage"] }
    set { self["inputImage"] = newValue }
  }
  var targetImage: CIImage? {
    get { self["inputTargetImage"] }
    set { self["inputTargetImage"] = newValue }
  }
  var time: Float {
    get { self["inputTime"] }
    set { self["inputTime"] = newValue }
  }
}

private final class SwipeTransitionFilter: CIFilter, CISwipeTransition {
  var inputImage: CIImage? {
    get { self["inputImage"] }
    set { self["inputImage"] = newValue }
  }
  var targetImage: CIImage? {
    get { self["inputTargetImage"] }
    set { self["inputTargetImage"] = newValue }
  }
  var time: Float {
    get { self["inputTime"] }
    set { self["inputTime"] = newValue }
  }
  var extent: CGRect {
    get { self["inputExtent"] }
    set { self["inputExtent"] = newValue }
  }
  var color: CIColor {
    get { self["inputColor"] }
    set { self["inputColor"] = newValue }
  }
  var angle: Float {
    get { self["inputAngle"] }
    set { self["inputAngle"] = newValue }
  }
  var width: Float {
    get { self["inputWidth"] }
    set { self["inputWidth"] = newValue }
  }
  var opacity: Float {
    get { self["inputOpacity"] }
    set { self["inputOpacity"] = newValue }
  }
}
