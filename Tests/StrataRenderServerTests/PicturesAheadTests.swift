#if GPU
  import CoreGraphics
  import StrataBase
  import StrataCPU
  import StrataCompositor
  import StrataEGL
  import StrataGPU
  import StrataRenderServer
  import StrataRenderTree
  import Testing

  /// Pictures that come back from a graphics processor while later ones are drawn are those that it waits for.
  @Suite struct PicturesAheadTests {
    private static let isThere: Bool = {
      do throws(ComputeFailure) { _ = try GPUBackend.device() } catch { return false }
      return true
    }()
    private static let (width, height) = (64, 48)

    /// Boxes that move over a still one.
    private func renderer(_ presenter: any FramePresenting) -> OfflineRenderer {
      let size = CGSize(width: Self.width, height: Self.height)
      let renderer = OfflineRenderer(size: size, scale: 1, origin: .topLeft, presenter: presenter)
      let ids = (0..<5).map { LayerID(index: $0, generation: 1) }
      var tree = RenderTree()
      for step in 0..<12 {
        var commit = Commit(sequence: UInt64(step + 1), time: Double(step), root: ids[0])
        commit.updates = ids.map { id in
          var state = LayerState()
          let number = CGFloat(id.index)
          state.bounds = CGRect(x: 0, y: 0, width: id.index == 0 ? 64 : 12, height: id.index == 0 ? 48 : 9)
          if id.index == 0 { state.anchorPoint = .zero }
          state.cornerRadius = id.index == 0 ? 0 : 4
          state.position = CGPoint(
            x: number * 11 + (id.index % 2 == 0 ? 0 : CGFloat(step) * 2.5),
            y: number * 8
          )
          state.backgroundColor = CGColor(
            srgbRed: number / 5,
            green: 0.5,
            blue: 1,
            alpha: id.index == 0 ? 1 : 0.7
          )
          if id.index == 0 { state.position = .zero }
          return LayerUpdate(id: id, aspects: .all, state: state)
        }
        commit.children = [ChildrenUpdate(parent: ids[0], children: Array(ids.dropFirst()))]
        tree.apply(commit)
        renderer.record(tree, at: Double(step))
      }
      return renderer
    }

    private func backend(_ faults: ComputeDevice.Faults = ComputeDevice.Faults()) throws
      -> any FramePresenting
    {
      let pool = WorkerPool(workers: 1)
      let device = try ComputeDevice(EGLLibrary.shared.get(), faults: faults)
      return FramePresenter(backend: GPUBackend(device, pool: pool), retained: RetainedFrame())
    }

    /// Every second time twice, so that some frames change nothing.
    private static let times: [Double] = (0..<12).flatMap { number in
      let time = Double(number)
      return number % 2 == 0 ? [time] : [time, time]
    }

    private func pictures(_ renderer: OfflineRenderer, ahead: Int) throws -> (
      pictures: [[UInt8]], mostWaiting: Int
    ) {
      let memory = UnsafeMutableRawBufferPointer.allocate(
        byteCount: Self.times.count * Self.width * Self.height * 4,
        alignment: 64
      )
      defer { memory.deallocate() }
      let count = memory.count / Self.times.count
      func bytes(_ index: Int) -> UnsafeMutableRawBufferPointer {
        UnsafeMutableRawBufferPointer(rebasing: memory[index * count..<(index + 1) * count])
      }
      renderer.picturesAhead = ahead
      var (order, most) = ([Int](), 0)
      for (index, time) in Self.times.enumerated() {
        try renderer.render(at: time, into: bytes(index)) { order.append(index) }
        most = max(most, index + 1 - order.count)
      }
      try renderer.finishRendering()
      renderer.picturesAhead = 0
      #expect(order == Array(Self.times.indices))
      return (Self.times.indices.map { Array(bytes($0)) }, most)
    }

    private func expected() throws -> [[UInt8]] {
      let processor = FramePresenter(backend: BandBackend(threads: 1), retained: RetainedFrame())
      let (pictures, most) = try pictures(renderer(processor), ahead: 3)
      #expect(most == 0)
      #expect(Set(pictures).count == 12)
      return pictures
    }

    @Test(.enabled(if: isThere), arguments: 0...3)
    func picturesAreThoseThatAreWaitedFor(ahead: Int) throws {
      let (pictures, most) = try pictures(renderer(backend()), ahead: ahead)
      #expect(pictures == (try expected()))
      #expect(most == ahead)
    }

    /// A context that is lost takes the pictures with it that are on their way; they are drawn again.
    @Test(.enabled(if: isThere), arguments: 0..<14)
    func aLostContextLosesNoPicture(reads: Int) throws {
      let expected = try expected()
      var faults = ComputeDevice.Faults()
      faults.readsUntilLoss = reads
      let (pictures, _) = try pictures(renderer(backend(faults)), ahead: 3)
      for (index, picture) in pictures.enumerated() {
        #expect(picture == expected[index], "picture \(index)")
      }
      faults = ComputeDevice.Faults()
      faults.callsUntilLoss = reads
      #expect(try self.pictures(renderer(backend(faults)), ahead: 3).pictures == expected)
    }

    /// Pictures that are given up are not completed, and later ones are right, also after a loss.
    @Test(.enabled(if: isThere), arguments: [0, 1, 2, 100])
    func picturesThatAreCancelledAreNotCompleted(reads: Int) throws {
      var faults = ComputeDevice.Faults()
      faults.readsUntilLoss = reads
      let renderer = renderer(try backend(faults))
      let expected = try expected()
      renderer.picturesAhead = 3
      var memory = [UInt8](repeating: 0, count: Self.width * Self.height * 4)
      var completed = 0
      try memory.withUnsafeMutableBytes { bytes in
        for time in [0.0, 1, 3] { try renderer.render(at: time, into: bytes) { completed += 1 } }
        renderer.cancelRendering()
        renderer.picturesAhead = 0
        #expect(completed == 0)
        for (index, time) in Self.times.enumerated() {
          try renderer.render(at: time, into: bytes)
          #expect(Array(bytes) == expected[index], "picture \(index)")
        }
      }
    }

    /// Pictures that are asked for at once come after those on their way.
    @Test(.enabled(if: isThere)) func aPictureAtOnceWaitsForThoseBefore() throws {
      let renderer = renderer(try backend())
      let expected = try expected()
      renderer.picturesAhead = 3
      var first = [UInt8](repeating: 0, count: Self.width * Self.height * 4)
      var second = first
      var isComplete = false
      try first.withUnsafeMutableBytes { first in
        try renderer.render(at: 0, into: first) { isComplete = true }
        try second.withUnsafeMutableBytes { try renderer.render(at: 1, into: $0) }
      }
      #expect(isComplete)
      #expect(first == expected[0] && second == expected[1])
    }
  }
#endif
