/// An error of reading or writing an image.
package enum ImageError: Error, Hashable, Sendable {
  /// The bytes do not begin with the signature of a known format.
  case unknownFormat
  /// The program was built without the trait `ImageCodecs`.
  case codecsAreOff(ImageFormat)
  /// The image has more pixels than the caller allows.
  case tooManyPixels(width: Int, height: Int, limit: Int)
  /// The bytes are not a complete and valid file of the format.
  case damaged(ImageFormat, String)
  /// The file uses a feature of its format that is not supported.
  case unsupported(ImageFormat, String)
  /// The image cannot be written in the format.
  case notWritable(ImageFormat, String)
  /// A device lost the pixels.
  case pixelsLost
}

extension ImageError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknownFormat:
      "The bytes are neither PNG nor JPEG nor WebP."
    case .codecsAreOff(let format):
      "\(format) images cannot be read or written: this program was built without the trait ImageCodecs."
    case .tooManyPixels(let width, let height, let limit):
      "The image has \(width) × \(height) pixels; the limit is \(limit) pixels."
    case .damaged(let format, let reason): "The \(format) image is damaged: \(reason)."
    case .unsupported(let format, let feature): "The \(format) image has \(feature), which is not supported."
    case .notWritable(let format, let reason): "The image cannot be written as \(format): \(reason)."
    case .pixelsLost: "The graphics processor lost the pixels of the image."
    }
  }
}

/// A file format that can be read and written.
package enum ImageFormat: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
  case png = "public.png"
  case jpeg = "public.jpeg"
  case webP = "org.webmproject.webp"

  /// The uniform type identifier.
  package var typeIdentifier: String { rawValue }

  /// The usual file name extensions; the first one is used for writing.
  package var fileExtensions: [String] {
    switch self {
    case .png: ["png"]
    case .jpeg: ["jpg", "jpeg", "jpe"]
    case .webP: ["webp"]
    }
  }

  package init?(fileExtension: String) {
    let name = fileExtension.lowercased()
    guard let format = Self.allCases.first(where: { $0.fileExtensions.contains(name) }) else { return nil }
    self = format
  }

  package var description: String {
    switch self {
    case .png: "PNG"
    case .jpeg: "JPEG"
    case .webP: "WebP"
    }
  }
}
