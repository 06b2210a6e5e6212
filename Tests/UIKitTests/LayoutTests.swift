import StrataViews
import Testing
import UIKit

@MainActor @Suite struct LayoutTests {
  private final class Counter: UIView {
    var layouts = 0
    override func layoutSubviews() { layouts += 1 }
    override func sizeThatFits(_ size: CGSize) -> CGSize { CGSize(width: 30, height: 40) }
  }

  @Test func layoutComesOnceWithTheCommit() {
    let stage = Stage()
    let view = stage.add(Counter(), 0, 0, 10, 10)
    let before = view.layouts
    stage.host.run(at: 1) {
      view.setNeedsLayout()
      view.setNeedsLayout()
      view.bounds.size.width = 20
    }
    #expect(view.layouts == before + 1)
    stage.host.run(at: 2) { view.alpha = 0.5 }
    #expect(view.layouts == before + 1)
  }

  @Test func layoutIfNeededIsAtOnce() {
    let view = Counter()
    view.setNeedsLayout()
    view.layoutIfNeeded()
    #expect(view.layouts == 1)
    view.layoutIfNeeded()
    #expect(view.layouts == 1)
    view.sizeToFit()
    #expect(view.bounds.size == CGSize(width: 30, height: 40))
    #expect(view.intrinsicContentSize.width == UIView.noIntrinsicMetric)
  }

  private static let masks: [(UIView.AutoresizingMask, CGRect)] = [
    ([], CGRect(x: 10, y: 20, width: 30, height: 40)),
    ([.flexibleWidth], CGRect(x: 10, y: 20, width: 130, height: 40)),
    ([.flexibleLeftMargin], CGRect(x: 110, y: 20, width: 30, height: 40)),
    ([.flexibleRightMargin], CGRect(x: 10, y: 20, width: 30, height: 40)),
    // Margins of 10 and 60 share 100 points.
    ([.flexibleLeftMargin, .flexibleRightMargin], CGRect(x: 10 + 100.0 / 7, y: 20, width: 30, height: 40)),
    // Width 30 and margin 60.
    ([.flexibleWidth, .flexibleRightMargin], CGRect(x: 10, y: 20, width: 30 + 100.0 / 3, height: 40)),
    ([.flexibleWidth, .flexibleHeight], CGRect(x: 10, y: 20, width: 130, height: 90)),
    ([.flexibleTopMargin], CGRect(x: 10, y: 70, width: 30, height: 40)),
  ]

  @Test(arguments: 0..<8) func masksShareTheChange(index: Int) {
    let (mask, expected) = Self.masks[index]
    let parent = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let child = UIView(frame: CGRect(x: 10, y: 20, width: 30, height: 40))
    child.autoresizingMask = mask
    parent.addSubview(child)
    parent.frame = CGRect(x: 5, y: 5, width: 200, height: 150)
    #expect(abs(child.frame.minX - expected.minX) < 1e-9, "\(child.frame)")
    #expect(abs(child.frame.minY - expected.minY) < 1e-9, "\(child.frame)")
    #expect(abs(child.frame.width - expected.width) < 1e-9, "\(child.frame)")
    #expect(abs(child.frame.height - expected.height) < 1e-9, "\(child.frame)")
  }

  @Test func aViewThatDoesNotResizeLeavesItsSubviews() {
    let parent = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    let child = UIView(frame: CGRect(x: 0, y: 0, width: 100, height: 100))
    child.autoresizingMask = [.flexibleWidth]
    parent.addSubview(child)
    parent.autoresizesSubviews = false
    parent.bounds.size.width = 50
    #expect(child.frame.width == 100)
  }

  @Test func theWindowFollowsItsHost() {
    let stage = Stage()
    let view = stage.add(UIView(), 0, 0, 200, 200)
    view.autoresizingMask = [.flexibleWidth, .flexibleHeight]
    stage.host.send(.resized(CGSize(width: 300, height: 100)), at: 1)
    #expect(stage.window.bounds.size == CGSize(width: 300, height: 100))
    #expect(view.frame.size == CGSize(width: 300, height: 100))
  }

  @Test func aWindowIsOfflineUnlessTheProgramHasDisplays() throws {
    let frame = CGRect(x: 0, y: 0, width: 30, height: 20)
    let window = UIWindow(frame: frame)
    #expect(window.host.size == frame.size)
    #expect(window.bounds.size == frame.size)
    #expect(window.isHidden)
    let host = try #require(window.host as? OfflineWindowHost)
    window.backgroundColor = .red
    window.makeKeyAndVisible()
    #expect(window.isKeyWindow)
    #expect(pixels(of: try host.image(at: 0), 29, 19) == [255, 0, 0, 255])
  }
}
