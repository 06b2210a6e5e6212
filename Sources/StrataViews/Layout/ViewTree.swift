/// What the trees of views of both modules share.
package enum ViewTree {
  /// Ends the program: a view was added to itself or to one of its subviews.
  package static func refuse(_ view: AnyObject, in parent: AnyObject) -> Never {
    func name(_ view: AnyObject) -> String { "<\(type(of: view)): \(ObjectIdentifier(view))>" }
    fatalError(
      "Can't add \(name(view)) to \(name(parent)): a view cannot lie in itself or in one of its subviews"
    )
  }
}

extension Array where Element: AnyObject {
  /// The index of an object; nil if it is not there.
  ///
  /// The search goes from both ends to the middle, because most views come and go at the ends: its cost is the distance from
  /// the nearer one. Of an object that is there twice, either index may be the answer.
  @inlinable package func indexFromEitherEnd(of object: Element) -> Int? {
    withUnsafeBufferPointer { objects in
      var (low, high) = (0, objects.count - 1)
      while low <= high {
        if objects[low] === object { return low }
        if objects[high] === object { return high }
        (low, high) = (low + 1, high - 1)
      }
      return nil
    }
  }

  /// Takes an object out, if it is there; searches as ``indexFromEitherEnd(of:)``.
  @inlinable package mutating func removeFromEitherEnd(_ object: Element) {
    if let index = indexFromEitherEnd(of: object) { remove(at: index) }
  }
}
