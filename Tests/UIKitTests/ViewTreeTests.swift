import StrataViews
import Testing
import UIKit

/// Superviews, subviews, and the calls about them.
@MainActor @Suite struct ViewTreeTests {
  private final class Recorder: UIView {
    var calls: [String] = []
    override func didAddSubview(_ subview: UIView) { calls.append("didAdd \(subview.tag)") }
    override func willRemoveSubview(_ subview: UIView) { calls.append("willRemove \(subview.tag)") }
    override func willMove(toSuperview newSuperview: UIView?) {
      calls.append("willMove \(newSuperview.map { String($0.tag) } ?? "nil")")
    }
    override func didMoveToSuperview() {
      calls.append("didMove \(superview.map { String($0.tag) } ?? "nil")")
    }
    override func willMove(toWindow newWindow: UIWindow?) {
      calls.append("willMoveToWindow \(newWindow != nil)")
    }
    override func didMoveToWindow() { calls.append("didMoveToWindow \(window != nil)") }
    override func tintColorDidChange() { calls.append("tint") }
  }

  private func tagged(_ tag: Int) -> UIView {
    let view = UIView()
    view.tag = tag
    return view
  }

  /// rendering V-1, V-3.
  @Test func theViewIsTheDelegateOfItsLayer() {
    final class Board: UIView {
      override class var layerClass: AnyClass { CAShapeLayer.self }
    }
    let view = Board(frame: CGRect(x: 1, y: 2, width: 3, height: 4))
    #expect(view.layer is CAShapeLayer)
    #expect(view.layer.delegate === view)
    #expect(view.layer.frame == view.frame)
    #expect(UIView().frame == .zero)
  }

  @Test func subviewsAreOrderedAsTheirLayers() {
    let parent = UIView()
    let (a, b, c, d) = (tagged(1), tagged(2), tagged(3), tagged(4))
    parent.addSubview(a)
    parent.insertSubview(b, at: 0)
    parent.insertSubview(c, belowSubview: a)
    parent.insertSubview(d, aboveSubview: b)
    #expect(parent.subviews.map(\.tag) == [2, 4, 3, 1])
    parent.bringSubviewToFront(b)
    parent.sendSubviewToBack(a)
    #expect(parent.subviews.map(\.tag) == [1, 4, 3, 2])
    parent.exchangeSubview(at: 0, withSubviewAt: 3)
    #expect(parent.subviews.map(\.tag) == [2, 4, 3, 1])
    #expect(parent.layer.sublayers?.map { ($0.delegate as? UIView)?.tag } == [2, 4, 3, 1])
    #expect(parent.viewWithTag(3) === c)
    #expect(a.isDescendant(of: parent))
  }

  @Test func layersOfTheProgramsOwnKeepTheirPlace() {
    let (parent, own) = (UIView(), CALayer())
    let (a, b) = (tagged(1), tagged(2))
    parent.addSubview(a)
    parent.layer.addSublayer(own)
    parent.insertSubview(b, at: 0)
    #expect(parent.layer.sublayers == [b.layer, a.layer, own])
  }

  @Test func movesAreAnnounced() {
    let stage = Stage()
    let (first, second, child) = (Recorder(), Recorder(), Recorder())
    (first.tag, second.tag, child.tag) = (1, 2, 3)
    stage.window.addSubview(second)
    second.calls = []
    first.addSubview(child)
    #expect(child.calls == ["willMove 1", "didMove 1"])
    #expect(first.calls == ["didAdd 3"])
    child.calls = []
    second.addSubview(child)
    #expect(child.calls == ["willMove 2", "willMoveToWindow true", "didMoveToWindow true", "didMove 2"])
    #expect(first.calls == ["didAdd 3", "willRemove 3"])
    child.calls = []
    child.removeFromSuperview()
    #expect(
      child.calls == ["willMove nil", "willMoveToWindow false", "didMoveToWindow false", "didMove nil"]
    )
    #expect(child.layer.superlayer == nil)
  }

  @Test func theTintIsInherited() {
    let (parent, child) = (Recorder(), Recorder())
    parent.addSubview(child)
    (parent.calls, child.calls) = ([], [])
    parent.tintColor = .red
    #expect(child.tintColor == .red)
    #expect(child.calls == ["tint"])
    child.tintColor = .green
    parent.tintColor = .blue
    #expect(child.tintColor == .green)
    #expect(child.calls == ["tint", "tint"])
    child.tintColor = nil
    #expect(child.tintColor == .blue)
    #expect(UIView().tintColor == .tintColor)
  }

  @Test func propertiesAreThoseOfTheLayer() {
    let view = UIView(frame: CGRect(x: 0, y: 0, width: 10, height: 20))
    view.alpha = 2
    #expect(view.layer.opacity == 1)
    view.backgroundColor = .red
    #expect(view.layer.backgroundColor == UIColor.red.cgColor)
    view.transform = CGAffineTransform(rotationAngle: .pi / 2)
    #expect(view.bounds == CGRect(x: 0, y: 0, width: 10, height: 20))
    #expect(abs(view.frame.width - 20) < 1e-9)
    view.clipsToBounds = true
    #expect(view.layer.masksToBounds)
    view.contentMode = .topLeft
    #expect(view.layer.contentsGravity == .bottomLeft)
    let mask = UIView()
    view.mask = mask
    #expect(view.layer.mask === mask.layer)
  }

  @Test func aViewInItselfEndsTheProgram() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await MainActor.run {
        let (a, b) = (UIView(), UIView())
        a.addSubview(b)
        b.addSubview(a)
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("Can't add <UIView: "), "\(text)")
    #expect(text.contains("a view cannot lie in itself or in one of its subviews"), "\(text)")
  }

  @Test func archivesKeepProperties() throws {
    let view = UIView(frame: CGRect(x: 1, y: 2, width: 3, height: 4))
    view.alpha = 0.5
    view.tag = 7
    view.backgroundColor = .red
    view.autoresizingMask = [.flexibleWidth]
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    view.encode(with: archiver)
    archiver.finishEncoding()
    let reader = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    let copy = try #require(UIView(coder: reader))
    #expect(copy.frame == view.frame)
    #expect(copy.alpha == 0.5)
    #expect(copy.tag == 7)
    #expect(copy.backgroundColor == .red)
    #expect(copy.autoresizingMask == [.flexibleWidth])
  }

  @Test func aWindowFromAnArchiveIsHiddenAndTakesTheScale() throws {
    let window = Stage(40, 30, scale: 3).window
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    window.encode(with: archiver)
    archiver.finishEncoding()
    let copy = try #require(UIWindow(coder: NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)))
    #expect(copy.isHidden)
    #expect(copy.bounds.size == CGSize(width: 40, height: 30) && copy.host.size == copy.bounds.size)
    #expect(copy.contentScaleFactor == copy.host.scale)
  }
}
