import StrataTesting
import StrataViews
import Testing
import UIKit

/// Light and dark surroundings of views.
@MainActor @Suite struct StyleTests {
  private let color = UIColor { $0.userInterfaceStyle == .dark ? .red : .green }
  private let red: [UInt8] = [255, 0, 0, 255]
  private let green: [UInt8] = [0, 255, 0, 255]

  private final class Told: UIView {
    var former: [UIUserInterfaceStyle?] = []
    var layouts: [UIUserInterfaceStyle] = []
    override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) {
      super.traitCollectionDidChange(previousTraitCollection)
      former.append(previousTraitCollection?.userInterfaceStyle)
    }
    override func layoutSubviews() { layouts.append(UITraitCollection.current.userInterfaceStyle) }
  }

  private final class Painted: UIView {
    var color = UIColor.clear
    override func draw(_ rect: CGRect) {
      color.setFill()
      UIRectFill(rect)
    }
  }

  @Test func theStyleIsThatOfTheNearestThatStatesOne() {
    let stage = Stage()
    let (outer, inner) = (stage.add(UIView(), 0, 0, 50, 50), UIView())
    outer.addSubview(inner)
    #expect(inner.traitCollection.userInterfaceStyle == .light)
    stage.window.overrideUserInterfaceStyle = .dark
    #expect(inner.traitCollection.userInterfaceStyle == .dark)
    outer.overrideUserInterfaceStyle = .light
    #expect(inner.traitCollection.userInterfaceStyle == .light)
    #expect(stage.window.traitCollection.userInterfaceStyle == .dark)
    inner.removeFromSuperview()
    #expect(inner.traitCollection.userInterfaceStyle == .light)
  }

  @Test func viewsAreToldOfAnotherStyle() {
    let stage = Stage()
    let (outer, inner, fixed) = (Told(), Told(), Told())
    fixed.overrideUserInterfaceStyle = .light
    _ = stage.add(outer, 0, 0, 50, 50)
    stage.host.run(at: 0) {
      outer.addSubview(inner)
      outer.addSubview(fixed)
    }
    inner.layouts = []
    stage.host.run(at: 1) { stage.window.overrideUserInterfaceStyle = .dark }
    #expect(outer.former == [.light] && inner.former == [.light])
    #expect(fixed.former.isEmpty)
    #expect(inner.layouts == [.dark])
  }

  @Test func aViewThatIsTakenOutKeepsItsSurroundings() {
    let stage = Stage(scale: 2)
    stage.window.overrideUserInterfaceStyle = .dark
    let (outer, inner) = (stage.add(Told(), 0, 0, 20, 20), Told())
    stage.host.run(at: 1) {
      outer.addSubview(inner)
      inner.backgroundColor = color
    }
    (outer.former, inner.former) = ([], [])
    let kept = UITraitCollection(
      traitsFrom: [UITraitCollection(displayScale: 2), UITraitCollection(userInterfaceStyle: .dark)]
    )
    stage.host.run(at: 2) { outer.removeFromSuperview() }
    #expect(inner.traitCollection == kept)
    #expect(inner.layer.backgroundColor == UIColor.red.cgColor)
    inner.removeFromSuperview()
    #expect(inner.traitCollection == kept)
    outer.addSubview(inner)
    stage.host.run(at: 3) { stage.window.addSubview(outer) }
    #expect(outer.former.isEmpty, "told of \(outer.former)")
    #expect(inner.former.isEmpty, "told of \(inner.former)")
  }

  @Test func aViewThatWasTakenOutFollowsItsNextSuperview() {
    let stage = Stage()
    stage.window.overrideUserInterfaceStyle = .dark
    let view = stage.add(Told(), 0, 0, 20, 20)
    view.former = []
    view.removeFromSuperview()
    view.overrideUserInterfaceStyle = .light
    view.overrideUserInterfaceStyle = .unspecified
    #expect(view.former == [.dark, .light])
    #expect(view.traitCollection.userInterfaceStyle == .dark)
    stage.window.overrideUserInterfaceStyle = .light
    #expect(view.former.count == 2)
    stage.host.run(at: 1) { stage.window.addSubview(view) }
    #expect(view.former == [.dark, .light, .dark])
    let holder = UIView()
    holder.addSubview(view)
    #expect(view.traitCollection.userInterfaceStyle == .light)
    #expect(view.former.count == 3)
  }

  @Test func controllersStateAStyleForTheirViews() {
    final class Controller: UIViewController {
      var count = 0
      override func traitCollectionDidChange(_ previousTraitCollection: UITraitCollection?) { count += 1 }
    }
    let controller = Controller()
    controller.overrideUserInterfaceStyle = .dark
    #expect(controller.traitCollection.userInterfaceStyle == .dark && !controller.isViewLoaded)
    let child = UIView()
    controller.view.addSubview(child)
    #expect(child.traitCollection.userInterfaceStyle == .dark)
    let before = controller.count
    controller.overrideUserInterfaceStyle = .unspecified
    #expect(controller.count == before + 1)
    #expect(child.traitCollection.userInterfaceStyle == .light)
  }

  @Test func coloursFollowTheStyle() throws {
    let stage = Stage()
    let (ground, painted) = (stage.add(UIView(), 0, 0, 20, 20), Painted())
    painted.color = color
    _ = stage.add(painted, 40, 0, 20, 20)
    let picture = UIGraphicsImageRenderer(size: CGSize(width: 20, height: 20)).image {
      $0.fill(CGRect(x: 0, y: 0, width: 20, height: 20))
    }
    let template = stage.add(UIImageView(), 80, 0, 20, 20)
    stage.host.run(at: 0) {
      ground.backgroundColor = color
      (template.image, template.tintColor) = (picture.withRenderingMode(.alwaysTemplate), color)
    }
    for x in [10, 50, 90] { #expect(try stage.pixel(x, 10, at: 0) == green, "\(x)") }
    stage.host.run(at: 1) { stage.window.overrideUserInterfaceStyle = .dark }
    for x in [10, 50, 90] { #expect(try stage.pixel(x, 10, at: 1) == red, "\(x)") }
    #expect(ground.backgroundColor === color)
    stage.host.run(at: 2) {
      ground.layer.backgroundColor = UIColor.blue.cgColor
      stage.window.overrideUserInterfaceStyle = .light
    }
    #expect(try stage.pixel(10, 10, at: 2) == [0, 0, 255, 255])
    #expect(try stage.pixel(50, 10, at: 2) == green)
  }

  @Test func aViewComesIntoAnotherStyle() throws {
    let stage = Stage()
    stage.window.overrideUserInterfaceStyle = .dark
    let view = Told(frame: CGRect(x: 0, y: 0, width: 20, height: 20))
    view.backgroundColor = color
    stage.host.run(at: 1) { stage.window.addSubview(view) }
    #expect(view.former == [.light])
    #expect(try stage.pixel(10, 10, at: 1) == red)
  }

  @Test func coloursOfTheSystemHaveTwoValues() {
    let dark = UITraitCollection(userInterfaceStyle: .dark)
    #expect(UIColor.label.cgColor == UIColor.label.resolvedColor(with: .current).cgColor)
    #expect(UIColor.label != UIColor.black && UIColor.label == .label)
    #expect(UIColor.label.hash == UIColor.label.hash)
    dark.performAsCurrent {
      #expect(UIColor.systemBackground.cgColor != UIColor.white.cgColor)
      #expect(UIColor.systemBackground == .systemBackground)
    }
    let faint = UIColor.systemRed.withAlphaComponent(0.5)
    #expect(faint == UIColor.systemRed.withAlphaComponent(0.5))
    #expect(faint.resolvedColor(with: dark).cgColor.components?.first == 1)
    #expect(faint.resolvedColor(with: dark) != faint.resolvedColor(with: .current))
    #expect(dark.hasDifferentColorAppearance(comparedTo: .current))
    #expect(!dark.hasDifferentColorAppearance(comparedTo: dark))
  }
}
