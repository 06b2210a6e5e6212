#if GPU
  import CoreGraphics
  import Foundation
  import ImageIO
  import QuartzCore
  import StrataCompositor
  import StrataDocuments
  import StrataGPU
  import StrataRenderServer
  import StrataTesting
  import Testing

  /// Scenes, documents and plates, drawn by both backends.
  @Suite(.enabled(if: BackendPair.missingDevice == nil), .enabled(if: buildHasImageCodecs))
  struct GraphicsPictureTests {
    private static func check(
      _ difference: PixelDifference,
      _ causes: DifferenceCauses,
      steps: Int,
      _ name: String
    ) {
      let magnifies = !causes.isDisjoint(with: [.steepModes, .conicGradients])
      #expect(difference.largest <= (magnifies ? 255 : steps), "\(name), \(causes): \(difference)")
      #expect(difference.beyondOne * 1000 <= difference.pixels, "\(name), \(causes): \(difference)")
    }

    private static func report(_ tally: DifferenceTally, _ pair: BackendPair) {
      if ProcessInfo.processInfo.environment["STRATA_FIGURES"] != nil { print(tally.table) }
      #expect(pair.device.report.failedFrames == 0 && pair.reasons.all.isEmpty, "\(pair.reasons.all)")
    }

    /// Frames without a cause have equal bytes, those with one differ by a level for each step of blending.
    @Test("The scenes of the reference renderer, drawn on the device")
    func scenesAreDrawnTheSame() throws {
      var (pair, tally) = (try BackendPair(), DifferenceTally())
      for scene in BrowserScene.all {
        let document = try Document(contentsOf: BrowserScene.folder.appending(path: scene.name + ".caml"))
        for scale in [1, 1.5] {
          let renderer = OfflineRenderer(
            layer: document.canvasLayer,
            size: document.canvasSize,
            scale: scale,
            origin: .bottomLeft,
            threads: 1
          )
          let frame = renderer.frame(at: scene.time)
          let (difference, causes) = (try pair.compare(frame), DifferenceCauses(of: frame))
          tally.add(difference, causes)
          Self.check(
            difference,
            causes,
            steps: DifferenceCauses.steps(of: frame),
            "\(scene.name) at \(scale)"
          )
        }
      }
      #expect(tally.all.pixels > 1_000_000)
      Self.report(tally, pair)
    }

    @Test("Real documents, at some times each, drawn on the device", .enabled(if: SharedDocuments.arePresent))
    func documentsAreDrawnTheSame() throws {
      var (pair, tally) = (try BackendPair(), DifferenceTally())
      for path in SharedDocuments.bundles where path != SharedDocuments.malformed {
        let document = try Document(contentsOf: SharedDocuments.url(path))
        let size = document.canvasSize
        guard size.width > 0, size.height > 0 else { continue }
        let renderer = OfflineRenderer(
          layer: document.canvasLayer,
          size: size,
          scale: min(1, 400 / max(size.width, size.height)),
          origin: .bottomLeft,
          threads: 1
        )
        for time in [0, 0.7] {
          let frame = renderer.frame(at: time)
          let (difference, causes) = (try pair.compare(frame), DifferenceCauses(of: frame))
          tally.add(difference, causes)
          Self.check(difference, causes, steps: DifferenceCauses.steps(of: frame), "\(path) at \(time)")
        }
      }
      Self.report(tally, pair)
    }

    /// The gallery's program writes its plates with each backend.
    @Test func platesOfTheGalleryAreDrawnTheSame() throws {
      let gallery = try #require(Self.program("Gallery"))
      var plates: [[String: CGImage]] = []
      for backend in ["cpu", "gpu"] {
        let folder = try TemporaryFolder()
        try run(["env", "STRATA_BACKEND=\(backend)", gallery.path, folder.url.path])
        plates.append(try Self.pictures(folder.url.appending(path: "pictures/gallery")))
      }
      #expect(plates[0].count > 50 && plates[0].count == plates[1].count)
      var all = PixelDifference()
      for (name, picture) in plates[0] {
        let other = try #require(plates[1][name])
        let difference = PixelDifference(picture.pixels, other.pixels)
        #expect(difference.beyondOne * 1000 <= difference.pixels, "\(name): \(difference)")
        all.add(difference)
      }
      if ProcessInfo.processInfo.environment["STRATA_FIGURES"] != nil {
        print("| \(plates[0].count) plates: \(all) |")
      }
      #expect(all.beyondOne * 1000 <= all.pixels, "\(all)")
    }

    /// A program of this build, from the folder where the tests' own binary stands.
    private static func program(_ name: String) -> URL? {
      var folder = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        .deletingLastPathComponent()
      for _ in 0..<5 {
        let candidate = folder.appending(path: name)
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: candidate.path, isDirectory: &isFolder), !isFolder.boolValue
        {
          return candidate
        }
        folder.deleteLastPathComponent()
      }
      return nil
    }

    private static func pictures(_ folder: URL) throws -> [String: CGImage] {
      var result: [String: CGImage] = [:]
      for file in try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil) {
        let source = try #require(CGImageSourceCreateWithURL(file as CFURL, nil))
        result[file.lastPathComponent] = try #require(CGImageSourceCreateImageAtIndex(source, 0, nil))
      }
      return result
    }
  }
#endif
