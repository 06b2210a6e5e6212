#if Media
  import AVFoundation
  import CoreGraphics
  import Foundation
  import StrataTesting
  import Testing

  /// Steps from frame to frame of a composition.
  @Suite(.serialized) struct CompositionStepTests {
    private let folder: TemporaryFolder
    private let composition = AVMutableComposition()
    private let assets: [AVURLAsset]
    private let first: AVAssetTrack
    private let second: AVAssetTrack

    init() throws {
      folder = try TemporaryFolder()
      assets = [
        AVURLAsset(url: try NumberedAsset.make("first.mp4", in: folder, count: 20)),
        AVURLAsset(url: try NumberedAsset.make("second.mp4", in: folder, count: 20, first: 500)),
      ]
      first = try #require(assets[0].tracks(withMediaType: .video).first)
      second = try #require(assets[1].tracks(withMediaType: .video).first)
    }

    private func addTrack() throws -> AVMutableCompositionTrack {
      try #require(composition.addMutableTrack(withMediaType: .video, preferredTrackID: 0))
    }

    private func range(_ first: Int, _ count: Int) -> CMTimeRange {
      CMTimeRange(start: .frame(first, plus: 0), duration: .frame(count, plus: 0))
    }

    /// The time of an item in frames after each of some steps.
    private func places(_ item: AVPlayerItem, steps: [Int]) -> [Double] {
      steps.map { step in
        item.step(byCount: step)
        return item.currentTime().seconds * 25
      }
    }

    private func expect(_ places: [Double], _ expected: [Double], at line: Int = #line) {
      #expect(zip(places, expected).allSatisfy { abs($0 - $1) < 0.01 }, "\(places), line \(line)")
    }

    @Test func stepsGoOverCuts() throws {
      let track = try addTrack()
      try track.insertTimeRange(range(5, 3), of: first, at: .zero)
      try track.insertTimeRange(range(0, 3), of: second, at: .frame(3, plus: 0))
      let item = AVPlayerItem(asset: composition)
      expect(places(item, steps: [1, 1, 1, 1]), [1, 2, 3, 4])
      expect(places(item, steps: [-1, -1, -1]), [3, 2, 1])
      expect(places(item, steps: [4, -4, .max, .min]), [5, 1, 5, 0])
      expect(places(item, steps: [-1]), [0])
    }

    @Test func stepsGoOverEmptyTimes() throws {
      let track = try addTrack()
      try track.insertTimeRange(range(0, 2), of: first, at: .zero)
      try track.insertTimeRange(range(0, 2), of: second, at: .frame(6, plus: 0))
      let item = AVPlayerItem(asset: composition)
      expect(places(item, steps: [1, 1, 1, -1, -1]), [1, 6, 7, 6, 1])
    }

    /// The first track covers the second one where it has pictures.
    @Test func stepsFollowTheTrackInFront() throws {
      let (front, back) = (try addTrack(), try addTrack())
      try front.insertTimeRange(range(0, 3), of: first, at: .frame(3, plus: 0))
      try back.insertTimeRange(range(0, 9), of: second, at: .zero)
      let item = AVPlayerItem(asset: composition)
      expect(places(item, steps: [-1, 2, 1, 3, 1]), [0, 2, 3, 6, 7])
      expect(places(item, steps: [-2, -3, -9]), [5, 2, 0])
    }

    /// A frame is there from when it is seen, which may be later than its beginning.
    @Test func stepsPassATrackInFrontThatEndsWithinAFrame() throws {
      let (front, back) = (try addTrack(), try addTrack())
      try front.insertTimeRange(range(0, 3), of: first, at: .frame(3, plus: 0))
      try back.insertTimeRange(range(0, 9), of: second, at: .frame(0, plus: 50))
      let item = AVPlayerItem(asset: composition)
      item.seek(to: .frame(1))
      expect(places(item, steps: [1, 1, 1, 1, 1, 1, 1]), [2.5, 3, 4, 5, 6, 6.5, 7.5])
      expect(places(item, steps: [-1, -1, -1, -1, -1, -1]), [6.5, 6, 5, 4, 3, 2.5])
    }

    @Test func decodersOfFilesThatAreNoLongerShownEnd() async throws {
      // Films that are longer than what a pipe holds.
      let options = ["-vf", "scale=640:480"]
      let track = try addTrack()
      for index in 0..<6 {
        let url = try NumberedAsset.make("part\(index).mp4", in: folder, count: 20, options: options)
        let asset = AVURLAsset(url: url)
        let source = try #require(asset.tracks(withMediaType: .video).first)
        try track.insertTimeRange(range(0, 2), of: source, at: composition.duration)
      }
      let item = AVPlayerItem(asset: composition)
      item.prepareForTests()
      let output = AVPlayerItemVideoOutput(pixelBufferAttributes: nil)
      item.add(output)
      func number(_ frame: Int) throws -> Int? {
        let buffer = output.copyPixelBuffer(forItemTime: .frame(frame), itemTimeForDisplay: nil)
        return NumberedAsset.number(in: try #require(buffer).makeImage())
      }
      for frame in 0..<12 { #expect(try number(frame) == frame % 2) }
      let began = Date()
      while try decoders() > 3, Date().timeIntervalSince(began) < 10 {
        try await Task.sleep(for: .milliseconds(20))
      }
      #expect(try (1...3).contains(decoders()))
      // A file whose decoder ended is shown again.
      #expect(try number(1) == 1)
    }

    /// The number of processes that read a film of this test.
    private func decoders() throws -> Int {
      try FileManager.default.contentsOfDirectory(atPath: "/proc").count { name in
        guard Int(name) != nil else { return false }
        let words = FileManager.default.contents(atPath: "/proc/\(name)/cmdline") ?? Data()
        return String(decoding: words, as: UTF8.self).contains(folder.url.lastPathComponent)
      }
    }
  }
#endif
