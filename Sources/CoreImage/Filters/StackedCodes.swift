#if BarCodes
  import CZint
  import Foundation

  /// PDF417 codes of ISO/IEC 15438.
  ///
  /// That a row is 3 pixels high, and that a margin of 2 pixels lies around the code, is inferred from the limits of the inputs: 583
  /// pixels are 30 columns, and 13 are 3 rows. Where the inputs leave a choice of columns, the code whose proportions are
  /// nearest to the preferred ones is taken: 3 to 1 where nothing is said.
  enum StackedCodeRows {
    static let pdf417 = FilterRow(
      "CIPDF417BarcodeGenerator",
      "PDF417 Barcode Generator",
      .generator,
      [
        CodeRows.message, limit("inputMinWidth", 56, 583), limit("inputMaxWidth", 56, 583),
        limit("inputMinHeight", 13, 283), limit("inputMaxHeight", 13, 283), limit("inputDataColumns", 1, 30),
        limit("inputRows", 3, 90), limit("inputPreferredAspectRatio", 0, .greatestFiniteMagnitude),
        limit("inputCompactStyle", 0, 1), limit("inputCorrectionLevel", 0, 8),
      ]
    ) { values in
      guard let data = values.data("inputMessage") else { return nil }
      let shapes = StackedShapes(values)
      var best: (symbol: Symbol, error: Double)?
      for columns in shapes.columns {
        guard let symbol = shapes.symbol(data, columns), let error = shapes.error(of: symbol) else {
          continue
        }
        if best.map({ error < $0.error }) ?? true { best = (symbol, error) }
      }
      guard let best else {
        Diagnostics.report("no PDF417 code of \(data.count) bytes has the size that is asked for")
        return nil
      }
      return best.symbol.image(margin: StackedShapes.margin, rowHeight: StackedShapes.rowHeight)
    }

    /// A number without a default, in a range.
    private static func limit(_ key: String, _ low: Double, _ high: Double) -> FilterInput {
      var input = FilterInput.scalar(key, low, min: low, max: high, slider: low...high)
      input.type = nil
      return input.empty()
    }
  }

  /// The sizes that the inputs allow.
  private struct StackedShapes {
    static let margin = 2
    static let rowHeight = 3

    private let isCompact: Bool
    private let level: Int32
    private let width: ClosedRange<Double>
    private let height: ClosedRange<Double>
    private let rows: ClosedRange<Double>
    private let ratio: Double
    /// The numbers of columns to try.
    let columns: ClosedRange<Int32>

    init(_ values: FilterValues) {
      func optional(_ key: String) -> Double? { values.has(key) ? values.number(key).rounded() : nil }
      func range(_ low: String, _ high: String, _ all: ClosedRange<Double>) -> ClosedRange<Double> {
        let start = optional(low) ?? all.lowerBound
        return start...max(start, optional(high) ?? all.upperBound)
      }
      isCompact = optional("inputCompactStyle") ?? 0 > 0
      level = optional("inputCorrectionLevel").map { Int32($0) } ?? -1
      width = range("inputMinWidth", "inputMaxWidth", 0...600)
      height = range("inputMinHeight", "inputMaxHeight", 0...300)
      rows = optional("inputRows").map { $0...$0 } ?? 3...90
      ratio = max(
        values.has("inputPreferredAspectRatio") ? values.number("inputPreferredAspectRatio") : 3,
        1e-3
      )
      columns = optional("inputDataColumns").map { Int32($0)...Int32($0) } ?? 1...30
    }

    /// The code with a number of columns, padded up to the least number of rows; nil if it does not fit.
    func symbol(_ data: Data, _ columns: Int32) -> Symbol? {
      let least = (height.lowerBound - 2 * Double(Self.margin)) / Double(Self.rowHeight)
      let rows = Int32(max(rows.lowerBound, least.rounded(.up)))
      func make(_ rows: Int32) -> Symbol? {
        Symbol(isCompact ? BARCODE_PDF417COMP : BARCODE_PDF417, data, reports: false) {
          ($0.option_1, $0.option_2, $0.option_3) = (level, columns, rows)
        }
      }
      return make(rows > 3 ? min(rows, 90) : 0) ?? make(0)
    }

    /// How far the proportions are from the preferred ones; nil for a code of a size that is not allowed.
    func error(of symbol: Symbol) -> Double? {
      let size = (
        Double(symbol.width + 2 * Self.margin), Double(symbol.height * Self.rowHeight + 2 * Self.margin)
      )
      guard width.contains(size.0), height.contains(size.1), rows.contains(Double(symbol.height)) else {
        return nil
      }
      return abs(log(size.0 / size.1 / ratio))
    }
  }
#endif
