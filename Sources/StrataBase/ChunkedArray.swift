/// A growing array of values in chunks of 64, each copied on the first write after sharing.
///
/// A snapshot of ten thousand elements costs one retain for the table of chunks, and the first write afterwards
/// copies that table and one chunk, not the elements.
@usableFromInline
package struct ChunkedArray<Element: Sendable>: Sendable {
  @usableFromInline
  final class Chunk: @unchecked Sendable {  // Written only while uniquely referenced.
    @usableFromInline
    let elements: UnsafeMutablePointer<Element>

    @inlinable
    init(filledWith blank: Element) {
      elements = .allocate(capacity: chunkSize)
      elements.initialize(repeating: blank, count: chunkSize)
    }

    @inlinable
    init(copying other: Chunk) {
      elements = .allocate(capacity: chunkSize)
      elements.initialize(from: other.elements, count: chunkSize)
    }

    @inlinable
    deinit {
      elements.deinitialize(count: chunkSize)
      elements.deallocate()
    }
  }

  @usableFromInline
  var chunks: [Chunk] = []
  /// What the array grows by.
  @usableFromInline
  package let blank: Element

  /// The elements of a chunk.
  @inlinable
  package static var chunkSize: Int { 64 }

  /// An empty array that grows by copies of `blank`.
  @inlinable
  package init(filledWith blank: Element) { self.blank = blank }

  /// The number of elements, a multiple of the chunk size.
  @inlinable
  package var count: Int { chunks.count &* Self.chunkSize }

  /// Appends chunks of blanks until `index` is inside.
  @inlinable
  package mutating func grow(toInclude index: Int) {
    while count <= index {
      chunks.append(Chunk(filledWith: blank))
    }
  }

  /// The element at `index`, which must be inside.
  ///
  /// Read and written in place: a field of an element costs no copy of the element.
  @inlinable
  package subscript(index: Int) -> Element {
    _read {
      precondition(index >= 0 && index < count, "index outside of the array")
      yield chunks[index / Self.chunkSize].elements[index % Self.chunkSize]
    }
    _modify {
      precondition(index >= 0 && index < count, "index outside of the array")
      let chunk = index / Self.chunkSize
      if !isKnownUniquelyReferenced(&chunks[chunk]) { chunks[chunk] = Chunk(copying: chunks[chunk]) }
      yield &chunks[chunk].elements[index % Self.chunkSize]
    }
  }

  /// Where the element at `index` lies, for reading some of its fields; valid until the array is changed or goes.
  @inlinable
  package func place(of index: Int) -> UnsafePointer<Element> {
    precondition(index >= 0 && index < count, "index outside of the array")
    return UnsafePointer(chunks[index / Self.chunkSize].elements + index % Self.chunkSize)
  }

  /// How many chunks this array shares with `other`; a measure of what a snapshot still costs.
  package func sharedChunks(with other: Self) -> Int {
    zip(chunks, other.chunks).count { $0 === $1 }
  }
}
