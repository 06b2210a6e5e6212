/// Where an animation is among those whose events a host waits for.
struct EventPlace {
  /// What reports the events; nil before the first commit and after the stop.
  fileprivate(set) weak var progress: AnimationProgress?
  /// The number of the animation in order of commits.
  fileprivate(set) var order = 0
  fileprivate var index = 0
}

/// Animations by the time of their next event, the first one on top.
///
/// A binary heap. Each animation knows its place, so that one is moved or removed in logarithmic time. Nothing here calls a
/// program's code.
struct EventHeap {
  struct Entry {
    /// Media time; infinity without a further event.
    var time: Double
    let attached: AttachedAnimation
  }

  private(set) var entries: [Entry] = []

  /// Adds an animation that no heap holds.
  mutating func insert(_ entry: Entry, of progress: AnimationProgress, order: Int) {
    entry.attached.eventPlace = EventPlace(progress: progress, order: order, index: entries.count)
    entries.append(entry)
    rise(from: entries.count - 1)
  }

  /// Changes the time of an animation of this heap.
  mutating func move(_ attached: AttachedAnimation, to time: Double) {
    let index = attached.eventPlace.index
    let former = entries[index].time
    guard time != former else { return }
    entries[index].time = time
    if time < former { rise(from: index) } else { sink(from: index) }
  }

  /// Removes an animation of this heap.
  mutating func remove(_ attached: AttachedAnimation) {
    let index = attached.eventPlace.index
    attached.eventPlace.progress = nil
    let last = entries.removeLast()
    guard index < entries.count else { return }
    let former = entries[index].time
    put(last, at: index)
    if last.time < former { rise(from: index) } else { sink(from: index) }
  }

  /// Gives all animations new times, in linear time.
  mutating func retime(_ time: (AttachedAnimation) -> Double) {
    for index in entries.indices { entries[index].time = time(entries[index].attached) }
    for index in stride(from: entries.count / 2 - 1, through: 0, by: -1) { sink(from: index) }
  }

  /// The entries up to a time, in no order; looks at no more than three for each.
  func entries(until time: Double) -> [Entry] {
    var found: [Entry] = []
    var waiting = [0]
    while let index = waiting.popLast() {
      guard index < entries.count, entries[index].time <= time else { continue }
      found.append(entries[index])
      waiting += [2 * index + 1, 2 * index + 2]
    }
    return found
  }

  private mutating func put(_ entry: Entry, at index: Int) {
    entries[index] = entry
    entry.attached.eventPlace.index = index
  }

  private mutating func rise(from start: Int) {
    var index = start
    let entry = entries[index]
    while index > 0, entry.time < entries[(index - 1) / 2].time {
      put(entries[(index - 1) / 2], at: index)
      index = (index - 1) / 2
    }
    if index != start { put(entry, at: index) }
  }

  private mutating func sink(from start: Int) {
    var index = start
    let entry = entries[index]
    while case let left = 2 * index + 1, left < entries.count {
      let isRightFirst = left + 1 < entries.count && entries[left + 1].time < entries[left].time
      let child = isRightFirst ? left + 1 : left
      guard entries[child].time < entry.time else { break }
      put(entries[child], at: index)
      index = child
    }
    if index != start { put(entry, at: index) }
  }
}
