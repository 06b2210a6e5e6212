#if Media
  import AVFoundation
  import Foundation
  import StrataTesting
  import Testing

  /// Exports that end early: films that are cut off, and tasks that are cancelled.
  @Suite(.serialized) struct ExportFailureTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func film(_ name: String, count: Int) throws -> URL {
      try NumberedAsset.make(
        name,
        in: folder,
        count: count,
        options: ["-movflags", "+faststart"],
        sound: "sine=f=440"
      )
    }

    @Test(
      .timeLimit(.minutes(2)),
      arguments: [
        (AVAssetExportPresetAppleM4A, AVFileType.m4a), (AVAssetExportPresetPassthrough, .mov),
        (AVAssetExportPresetHighestQuality, .mp4),
      ]
    )
    func aFilmThatIsCutOffIsNotExported(preset: String, type: AVFileType) async throws {
      let bytes = try Data(contentsOf: film("whole.mp4", count: 100))
      let cut = folder.url.appending(path: "cut.mp4")
      try bytes.prefix(bytes.count / 2).write(to: cut)
      let session = try #require(AVAssetExportSession(asset: AVURLAsset(url: cut), presetName: preset))
      let result = folder.url.appending(path: "result")
      await #expect(throws: AVError.self) { try await session.export(to: result, as: type) }
      let error = try #require(session.error as? AVError)
      #expect(error.code == .decodeFailed, "\(error)")
      #expect(error.localizedDescription.contains(cut.path()))
      #expect(!FileManager.default.fileExists(atPath: result.path()))
    }

    @Test(.timeLimit(.minutes(2))) func anExportIsCancelledWithItsTask() async throws {
      let asset = AVURLAsset(url: try film("long.mp4", count: 2000))
      let session = try #require(
        AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality)
      )
      let result = folder.url.appending(path: "never.mp4")
      let task = Task { try await session.export(to: result, as: .mp4) }
      try await Task.sleep(for: .milliseconds(50))
      task.cancel()
      await #expect(throws: AVError.self) { try await task.value }
      #expect(session.status == .cancelled)
      #expect((session.error as? AVError)?.code == .operationCancelled)
      #expect(!FileManager.default.fileExists(atPath: result.path()))
    }
  }
#endif
