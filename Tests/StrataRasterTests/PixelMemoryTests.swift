import Foundation
import StrataRaster
import Testing

/// Memory of large pictures.
@Suite(.serialized) struct PixelMemoryTests {
  /// All bytes of a block can be written, from the first to the last.
  @Test(arguments: [1 << 17, 1 << 22, (1 << 22) - (1 << 14), 9_000_000, 50_000_000])
  func blocksHoldTheirBytes(byteCount: Int) {
    let block = PixelMemory.allocate(byteCount)
    #expect(block.byteCount >= byteCount)
    memset(block.memory, 7, block.byteCount)
    let bytes = block.memory.assumingMemoryBound(to: UInt8.self)
    #expect(bytes[0] == 7 && bytes[block.byteCount - 1] == 7)
    PixelMemory.deallocate(block.memory, block.byteCount)
  }

  #if os(Linux)
    /// Rows of several pictures that are read in turn would compete for the same part of a cache; in a process in which
    /// nobody else takes or returns blocks.
    @Test func picturesOfTheScreenStartAtDifferentPlacesOfTheirPages() async {
      await #expect(processExitsWith: .success) {
        let starts = (0..<12).map { _ in Int(bitPattern: PixelMemory.allocate(1920 * 1080 * 4).memory) }
        #expect(starts.allSatisfy { $0 % 64 == 0 }, "\(starts)")
        // Of the large pages, and of those of 4 KiB.
        for page in [1 << 21, 4096] {
          let places = Set(starts.map { $0 % page })
          #expect(places.count == 12, "\(places)")
        }
      }
    }

    /// Blocks that are too large for the pool go back to the system as a whole; in a process in which nothing else happens.
    @Test func nothingOfAFreedBlockStaysMapped() async {
      await #expect(processExitsWith: .success) {
        func mappedPages() -> Int {
          let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
          return Int(text.prefix { $0 != " " }) ?? 0
        }
        var before = 0
        for round in 0..<200 {
          // The first rounds may map what the allocator keeps.
          if round == 20 { before = mappedPages() }
          let block = PixelMemory.allocate(64 << 20)
          memset(block.memory, 1, 1)
          PixelMemory.deallocate(block.memory, block.byteCount)
        }
        exit(before > 0 && mappedPages() - before < 90 ? 0 : 1)
      }
    }

    /// What other code has mapped beside a block stays.
    @Test func neighboursOfAFreedBlockStayMapped() async {
      await #expect(processExitsWith: .success) {
        var numbers = SystemRandomNumberGenerator()
        var neighbours: [UnsafeMutableRawPointer] = []
        func mapNeighbour() {
          let size = 4096 * Int.random(in: 1...40, using: &numbers)
          let flags = MAP_PRIVATE | Int32(MAP_ANONYMOUS)
          guard let memory = mmap(nil, size, PROT_READ | PROT_WRITE, flags, -1, 0), memory != MAP_FAILED
          else {
            return
          }
          memory.storeBytes(of: 5, as: UInt8.self)
          neighbours.append(memory)
        }
        for _ in 0..<1_000 {
          mapNeighbour()
          let blocks = (0..<2).map { _ in
            PixelMemory.allocate(Int.random(in: (1 << 22)...(11 << 20), using: &numbers))
          }
          mapNeighbour()
          for block in blocks { PixelMemory.deallocate(block.memory, block.byteCount) }
          PixelMemory.removeAll()
        }
        // A page that is gone ends the process.
        exit(neighbours.allSatisfy { $0.load(as: UInt8.self) == 5 } ? 0 : 1)
      }
    }
  #endif
}
