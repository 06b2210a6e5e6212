import CoreGraphics
import Foundation
import QuartzCore
import StrataCAML
import StrataRenderTree

/// Builds layers, animations and states from markup.
///
/// An element is read in one of two positions. In object position its tag names a class; in property position the
/// tag names a key, and the value follows from a `type` attribute, from the children, or from the type that the
/// property is declared with. Attributes are properties in short. Values go in through key-value coding, so that
/// the property table is the only list of keys.
///
/// Layers are made and filled through a list of work, not by recursion: documents nest them as deep as they like.
/// References may point forwards, so an object may be asked for before its element is reached; it is then made
/// early and filled when its turn comes.
final class DocumentReader {
  let log: DiagnosticLog
  let images: ImageLoader?
  let limits: ReadingLimits
  /// The first element with each id.
  private var elements: [String: MarkupElement] = [:]
  /// The object of an element, by the element's index.
  private(set) var objects: [Int: any KeyedObject] = [:]
  /// The element of an object.
  private(set) var origins: [ObjectIdentifier: MarkupElement] = [:]
  /// The contents that an element gave its layer, to notice a later change.
  var loadedContents: [ObjectIdentifier: AnyObject] = [:]
  /// The layers with states, outermost first.
  var stateful: [(layer: CALayer, machine: StateMachine)] = []
  /// The layers that hold filters, behaviours, cells and animations.
  var places = ObjectPlaces()
  /// The keys under which the animations of a layer were added, by the index of their elements.
  var addedKeys: [ObjectIdentifier: [Int: String]] = [:]
  /// Copies of the animations of a layer as they were added, by their keys.
  var loadedAnimations: [ObjectIdentifier: [String: CAAnimation]] = [:]
  /// The indices of the values of a keyframe animation that cannot be read.
  var droppedKeys: [ObjectIdentifier: [Int]] = [:]
  /// The keys under which states and transitions add animations to a layer.
  var keysOfStates: [ObjectIdentifier: Set<String>] = [:]
  private var work: [(layer: CALayer, element: MarkupElement)] = []
  private var deferred: [() -> Void] = []
  private var reading: Set<Int> = []
  var depth = 0
  /// How many more values may be read; negative if there were more.
  private var admitted: Int
  /// The number of objects in each object with members.
  private var weights: [ObjectIdentifier: Int] = [:]

  /// Creates a reader; without an image loader it ignores all images.
  init(log: DiagnosticLog, images: ImageLoader?, limits: ReadingLimits) {
    (self.log, self.images, self.limits) = (log, images, limits)
    admitted = limits.elements
  }

  /// Reads the document's layer; nil if there is none.
  func read(_ root: MarkupElement) -> CALayer? {
    collectIdentifiers(root)
    let candidates = root.name == "caml" ? root.children : [root]
    if root.name == "caml" { reportText(in: root) }
    var result: CALayer?
    for candidate in candidates {
      if let layer = layer(candidate) {
        if result == nil {
          result = layer
          drain()
        } else {
          log.warn(.unknownElement, at: candidate, "the document already has a layer; this one is ignored")
        }
      } else if !KnownKeys.isEditorData(candidate.name) {
        log.warn(.unknownElement, at: candidate, "<\(candidate.name)> is not a layer; ignored")
      }
    }
    // In the order of the document; states make layers, too, which put off actions when they are filled.
    while !deferred.isEmpty || !work.isEmpty {
      drain()
      let actions = deferred
      deferred.removeAll()
      for action in actions { action() }
    }
    return result
  }

  private func collectIdentifiers(_ root: MarkupElement) {
    for element in root.tree.elements {
      guard let id = element["id"] else { continue }
      if elements[id] == nil {
        elements[id] = element
      } else {
        log.add(
          .note,
          .danglingReference,
          at: element,
          "the id \"\(id)\" is taken; references mean the first element"
        )
      }
    }
  }

  private func drain() {
    while let (layer, element) = work.popLast() { fill(layer, from: element) }
  }

  // MARK: Objects

  /// The element with an id.
  func element(withID id: String) -> MarkupElement? { elements[id] }

  /// The object with an id; made now if its element was not reached yet.
  func object(withID id: String, for element: MarkupElement) -> Any? {
    guard let target = target(ofID: id, for: element) else { return nil }
    guard !reading.contains(target.index) else {
      log.warn(.circularReference, at: element, "\"\(id)\" contains itself; the inner reference is ignored")
      return nil
    }
    if let object = objects[target.index] {
      return admitsValues(weights[ObjectIdentifier(object)] ?? 1, at: element) ? object : nil
    }
    return object(target, type: target["type"] ?? target.name)
  }

  /// The element that an id stands for, which is no reference itself; nil, with a diagnostic, if there is none.
  private func target(ofID id: String, for element: MarkupElement) -> MarkupElement? {
    var (id, passed) = (id, Set<Int>())
    while let target = elements[id] {
      guard let next = target["object"] else { return target }
      guard passed.insert(target.index).inserted else {
        log.warn(.circularReference, at: element, "the object \"\(id)\" is a reference to itself; ignored")
        return nil
      }
      id = next
    }
    log.warn(.danglingReference, at: element, "no object has the id \"\(id)\"")
    return nil
  }

  /// The object that a reference stands for; nil for other elements, and if there is none.
  func referent(of element: MarkupElement) -> (any KeyedObject)? {
    var (id, passed) = (element["object"], Set<Int>())
    while let name = id, let target = elements[name], passed.insert(target.index).inserted {
      id = target["object"]
      if id == nil { return objects[target.index] }
    }
    return nil
  }

  /// Remembers an object under its element, before its properties are read.
  func register(_ object: any KeyedObject, _ element: MarkupElement) {
    objects[element.index] = object
    origins[ObjectIdentifier(object)] = element
  }

  /// The layer of an element in object position, to be filled later; nil if the tag names no layer.
  func layer(_ element: MarkupElement, isInSublayers: Bool = false) -> CALayer? {
    if let id = element["object"] {
      guard let layer = object(withID: id, for: element) as? CALayer else { return nil }
      return layer
    }
    if let known = objects[element.index] { return known as? CALayer }
    let name =
      element.name == "o" || element.name == "mask" || !isClass(element.name)
      ? element["type"] ?? (element.name == "mask" ? "CALayer" : element.name) : element.name
    guard let layer = makeLayer(name, element, isInSublayers: isInSublayers) else { return nil }
    if let type = element["type"]?.prefix(80), name == element.name, type != name {
      log.warn(
        .notHonoured,
        at: element,
        "the attribute type=\"\(type)\" names a class, as the tag does; write the property as a child: <type value=\"\(type)\"/>"
      )
    }
    register(layer, element)
    work.append((layer, element))
    return layer
  }

  private func isClass(_ name: String) -> Bool { name.hasPrefix("CA") || name.contains("Layer") }

  private func makeLayer(_ name: String, _ element: MarkupElement, isInSublayers: Bool) -> CALayer? {
    if let layerClass = LayerClass(name: name) { return layerClass.makeLayer() }
    guard name.contains("Layer") || (isInSublayers && element.name == "o") else { return nil }
    log.warn(
      .unknownElement,
      at: element,
      "the class \(name) is unknown; read as CALayer"
    )
    return CALayer()
  }

  /// Runs `body` after the whole document was read.
  func later(_ body: @escaping () -> Void) { deferred.append(body) }

  /// Counts values; false, with one diagnostic, beyond the limit.
  ///
  /// Values without an identity are read again for each reference to them, and layers copy groups with all their members,
  /// so a short text can name any number of them.
  func admitsValues(_ count: Int = 1, at element: MarkupElement) -> Bool {
    guard count > admitted else {
      admitted -= count
      return true
    }
    if admitted >= 0 {
      log.warn(
        .badValue,
        at: element,
        "the document's references repeat values to more than \(limits.elements); the rest is ignored"
      )
    }
    admitted = -1
    return false
  }

  /// Notes how many objects a copy of an object consists of, with its members.
  func noteWeight(of object: any KeyedObject, with members: [any KeyedObject]) {
    weights[ObjectIdentifier(object)] = members.reduce(1) { total, member in
      let sum = total.addingReportingOverflow(weights[ObjectIdentifier(member)] ?? 1)
      return sum.overflow ? .max : sum.partialValue
    }
  }

  /// Runs `body` unless the object contains itself or is nested too deep.
  func nested<Result>(_ element: MarkupElement, _ body: () -> Result?) -> Result? {
    guard depth < 100 else {
      log.warn(.badValue, at: element, "values are nested more than 100 deep; the rest is ignored")
      return nil
    }
    guard reading.insert(element.index).inserted else {
      log.warn(
        .circularReference,
        at: element,
        "<\(element.name)> contains itself; the inner reference is ignored"
      )
      return nil
    }
    depth += 1
    defer {
      depth -= 1
      reading.remove(element.index)
    }
    return body()
  }

  // MARK: Keys

  /// Sets the attributes of `element` on `object`, in their order.
  func setAttributes(
    of element: MarkupElement,
    on object: any KeyedObject,
    except: Set<String> = [],
    className: String
  ) {
    for attribute in element.attributes
    where !KnownKeys.reserved.contains(attribute.name) && !except.contains(attribute.name) {
      set(attribute.name, text: attribute.value, on: object, element, className: className)
    }
  }

  /// Sets one key from text.
  func set(
    _ key: String,
    text: String,
    opacity: String? = nil,
    on object: any KeyedObject,
    _ element: MarkupElement,
    className: String
  ) {
    report(key, text, element, className: className, isDeclared: object.kind(ofKey: key) != nil)
    let kind = object.kind(ofKey: key) ?? .any
    guard let value = ValueText.value(text, kind, opacity: opacity) else {
      log.warn(.badValue, at: element, "\(key)=\"\(text.prefix(80))\" is not \(kind.noun); ignored")
      return
    }
    set(key, value, on: object, element)
  }

  /// Sets one key to a value, after replacing impossible geometry; a null object means nil.
  func set(_ key: String, _ value: Any, on object: any KeyedObject, _ element: MarkupElement) {
    if value is NSNull {
      if let reason = object.take(nil, forKeyPath: key) {
        log.warn(.badValue, at: element, "\(key) is ignored: \(reason)")
      }
      return
    }
    let value = usable(value, key, object, element)
    checkName(value, key, of: object, element)
    if let reason = object.take(value, forKeyPath: key) {
      log.warn(.badValue, at: element, "\(key) is ignored: \(reason)")
    } else if let animation = object as? CAAnimation, let number = value as? NSNumber,
      let kept = animation.read(keyPath: key) as? NSNumber, kept.floatValue != number.floatValue
    {
      // The accessors of springs leave out what no spring has.
      let text = NumberText.text(number.doubleValue)
      log.warn(.notHonoured, at: element, "\(key)=\"\(text)\" is out of range; ignored")
    }
  }

  /// Reports a name without a meaning for its key.
  func checkName(_ value: Any?, _ key: String, of object: any KeyedObject, _ element: MarkupElement) {
    guard let names = object.names(ofKey: key), let name = value as? String, !name.isEmpty,
      !names.knows(name)
    else { return }
    log.warn(.notHonoured, at: element, "\(key)=\"\(name.prefix(80))\" is not a known name")
  }

  private func report(
    _ key: String,
    _ text: String,
    _ element: MarkupElement,
    className: String,
    isDeclared: Bool
  ) {
    if let reason = KnownKeys.notHonoured[key] {
      guard KnownKeys.harmless[key]?.contains(text) != true else { return }
      log.warn(
        .notHonoured,
        at: element,
        "\(key)=\"\(text.prefix(40))\" has no effect: \(reason)"
      )
    } else if isDeclared || KnownKeys.behaviour.contains(key) {
      return
    } else if KnownKeys.isEditorData(key) {
      log.add(
        .note,
        .editorData,
        at: element,
        "\(key) is editor data; kept"
      )
    } else {
      log.warn(
        .unknownKey,
        at: element,
        "\(className) has no key \(key); its value is kept"
      )
    }
  }

  /// Reports a key that an element sets, if it is unknown or has no effect.
  func reportKey(_ key: String, _ element: MarkupElement, className: String, isDeclared: Bool) {
    report(
      key,
      element["value"] ?? element["type"] ?? "",
      element,
      className: className,
      isDeclared: isDeclared
    )
  }

  /// Replaces impossible geometry: numbers that are not finite, negative sizes.
  private func usable(_ value: Any, _ key: String, _ object: any KeyedObject, _ element: MarkupElement) -> Any
  {
    func zeroed(_ number: CGFloat) -> CGFloat { number.isFinite ? number : 0 }
    func warn(_ what: String) -> Void {
      log.warn(.badGeometry, at: element, "\(key) has \(what)")
    }
    switch value {
    case let point as CGPoint where !(point.x.isFinite && point.y.isFinite):
      warn("a coordinate that is not finite; 0 is used")
      return CGPoint(x: zeroed(point.x), y: zeroed(point.y))
    case let size as CGSize where !(size.width.isFinite && size.height.isFinite):
      warn("a length that is not finite; 0 is used")
      return CGSize(width: zeroed(size.width), height: zeroed(size.height))
    case var rect as CGRect:
      let parts = [rect.origin.x, rect.origin.y, rect.size.width, rect.size.height]
      if !parts.allSatisfy(\.isFinite) {
        warn("a number that is not finite; 0 is used")
        rect = CGRect(
          x: zeroed(parts[0]),
          y: zeroed(parts[1]),
          width: zeroed(parts[2]),
          height: zeroed(parts[3])
        )
      }
      guard rect.size.width < 0 || rect.size.height < 0, key == "bounds" else { return rect }
      warn("a negative size; its absolute value is used")
      return rect.standardized
    case let number as NSNumber where !number.doubleValue.isFinite:
      guard let layer = object as? CALayer, let row = layer.propertyTable[key], !row.aspect.contains(.timing),
        CGFloat.unwrapped(from: layer.initialValue(ofKey: key))?.isFinite ?? true
      else { return value }
      warn("a number that is not finite; 0 is used")
      return NSNumber(value: 0)
    default: return value
    }
  }
}
