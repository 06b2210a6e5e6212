import StrataViews
import Testing
import UIKit

/// Targets and actions of controls, and the values that controls have.
@MainActor @Suite struct ControlTargetTests {
  private final class Dial: UIControl {}

  @MainActor private final class Panel {
    var calls: [String] = []
    var senders: [UIControl] = []
    var events: [UIEvent?] = []
    func press() { calls.append("press") }
    func turn(_ sender: Dial) {
      calls.append("turn")
      senders.append(sender)
    }
    func take(_ sender: Any) { calls.append("take") }
    func follow(_ sender: UIControl, event: UIEvent?) {
      calls.append("follow")
      events.append(event)
    }
    func need(_ sender: UIControl, forEvent event: UIEvent) {
      calls.append("need \(event.allTouches?.count ?? 0)")
    }
  }

  @Test func methodsHaveUpToTwoArguments() {
    let (dial, panel) = (Dial(), Panel())
    dial.addTarget(panel, action: Panel.press, for: .valueChanged)
    dial.addTarget(panel, action: Panel.turn, for: .valueChanged)
    dial.addTarget(panel, action: Panel.take(_:), for: .valueChanged)
    dial.addTarget(panel, action: Panel.follow, for: .valueChanged)
    dial.addTarget(panel, action: Panel.need, for: .valueChanged)
    dial.sendActions(for: .valueChanged)
    #expect(panel.calls == ["press", "turn", "take", "follow", "need 0"])
    #expect(panel.senders == [dial] && panel.events == [nil])
    dial.sendActions(for: .touchDown)
    #expect(panel.calls.count == 5)
  }

  @Test func fingersComeWithTheirEvent() {
    let (stage, panel) = (Stage(), Panel())
    let dial = stage.add(Dial(), 0, 0, 100, 100)
    dial.addTarget(panel, action: Panel.follow, for: .touchDown)
    dial.addTarget(panel, action: Panel.need, for: .touchDown)
    stage.touch(.began, 50, 50, at: 1)
    #expect(panel.calls == ["follow", "need 1"])
    #expect(panel.events.first??.allTouches?.first?.view === dial)
  }

  @Test func targetsAreRemovedByEvents() {
    let (dial, panel, other) = (Dial(), Panel(), Panel())
    for target in [panel, other] {
      dial.addTarget(target, action: Panel.press, for: [.touchDown, .valueChanged])
    }
    dial.removeTarget(panel, action: nil, for: .touchDown)
    dial.sendActions(for: .touchDown)
    dial.sendActions(for: .valueChanged)
    #expect(panel.calls.count == 1 && other.calls.count == 2)
    #expect(dial.allControlEvents == [.touchDown, .valueChanged])
    dial.addAction(UIAction { _ in panel.press() }, for: .touchCancel)
    dial.removeTarget(nil, action: nil, for: .allEvents)
    #expect(dial.allControlEvents == .touchCancel)
    dial.sendActions(for: .allEvents)
    #expect(panel.calls.count == 2 && other.calls.count == 2)
  }

  @Test func whatActionsHoldMayRemoveActions() {
    @MainActor final class Helper {
      let clean: @MainActor () -> Void
      init(_ clean: @escaping @MainActor () -> Void) { self.clean = clean }
      isolated deinit { clean() }
    }
    let (dial, pan) = (Dial(), UIPanGestureRecognizer())
    var freed = 0
    func makeAction() -> UIAction {
      let helper = Helper {
        freed += 1
        dial.removeTarget(nil, action: nil, for: .allEvents)
      }
      return UIAction(identifier: UIAction.Identifier("turn")) { _ in _ = helper }
    }
    dial.addAction(makeAction(), for: .valueChanged)
    dial.addAction(makeAction(), for: .valueChanged)
    #expect(freed == 1)
    dial.removeAction(identifiedBy: UIAction.Identifier("turn"), for: .allEvents)
    #expect(freed == 2 && dial.allControlEvents == [])
    do {
      let helper = Helper {
        freed += 1
        pan.removeTarget(nil, action: nil)
      }
      pan.addHandler { _ in _ = helper }
    }
    pan.removeTarget(nil, action: nil)
    #expect(freed == 3)
  }

  @Test func targetsAreNotKeptAlive() {
    let dial = Dial()
    var panel: Panel? = Panel()
    weak let kept = panel
    dial.addTarget(panel, action: Panel.press, for: .valueChanged)
    #expect(dial.allControlEvents == .valueChanged)
    panel = nil
    #expect(kept == nil && dial.allControlEvents == [])
    dial.sendActions(for: .valueChanged)
  }

  @Test func aControlMayBeItsOwnTarget() {
    final class Counter: UIControl {
      var count = 0
      func add() { count += 1 }
    }
    var counter: Counter? = Counter()
    weak let kept = counter
    counter?.addTarget(counter, action: Counter.add, for: .valueChanged)
    counter?.sendActions(for: .valueChanged)
    #expect(counter?.count == 1)
    counter = nil
    #expect(kept == nil)
  }

  @Test func withoutATargetTheChainIsAsked() {
    final class Board: UIView {
      var count = 0
      var mayBeFirst = false
      override var canBecomeFirstResponder: Bool { mayBeFirst }
      func turn(_ sender: Dial) { count += 1 }
    }
    let stage = Stage()
    let (around, first) = (stage.add(Board(), 0, 0, 100, 100), stage.add(Board(), 100, 0, 100, 100))
    let dial = Dial()
    stage.host.run(at: 0) { around.addSubview(dial) }
    dial.addTarget(nil, action: Board.turn, for: .valueChanged)
    dial.sendActions(for: .valueChanged)
    #expect(around.count == 1 && first.count == 0)
    first.mayBeFirst = true
    first.becomeFirstResponder()
    dial.sendActions(for: .valueChanged)
    #expect(around.count == 1 && first.count == 1)
  }

  @Test func actionsKnowTheirSender() {
    let dial = Dial(frame: CGRect(x: 1, y: 2, width: 3, height: 4), primaryAction: nil)
    #expect(dial.allControlEvents == [] && dial.frame.minX == 1)
    var senders: [Dial?] = []
    let action = UIAction(title: "Turn") { senders.append($0.sender as? Dial) }
    let other = Dial(frame: .zero, primaryAction: action)
    other.sendActions(for: .primaryActionTriggered)
    #expect(senders == [other])
    #expect(action.sender == nil && action.title == "Turn")
    dial.sendAction(action)
    #expect(senders == [other, dial])
  }

  @Test func anActionTakesThePlaceOfOneWithItsIdentifier() {
    let dial = Dial()
    var calls: [String] = []
    let name = UIAction.Identifier("turn")
    let (first, second) = (
      UIAction(identifier: name) { _ in calls.append("first") },
      UIAction(identifier: name) { _ in calls.append("second") }
    )
    dial.addAction(first, for: [.touchDown, .touchCancel])
    dial.addAction(second, for: .touchDown)
    dial.sendActions(for: .touchDown)
    dial.sendActions(for: .touchCancel)
    #expect(calls == ["second", "first"])
    dial.removeAction(identifiedBy: name, for: .touchDown)
    #expect(dial.allControlEvents == .touchCancel)
    #expect(UIAction { _ in }.identifier != UIAction { _ in }.identifier)
  }

  @Test func aSubclassSeesActions() {
    final class Watched: UIControl {
      var titles: [String] = []
      override func sendAction(_ action: UIAction) {
        titles.append(action.title)
        super.sendAction(action)
      }
    }
    let control = Watched()
    var count = 0
    let action = UIAction(title: "Add") { _ in count += 1 }
    control.addAction(action, for: .valueChanged)
    control.sendActions(for: .valueChanged)
    control.removeAction(action, for: .allEvents)
    control.sendActions(for: .valueChanged)
    #expect(control.titles == ["Add"] && count == 1)
  }

  @Test func bitsAreThoseOfApplesSystems() {
    #expect(UIControl.Event.touchUpInside.rawValue == 64 && UIControl.Event.valueChanged.rawValue == 4096)
    #expect(UIControl.Event.allTouchEvents.contains(.touchCancel))
    #expect(UIControl.Event.allEditingEvents.contains([.editingDidBegin, .editingDidEndOnExit]))
    #expect(UIControl.State([.highlighted, .selected]).rawValue == 5)
    #expect(UIControl.State.application.isDisjoint(with: [.reserved, .focused]))
  }

  @Test func statesAreComputed() {
    final class Loading: UIControl {
      var isLoading = false
      override var state: State { isLoading ? super.state.union(State(rawValue: 1 << 16)) : super.state }
    }
    let control = Loading()
    #expect(control.state == .normal)
    (control.isSelected, control.isHighlighted, control.isEnabled) = (true, true, false)
    #expect(control.state == [.selected, .highlighted, .disabled])
    control.isLoading = true
    #expect(!control.state.isDisjoint(with: .application))
  }

  @Test func alignmentsFollowLinesOfText() {
    let control = UIControl()
    #expect(control.contentVerticalAlignment == .center && control.contentHorizontalAlignment == .center)
    control.contentHorizontalAlignment = .trailing
    #expect(control.effectiveContentHorizontalAlignment == .right)
    control.contentHorizontalAlignment = .fill
    #expect(control.effectiveContentHorizontalAlignment == .fill)
  }

  @Test func archivesKeepTheState() throws {
    let control = UIControl(frame: CGRect(x: 0, y: 0, width: 40, height: 20))
    (control.isEnabled, control.isSelected) = (false, true)
    control.contentHorizontalAlignment = .leading
    control.contentVerticalAlignment = .bottom
    let copy = try copied(control)
    #expect(copy.state == [.disabled, .selected] && copy.bounds == control.bounds)
    #expect(copy.contentHorizontalAlignment == .leading && copy.contentVerticalAlignment == .bottom)
    #expect(try copied(UIControl()).isEnabled)
  }
}
