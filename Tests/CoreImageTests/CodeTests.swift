#if BarCodes
  import CoreGraphics
  import CoreImage
  import Foundation
  import Testing

  /// Codes, read back by another implementation where it is installed, and by their fixed patterns.
  @Suite struct CodeTests {
    /// ZXing's bindings for Python (Debian: `python3-zxing-cpp`, PyPI: `zxing-cpp`); the picture is rows of bytes of grey.
    private static let reader = """
      import sys
      import numpy
      import zxingcpp
      width = int(sys.argv[2])
      result = zxingcpp.read_barcodes(numpy.fromfile(sys.argv[1], dtype=numpy.uint8).reshape(-1, width))
      print(len(result), result[0].text if result else "")
      """

    private static func run(_ arguments: [String]) -> (status: Int32, text: String)? {
      let process = Process()
      process.executableURL = URL(filePath: "/usr/bin/env")
      process.arguments = arguments
      let output = Pipe()
      (process.standardOutput, process.standardError) = (output, FileHandle.nullDevice)
      guard (try? process.run()) != nil else { return nil }
      let data = output.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return (process.terminationStatus, String(decoding: data, as: UTF8.self))
    }

    /// A Python that has the bindings; nil if there is none.
    private static let python = ["python3", "/usr/bin/python3"].first {
      run([$0, "-c", "import numpy, zxingcpp"])?.status == 0
    }

    private func code(_ name: String, _ text: String, _ values: [String: Any] = [:]) throws -> CIImage? {
      var values = values
      values["inputMessage"] = Data(text.utf8)
      return try #require(CIFilter(name: name, parameters: values)).outputImage
    }

    private static let generators = [
      "CIQRCodeGenerator", "CIAztecCodeGenerator", "CICode128BarcodeGenerator", "CIPDF417BarcodeGenerator",
    ]

    @Test(
      .enabled(if: python != nil),
      arguments: generators,
      ["A", "https://example.org/a?b=1", "0123456789012345", "Grüße, 世界 ☀︎"]
    )
    func codesAreRead(name: String, text: String) throws {
      // Code 128 has no characters beyond those of Latin 1.
      let text = name == "CICode128BarcodeGenerator" ? String(text.filter(\.isASCII)) : text
      try read(try #require(try code(name, text)), text)
    }

    /// Expects that the reader finds a text in a code.
    private func read(_ image: CIImage, _ text: String) throws {
      // Six pixels for a module, and as much white around as six modules.
      let modules = Picture(image)
      let (columns, rows) = (Int(image.extent.width) + 12, Int(image.extent.height) + 12)
      var grey = Data()
      for y in (0..<rows * 6).reversed() {
        for x in 0..<columns * 6 {
          let place = CGPoint(x: x / 6 - 6, y: y / 6 - 6)
          let isWhite = !image.extent.contains(place) || modules[x / 6 - 6, y / 6 - 6].x > 0.5
          grey.append(isWhite ? 255 : 0)
        }
      }
      let file = FileManager.default.temporaryDirectory.appending(path: "code-\(UUID().uuidString)")
      defer { try? FileManager.default.removeItem(at: file) }
      try grey.write(to: file)
      let python = try #require(Self.python)
      let read = try #require(
        Self.run([python, "-c", Self.reader, file.path(), "\(columns * 6)"])
      )
      #expect(read.text.trimmingCharacters(in: .newlines) == "1 \(text)")
    }

    /// ISO/IEC 18004: 21 modules a side for the first version, and three squares of 7 in the corners.
    @Test func qrCodesHaveTheirSquares() throws {
      let image = try #require(try code("CIQRCodeGenerator", "A"))
      #expect(image.extent == CGRect(x: 0, y: 0, width: 23, height: 23))
      let picture = Picture(image)
      let (black, white) = (SIMD4<Float>(0, 0, 0, 1), SIMD4<Float>(1, 1, 1, 1))
      for (x, y) in [(1, 21), (15, 21), (1, 1)] {
        // The corner of a square that lies on the outside, its white ring, and its middle.
        let (cx, cy) = (x + 3, y == 21 ? 18 : 4)
        #expect(picture[cx, cy] == black)
        #expect(picture[cx + 2, cy] == white)
        #expect(picture[cx + 3, cy] == black)
      }
      #expect(picture[0, 11] == white)
    }

    @Test func moreCorrectionTakesMoreModules() throws {
      let text = String(repeating: "strata ", count: 8)
      let sides = try ["L", "M", "Q", "H"].map { level in
        try #require(try code("CIQRCodeGenerator", text, ["inputCorrectionLevel": level])).extent.width
      }
      #expect(sides == sides.sorted())
      #expect(sides[0] < sides[3])
      let compact = try #require(try code("CIAztecCodeGenerator", "A", ["inputCompactStyle": true]))
      #expect(compact.extent.width == 15)
      // A full-range code of one layer has 19 modules a side, and four more for each further one.
      let layered = try #require(try code("CIAztecCodeGenerator", "A", ["inputLayers": 3]))
      #expect(layered.extent.width == 27)
    }

    /// ISO/IEC 15438: a row is 17 modules for each column and 69 more, or 35 in the compact form.
    @Test(
      arguments: [
        ["inputDataColumns": 4], ["inputDataColumns": 3, "inputCompactStyle": 1], ["inputMaxWidth": 140],
        ["inputMinWidth": 300, "inputCorrectionLevel": 2], ["inputMaxHeight": 40],
        ["inputRows": 20, "inputDataColumns": 5],
        ["inputPreferredAspectRatio": 1], ["inputPreferredAspectRatio": 9], ["inputMinHeight": 90],
        ["inputCorrectionLevel": 5],
      ] as [[String: Double]]
    )
    func stackedCodesHaveTheirSize(values: [String: Double]) throws {
      let text = "Strata draws layers, 0123456789"
      let image = try #require(try code("CIPDF417BarcodeGenerator", text, values))
      let size = image.extent.size
      let isCompact = values["inputCompactStyle"] ?? 0 > 0
      let columns = (size.width - 4 - (isCompact ? 35 : 69)) / 17
      let rows = (size.height - 4) / 3
      #expect(columns == columns.rounded() && rows == rows.rounded())
      #expect((1...30).contains(columns))
      #expect((3...90).contains(rows))
      for (key, value) in values {
        switch key {
        case "inputDataColumns": #expect(Double(columns) == value)
        case "inputRows": #expect(Double(rows) == value)
        case "inputMaxWidth": #expect(Double(size.width) <= value)
        case "inputMinWidth": #expect(Double(size.width) >= value)
        case "inputMaxHeight": #expect(Double(size.height) <= value)
        case "inputMinHeight": #expect(Double(size.height) >= value)
        case "inputPreferredAspectRatio":
          #expect(abs(log(Double(size.width / size.height) / value)) < 0.7)
        default: break
        }
      }
      // The bars at the start, below the margin.
      let picture = Picture(image)
      let start = (2..<19).map { picture[$0, 3].x == 0 ? "1" : "0" }.joined()
      #expect(start == "11111111010101000")
      #expect((0..<Int(size.width)).allSatisfy { picture[$0, 1].x == 1 })
      if Self.python != nil { try read(image, text) }
    }

    @Test func moreCorrectionTakesMoreRows() throws {
      let heights = try [0, 3, 6].map { level in
        let values: [String: Any] = ["inputCorrectionLevel": level, "inputDataColumns": 6]
        return try #require(try code("CIPDF417BarcodeGenerator", "Strata", values)).extent.height
      }
      #expect(heights == heights.sorted() && heights[0] < heights[2])
      let tooSmall: [String: Any] = ["inputMaxWidth": 56, "inputMaxHeight": 13]
      #expect(try code("CIPDF417BarcodeGenerator", String(repeating: "x", count: 200), tooSmall) == nil)
    }

    @Test func barsAreAsHighAsAsked() throws {
      let values: [String: Any] = ["inputBarcodeHeight": 20, "inputQuietSpace": 10]
      let image = try #require(try code("CICode128BarcodeGenerator", "AB", values))
      // Start, two letters and the check character have 11 modules each, the stop pattern 13.
      #expect(image.extent == CGRect(x: 0, y: 0, width: 4 * 11 + 13 + 20, height: 20))
      let picture = Picture(image)
      #expect(picture[9, 5] == SIMD4(1, 1, 1, 1))
      #expect(picture[10, 0] == SIMD4(0, 0, 0, 1))
      #expect(picture[10, 19] == SIMD4(0, 0, 0, 1))
    }

    @Test(arguments: generators)
    func enlargedCodesStaySharp(name: String) throws {
      let image = try #require(try code(name, "ABC-123"))
      let large = Picture(image.transformed(by: CGAffineTransform(scaleX: 3, y: 3)))
      #expect(Set(large.pixels.map(\.x)) == [0, 1])
      let colors = ["inputColor0": CIColor.blue, "inputColor1": CIColor.red]
      let colored = image.applyingFilter("CIFalseColor", parameters: colors)
      let largeColored = Picture(colored.transformed(by: CGAffineTransform(scaleX: 3, y: 3)))
      #expect(Set(largeColored.pixels.map(\.z)) == [0, 1])
    }

    @Test(arguments: generators)
    func messagesThatDoNotFitGiveNothing(name: String) throws {
      #expect(try code(name, "") == nil)
      #expect(try code(name, String(repeating: "x", count: 100_000)) == nil)
      #expect(try #require(CIFilter(name: name)).outputImage == nil)
    }
  }
#endif
