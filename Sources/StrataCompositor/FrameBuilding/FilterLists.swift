import StrataRaster

/// Lists of filters' steps that several layers share.
///
/// Most layers with filters have the same ones, in one frame and from frame to frame: equal lists are one, which needs memory
/// once. Frames do not depend on what is kept.
struct FilterLists {
  private var kept: [[FilterOp]] = []
  /// The place of the next list to keep.
  private var next = 0
  private var spare: [FilterOp] = []

  private static let mostKept = 4

  /// An empty list with the memory of one that was not kept.
  mutating func takeEmpty() -> [FilterOp] {
    var list: [FilterOp] = []
    swap(&list, &spare)
    return list
  }

  /// The kept list that equals a new one, else the new one, which is kept.
  ///
  /// Programs are not kept: they hold what their inputs need, such as pictures.
  mutating func shared(_ list: inout [FilterOp]) -> [FilterOp] {
    let known = list.isEmpty ? [] : kept.first { $0 == list }
    if let known {
      list.removeAll(keepingCapacity: true)
      swap(&list, &spare)
      return known
    }
    guard !list.contains(where: \.isProgram) else { return list }
    if kept.count < Self.mostKept {
      kept.append(list)
    } else {
      kept[next] = list
      next = (next + 1) % Self.mostKept
    }
    return list
  }
}
