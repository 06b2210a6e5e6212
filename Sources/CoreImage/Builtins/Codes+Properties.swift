#if BarCodes
  public import Foundation

  /// The properties of the filter `CIAztecCodeGenerator`.
  public protocol CIAztecCodeGenerator: CIFilterProtocol {
    /// The bytes to encode.
    var message: Data { get set }
    /// The least share of error correction in percent, 5 to 95.
    var correctionLevel: Float { get set }
    /// The number of layers, 1 to 32; 0 for as few as are needed.
    var layers: Float { get set }
    /// Not 0 for a code in the compact form, which has at most 4 layers.
    var compactStyle: Float { get set }
  }

  /// The properties of the filter `CICode128BarcodeGenerator`.
  public protocol CICode128BarcodeGenerator: CIFilterProtocol {
    /// The bytes to encode.
    var message: Data { get set }
    /// The white at either end in pixels, 0 to 100.
    var quietSpace: Float { get set }
    /// The height in pixels, 1 to 500.
    var barcodeHeight: Float { get set }
  }

  /// The properties of the filter `CIPDF417BarcodeGenerator`; those that are not set are 0, and the filter chooses.
  public protocol CIPDF417BarcodeGenerator: CIFilterProtocol {
    /// The bytes to encode.
    var message: Data { get set }
    /// The least width in pixels, 56 to 583.
    var minWidth: Float { get set }
    /// The greatest width in pixels, 56 to 583.
    var maxWidth: Float { get set }
    /// The least height in pixels, 13 to 283.
    var minHeight: Float { get set }
    /// The greatest height in pixels, 13 to 283.
    var maxHeight: Float { get set }
    /// The number of columns, 1 to 30.
    var dataColumns: Float { get set }
    /// The number of rows, 3 to 90.
    var rows: Float { get set }
    /// The width over the height that is aimed at.
    var preferredAspectRatio: Float { get set }
    /// Not 0 for a code without the right-hand bars.
    var compactStyle: Float { get set }
    /// The level of error correction, 0 to 8.
    var correctionLevel: Float { get set }
  }

  /// The properties of the filter `CIQRCodeGenerator`.
  public protocol CIQRCodeGenerator: CIFilterProtocol {
    /// The bytes to encode.
    var message: Data { get set }
    /// The level of error correction: L, M, Q or H.
    var correctionLevel: String { get set }
  }

  extension CIFilter {
    /// Returns a filter `CIAztecCodeGenerator` with default values.
    public class func aztecCodeGenerator() -> any CIFilter & CIAztecCodeGenerator {
      AztecCodeGeneratorFilter(builtIn: "CIAztecCodeGenerator")
    }

    /// Returns a filter `CICode128BarcodeGenerator` with default values.
    public class func code128BarcodeGenerator() -> any CIFilter & CICode128BarcodeGenerator {
      Code128BarcodeGeneratorFilter(builtIn: "CICode128BarcodeGenerator")
    }

    /// Returns a filter `CIPDF417BarcodeGenerator` without values.
    public class func pdf417BarcodeGenerator() -> any CIFilter & CIPDF417BarcodeGenerator {
      PDF417BarcodeGeneratorFilter(builtIn: "CIPDF417BarcodeGenerator")
    }

    /// Returns a filter `CIQRCodeGenerator` with default values.
    public class func qrCodeGenerator() -> any CIFilter & CIQRCodeGenerator {
      QRCodeGeneratorFilter(builtIn: "CIQRCodeGenerator")
    }
  }

  // Three filters have a level of correction, two as a number and one as text.
  private final class AztecCodeGeneratorFilter: CIFilter, CIAztecCodeGenerator {
    var correctionLevel: Float {
      get { input() }
      set { setInput(newValue) }
    }
  }
  private final class Code128BarcodeGeneratorFilter: CIFilter, CICode128BarcodeGenerator {}
  private final class PDF417BarcodeGeneratorFilter: CIFilter, CIPDF417BarcodeGenerator {
    var correctionLevel: Float {
      get { input() }
      set { setInput(newValue) }
    }
  }
  private final class QRCodeGeneratorFilter: CIFilter, CIQRCodeGenerator {
    var correctionLevel: String {
      get { input() }
      set { setInput(newValue) }
    }
  }
#endif
