public import Foundation

/// Places in tables and grids: paths of two indexes, the section and the row or item in it.
extension IndexPath {
  /// Creates the path of a row in a section.
  public init(row: Int, section: Int) { self.init(indexes: [section, row]) }
  /// Creates the path of an item in a section.
  public init(item: Int, section: Int) { self.init(indexes: [section, item]) }

  /// The section, the first of the two indexes; the program ends if there is none.
  public var section: Int {
    get { self[0] }
    set { self[0] = newValue }
  }

  /// The row in the section, the second of the two indexes; the program ends if there is none.
  public var row: Int {
    get { self[1] }
    set { self[1] = newValue }
  }

  /// The item in the section: the same index as ``row``.
  public var item: Int {
    get { row }
    set { row = newValue }
  }
}

extension NSIndexPath {
  /// Creates the path of a row in a section.
  public convenience init(row: Int, section: Int) { self.init(indexes: [section, row], length: 2) }
  /// Creates the path of an item in a section.
  public convenience init(item: Int, section: Int) { self.init(row: item, section: section) }

  /// The section, the first of the two indexes.
  public var section: Int { index(atPosition: 0) }
  /// The row in the section, the second of the two indexes.
  public var row: Int { index(atPosition: 1) }
  /// The item in the section: the same index as ``row``.
  public var item: Int { row }
}
