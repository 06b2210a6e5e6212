#if ImageCodecs
  import AppKit
  import Testing

  /// The sizes of pictures whose files state a resolution.
  @MainActor @Suite struct ResolutionTests {
    /// A file of 40 by 20 pixels that are shown in a size.
    private func file(_ type: NSBitmapImageRep.FileType, _ size: NSSize) throws -> Foundation.Data {
      let image = try #require(drawn(40) { NSRect(x: 0, y: 0, width: 40, height: 20).fill() })
      let part = try #require(image.cropping(to: CGRect(x: 0, y: 0, width: 40, height: 20)))
      let form = NSBitmapImageRep(cgImage: part)
      form.size = size
      return try #require(form.representation(using: type, properties: [:]))
    }

    @Test(arguments: [NSBitmapImageRep.FileType.png, .jpeg]) func theResolutionGivesTheSize(
      _ type: NSBitmapImageRep.FileType
    ) throws {
      // 72, 96, 144, 300 and 36 pixels an inch.
      for points in [40, 30, 20, 9.6, 80] as [CGFloat] {
        let size = NSSize(width: points, height: points / 2)
        let data = try file(type, size)
        let image = try #require(NSImage(data: data))
        #expect(image.size == size)
        #expect(image.representations.first?.pixelsWide == 40)
        let form = try #require(NSBitmapImageRep(data: data))
        #expect(form.size == size && form.pixelsHigh == 20)
      }
    }

    @Test func theNameOfAFileComesFirst() throws {
      let folder = FileManager.default.temporaryDirectory.appending(path: "resolutions-\(getpid())")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      defer { try? FileManager.default.removeItem(at: folder) }
      let data = try file(.png, NSSize(width: 20, height: 10))
      for (name, width) in [("a.png", 20), ("a@2x.png", 20), ("b@2x.png", 20)] as [(String, CGFloat)] {
        let place = folder.appending(path: name)
        try (name.hasPrefix("b") ? file(.png, NSSize(width: 40, height: 20)) : data).write(to: place)
        #expect(NSImage(contentsOf: place)?.size == NSSize(width: width, height: width / 2))
      }
    }
  }
#endif
