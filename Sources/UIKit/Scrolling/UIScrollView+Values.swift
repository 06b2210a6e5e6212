public import CoreGraphics
import Foundation
import QuartzCore

extension UIScrollView {
  /// The part of its speed that content keeps in each millisecond of a deceleration.
  public struct DecelerationRate: RawRepresentable, Hashable, Sendable {
    /// The part, between 0 and 1.
    public let rawValue: CGFloat
    /// Creates a rate.
    public init(rawValue: CGFloat) { self.rawValue = rawValue }

    /// 0.998.
    public static let normal = DecelerationRate(rawValue: 0.998)
    /// 0.99.
    public static let fast = DecelerationRate(rawValue: 0.99)
  }

  /// The colours of indicators.
  public enum IndicatorStyle: Int, Sendable {
    /// Dark, and light where the surroundings are dark.
    case `default`
    /// Dark.
    case black
    /// Light.
    case white
  }

  /// What an archive has of a scroll view besides the view's own.
  struct Settings {
    var contentSize = CGSize.zero
    var contentInset = UIEdgeInsets.zero
    var zoomScales: (min: CGFloat, max: CGFloat) = (1, 1)
    private var indicatorInsets = (vertical: UIEdgeInsets.zero, horizontal: UIEdgeInsets.zero)
    private var rate = DecelerationRate.normal
    private var style = IndicatorStyle.default
    private var flags: Set<Int> = []

    private enum Key {
      static let contentSize = "UIContentSize"
      static let contentInset = "UIContentInset"
      static let minimumZoomScale = "UIMinimumZoomScale"
      static let maximumZoomScale = "UIMaximumZoomScale"
      static let verticalInsets = "UIVerticalScrollIndicatorInsets"
      static let horizontalInsets = "UIHorizontalScrollIndicatorInsets"
      static let rate = "UIDecelerationRate"
      static let style = "UIIndicatorStyle"
      static let flags = "UIScrollViewFlags"
    }

    /// The switches that archives have, each as a bit; new ones come last.
    @MainActor private static var switches: [ReferenceWritableKeyPath<UIScrollView, Bool>] {
      [
        \.isScrollEnabled, \.isDirectionalLockEnabled, \.isPagingEnabled, \.bounces, \.alwaysBounceVertical,
        \.alwaysBounceHorizontal, \.delaysContentTouches, \.canCancelContentTouches, \.bouncesZoom,
        \.showsHorizontalScrollIndicator, \.showsVerticalScrollIndicator,
      ]
    }

    @MainActor init(_ view: UIScrollView) {
      (contentSize, contentInset) = (view.contentSize, view.contentInset)
      zoomScales = (view.minimumZoomScale, view.maximumZoomScale)
      indicatorInsets = (view.verticalScrollIndicatorInsets, view.horizontalScrollIndicatorInsets)
      (rate, style) = (view.decelerationRate, view.indicatorStyle)
      for (bit, path) in Self.switches.enumerated() where view[keyPath: path] { flags.insert(bit) }
    }

    /// Reads what is there; what is missing keeps its default.
    @MainActor init(_ coder: NSCoder) {
      self.init(UIScrollView())
      func insets(_ key: String) -> UIEdgeInsets {
        (coder.decodeValue(forKey: key) as? String).map { NSCoder.uiEdgeInsets(for: $0) } ?? .zero
      }
      contentSize = coder.decodeValue(forKey: Key.contentSize) as? CGSize ?? .zero
      contentInset = insets(Key.contentInset)
      indicatorInsets = (insets(Key.verticalInsets), insets(Key.horizontalInsets))
      if coder.containsValue(forKey: Key.maximumZoomScale) {
        zoomScales.min = CGFloat(coder.decodeDouble(forKey: Key.minimumZoomScale))
        zoomScales.max = CGFloat(coder.decodeDouble(forKey: Key.maximumZoomScale))
        rate = DecelerationRate(rawValue: CGFloat(coder.decodeDouble(forKey: Key.rate)))
      }
      style = IndicatorStyle(rawValue: coder.decodeInteger(forKey: Key.style)) ?? .default
      guard coder.containsValue(forKey: Key.flags) else { return }
      let bits = coder.decodeInteger(forKey: Key.flags)
      flags = Set(Self.switches.indices.filter { bits >> $0 & 1 == 1 })
    }

    func encode(with coder: NSCoder) {
      coder.encodeValue(contentSize, forKey: Key.contentSize)
      coder.encodeValue(NSCoder.string(for: contentInset), forKey: Key.contentInset)
      coder.encode(Double(zoomScales.min), forKey: Key.minimumZoomScale)
      coder.encode(Double(zoomScales.max), forKey: Key.maximumZoomScale)
      coder.encodeValue(NSCoder.string(for: indicatorInsets.vertical), forKey: Key.verticalInsets)
      coder.encodeValue(NSCoder.string(for: indicatorInsets.horizontal), forKey: Key.horizontalInsets)
      coder.encode(Double(rate.rawValue), forKey: Key.rate)
      coder.encode(style.rawValue, forKey: Key.style)
      coder.encode(flags.reduce(0) { $0 | 1 << $1 }, forKey: Key.flags)
    }

    /// Sets what is not needed before the view's own properties.
    @MainActor func apply(to view: UIScrollView) {
      (view.verticalScrollIndicatorInsets, view.horizontalScrollIndicatorInsets) = indicatorInsets
      (view.decelerationRate, view.indicatorStyle) = (rate, style)
      for (bit, path) in Self.switches.enumerated() { view[keyPath: path] = flags.contains(bit) }
    }
  }
}
