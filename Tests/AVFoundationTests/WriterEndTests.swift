#if Media
  import AVFoundation
  import Foundation
  import Glibc
  import StrataTesting
  import Testing

  /// What a writer leaves and releases at its end.
  @Suite(.serialized) struct WriterEndTests {
    /// The open files of this process that lie in a folder, or did so.
    private func openFiles(in folder: URL) throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { descriptor in
        let place = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + descriptor)
        return place.flatMap { $0.contains(folder.lastPathComponent) ? $0 : nil }
      }
    }

    @Test(.timeLimit(.minutes(1)), arguments: [true, false])
    func tracksAreReleasedWithTheirFiles(completes: Bool) async throws {
      let film = try WrittenFilm()
      let adaptor = film.pictures()
      let sound = film.sound(nil)
      try film.start()
      #expect(sound.append(try Tone.sample(Tone.sine(0..<1000), at: 0)))
      try await film.append((0..<5).map { CMTime(value: $0, timescale: 25) }, to: adaptor)
      #expect(try openFiles(in: film.folder.url).count >= 2)
      if completes { try await film.finish() } else { film.writer.cancelWriting() }
      // The encoder's thread ends by itself.
      while try !openFiles(in: film.folder.url).isEmpty { try await Task.sleep(for: .milliseconds(5)) }
      #expect(
        !adaptor.append(try NumberedAsset.buffer(5), withPresentationTime: CMTime(value: 1, timescale: 1))
      )
    }

    @Test(.timeLimit(.minutes(1))) func aSecondEndWaitsForTheFirst() async throws {
      let film = try WrittenFilm("film.mp4", .mp4)
      let adaptor = film.pictures()
      try film.start()
      try await film.append((0..<50).map { CMTime(value: $0, timescale: 25) }, to: adaptor)
      let writer = film.writer
      async let first: Void = writer.finishWriting()
      await writer.finishWriting()
      #expect(writer.status == .completed)
      await first
      await writer.finishWriting()
      #expect(try film.numbers() == Array(0..<50))
    }

    /// An object of a program's, which asks its input when it ends.
    private final class Owned: Sendable {
      let input: AVAssetWriterInput
      let ended: @Sendable () -> Void

      init(_ input: AVAssetWriterInput, ended: @escaping @Sendable () -> Void) {
        (self.input, self.ended) = (input, ended)
      }

      deinit {
        _ = input.isReadyForMoreMediaData
        input.markAsFinished()
        ended()
      }
    }

    /// A block that alone has an object.
    private func block(
      _ input: AVAssetWriterInput,
      ended: @escaping @Sendable () -> Void
    ) -> @Sendable () -> Void {
      let owned = Owned(input, ended: ended)
      return { withExtendedLifetime(owned) {} }
    }

    @Test(.timeLimit(.minutes(1))) func theBlockOfARequestIsReleased() async throws {
      let film = try WrittenFilm()
      let input = film.pictures().assetWriterInput
      await confirmation { confirm in
        // The session has not begun, so that the block is not called.
        let queue = DispatchQueue(label: "pictures")
        input.requestMediaDataWhenReady(on: queue, using: block(input) { confirm() })
        input.markAsFinished()
      }
    }

    @Test func theRequestOfAWriterThatIsDroppedIsReleased() throws {
      weak var dropped: AVAssetWriterInput?
      do {
        let film = try WrittenFilm()
        let input = film.pictures().assetWriterInput
        dropped = input
        #expect(film.writer.startWriting())
        input.requestMediaDataWhenReady(on: DispatchQueue(label: "dropped")) { input.markAsFinished() }
      }
      #expect(dropped == nil)
    }

    @Test func withoutAnEncoderTheWritingDoesNotBegin() async {
      await #expect(processExitsWith: .success) {
        setenv("PATH", "/nowhere", 1)
        let film = try WrittenFilm()
        _ = film.sound(nil)
        try #require(!film.writer.startWriting())
        try #require((film.writer.error as? AVError)?.code == .encoderNotFound)
      }
    }

    /// An encoder that says so, and ends as if nothing had happened.
    @Test func aFullDiskIsFoundInMessages() async {
      await #expect(processExitsWith: .success) {
        let film = try WrittenFilm()
        let tools = film.folder.url.appending(path: "tools")
        try FileManager.default.createDirectory(at: tools, withIntermediateDirectories: true)
        let tool = tools.appending(path: "ffmpeg")
        let script = "#!/bin/sh\necho 'Error writing trailer: No space left on device' >&2\n"
        try Data(script.utf8).write(to: tool)
        chmod(tool.path(), 0o755)
        setenv("PATH", tools.path(), 1)
        let sound = film.sound(nil)
        try film.start()
        try #require(sound.append(try Tone.sample(Tone.sine(0..<100), at: 0)))
        await film.writer.finishWriting()
        try #require((film.writer.error as? AVError)?.code == .diskFull)
      }
    }
  }
#endif
