import CoreGraphics
import Foundation
import QuartzCore
import StrataCAML
import StrataRenderTree
import StrataText

extension DocumentReader {
  /// Sets the attributes and children of a layer's element.
  func fill(_ layer: CALayer, from element: MarkupElement) {
    let className =
      element.name == "mask" || element.name == "o" ? element["type"] ?? "CALayer" : element.name
    reportText(in: element)
    setAttributes(of: element, on: layer, except: ["continuousCorners"], className: className)
    if let text = element["continuousCorners"], NumberText.bool(text) == true {
      layer.cornerCurve = .continuous
    }
    if let name = element["compositingFilter"], !name.isEmpty { checkCompositing(name, element) }
    for child in element.children {
      let key = child.name == "p" ? child["key"] ?? "p" : child.name
      setProperty(key, child, of: layer, className: className)
    }
    if let text = layer as? CATextLayer { checkFont(of: text, element) }
  }

  /// Reports a font that is not installed.
  private func checkFont(of layer: CATextLayer, _ element: MarkupElement) {
    let source = element.children.first { $0.name == "font" || $0["key"] == "font" }
    guard source != nil || element["font"] != nil, let name = layer.font as? String,
      let remark = TextLayoutEngine.remark(onFont: name)
    else { return }
    log.warn(.resource, at: source ?? element, remark)
  }

  private func setProperty(_ key: String, _ element: MarkupElement, of layer: CALayer, className: String) {
    switch key {
    case "sublayers":
      reportText(in: element)
      for child in element.children { addSublayer(child, to: layer) }
    case "mask": setMask(element, of: layer)
    case "animations":
      reportText(in: element)
      addAnimations(element, to: layer)
    case "states", "stateTransitions": readStates(key, element, of: layer)
    case "contents": setContents(element, of: layer)
    case "filters", "backgroundFilters":
      let filters = items(of: element, as: (any FilterElement).self, "a filter")
      places.add(filters, under: key, of: layer)
      set(key, filters, on: layer, element)
    case "compositingFilter": setCompositingFilter(element, of: layer)
    case "emitterCells": setEmitterCells(element, of: layer)
    case "emitterBehaviors": setEmitterBehaviors(element, of: layer)
    case "actions": setActions(element, of: layer)
    case "style": layer.style = dictionary(element)
    case "lineDashPattern":
      guard let shape = layer as? CAShapeLayer else {
        return log.warn(.unknownKey, at: element, "only a shape layer has a lineDashPattern")
      }
      shape.lineDashPattern = numbers(element)
    default: setOther(key, element, of: layer, className: className)
    }
  }

  private func setOther(_ key: String, _ element: MarkupElement, of layer: CALayer, className: String) {
    let kind = layer.kind(ofKey: key)
    reportKey(key, element, className: className, isDeclared: kind != nil)
    guard kind != nil || (!isBare(element) && element["src"] == nil) else { return }
    guard let value = value(element, kind ?? .any) else { return }
    set(key, value, on: layer, element)
  }

  /// True if an element has neither attributes nor children.
  private func isBare(_ element: MarkupElement) -> Bool { element.attributes.isEmpty && !element.hasChildren }

  private func addSublayer(_ element: MarkupElement, to parent: CALayer) {
    if element["object"] != nil {
      // The layer may have a place of its own later, which counts.
      return later { [self] in
        guard let layer = required(element, as: CALayer.self, "is not a layer", { layer(element) }) else {
          return
        }
        guard layer.superlayer == nil else {
          return log.warn(
            .circularReference,
            at: element,
            "a layer has one place only; the second one is ignored"
          )
        }
        attach(layer, element, to: parent)
      }
    }
    guard let layer = layer(element, isInSublayers: true) else {
      return log.warn(
        .unknownElement,
        at: element,
        "<\(element.name)> is not a layer; ignored"
      )
    }
    guard layer.superlayer == nil else { return }
    attach(layer, element, to: parent)
  }

  private func attach(_ layer: CALayer, _ element: MarkupElement, to parent: CALayer) {
    guard parent.objection(to: layer) == nil else {
      return log.warn(
        .circularReference,
        at: element,
        "a layer cannot contain itself; the inner one is ignored"
      )
    }
    parent.addSublayer(layer)
  }

  private func setMask(_ element: MarkupElement, of layer: CALayer) {
    if element["object"] != nil
      || (element["type"] == nil && element.children.count == 1 && element.attributes.isEmpty)
    {
      let target = element["object"] == nil ? element.children[0] : element
      return later { [self] in
        guard let mask = mask(target) else { return }
        install(mask, target, as: layer)
      }
    }
    guard let mask = mask(element) else { return }
    install(mask, element, as: layer)
  }

  private func mask(_ element: MarkupElement) -> CALayer? {
    required(element, as: CALayer.self, "is not a layer") { layer(element) }
  }

  private func install(_ mask: CALayer, _ element: MarkupElement, as layer: CALayer) {
    guard mask.superlayer == nil, layer.objection(to: mask) == nil
    else {
      return log.warn(
        .circularReference,
        at: element,
        "the mask has another place in the tree; ignored"
      )
    }
    if layer.mask != nil {
      log.warn(.unknownElement, at: element, "the layer has another mask, whose place this one takes")
    }
    layer.mask = mask
  }

  private func setContents(_ element: MarkupElement, of layer: CALayer) {
    guard let contents = contents(element) else { return }
    layer.contents = contents
    loadedContents[ObjectIdentifier(layer)] = contents as AnyObject
  }

  /// The image that an element stands for; nil for an empty one, and for a value of another kind, which is reported.
  private func contents(_ element: MarkupElement) -> Any? {
    guard let contents = value(element, .contents), !(contents is NSNull) else { return nil }
    guard ValueText.typedText(contents) == nil, !(contents is [Any]) else {
      log.warn(.badValue, at: element, "<\(element.name)> is not \(ValueKind.contents.noun); ignored")
      return nil
    }
    return contents
  }

  private func setCompositingFilter(_ element: MarkupElement, of layer: CALayer) {
    guard let filter = value(element, .filter), !(filter is NSNull) else { return }
    let object = filter as? any FilterElement
    if let object { places.add(compositingFilter: object, of: layer) }
    checkCompositing(object?.type ?? filter as? String ?? "", element)
    layer.compositingFilter = filter
  }

  /// Reports a name that is none of a compositing filter.
  private func checkCompositing(_ name: String, _ element: MarkupElement) {
    guard !CAFilter.isCompositing(name) else { return }
    log.warn(
      .notHonoured,
      at: element,
      "the compositing filter \(name.prefix(80)) is unknown; the layer is drawn over the content behind it"
    )
  }

  /// Sets actions, which in documents are null or animations; other actions are code of an application.
  private func setActions(_ element: MarkupElement, of layer: CALayer) {
    var actions: [String: any CAAction] = [:]
    for child in element.children {
      let key = child.name == "p" ? child["key"] ?? "p" : child.name
      let action = required(child, as: (any CAAction).self, "is not an action: those are null or animations")
      {
        value(child, .any)
      }
      if let action { actions[key] = action }
    }
    if !actions.isEmpty { layer.actions = actions }
  }

  // MARK: Emitters

  private func setEmitterCells(_ element: MarkupElement, of layer: CALayer) {
    guard let emitter = layer as? CAEmitterLayer else {
      return log.warn(.unknownKey, at: element, "only an emitter layer has emitterCells")
    }
    let cells = cells(element)
    places.add(cells: cells, of: emitter)
    emitter.emitterCells = cells
  }

  private func cells(_ element: MarkupElement) -> [CAEmitterCell] {
    items(of: element, as: CAEmitterCell.self, "an emitter cell")
  }

  private func setEmitterBehaviors(_ element: MarkupElement, of layer: CALayer) {
    guard let emitter = layer as? CAEmitterLayer else {
      return log.warn(.unknownKey, at: element, "only an emitter layer has emitterBehaviors")
    }
    let behaviors = items(of: element, as: CAEmitterBehavior.self, "a behaviour")
    places.add(behaviors, under: "emitterBehaviors", of: emitter)
    emitter.emitterBehaviors = behaviors
  }

  /// A behaviour of particles; its inputs are attributes or child elements.
  func emitterBehavior(_ element: MarkupElement) -> CAEmitterBehavior? {
    guard let type = element["behavior"] else {
      log.warn(.badValue, at: element, "the behaviour has no type; ignored")
      return nil
    }
    let behavior = CAEmitterBehavior(type: type)
    register(behavior, element)
    reportText(in: element)
    behavior.name = element["name"] ?? type
    if !CAEmitterBehavior.behaviorTypes().contains(type) {
      log.warn(
        .notHonoured,
        at: element,
        "the behaviour \(type) is unknown; it has no effect"
      )
    }
    for attribute in element.attributes
    where !KnownKeys.reserved.contains(attribute.name) && !["behavior", "name"].contains(attribute.name)
      && !KnownKeys.isEditorData(attribute.name)
    {
      checkInput(attribute.name, of: behavior, element)
      behavior.setValue(Self.input(attribute.value), forKey: attribute.name)
    }
    for child in element.children {
      let key = child.name == "p" ? child["key"] ?? "p" : child.name
      checkInput(key, of: behavior, child)
      if let value = value(child, .any) { behavior.setValue(value, forKey: key) }
    }
    return behavior
  }

  /// Reports an input that the behaviour does not have.
  private func checkInput(_ key: String, of behavior: CAEmitterBehavior, _ element: MarkupElement) {
    guard !behavior.knows(keyPath: key), !KnownKeys.isEditorData(key) else { return }
    log.warn(
      .unknownKey,
      at: element,
      "the behaviour \(behavior.type) has no input \(key); it has no effect"
    )
  }

  /// One number, a point, several numbers, or text.
  private static func input(_ text: String) -> Any {
    guard let numbers = NumberText.numbers(text), !numbers.isEmpty else { return text }
    switch numbers.count {
    case 1: return NSNumber(value: numbers[0])
    case 2: return CGPoint(x: numbers[0], y: numbers[1])
    default: return numbers.map { NSNumber(value: $0) }
    }
  }

  func emitterCell(_ element: MarkupElement) -> CAEmitterCell? {
    let cell = CAEmitterCell()
    register(cell, element)
    reportText(in: element)
    setAttributes(of: element, on: cell, className: "CAEmitterCell")
    for child in element.children {
      let key = child.name == "p" ? child["key"] ?? "p" : child.name
      switch key {
      case "contents":
        guard let contents = contents(child) else { continue }
        cell.contents = contents
        loadedContents[ObjectIdentifier(cell)] = contents as AnyObject
      case "emitterCells": cell.emitterCells = cells(child)
      default:
        let kind = cell.kind(ofKey: key)
        reportKey(key, child, className: "CAEmitterCell", isDeclared: kind != nil)
        if let value = value(child, kind ?? .any) { set(key, value, on: cell, child) }
      }
    }
    noteWeight(of: cell, with: cell.emitterCells ?? [])
    return cell
  }
}
