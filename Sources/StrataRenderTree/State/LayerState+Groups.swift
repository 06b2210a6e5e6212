import CoreGraphics
import Foundation
import StrataBase

/// The initial value of a group, made once.
package protocol GroupDefault: Sendable, Equatable {
  static var initial: Self { get }
}

/// A part of a state that is rarely written: it has no storage, and so no reference counting, until it is.
package struct Group<Value: GroupDefault>: Sendable, Equatable {
  private var box: CopyOnWrite<Value>?

  package init() {}

  package var value: Value {
    _read {
      if let box { yield box.value } else { yield Value.initial }
    }
    _modify {
      var taken: CopyOnWrite<Value>?
      swap(&taken, &box)
      var box = taken.take() ?? CopyOnWrite(Value.initial)
      defer { self.box = box }
      yield &box.value
    }
  }

  /// Reads a part of the value in place; the coroutine of `value` would allocate memory each time.
  @inline(__always)
  func read<Part>(_ part: (Value) -> Part) -> Part {
    if let box { return part(box.value) }
    return part(Value.initial)
  }

  /// Changes the value in place, without a coroutine.
  @inline(__always)
  mutating func update(_ change: (inout Value) -> Void) {
    var taken: CopyOnWrite<Value>?
    swap(&taken, &box)
    var box = taken.take() ?? CopyOnWrite(Value.initial)
    box.update(change)
    self.box = box
  }

  /// True if nothing was ever written.
  package var isUntouched: Bool { box == nil }

  package static func == (a: Self, b: Self) -> Bool {
    switch (a.box, b.box) {
    case (nil, nil): true
    case (let a?, let b?): a == b
    default: a.value == b.value
    }
  }
}

/// The groups of properties that most layers never set.
struct RareState: GroupDefault {
  var custom = CustomValues()
  var sublayerSpace = Group<SublayerSpace>()
  var shadow = Group<ShadowState>()
  var edges = Group<EdgeState>()
  var contentsLayout = Group<ContentsLayout>()
  var effects = Group<EffectState>()
  var timing = Group<LayerTiming>()
  static let initial = RareState()
}

/// The placement of sublayers, beyond their own geometry.
struct SublayerSpace: GroupDefault {
  var sublayerTransform = CATransform3D.identity
  static let initial = SublayerSpace()
}

struct ShadowState: GroupDefault {
  var color: CGColor? = .stateBlack
  var opacity = Float(0)
  var offset = CGSize(width: 0, height: -3)
  var radius = CGFloat(3)
  var path: CGPath?
  var pathIsBounds = false
  static let initial = ShadowState()
}

/// Corners, border and edges.
struct EdgeState: GroupDefault {
  var borderColor: CGColor? = .stateBlack
  var cornerCurve = CALayerCornerCurve.circular
  var maskedCorners = CACornerMask.all
  var edgeAntialiasingMask = CAEdgeAntialiasingMask.all
  static let initial = EdgeState()
}

/// The placement, sampling and colouring of contents.
struct ContentsLayout: GroupDefault {
  var rect = CGRect(x: 0, y: 0, width: 1, height: 1)
  var center = CGRect(x: 0, y: 0, width: 1, height: 1)
  var gravity = CALayerContentsGravity.resize
  var scale = CGFloat(1)
  var format = CALayerContentsFormat.RGBA8Uint
  var minificationFilter = CALayerContentsFilter.linear
  var magnificationFilter = CALayerContentsFilter.linear
  var minificationFilterBias = Float(0)
  var multiplyColor: CGColor?
  var transform = CGAffineTransform.identity
  var swizzle = ContentsSwizzle.rgba
  var scaling = ContentsScaling.stretch
  static let initial = ContentsLayout()
}

/// Filters and cached bitmaps.
struct EffectState: GroupDefault {
  var filters: [FilterValue] = []
  var backgroundFilters: [FilterValue] = []
  var compositingFilter: FilterValue?
  var rasterizationScale = CGFloat(1)
  static let initial = EffectState()
}

struct LayerTiming: GroupDefault {
  var timing = TimingState.layer
  static let initial = LayerTiming()
}

/// Which channels of the contents are used.
package enum ContentsSwizzle: String, Sendable, Hashable, CaseIterable {
  case rgba = "RGBA"
  /// The alpha channel stands for all four.
  case alpha = "AAAA"
}

/// How the middle part of contents fills its room.
package enum ContentsScaling: String, Sendable, Hashable, CaseIterable {
  case stretch
  case `repeat`
}

extension CGColor {
  /// Opaque black, as layer defaults share it.
  static let stateBlack = CGColor(red: 0, green: 0, blue: 0, alpha: 1)
  /// Opaque white, as layer defaults share it.
  static let stateWhite = CGColor(red: 1, green: 1, blue: 1, alpha: 1)
}
