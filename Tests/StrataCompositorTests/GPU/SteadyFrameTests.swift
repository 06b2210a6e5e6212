#if GPU
  import Foundation
  import StrataBase
  import StrataEGL
  import StrataFrame
  import StrataGPU
  import StrataRaster
  import StrataTesting
  import Testing

  /// What frames cost that change little, and programs that start again.
  @Suite(.needsDevice) struct SteadyFrameTests {
    /// A steady frame takes no memory of the device, makes no program, and uploads its commands alone.
    @Test func aSteadyFrameTakesNoMemoryAndMakesNoProgram() throws {
      var pair = try BackendPair()
      var scenes = [GPUScenes(), GPUScenes(), GPUScenes()]
      let frames = [scenes[0].shapes(.multiply), scenes[1].pictures(), scenes[2].groups()]
      // Spans of the first round are masks in the second.
      for frame in frames + frames { _ = try pair.compare(frame) }
      let first = pair.device.report
      #expect(first.device.allocations > 0 && first.device.compiledPrograms > 2)
      for _ in 0..<4 {
        for frame in frames { _ = try pair.compare(frame) }
      }
      let report = pair.device.report
      #expect(report.device == first.device)
      let frameBytes = (report.uploadedBytes - first.uploadedBytes) / 12
      #expect(frameBytes * 3 < first.uploadedBytes / 2)
    }

    /// Of many pictures one is new in each frame: no other goes up.
    @Test func onlyNewPicturesGoUp() throws {
      var pair = try BackendPair()
      var pictures = (0..<12).map { GPUScenes.picture(100, 90, seed: $0) }
      _ = try pair.compare(GPUScenes.row(of: pictures))
      for number in 0..<5 {
        pictures[number] = GPUScenes.picture(100, 90, seed: 50 + number)
        let before = pair.device.report.uploadedBytes
        #expect(try pair.compare(GPUScenes.row(of: pictures)).different == 0)
        let bytes = pair.device.report.uploadedBytes - before
        #expect(bytes > pictures[0].byteCount && bytes < 2 * pictures[0].byteCount)
      }
    }

    /// A clock beside nothing, and beside a text that stays: the memory of former texts is that of new ones.
    @Test(arguments: [[], ["88"]]) func aTextThatChangesIsTheNewOne(others: [String]) throws {
      var pair = try BackendPair()
      for number in 10..<60 {
        let difference = try pair.compare(GPUScenes.labels(["\(number)"] + others))
        #expect(difference.different == 0, "\(number): \(difference)")
      }
      #expect(pair.device.report.paintsOfProcessor == 0 && pair.reasons.all.isEmpty)
    }

    /// A hundred thousand particles are one call.
    @Test func manyParticlesAreOneCall() throws {
      var pair = try BackendPair()
      let frame = GPUScenes.manyParticles(100_000)
      let difference = try pair.compare(frame)
      #expect(difference.different == 0, "\(difference)")
      #expect(pair.device.report.calls == 1 && pair.device.report.commands > 50_000)
      #expect(pair.device.report.paintsOfProcessor == 0)
    }

    // MARK: Programs on disk

    /// True if the driver gives compiled programs, so that files are written.
    private static var givesBinaries: Bool {
      get throws { try ComputeDevice(EGLLibrary.shared.get()).givesBinaries }
    }

    private static func counts(_ folder: URL?) throws -> ComputeDevice.Counts {
      var pair = try BackendPair(programs: folder)
      var scenes = GPUScenes()
      #expect(try pair.compare(scenes.groups()).different == 0)
      #expect(pair.reasons.all.isEmpty)
      return pair.device.report.device
    }

    private static func files(_ folder: URL) throws -> [URL] {
      try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        .sorted { $0.path < $1.path }
    }

    @Test func aSecondStartCompilesNothing() throws {
      let place = try TemporaryFolder()
      let folder = place.url.appending(path: "deep/programs")
      let first = try Self.counts(folder)
      #expect(first.readPrograms == 0 && first.compiledPrograms > 2)
      // A driver without binaries has nothing to keep.
      guard try Self.givesBinaries else { return }
      #expect(try Self.files(folder).count == first.compiledPrograms)
      let second = try Self.counts(folder)
      #expect(second.compiledPrograms == 0 && second.readPrograms == first.compiledPrograms)
    }

    @Test(arguments: ["cut short", "one bit", "empty", "a folder", "noise"])
    func aDamagedFileIsIgnoredAndReplaced(how: String) throws {
      let place = try TemporaryFolder()
      let first = try Self.counts(place.url)
      let files = try Self.files(place.url)
      guard try Self.givesBinaries else { return }
      #expect(files.count == first.compiledPrograms)
      for file in files {
        var data = try Data(contentsOf: file)
        switch how {
        case "cut short": data = data.prefix(data.count / 2)
        case "one bit": data[data.count * 3 / 4] ^= 4
        case "empty": data = Data()
        case "noise":
          data = data.prefix(8) + Data((8..<data.count).map { UInt8(truncatingIfNeeded: $0 &* 77) })
        default: break
        }
        try FileManager.default.removeItem(at: file)
        if how == "a folder" {
          try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
        } else {
          try data.write(to: file)
        }
      }
      let second = try Self.counts(place.url)
      #expect(second.compiledPrograms == first.compiledPrograms && second.readPrograms == 0)
      guard how != "a folder" else { return }
      #expect(try Self.counts(place.url).readPrograms == first.compiledPrograms)
      // No file is left that was not complete.
      #expect(try Self.files(place.url).count == files.count)
    }

    @Test func aFolderThatCannotBeWrittenIsNoError() throws {
      let place = try TemporaryFolder()
      let file = place.url.appending(path: "file")
      try Data("text".utf8).write(to: file)
      #expect(try Self.counts(file.appending(path: "programs")).compiledPrograms > 2)
    }

    @Test func theFolderIsThatOfTheUser() {
      func path(_ environment: [String: String]) -> String? { ProgramFiles.standardFolder(environment)?.path }
      #expect(path(["XDG_CACHE_HOME": "/cache", "HOME": "/home/a"]) == "/cache/strata/programs")
      #expect(path(["HOME": "/home/a"]) == "/home/a/.cache/strata/programs")
      #expect(path(["XDG_CACHE_HOME": "relative", "HOME": "/home/a"]) == "/home/a/.cache/strata/programs")
      #expect(path([:]) == nil)
    }

    // MARK: Messages

    /// A context for debugging reports errors of commands, and the backend makes none.
    @Test func aContextForDebuggingReportsNoError() throws {
      let device = try ComputeDevice(EGLLibrary.shared.get(), isDebug: true)
      var backend = GPUBackend(device, pool: WorkerPool(workers: 1))
      var scenes = [GPUScenes(), GPUScenes(), GPUScenes()]
      for frame in [scenes[0].shapes(.hue), scenes[1].pictures(), scenes[2].groups()] {
        try backend.draw(frame, into: BackendPair.target(frame))
      }
      let messages = try #require(backend.messages)
      #expect(messages.isListening)
      #expect(messages.all == [])
    }
  }
#endif
