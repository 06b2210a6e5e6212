#if Inspector
  /// The difference of two lists of rows: what a page does to its list to get the newer one.
  ///
  /// First all removed and moved rows leave the list. Then the moved and the inserted rows take their places, in the order of
  /// their indices. Then changed rows are replaced. Rows outside of what the page has asked for count as not there.
  ///
  /// The rows that stay are a longest increasing subsequence of the former places (Fredman, 1975), so that as few as possible move.
  struct RowChanges: Encodable {
    struct Move: Encodable, Equatable {
      var layer: String
      /// The place among the rows of the newer list.
      var index: Int
    }
    struct Insertion: Encodable, Equatable {
      var index: Int
      var row: LayerList.Row
    }

    var removed: [String] = []
    var moved: [Move] = []
    var inserted: [Insertion] = []
    /// Rows that stay or move and look different.
    var changed: [LayerList.Row] = []

    var isEmpty: Bool { removed.isEmpty && moved.isEmpty && inserted.isEmpty && changed.isEmpty }

    /// - Complexity: O(*n* log *n*).
    init(from old: [LayerList.Row], to new: [LayerList.Row]) {
      let places = Dictionary(
        old.enumerated().map { ($1.layer, $0) },
        uniquingKeysWith: { first, _ in first }
      )
      let names = Set(new.map(\.layer))
      removed = old.map(\.layer).filter { !names.contains($0) }
      let former = new.map { places[$0.layer] }
      let staying = Self.longestIncrease(of: former.compactMap(\.self))
      for (index, row) in new.enumerated() {
        guard let place = former[index] else {
          inserted.append(Insertion(index: index, row: row))
          continue
        }
        if !staying.contains(place) { moved.append(Move(layer: row.layer, index: index)) }
        if old[place] != row { changed.append(row) }
      }
    }

    /// The members of a longest increasing subsequence of different numbers.
    private static func longestIncrease(of numbers: [Int]) -> Set<Int> {
      // The smallest ends of sequences of each length, and what stands before each number in its sequence.
      var ends: [Int] = []
      var before: [Int: Int] = [:]
      for number in numbers {
        var (low, high) = (0, ends.count)
        while low < high {
          let middle = (low + high) / 2
          if ends[middle] < number { low = middle + 1 } else { high = middle }
        }
        if low > 0 { before[number] = ends[low - 1] }
        if low == ends.count { ends.append(number) } else { ends[low] = number }
      }
      var (found, next) = (Set<Int>(), ends.last)
      while let number = next {
        found.insert(number)
        next = before[number]
      }
      return found
    }
  }
#endif
