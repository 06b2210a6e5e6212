/// Changes of layers that are not committed yet: those of a thread's transaction, or those that wait in a host.
struct ChangeList: ~Copyable {
  var layers = LayerList()
  var leaving: [LeavingLayer] = []
  /// Layers that asked for a display while they displayed in a commit: the next commit displays them.
  var redisplaying: [CALayer] = []

  /// The number of layers up to which memory is kept from one transaction to the next.
  static let mostKept = 1 << 14

  /// True if nothing is to be committed now.
  var isEmpty: Bool { layers.isEmpty && leaving.isEmpty }

  /// Lets go of the changes, which are lost; the layers may be changed elsewhere.
  borrowing func abandon() {
    layers.forEachStorage { $0.flags.remove(.isEnlisted) }
    for entry in leaving { entry.layer.storage.flags.remove(.isLeaving) }
  }

  /// Gives everything to another list, and is empty then.
  mutating func give(to other: inout ChangeList) {
    if other.layers.isEmpty {
      swap(&other.layers, &layers)
    } else {
      for layer in layers.layers { other.layers.append(layer) }
    }
    layers.removeAll(keepingCapacityUpTo: Self.mostKept)
    other.leaving += leaving
    other.redisplaying += redisplaying
    (leaving, redisplaying) = ([], [])
  }

  /// Leaves the changes of layers whose hosts keep them to these.
  mutating func leaveToHosts() {
    var all = LayerList()
    swap(&all, &layers)
    for layer in all.layers {
      guard let host = layer.storage.host else {
        // Its host has ended; another one may show it.
        layer.storage.flags.remove(.isEnlisted)
        continue
      }
      host.pending.map { $0.append(layer, of: host) } ?? layers.append(layer)
    }
    leaving.removeAll { entry in
      guard let host = entry.layer.storage.host else { return false }
      host.pending?.append(entry, of: host)
      return host.pending != nil
    }
    redisplaying.removeAll { layer in
      guard let pending = layer.storage.host?.pending else { return false }
      pending.displayAgain(layer)
      return true
    }
  }

  /// The hosts that keep the changes of these layers, some more than once, and whether they keep those of all.
  borrowing func keepers() -> (pending: [PendingChanges], keepAll: Bool) {
    var (found, keepAll): ([PendingChanges], Bool) = ([], true)
    layers.forEachStorage { storage in
      guard let pending = storage.host?.pending else { return keepAll = false }
      if found.last !== pending { found.append(pending) }
    }
    for entry in leaving {
      guard let pending = entry.layer.storage.host?.pending else { continue }
      if found.last !== pending { found.append(pending) }
    }
    return (found, keepAll)
  }

  /// Lets go of layers that a host does not show any more; those that another host shows are noted anew.
  ///
  /// Returns the departures of such layers, to be cancelled: that calls delegates, whose changes may come to this list.
  mutating func dropLayers(notIn host: LayerHost) -> [Departure] {
    guard !isEmpty || !redisplaying.isEmpty else { return [] }
    let all = layers.layers
    layers.removeAll(keepingCapacityUpTo: Self.mostKept)
    for layer in all {
      let storage = layer.storage
      if storage.host === host {
        layers.append(layer)
      } else if storage.host == nil {
        storage.flags.remove(.isEnlisted)
      } else {
        ThreadState.enlist(layer)
      }
    }
    let dropped = leaving.filter { $0.layer.storage.host == nil }
    for entry in dropped { entry.layer.storage.flags.remove(.isLeaving) }
    leaving.removeAll { $0.layer.storage.host == nil }
    redisplaying.removeAll { $0.storage.host !== host }
    return dropped.compactMap(\.departure)
  }
}
