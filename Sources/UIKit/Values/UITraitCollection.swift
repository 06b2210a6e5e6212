import CoreGraphics
public import Foundation
import Synchronization

/// Whether surroundings are light or dark.
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

  /// Creates a collection of what others state, of which the last one decides.
  public convenience init(traitsFrom traitCollections: [UITraitCollection]) {
    let style = traitCollections.map(\.userInterfaceStyle).last { $0 != .unspecified }
    self.init(traitCollections.map(\.displayScale).last { $0 != 0 } ?? 0, style ?? .unspecified)
  }

  private static let key = "strata.views.traits"

  /// The surroundings for which dynamic colours are asked on this thread; at first those of the main screen.
  public class var current: UITraitCollection {
    get {
      let known = Thread.current.threadDictionary[key] as? UITraitCollection
      return known ?? UITraitCollection(UIScreen.mainScale, .light)
    }
    set {
      isChanged = true
      Thread.current.threadDictionary[key] = newValue
    }
  }

  /// True once surroundings were made current, or views were given a style; before, everything is light.
  static var isChanged: Bool {
    get { change.load(ordering: .relaxed) }
    set { change.store(newValue, ordering: .relaxed) }
  }
  private static let change = Atomic(false)

  /// True if dynamic colours have their values for dark surroundings now.
  static var isCurrentlyDark: Bool {
    isChanged && current.userInterfaceStyle == .dark
  }

  /// Returns whether dynamic colours may have other values than in other surroundings.
  public final func hasDifferentColorAppearance(comparedTo traitCollection: UITraitCollection?) -> Bool {
    userInterfaceStyle != traitCollection?.userInterfaceStyle
  }

  /// Runs `actions` with this collection as the current one.
  open func performAsCurrent(_ actions: () -> Void) {
    let former = Thread.current.threadDictionary[Self.key]
    Self.current = self
    actions()
    Thread.current.threadDictionary[Self.key] = former
  }

  /// Returns whether both state the same.
  open override func isEqual(_ object: Any?) -> Bool {
    guard let other = object as? UITraitCollection else { return false }
    return other.displayScale == displayScale && other.userInterfaceStyle == userInterfaceStyle
  }
  /// The hash of the values.
  open override var hash: Int { displayScale.hashValue ^ userInterfaceStyle.hashValue }
}

/// What has surroundings and is told when they change.
@preconcurrency @MainActor public protocol UITraitEnvironment: NSObjectProtocol {
  /// The properties of the surroundings.
  var traitCollection: UITraitCollection { get }
  /// Reacts to other surroundings; the former ones are given.
  func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?)
}
