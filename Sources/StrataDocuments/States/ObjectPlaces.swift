import QuartzCore

/// Where the layers of a document hold objects whose values they copy: filters, behaviours, emitter cells, animations.
///
/// States name such objects by their ids. A change of one has an effect once the layers that hold it have it, too.
struct ObjectPlaces {
  /// An object's place in a layer: a key path that leads to it.
  struct Place {
    let layer: CALayer
    /// Nil for the layer itself.
    let keyPath: String?

    /// The key path of a value of the object from the layer.
    func path(to key: String) -> String { keyPath.map { "\($0).\(key)" } ?? key }
  }

  /// An animation of a layer, which may be a group around the object.
  private struct Run {
    let layer: CALayer
    let key: String
    let animation: CAAnimation
  }

  private var emitters: [ObjectIdentifier: CAEmitterLayer] = [:]
  private var paths: [ObjectIdentifier: [Place]] = [:]
  private var runs: [ObjectIdentifier: [Run]] = [:]

  // MARK: Gathering

  /// Notes the cells of an emitter, and the cells that these emit.
  mutating func add(cells: [CAEmitterCell], of emitter: CAEmitterLayer) {
    var pending = cells
    var seen: Set<ObjectIdentifier> = []
    while let cell = pending.popLast() {
      guard seen.insert(ObjectIdentifier(cell)).inserted else { continue }
      emitters[ObjectIdentifier(cell)] = emitter
      pending += cell.emitterCells ?? []
    }
  }

  /// Notes filters or behaviours that a layer lists under a key; of those with one name, paths reach the first, and none of those
  /// whose name has a dot.
  mutating func add(_ objects: [any KeyedObject], under key: String, of layer: CALayer) {
    var names: Set<String> = []
    for object in objects {
      guard let name = object.read(keyPath: "name") as? String, !name.contains("."),
        names.insert(name).inserted
      else { continue }
      paths[ObjectIdentifier(object), default: []].append(Place(layer: layer, keyPath: "\(key).\(name)"))
    }
  }

  /// Notes the compositing filter of a layer.
  mutating func add(compositingFilter filter: any KeyedObject, of layer: CALayer) {
    paths[ObjectIdentifier(filter), default: []].append(Place(layer: layer, keyPath: "compositingFilter"))
  }

  /// Notes an animation that a layer has under a key, and all animations inside of it.
  mutating func add(_ animation: CAAnimation, forKey key: String, of layer: CALayer) {
    var pending = [animation]
    var seen: Set<ObjectIdentifier> = []
    while let member = pending.popLast() {
      guard seen.insert(ObjectIdentifier(member)).inserted else { continue }
      let run = Run(layer: layer, key: key, animation: animation)
      runs[ObjectIdentifier(member), default: []].append(run)
      pending += (member as? CAAnimationGroup)?.animations ?? []
    }
  }

  // MARK: Use

  /// The places of an object that key paths of layers reach; a layer is its own place.
  func places(of object: any KeyedObject) -> [Place] {
    if let layer = object as? CALayer { return [Place(layer: layer, keyPath: nil)] }
    if let cell = object as? CAEmitterCell {
      guard let emitter = emitters[ObjectIdentifier(cell)], let name = cell.name,
        !name.contains("."), emitter.emitterCells?.first(where: { $0.name == name }) === cell
      else { return [] }
      return [Place(layer: emitter, keyPath: "emitterCells.\(name)")]
    }
    return paths[ObjectIdentifier(object), default: []]
  }

  /// Hands the values of a changed object to the layers that hold copies of it.
  ///
  /// Returns the animations that got a begin time, to go on.
  func update(_ object: any KeyedObject) -> [HeldAnimation] {
    // A layer copies its cells when they are set.
    if let emitter = emitters[ObjectIdentifier(object)] { emitter.emitterCells = emitter.emitterCells }
    var continued: [HeldAnimation] = []
    for run in runs[ObjectIdentifier(object), default: []] {
      guard let present = run.layer.animation(forKey: run.key),
        let copy = run.animation.copy() as? CAAnimation
      else { continue }
      // An animation that has begun goes on, with what the layer filled in.
      if copy.beginTime == 0, copy.goOn(from: present) {
        continued.append(HeldAnimation(layer: run.layer, key: run.key, animation: copy))
      }
      if copy.duration <= 0 { copy.duration = present.duration }
      run.layer.add(copy, forKey: run.key)
    }
    return continued
  }
}
