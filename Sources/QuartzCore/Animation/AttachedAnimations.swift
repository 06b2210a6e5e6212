/// The animations of a layer in the order of their addition, which is that of their application.
///
/// - Complexity: A key is found in O(1) on average, however many animations there are; a removal takes O(n).
struct AttachedAnimations {
  private var list: [AttachedAnimation] = []
  /// The animations by their keys; nil while they are few, as then a search of the list is quicker.
  private var table: [String: AttachedAnimation]?
  /// The number of animations from which on there is a table.
  private static var hashedCount: Int { 16 }

  /// The animation under a key.
  subscript(key: String) -> AttachedAnimation? {
    if let table { return table[key] }
    return list.first { $0.key == key }
  }

  /// Adds an animation as the last one; returns the one that it replaces, which has the same key.
  mutating func append(_ animation: AttachedAnimation) -> AttachedAnimation? {
    let replaced = remove(forKey: animation.key)
    list.append(animation)
    if table != nil {
      table?[animation.key] = animation
    } else if list.count == Self.hashedCount {
      table = Dictionary(uniqueKeysWithValues: list.map { ($0.key, $0) })
    }
    return replaced
  }

  /// Removes and returns the animation under a key.
  mutating func remove(forKey key: String) -> AttachedAnimation? {
    guard let animation = self[key] else { return nil }
    remove(animation)
    return animation
  }

  /// Removes an animation, if it is there.
  mutating func remove(_ animation: AttachedAnimation) {
    guard let index = list.firstIndex(where: { $0 === animation }) else { return }
    list.remove(at: index)
    table?[animation.key] = nil
  }

  /// Removes and returns all animations.
  mutating func removeAll() -> [AttachedAnimation] {
    defer { self = AttachedAnimations() }
    return list
  }

  /// A key for an animation that is added without one, which nothing can replace.
  var unusedKey: String {
    var number = list.count
    while self["animation-\(number)"] != nil { number += 1 }
    return "animation-\(number)"
  }
}

extension AttachedAnimations: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { list.count }
  subscript(index: Int) -> AttachedAnimation { list[index] }
}
