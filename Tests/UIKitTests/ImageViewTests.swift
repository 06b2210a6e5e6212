import StrataViews
import Testing
import UIKit

/// Picture views whose pictures change.
@MainActor @Suite struct ImageViewTests {
  private let red: [UInt8] = [255, 0, 0, 255]
  private let green: [UInt8] = [0, 255, 0, 255]
  private let blue: [UInt8] = [0, 0, 255, 255]

  private func picture(_ color: [UInt8]) -> UIImage {
    let size = CGSize(width: 8, height: 8)
    let parts = color.map { CGFloat($0) / 255 }
    return UIGraphicsImageRenderer(size: size).image { context in
      UIColor(red: parts[0], green: parts[1], blue: parts[2], alpha: 1).setFill()
      context.fill(CGRect(origin: .zero, size: size))
    }
  }

  /// A view that shows red and green for a second each.
  private func prepared() -> (Stage, UIImageView) {
    let stage = Stage(20, 20)
    let view = stage.add(UIImageView(), 0, 0, 8, 8)
    view.animationImages = [picture(red), picture(green)]
    view.animationDuration = 2
    stage.host.run(at: 0) { view.startAnimating() }
    return (stage, view)
  }

  @Test func anotherSizeIsTold() {
    final class Told: UIImageView {
      var count = 0
      override func invalidateIntrinsicContentSize() { count += 1 }
    }
    let view = Told()
    view.image = picture(red)
    #expect(view.count == 1)
    view.image = picture(green)
    #expect(view.count == 1)
    view.image = nil
    #expect(view.count == 2)
  }

  @Test func picturesThatChangeHideTheSingleOne() throws {
    let (stage, view) = prepared()
    stage.host.run(at: 0.25) { view.image = picture(blue) }
    #expect(view.isAnimating)
    #expect(try stage.pixel(4, 4, at: 0.5) == red)
    #expect(try stage.pixel(4, 4, at: 1.5) == green)
    stage.host.run(at: 3) { view.stopAnimating() }
    #expect(!view.isAnimating)
    #expect(try stage.pixel(4, 4, at: 3.5) == blue)
  }

  @Test func theSingleOneIsShownAfterTheLast() throws {
    let (stage, view) = prepared()
    stage.host.run(at: 0) {
      view.animationRepeatCount = 1
      view.startAnimating()
      view.image = picture(blue)
    }
    #expect(try stage.pixel(4, 4, at: 1.5) == green)
    #expect(try stage.pixel(4, 4, at: 2.5) == blue)
    #expect(!view.isAnimating)
  }

  @Test func aHighlightedViewHasPicturesOfItsOwn() throws {
    let (stage, view) = prepared()
    stage.host.run(at: 0.5) { view.isHighlighted = true }
    #expect(try stage.pixel(4, 4, at: 0.75) == red)
    stage.host.run(at: 1) {
      view.isHighlighted = false
      view.highlightedAnimationImages = [picture(blue)]
      view.isHighlighted = true
    }
    #expect(try stage.pixel(4, 4, at: 1.25) == blue)
    stage.host.run(at: 3) { view.isHighlighted = false }
    #expect(try stage.pixel(4, 4, at: 4.5) == green)
  }

  @Test func anAnimatedPictureRunsUntilTheNext() throws {
    let stage = Stage(20, 20)
    let view = stage.add(UIImageView(), 0, 0, 8, 8)
    let animated = UIImage.animatedImage(with: [picture(red), picture(green)], duration: 2)
    stage.host.run(at: 0) { view.image = animated }
    #expect(view.isAnimating)
    #expect(try stage.pixel(4, 4, at: 1.5) == green)
    stage.host.run(at: 2) { view.image = picture(blue) }
    #expect(!view.isAnimating)
    #expect(try stage.pixel(4, 4, at: 3.5) == blue)
  }
}
