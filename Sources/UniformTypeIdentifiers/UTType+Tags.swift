public import Foundation

/// A kind of tag of a type.
public struct UTTagClass: RawRepresentable, Hashable, Codable, Sendable, CustomStringConvertible {
  /// The name of the kind.
  public let rawValue: String
  /// Creates a kind of its name.
  public init(rawValue: String) { self.rawValue = rawValue }
  /// The name of the kind.
  public var description: String { rawValue }

  /// File name extensions, without the point.
  public static let filenameExtension = UTTagClass(rawValue: "public.filename-extension")
  /// MIME types.
  public static let mimeType = UTTagClass(rawValue: "public.mime-type")
}

extension UTType {
  /// Finds the type of a file name extension, without the point; a dynamic type if there is none.
  ///
  /// - Parameters:
  ///   - filenameExtension: The extension; an empty one has no type.
  ///   - supertype: What the type conforms to.
  public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
    self.init(tag: filenameExtension, tagClass: .filenameExtension, conformingTo: supertype)
  }

  /// Finds the type of a MIME type; a dynamic type if there is none.
  ///
  /// - Parameters:
  ///   - mimeType: The MIME type; an empty one has no type.
  ///   - supertype: What the type conforms to.
  public init?(mimeType: String, conformingTo supertype: UTType = .data) {
    self.init(tag: mimeType, tagClass: .mimeType, conformingTo: supertype)
  }

  /// Finds the type of a tag; a dynamic type if there is none, and nil for an empty tag or an unknown kind of tag.
  public init?(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) {
    guard let first = Self.types(tag: tag, tagClass: tagClass, conformingTo: supertype).first else {
      return nil
    }
    self = first
  }

  /// Finds the types of a tag that conform to another type.
  ///
  /// - Parameters:
  ///   - tag: An extension or a MIME type.
  ///   - tagClass: Which of them it is; types of other kinds are not found.
  ///   - supertype: What the types conform to; nil for any.
  /// - Returns: The types, the preferred one first; a dynamic type if there is none.
  public static func types(tag: String, tagClass: UTTagClass, conformingTo supertype: UTType?) -> [UTType] {
    guard !tag.isEmpty, tagClass == .filenameExtension || tagClass == .mimeType else { return [] }
    let found = TypeTable.types(of: tag.lowercased(), tagClass).map { UTType(known: $0) }
      .filter { type in supertype.map { type.conforms(to: $0) } ?? true }
    guard found.isEmpty else { return found }
    return [UTType(known: TypeTable.dynamic(tag.lowercased(), tagClass, conformingTo: supertype ?? .data))]
  }

  /// The tags of the type, the preferred one of each kind first.
  public var tags: [UTTagClass: [String]] {
    guard let row = TypeTable.row(of: identifier) else { return [:] }
    return [UTTagClass.filenameExtension: row.extensions, .mimeType: row.mimeTypes].filter {
      !$0.value.isEmpty
    }
  }

  /// The extension of new files, without the point.
  public var preferredFilenameExtension: String? { tags[.filenameExtension]?.first }

  /// The MIME type of new files.
  public var preferredMIMEType: String? { tags[.mimeType]?.first }
}

extension URL {
  /// Adds the preferred extension of a type, unless the last component ends with one of its extensions.
  public func appendingPathExtension(for contentType: UTType) -> URL {
    contentType.missingExtension(of: pathExtension).map { appendingPathExtension($0) } ?? self
  }

  /// Adds a component with the preferred extension of a type, unless it has one of them.
  public func appendingPathComponent(_ partialName: String, conformingTo contentType: UTType) -> URL {
    appendingPathComponent(
      (partialName as NSString).appendingPathExtension(for: contentType),
      isDirectory: contentType.conforms(to: .directory)
    )
  }

  /// Adds the preferred extension of a type, as ``appendingPathExtension(for:)`` does.
  public mutating func appendPathExtension(for contentType: UTType) {
    self = appendingPathExtension(for: contentType)
  }

  /// Adds a component, as ``appendingPathComponent(_:conformingTo:)`` does.
  public mutating func appendPathComponent(_ partialName: String, conformingTo contentType: UTType) {
    self = appendingPathComponent(partialName, conformingTo: contentType)
  }
}

extension NSString {
  /// Adds the preferred extension of a type, unless the string ends with one of its extensions.
  public func appendingPathExtension(for contentType: UTType) -> String {
    let missing = contentType.missingExtension(of: pathExtension)
    return missing.flatMap { appendingPathExtension($0) } ?? String(describing: self)
  }

  /// Adds a component with the preferred extension of a type, unless it has one of them.
  public func appendingPathComponent(_ partialName: String, conformingTo contentType: UTType) -> String {
    appendingPathComponent((partialName as NSString).appendingPathExtension(for: contentType))
  }
}

extension UTType {
  /// The extension that a name lacks; nil if it has one of the type's, or the type has none.
  fileprivate func missingExtension(of present: String) -> String? {
    let known = tags[.filenameExtension] ?? []
    return known.contains(present.lowercased()) ? nil : known.first
  }
}
