/// Methods of targets, and who is called for an event.
extension UIControl {
  /// Calls a method of a target for events, too, with the control as its argument; the target is not kept alive.
  ///
  /// Without a target, the first responder is asked for an object of the method's class, and then those after it in the
  /// chain; or the control and those after it.
  public final func addTarget<Target: AnyObject, Sender>(
    _ target: Target?,
    action: @escaping (Target) -> (Sender) -> Void,
    for controlEvents: Event
  ) {
    register(target, controlEvents) { target, control, _ in
      if let sender = control as? Sender { action(target)(sender) }
    }
  }

  /// Calls a method of a target for events, too, without arguments; the target is not kept alive.
  public final func addTarget<Target: AnyObject>(
    _ target: Target?,
    action: @escaping (Target) -> () -> Void,
    for controlEvents: Event
  ) {
    register(target, controlEvents) { target, _, _ in action(target)() }
  }

  /// Calls a method of a target for events, too, with the control and the event of fingers; the target is not kept alive.
  ///
  /// Events that a program sends have an event without fingers.
  public final func addTarget<Target: AnyObject, Sender>(
    _ target: Target?,
    action: @escaping (Target) -> (Sender, UIEvent) -> Void,
    for controlEvents: Event
  ) {
    register(target, controlEvents) { target, control, event in
      if let sender = control as? Sender { action(target)(sender, event ?? UIEvent()) }
    }
  }

  /// Calls a method of a target for events, too, with the control and the event of fingers; the target is not kept alive.
  ///
  /// Events that a program sends have no event of fingers.
  public final func addTarget<Target: AnyObject, Sender>(
    _ target: Target?,
    action: @escaping (Target) -> (Sender, UIEvent?) -> Void,
    for controlEvents: Event
  ) {
    register(target, controlEvents) { target, control, event in
      if let sender = control as? Sender { action(target)(sender, event) }
    }
  }

  /// Calls all methods of a target no longer for events; without a target, those of all targets, and no ``UIAction`` less.
  ///
  /// The action is nil, because methods cannot be compared.
  public final func removeTarget(_ target: AnyObject?, action: Never?, for controlEvents: Event) {
    unregister(controlEvents) { $0.action == nil && (target == nil || $0.target === target) }
  }

  /// The events for which a target that is alive, or an action, is registered.
  public final var allControlEvents: Event {
    registrations.reduce(into: []) { if !$1.isOver { $0.formUnion($1.events) } }
  }

  // MARK: Registrations

  /// What is called for events, and the target or the action that it belongs to.
  struct Registration {
    weak var target: AnyObject?
    /// False if the target is looked for among the responders.
    var hasTarget = false
    var action: UIAction?
    var events: Event
    let call: (UIControl, UIEvent?) -> Void

    /// True once the target is gone.
    var isOver: Bool { hasTarget && target == nil }
  }

  final func register(_ registration: Registration) {
    replaceRegistrations { $0 + [registration] }
  }

  private func register<Target: AnyObject>(
    _ target: Target?,
    _ events: Event,
    _ call: @escaping (Target, UIControl, UIEvent?) -> Void
  ) {
    let hasTarget = target != nil
    register(
      Registration(target: target, hasTarget: hasTarget, events: events) { [weak target] control, event in
        if let target = hasTarget ? target : control.responder(Target.self) { call(target, control, event) }
      }
    )
  }

  final func unregister(_ events: Event, _ isMeant: (Registration) -> Bool) {
    replaceRegistrations { former in
      former.map { registration in
        var registration = registration
        if isMeant(registration) { registration.events.subtract(events) }
        return registration
      }
    }
  }

  /// Replaces the registrations, without those that are over.
  private func replaceRegistrations(_ change: ([Registration]) -> [Registration]) {
    let former = registrations
    registrations = change(former).filter { !$0.events.isEmpty && !$0.isOver }
    // What is removed is freed afterwards, as deinitialisers that it sets off may remove actions, too.
    withExtendedLifetime(former) {}
  }

  /// Calls each registration for any of the events once.
  final func send(_ events: Event, _ event: UIEvent?) {
    for registration in registrations where !registration.events.isDisjoint(with: events) {
      registration.call(self, event)
    }
  }

  /// The first object of a class from the first responder on, or else from the control on.
  private func responder<Target: AnyObject>(_ type: Target.Type) -> Target? {
    func search(from start: UIResponder) -> Target? {
      sequence(first: start, next: \.next).lazy.compactMap { $0 as? Target }.first
    }
    return window?.firstResponder.flatMap(search) ?? search(from: self)
  }
}
