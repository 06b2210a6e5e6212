import StrataViews
import Testing
import UIKit

/// What becomes of a first responder whose view leaves the window.
@MainActor @Suite struct FirstResponderTests {
  private final class Field: UIView {
    var resignations = 0
    var allowsResigning = true
    override var canBecomeFirstResponder: Bool { true }
    override var canResignFirstResponder: Bool { allowsResigning }
    override func resignFirstResponder() -> Bool {
      resignations += 1
      return super.resignFirstResponder()
    }
  }

  private final class Listener: UIViewController {
    var presses = 0
    var resignations = 0
    override var canBecomeFirstResponder: Bool { true }
    override func resignFirstResponder() -> Bool {
      resignations += 1
      return super.resignFirstResponder()
    }
    override func pressesBegan(_ presses: Set<UIPress>, with event: UIPressesEvent?) { self.presses += 1 }
  }

  private func press(_ stage: Stage, at time: Double) {
    let key = KeySample("a", hidUsage: 4, isDown: true, isRepeat: false, modifiers: [], time: time)
    stage.host.send(.key(key), at: time)
  }

  @Test(arguments: [true, false]) func aViewIsToldThatItResigns(allowed: Bool) {
    let stage = Stage()
    let container = stage.add(UIView(), 0, 0, 100, 100)
    let field = Field(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    stage.host.run(at: 0) { container.addSubview(field) }
    field.allowsResigning = allowed
    #expect(field.becomeFirstResponder())
    stage.host.run(at: 1) { container.removeFromSuperview() }
    #expect(field.resignations == 1)
    stage.host.run(at: 2) { stage.window.addSubview(container) }
    #expect(!field.isFirstResponder)
  }

  @Test func aControllerResignsWithItsView() {
    let stage = Stage()
    let controller = Listener()
    stage.host.run(at: 0) { stage.window.addSubview(controller.view) }
    #expect(controller.becomeFirstResponder())
    press(stage, at: 1)
    #expect(controller.presses == 1)
    stage.host.run(at: 2) { controller.view.removeFromSuperview() }
    #expect(controller.resignations == 1)
    stage.host.run(at: 3) { stage.window.addSubview(controller.view) }
    #expect(!controller.isFirstResponder)
  }

  @Test func anotherResponderStays() {
    let stage = Stage()
    let (field, other) = (stage.add(Field(), 0, 0, 10, 10), stage.add(UIView(), 20, 0, 10, 10))
    #expect(field.becomeFirstResponder())
    stage.host.run(at: 1) { other.removeFromSuperview() }
    #expect(field.isFirstResponder)
    #expect(field.resignations == 0)
  }

  @Test func editingEndsInAView() {
    let stage = Stage()
    let (container, other) = (stage.add(UIView(), 0, 0, 100, 100), stage.add(UIView(), 0, 0, 10, 10))
    let field = Field(frame: CGRect(x: 0, y: 0, width: 10, height: 10))
    stage.host.run(at: 0) { container.addSubview(field) }
    #expect(field.becomeFirstResponder())
    #expect(!other.endEditing(true) && field.isFirstResponder)
    field.allowsResigning = false
    #expect(!container.endEditing(false) && field.isFirstResponder)
    #expect(container.endEditing(true) && !field.isFirstResponder)
    field.allowsResigning = true
    #expect(field.becomeFirstResponder() && field.endEditing(false))
    #expect(stage.window.endEditing(false) == false)
  }
}
