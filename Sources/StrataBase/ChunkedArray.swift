/// A growing persistent array: chunks of 16 values, each copied on the first write after sharing.
///
/// Two levels of tables lead to the chunks, so that a snapshot of a million elements costs one retain, and the first
/// write afterwards copies the table of pages (one reference for a thousand elements), one page and one chunk. Without
/// a snapshot everything is written in place.
@usableFromInline
package struct ChunkedArray<Element: Sendable>: Sendable {
  /// Elements behind their object's own words, so that no further address has to be read.
  // Written only while uniquely referenced.
  @usableFromInline
  final class Chunk: ManagedBuffer<Void, Element>, @unchecked Sendable {
    @inlinable
    var elements: UnsafeMutablePointer<Element> { withUnsafeMutablePointerToElements { $0 } }

    @inlinable
    static func filled(with blank: Element) -> Chunk {
      let chunk = make()
      chunk.elements.initialize(repeating: blank, count: chunkSize)
      return chunk
    }

    @inlinable
    static func copy(of other: Chunk) -> Chunk {
      let chunk = make()
      chunk.elements.initialize(from: other.elements, count: chunkSize)
      return chunk
    }

    @inlinable
    static func make() -> Chunk {
      unsafeDowncast(Chunk.create(minimumCapacity: chunkSize) { _ in }, to: Chunk.self)
    }

    @inlinable
    deinit { elements.deinitialize(count: chunkSize) }
  }

  @usableFromInline
  final class Page: @unchecked Sendable {  // Written only while uniquely referenced.
    @usableFromInline
    let chunks: UnsafeMutablePointer<Chunk>
    @usableFromInline
    @exclusivity(unchecked)
    var count = 0

    @inlinable
    init() { chunks = .allocate(capacity: pageSize) }

    @inlinable
    init(copying other: Page) {
      chunks = .allocate(capacity: pageSize)
      chunks.initialize(from: other.chunks, count: other.count)
      count = other.count
    }

    @inlinable
    func append(_ chunk: Chunk) {
      (chunks + count).initialize(to: chunk)
      count += 1
    }

    @inlinable
    deinit {
      chunks.deinitialize(count: count)
      chunks.deallocate()
    }
  }

  @usableFromInline
  var pages: [Page] = []
  @usableFromInline
  var chunkCount = 0
  /// Holds the blank element; a reference keeps the array itself small, whatever its elements are.
  @usableFromInline
  let blankHolder: Holder

  @usableFromInline
  final class Holder: Sendable {
    @usableFromInline
    let element: Element

    @inlinable
    init(_ element: Element) { self.element = element }
  }

  /// The number of elements in a chunk.
  @inlinable
  package static var chunkSize: Int { 16 }

  /// The number of chunks in a page.
  @inlinable
  static var pageSize: Int { 64 }

  /// The number of elements, a multiple of the chunk size.
  @inlinable
  package var count: Int { chunkCount &* Self.chunkSize }

  /// An empty array that grows by copies of `blank`.
  @inlinable
  package init(filledWith blank: Element) { blankHolder = Holder(blank) }

  /// The element that the array grows by.
  @inlinable
  package var blank: Element { blankHolder.element }

  /// Appends chunks of blanks until `index` is inside.
  @inlinable
  package mutating func grow(toInclude index: Int) {
    while count <= index {
      if chunkCount % Self.pageSize == 0 {
        pages.append(Page())
      } else {
        makeUnique(pages.count - 1)
      }
      pages[pages.count - 1].append(Chunk.filled(with: blank))
      chunkCount += 1
    }
  }

  /// The element at `index`, read and written in place: access to one field does not copy the element.
  ///
  /// - Complexity: O(1) to read. The first write after a snapshot copies up to three tables, as the type describes.
  /// - Precondition: The index is at least 0 and below ``count``.
  @inlinable
  package subscript(index: Int) -> Element {
    _read {
      yield place(of: index).pointee
    }
    _modify {
      yield &placeToWrite(of: index).pointee
    }
  }

  /// A pointer to the element at `index`, and to those of its chunk, for writing; valid until the array is copied, grows or is
  /// released.
  ///
  /// - Complexity: O(1); the first write after a snapshot copies up to three tables, as the type describes.
  /// - Precondition: The index is at least 0 and below ``count``.
  @inlinable
  package mutating func placeToWrite(of index: Int) -> UnsafeMutablePointer<Element> {
    precondition(index >= 0 && index < count, "index outside of the array")
    let chunk = index / Self.chunkSize
    makeUnique(chunk / Self.pageSize)
    let slot = pages[chunk / Self.pageSize].chunks + chunk % Self.pageSize
    if !isKnownUniquelyReferenced(&slot.pointee) { slot.pointee = Chunk.copy(of: slot.pointee) }
    return slot.pointee.elements + index % Self.chunkSize
  }

  @inlinable
  mutating func makeUnique(_ page: Int) {
    if !isKnownUniquelyReferenced(&pages[page]) { pages[page] = Page(copying: pages[page]) }
  }

  /// A pointer to the element at `index`, for reading some of its fields; valid until the array is changed or released.
  @inlinable
  package func place(of index: Int) -> UnsafePointer<Element> {
    precondition(index >= 0 && index < count, "index outside of the array")
    let chunk = index / Self.chunkSize
    let elements = pages[chunk / Self.pageSize].chunks[chunk % Self.pageSize].elements
    return UnsafePointer(elements + index % Self.chunkSize)
  }

  /// The number of chunks that this array shares with `other`: how much memory a snapshot does not take.
  package func sharedChunks(with other: Self) -> Int {
    zip(pages, other.pages).reduce(0) { sum, both in
      sum + (0..<min(both.0.count, both.1.count)).count { both.0.chunks[$0] === both.1.chunks[$0] }
    }
  }

  /// Calls `body` with the places of the elements of each chunk that `other` does not share, and of the chunk that `other` has
  /// in its stead; nil if it has none there.
  ///
  /// - Complexity: O(pages), and O(chunks) of the pages that are not shared.
  package func forEachUnsharedChunk(
    with other: Self,
    _ body: (UnsafeBufferPointer<Element>, UnsafeBufferPointer<Element>?) -> Void
  ) {
    for (number, page) in pages.enumerated() {
      let counterpart = number < other.pages.count ? other.pages[number] : nil
      guard counterpart !== page else { continue }
      for place in 0..<page.count {
        let chunk = page.chunks[place]
        let former = counterpart.flatMap { place < $0.count ? $0.chunks[place] : nil }
        guard former !== chunk else { continue }
        body(
          UnsafeBufferPointer(start: chunk.elements, count: Self.chunkSize),
          former.map { UnsafeBufferPointer(start: $0.elements, count: Self.chunkSize) }
        )
      }
    }
  }
}
