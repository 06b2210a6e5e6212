import CoreGraphics
import CoreText
import Foundation
import StrataRenderTree

/// Key-value access: declared properties through their accessors, other keys in a store of the layer.
extension CALayer {
  // MARK: Keys

  final func keyedValue(_ key: String) -> Any? {
    if let access = LayerAccess.of(key, in: self) { return access.read(self) }
    return customValue(key)
  }

  final func setKeyedValue(_ value: Any?, _ key: String) {
    if let error = assign(value, key) { report(error) }
  }

  /// Sets a value by key or key path, or throws the reason why it cannot be set; for values that are not trusted.
  package final func setChecked(_ value: Any?, forKeyPath path: String) throws(LayerValueError) {
    if let error = geometryObjection(to: value, path) ?? assignPath(value, path) { throw error }
  }

  private func assign(_ value: Any?, _ key: String) -> LayerValueError? {
    guard let access = LayerAccess.of(key, in: self) else {
      setCustomValue(KeyValue.present(value), key)
      return nil
    }
    return assign(value, to: access)
  }

  private func assign(_ value: Any?, to access: LayerAccess) -> LayerValueError? {
    let value = KeyValue.present(value)
    guard !access.write(self, value) else { return nil }
    if let color = (value as? any CoreTextColor)?.coreTextColor, access.write(self, color) { return nil }
    let given = value.map { "a value of type \(type(of: $0))" } ?? "nil"
    let text = "CALayer property \(access.key) does not accept \(given)"
    return LayerValueError(description: text, isHarmless: access.holdsObject)
  }

  /// Stops the program, or only logs that a property kept its value.
  private func report(_ error: LayerValueError) {
    guard error.isHarmless else { raise(error.description) }
    OnceLog.note("\(error); ignored")
  }

  /// Returns an error for a NaN in the geometry, for which the setters would raise an exception.
  private func geometryObjection(to value: Any?, _ path: String) -> LayerValueError? {
    var state = storage.state
    if path == "frame" {
      guard let frame = CGRect.unwrapped(from: value) else { return nil }
      let error = LayerGeometryError.bounds(frame) ?? objection(toFrame: frame)
      return error.map { LayerValueError(description: $0.description) }
    }
    guard path.hasPrefix("position") || path.hasPrefix("bounds"), let row = LayerSchema.table[path],
      row.assign(value, to: &state)
    else { return nil }
    return LayerGeometryError.geometry(of: state).map { LayerValueError(description: $0.description) }
  }

  // MARK: Custom keys

  /// The value under the key of a declared property as key-value access reads it; nil if that has the initial value, which the
  /// property knows.
  final func storedValue(forKey key: String) -> Any?? {
    guard !ClassShape.overridesValueForKey(type(of: self)), LayerAccess.of(key, in: self) == nil else {
      return .some(value(forKey: key))
    }
    return storedCustomValue(key, in: storage.extras.custom, shown: shownState)
  }

  private var shownState: LayerState? { storage.flags.contains(.isCopy) ? storage.state : nil }

  private func customValue(_ key: String) -> Any? {
    customValue(key, in: storage.extras.custom, shown: shownState)
  }

  /// The value under a custom key that is on screen now; the model's under other keys and of a layer that is not shown.
  final func shownCustomValue(_ key: String) -> Any? {
    guard LayerAccess.of(key, in: self) == nil, isShown, let state = presentedState?.state else {
      return value(forKey: key)
    }
    return customValue(key, in: storage.committedCustom, shown: state)
  }

  /// Looks up the value under a custom key in the store, the style, the defaults and the declarations.
  private func customValue(_ key: String, in custom: [String: Any], shown: LayerState?) -> Any? {
    if let stored = storedCustomValue(key, in: custom, shown: shown) { return stored }
    // A copy may have been made without the model's initial values.
    return DeclaredKeys.declaration(of: key, in: storage.presentation?.model ?? self)?.initialObject
  }

  /// Looks up the value under a custom key in the state that is shown, if the values are not those of the model, in the
  /// store, the style and the defaults; nil if none of these has one.
  private func storedCustomValue(_ key: String, in custom: [String: Any], shown: LayerState?) -> Any?? {
    if let shown = shown?.custom[Symbol(key)] { return shown.wrapped }
    if let value = custom[key] { return .some(value is NoValue ? nil : value) }
    // An animated property of a subclass may have a shown value without a model value.
    if shown == nil, let value = storage.state.custom[Symbol(key)] { return value.wrapped }
    for level in StyleChain(storage.extras.style) {
      if let value = level[key] { return KeyValue.object(value) }
    }
    if let value = type(of: self).defaultValue(forKey: key) { return KeyValue.object(value) }
    return nil
  }

  private func setCustomValue(_ value: Any?, _ key: String) {
    let declaration = value == nil ? DeclaredKeys.declaration(of: key, in: self) : nil
    let none = declaration.flatMap { type(of: $0).noValue }
    let object: Any? = value.map(KeyValue.object) ?? none
    storage.noteSet(name: key)
    guard !KeyValue.isSame(storage.extras.custom[key], object) else { return }
    let event = willChange(key)
    storage.keepCommittedCustom()
    storage.extras.custom[key] = object
    storage.state.custom[Symbol(key)] = none?.animatable ?? object.flatMap(KeyValue.animatable)
    didChange(key, .custom, event)
  }

  // MARK: Paths

  final func pathValue(_ path: String) -> Any? {
    guard let dot = path.firstDot else { return value(forKey: path) }
    if !storage.hasUntouchedExtras, storage.extras.custom[path] != nil { return value(forKey: path) }
    if let (_, part) = LayerAccess.path(path, in: self) { return part.value(at: &storage.state) }
    let (head, rest) = path.steps(at: dot)
    guard LayerAccess.of(head, in: self) != nil else {
      return value(forKey: head).flatMap { step($0, rest) }
    }
    guard let whole = value(forKey: head) else { return nil }
    guard StructureStep.isStructure(whole) else { return step(whole, rest) }
    guard let part = StructureStep.value(whole, rest) else {
      raise("NSUnknownKeyException: CALayer has no value for the key path \(path)")
    }
    return part
  }

  final func setPathValue(_ value: Any?, _ path: String) {
    if let error = assignPath(value, path) { report(error) }
  }

  private func assignPath(_ value: Any?, _ path: String) -> LayerValueError? {
    guard let dot = path.firstDot else {
      guard let access = LayerAccess.of(path, in: self) else {
        // Through the member that clients may override.
        setValue(value, forKey: path)
        return nil
      }
      return assign(value, to: access)
    }
    if let (access, part) = LayerAccess.path(path, in: self) {
      if setPart(part, of: access, to: value) { return nil }
      return LayerValueError(
        description: "CALayer property \(path) does not accept \(String(describing: value))"
      )
    }
    let (head, rest) = path.steps(at: dot)
    guard LayerAccess.of(head, in: self) != nil else {
      if let object = self.value(forKey: head) {
        setStep(object, rest, value, head)
      } else {
        setCustomValue(KeyValue.present(value), path)
      }
      return nil
    }
    guard let whole = self.value(forKey: head) else { return nil }
    guard StructureStep.isStructure(whole) else {
      setStep(whole, rest, value, head)
      return nil
    }
    guard let changed = StructureStep.setting(whole, rest, value) else {
      return LayerValueError(
        description: "NSUnknownKeyException: CALayer has no value for the key path \(path)"
      )
    }
    return assign(changed, head)
  }

  private func setPart(_ part: any PropertyRow<LayerState>, of access: LayerAccess, to value: Any?) -> Bool {
    if let writePart = access.writePart { return writePart(self, part, value) }
    guard let whole = access.row else { return false }
    var changed = storage.state
    guard part.assign(value, to: &changed) else { return false }
    _ = access.write(self, whole.value(in: changed))
    return true
  }

  /// Reads a path through an object, or through an array by the name of an element.
  private func step(_ object: Any, _ rest: String) -> Any? {
    switch object {
    case let object as any KeyPathObject: return object.value(forKeyPath: rest)
    case let dictionary as NSDictionary:
      guard let (head, tail) = rest.firstStep else { return dictionary.object(forKey: rest) }
      return dictionary.object(forKey: head).flatMap { step($0, tail) }
    case let dictionary as [AnyHashable: Any]:
      guard let (head, tail) = rest.firstStep else { return dictionary[rest] }
      return dictionary[head].flatMap { step($0, tail) }
    case let array as [Any] where rest.hasPrefix("@"):
      return CollectionOperator.value(of: array, rest) { step($0, $1) }
    case let array as [Any]:
      guard let (name, tail) = rest.firstStep else { return member(of: array, named: rest) }
      return member(of: array, named: name).flatMap { step($0, tail) }
    default: return StructureStep.value(object, rest)
    }
  }

  /// Sets at the end of a path through an object; the property that holds the object counts as changed.
  private func setStep(_ object: Any, _ rest: String, _ value: Any?, _ head: String) {
    switch object {
    case let object as any KeyPathObject: object.setValue(value, forKeyPath: rest)
    case let dictionary as NSMutableDictionary: Self.setEntry(of: dictionary, rest, value)
    case let array as [Any]:
      guard let (name, tail) = rest.firstStep, let member = member(of: array, named: name) else { return }
      setStep(member, tail, value, head)
      return
    default:
      guard let changed = StructureStep.setting(object, rest, value) else { return }
      setValue(changed, forKey: head)
      return
    }
    refreeze(head)
  }

  /// Sets an entry, or what a longer path finds inside of one; an entry that cannot be changed stays.
  private static func setEntry(of dictionary: NSMutableDictionary, _ path: String, _ value: Any?) {
    guard let (key, tail) = path.firstStep else {
      if let value = KeyValue.present(value) {
        dictionary.setObject(KeyValue.object(value), forKey: NSString(string: path))
      } else {
        dictionary.removeObject(forKey: path)
      }
      return
    }
    switch dictionary.object(forKey: key) {
    case let object as any KeyPathObject: object.setValue(value, forKeyPath: tail)
    case let inner as [AnyHashable: Any]:
      // Foundation on Linux hands out a dictionary inside of another one as a value.
      let changed = NSMutableDictionary(dictionary: inner)
      setEntry(of: changed, tail, value)
      dictionary.setObject(changed, forKey: NSString(string: key))
    case let structure?:
      guard let changed = StructureStep.setting(structure, tail, value) else { return }
      dictionary.setObject(changed, forKey: NSString(string: key))
    case nil: return
    }
  }

  private func member(of array: [Any], named name: String) -> Any? {
    array.first { ($0 as? any KeyPathObject)?.keyPathName == name }
  }

  /// Freezes the object of a property again after a change inside it.
  private func refreeze(_ key: String) {
    switch key {
    case "filters": setFilters(storage.extras.filters)
    case "backgroundFilters": setBackgroundFilters(storage.extras.backgroundFilters)
    case "compositingFilter": setCompositingFilter(storage.extras.compositingFilter)
    case "emitterBehaviors": (self as? CAEmitterLayer)?.refreezeBehaviors()
    case "emitterCells": (self as? CAEmitterLayer)?.refreezeCells()
    default: break
    }
  }
}

extension String {
  /// The part before the first dot and the part behind it, if there is a dot.
  var firstStep: (head: String, rest: String)? {
    firstDot.map { steps(at: $0) }
  }

  /// The place of the first dot, searched byte by byte.
  var firstDot: Index? { utf8.firstIndex(of: UInt8(ascii: ".")) }

  /// The parts before and behind a dot.
  func steps(at dot: Index) -> (head: String, rest: String) {
    (String(self[..<dot]), String(self[utf8.index(after: dot)...]))
  }
}

/// Fields of structures by key path, for values under custom keys.
enum StructureStep {
  static func isStructure(_ value: Any) -> Bool { holder(of: value) != nil }

  static func value(_ whole: Any, _ path: String) -> Any? {
    guard let holder = holder(of: whole), let row = LayerSchema.table["\(holder.key).\(path)"] else {
      return nil
    }
    return row.value(in: holder.state)
  }

  static func setting(_ whole: Any, _ path: String, _ value: Any?) -> Any? {
    guard var holder = holder(of: whole), let row = LayerSchema.table["\(holder.key).\(path)"],
      row.assign(value, to: &holder.state)
    else { return nil }
    return LayerSchema.table[holder.key]?.value(in: holder.state)
  }

  /// A state that holds the structure in a property of its type, whose parts the table knows.
  private static func holder(of value: Any) -> (key: String, state: LayerState)? {
    var state = LayerState()
    switch value {
    case is NSNumber: return nil
    case let rect as CGRect:
      state.bounds = rect
      return ("bounds", state)
    case let point as CGPoint:
      state.position = point
      return ("position", state)
    case let size as CGSize:
      state.shadowOffset = size
      return ("shadowOffset", state)
    case let transform as CATransform3D:
      state.transform = transform
      return ("transform", state)
    default: return nil
    }
  }
}
