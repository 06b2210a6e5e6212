import Testing
import UIKit

/// A view that is read from an archive has all properties of the one that was written.
@MainActor @Suite struct ArchivedPropertyTests {
  private func picture(_ color: UIColor) -> UIImage {
    UIGraphicsImageRenderer(size: CGSize(width: 2, height: 2)).image { context in
      color.setFill()
      context.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
    }
  }

  /// Sets everything that views store to something else than the default.
  private func change(_ view: UIView) {
    view.anchorPoint = CGPoint(x: 0.25, y: 1)
    view.bounds = CGRect(x: 3, y: 4, width: 50, height: 20)
    view.center = CGPoint(x: 7, y: 8)
    view.transform3D = CATransform3DMakeScale(2, 3, 4)
    (view.alpha, view.isHidden, view.tag) = (0.5, true, 9)
    (view.clipsToBounds, view.contentMode, view.contentScaleFactor) = (true, .bottomLeft, 3)
    (view.autoresizingMask, view.autoresizesSubviews) = ([.flexibleHeight], false)
    view.isUserInteractionEnabled.toggle()
    view.isOpaque.toggle()
    (view.isMultipleTouchEnabled, view.isExclusiveTouch) = (true, true)
    (view.backgroundColor, view.tintColor) = (.yellow, .brown)
    view.overrideUserInterfaceStyle = .dark
    let mask = UIView(frame: CGRect(x: 1, y: 2, width: 3, height: 4))
    mask.backgroundColor = .black
    view.mask = mask
  }

  /// The values that ``change(_:)`` sets, in words.
  private func values(_ view: UIView) -> [String] {
    let values: [Any] = [
      view.anchorPoint, view.bounds, view.center, view.transform3D, view.alpha, view.isHidden, view.tag,
      view.clipsToBounds, view.contentMode, view.contentScaleFactor, view.autoresizingMask,
      view.autoresizesSubviews, view.isUserInteractionEnabled, view.isOpaque, view.isMultipleTouchEnabled,
      view.isExclusiveTouch, view.backgroundColor as Any, view.tintColor as Any, view.mask?.frame as Any,
      view.mask?.backgroundColor as Any, view.overrideUserInterfaceStyle,
    ]
    return values.map { "\($0)" }
  }

  @Test func viewsKeepWhatTheyStore() throws {
    let view = UIView()
    let standard = values(view)
    change(view)
    #expect(zip(standard, values(view)).allSatisfy { $0 != $1 })
    #expect(try values(copied(view)) == values(view))
  }

  @Test func pictureViewsKeepWhatTheyStore() throws {
    let view = UIImageView()
    change(view)
    view.animationImages = [picture(.red), picture(.green)]
    view.highlightedAnimationImages = [picture(.blue)]
    (view.animationDuration, view.animationRepeatCount, view.isHighlighted) = (2, 5, true)
    let copy = try copied(view)
    #expect(values(copy) == values(view))
    #expect(copy.animationImages?.count == 2 && copy.highlightedAnimationImages?.count == 1)
    #expect(copy.animationDuration == 2 && copy.animationRepeatCount == 5)
    #expect(copy.isHighlighted)
    #expect(try copied(UIImageView()).animationImages == nil)
  }

  #if Text
    @Test func labelsKeepWhatTheyStore() throws {
      let label = UILabel()
      change(label)
      (label.text, label.textColor, label.font) = ("Hello", .red, .boldSystemFont(ofSize: 9))
      (label.highlightedTextColor, label.isHighlighted) = (.green, true)
      (label.shadowColor, label.shadowOffset) = (.gray, CGSize(width: 2, height: 3))
      (label.textAlignment, label.lineBreakMode, label.numberOfLines) = (.right, .byClipping, 3)
      (label.adjustsFontSizeToFitWidth, label.minimumScaleFactor) = (true, 0.5)
      label.preferredMaxLayoutWidth = 70
      let copy = try copied(label)
      #expect(values(copy) == values(label))
      #expect(copy.text == "Hello" && copy.textColor == .red)
      #expect(copy.highlightedTextColor == .green && copy.isHighlighted)
      #expect(copy.shadowColor == .gray && copy.shadowOffset == CGSize(width: 2, height: 3))
      #expect(copy.textAlignment == .right && copy.lineBreakMode == .byClipping)
      #expect(copy.numberOfLines == 3 && copy.font == .boldSystemFont(ofSize: 9))
      #expect(copy.adjustsFontSizeToFitWidth && copy.minimumScaleFactor == 0.5)
      #expect(copy.preferredMaxLayoutWidth == 70)
    }
  #endif
}
