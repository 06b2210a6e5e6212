import CoreGraphics
public import Foundation

/// The appearance of surroundings: light or dark.
public enum UIUserInterfaceStyle: Int, Sendable {
  /// Not stated.
  case unspecified
  /// Light, as all surroundings are that say nothing else.
  case light
  /// Dark.
  case dark
}

/// Properties of the surroundings of views.
///
/// - Thread: Any.
open class UITraitCollection: NSObject, @unchecked Sendable {  // Immutable.
  /// Pixels per point; 0 if it is not stated.
  public let displayScale: CGFloat
  /// The appearance; that of screens is light, and so is that of views unless one around them says otherwise.
  public let userInterfaceStyle: UIUserInterfaceStyle

  init(_ displayScale: CGFloat, _ userInterfaceStyle: UIUserInterfaceStyle) {
    (self.displayScale, self.userInterfaceStyle) = (displayScale, userInterfaceStyle)
    super.init()
  }

  /// Creates a collection that states nothing.
  public override convenience init() { self.init(0, .unspecified) }

  /// Creates a collection that states a scale.
  public convenience init(displayScale: CGFloat) { self.init(displayScale, .unspecified) }

  /// Creates a collection that states an appearance.
  public convenience init(userInterfaceStyle: UIUserInterfaceStyle) { self.init(0, userInterfaceStyle) }

  /// Creates a collection of the values that others state; for each value, the last collection decides.
  public convenience init(traitsFrom traitCollections: [UITraitCollection]) {
    let style = traitCollections.map(\.userInterfaceStyle).last { $0 != .unspecified }
    self.init(traitCollections.map(\.displayScale).last { $0 != 0 } ?? 0, style ?? .unspecified)
  }

  /// The surroundings for which dynamic colours are asked on this thread; at first those of the main screen.
  public class var current: UITraitCollection {
    get { stated ?? UITraitCollection(UIScreen.mainScale, .light) }
    set { stated = newValue }
  }

  /// The surroundings that were made current on this thread; nil before any were.
  static var stated: UITraitCollection? {
    get {
      pthread_getspecific(key).map { Unmanaged<UITraitCollection>.fromOpaque($0).takeUnretainedValue() }
    }
    set {
      let former = pthread_getspecific(key)
      pthread_setspecific(key, newValue.map { Unmanaged.passRetained($0).toOpaque() })
      if let former { Unmanaged<UITraitCollection>.fromOpaque(former).release() }
    }
  }

  /// The place of a thread's own collection: each layout and each drawing comes here, too often for a dictionary.
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key) { collection in
      if let collection { Unmanaged<UITraitCollection>.fromOpaque(collection).release() }
    }
    return key
  }()

  /// True if dynamic colours have their values for dark surroundings now.
  static var isCurrentlyDark: Bool { stated?.userInterfaceStyle == .dark }

  /// Returns whether dynamic colours may have other values than in other surroundings.
  public final func hasDifferentColorAppearance(comparedTo traitCollection: UITraitCollection?) -> Bool {
    userInterfaceStyle != traitCollection?.userInterfaceStyle
  }

  /// Runs `actions` with this collection as the current one.
  open func performAsCurrent(_ actions: () -> Void) {
    let former = Self.stated
    Self.current = self
    actions()
    Self.stated = former
  }

  /// Returns whether both state the same.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UITraitCollection else { return false }
    return other.displayScale == displayScale && other.userInterfaceStyle == userInterfaceStyle
  }
  /// The hash of the values.
  open override var hash: Int { displayScale.hashValue ^ userInterfaceStyle.hashValue }
}

/// An object that has surroundings and is called when they change.
@preconcurrency @MainActor public protocol UITraitEnvironment: NSObjectProtocol {
  /// The properties of the surroundings.
  var traitCollection: UITraitCollection { get }
  /// Reacts to other surroundings; the former ones are given.
  func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?)
}
