#if BarCodes
  import CZint
  import Foundation
  import StrataBase

  /// Generators of codes that readers scan, by the library Zint: black modules, a pixel each, on white, which
  /// transforms take as they are, so that enlarged codes stay sharp.
  ///
  /// A message that is empty, or that a code cannot hold, gives no image and is reported once.
  enum CodeRows {
    static let all: [FilterRow] = [qr, aztec, code128, StackedCodeRows.pdf417]

    static let message = FilterInput(key: "inputMessage", value: .data(nil))

    /// QR codes of ISO/IEC 18004, with the error correction L, M, Q or H, and a margin of one module.
    ///
    /// The margin is inferred. Readers want four modules of white around a code.
    private static let qr = FilterRow(
      "CIQRCodeGenerator",
      "QR Code Generator",
      .generator,
      [message, FilterInput(key: "inputCorrectionLevel", value: .text("M"))]
    ) { values in
      guard let data = values.data("inputMessage") else { return nil }
      let level = ["L", "M", "Q", "H"].firstIndex(of: values.text("inputCorrectionLevel")) ?? 1
      return Symbol(BARCODE_QRCODE, data) { $0.option_1 = Int32(level + 1) }?.image(margin: 1)
    }

    /// Aztec codes of ISO/IEC 24778; without a number of layers they have as few as they need.
    ///
    /// The share of error correction is one of four, 10, 23, 36 and 50 %: the greatest that is not above the level.
    private static let aztec = FilterRow(
      "CIAztecCodeGenerator",
      "Aztec Code Generator",
      .generator,
      [
        message,
        .scalar("inputCorrectionLevel", 23, min: 5, max: 95, slider: 5...95),
        .scalar("inputLayers", 0, min: 0, max: 32, slider: 1...32),
        .flag("inputCompactStyle", false),
      ]
    ) { values in
      guard let data = values.data("inputMessage") else { return nil }
      let share = values.number("inputCorrectionLevel")
      let level = Int32([23.0, 36, 50].count { share >= $0 } + 1)
      let layers = Int32(values.number("inputLayers").rounded())
      guard values.isOn("inputCompactStyle") else {
        return Symbol(BARCODE_AZTEC, data) { symbol in
          // With a number of layers the rest of the symbol is error correction.
          if layers > 0 { symbol.option_2 = layers + 4 } else { symbol.option_1 = level }
        }?.image(margin: 0)
      }
      let sizes = layers > 0 ? [min(layers, 4)] : [1, 2, 3, 4]
      for (i, size) in sizes.enumerated() {
        let symbol = Symbol(BARCODE_AZTEC, data, reports: i == sizes.count - 1) { $0.option_2 = size }
        if let symbol { return symbol.image(margin: 0) }
      }
      return nil
    }

    /// Bar codes of ISO/IEC 15417, with white at both ends.
    private static let code128 = FilterRow(
      "CICode128BarcodeGenerator",
      "Code 128 Barcode Generator",
      .generator,
      [
        message,
        .scalar("inputQuietSpace", 7, min: 0, max: 100, slider: 0...20),
        .scalar("inputBarcodeHeight", 32, min: 1, max: 500, slider: 1...500),
      ]
    ) { values in
      guard let data = values.data("inputMessage") else { return nil }
      let height = Int(values.number("inputBarcodeHeight").rounded())
      return Symbol(BARCODE_CODE128, data) { _ in }?
        .image(margin: Int(values.number("inputQuietSpace").rounded()), barHeight: height)
    }
  }

  /// The modules of a code.
  struct Symbol: Sendable {
    let width: Int
    /// The number of rows.
    let height: Int
    private let isBlack: [Bool]

    /// Encodes bytes; nil if they do not fit, or if there are none.
    init?(_ kind: Int32, _ data: Data, reports: Bool = true, _ setUp: (inout zint_symbol) -> Void) {
      guard let symbol = ZBarcode_Create() else { return nil }
      defer { ZBarcode_Delete(symbol) }
      symbol.pointee.symbology = kind
      setUp(&symbol.pointee)
      // A code holds a few thousand bytes; the length is that of a C integer.
      let count = Int32(clamping: data.count)
      let error = data.withUnsafeBytes { bytes in
        ZBarcode_Encode(symbol, bytes.bindMemory(to: UInt8.self).baseAddress, count)
      }
      guard error < ZINT_ERROR, count > 0, symbol.pointee.rows > 0 else {
        let reason = withUnsafeBytes(of: &symbol.pointee.errtxt) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        if reports { Diagnostics.report("a code of \(data.count) bytes cannot be made: \(reason)") }
        return nil
      }
      let (width, height) = (Int(symbol.pointee.width), Int(symbol.pointee.rows))
      (self.width, self.height) = (width, height)
      isBlack = withUnsafeBytes(of: &symbol.pointee.encoded_data) { rows in
        let stride = rows.count / Self.mostRows
        return (0..<width * height).map { i in
          let (x, y) = (i % width, i / width)
          return rows[y * stride + x / 8] >> UInt8(x % 8) & 1 == 1
        }
      }
    }

    /// The number of rows that the library's table of modules has.
    private static let mostRows = 200

    /// The code with a margin, and rows of a height; bars have a margin at their ends only, and a height.
    ///
    /// Enlarged, its modules keep sharp edges.
    func image(margin: Int, barHeight: Int? = nil, rowHeight: Int = 1) -> CIImage {
      let (columns, rows) = (width + 2 * margin, barHeight ?? height * rowHeight + 2 * margin)
      let inset = barHeight == nil ? margin : 0
      let extent = PixelRect(0, 0, Int32(columns), Int32(rows))
      return CIImage(
        node: AreaNode.generator(extent) { _ in
          { place in
            let x = Int(place.x.rounded(.down)) - margin
            let step = Int(place.y.rounded(.down)) - inset
            let line = barHeight == nil ? height - 1 - step / rowHeight : 0
            let isInside =
              x >= 0 && x < width && line >= 0 && line < height && (step >= 0 || barHeight != nil)
            let isInk = isInside && isBlack[line * width + x]
            return isInk ? Pixel(0, 0, 0, 1) : Pixel(repeating: 1)
          }
        }
      )
      .samplingNearest()
    }
  }
#endif
