import CoreGraphics
import Foundation
import QuartzCore
import StrataCAML
import StrataRenderTree

/// Loads the images of a document, each file once, within the limits.
final class ImageLoader {
  private let folder: PackageFolder?
  private let options: ReadingOptions
  private let log: DiagnosticLog
  /// The images by the paths of their files, and by references of others.
  private var cache: [String: Result<CGImage, Failure>] = [:]
  /// The films by the paths of their files.
  private var films: [String: Result<Any, any Error>] = [:]
  /// What elements refer to, by their index.
  private var loaded: [Int: Any] = [:]
  private let isRepeating: Bool
  private var references: [ObjectIdentifier: Reference] = [:]
  /// The files that were read, in the order of their references.
  private(set) var files: [PackageFile] = []
  /// The paths of those whose bytes could not be read, which was reported.
  private(set) var unreadable: Set<String> = []
  /// The bytes and the pixels that further images may have.
  private var budget: Int
  private var pixels: Int
  /// The pixels that further images may have to be decoded while the document is read.
  private var pixelsDecodedAtOnce = 1 << 24
  /// The first failure of a strict reading.
  private(set) var failure: DocumentError?

  init(folder: PackageFolder?, options: ReadingOptions, log: DiagnosticLog) {
    (self.folder, self.options, self.log) = (folder, options, log)
    (budget, pixels) = (options.limits.totalBytes, options.limits.documentPixels)
    isRepeating = false
    UnpackedFile.removeUnused()
  }

  /// Creates a loader for another reading of the same markup, which has the images of the first one.
  init(repeating first: ImageLoader) {
    (folder, options, log) = (first.folder, first.options, DiagnosticLog(file: ""))
    (budget, pixels, loaded) = (0, 0, first.loaded)
    isRepeating = true
  }

  /// How a document refers to an image.
  struct Reference {
    let text: String
    let isMask: Bool
  }

  /// The reference that an image was loaded from; nil for an image of another source.
  func reference(to image: CGImage) -> Reference? { references[ObjectIdentifier(image)] }

  /// The suffixes of films.
  private static let filmSuffixes: Set<String> = ["mp4", "m4v", "mov", "webm", "mkv", "avi", "mpg"]

  /// The image or the film that `element` refers to; nil, with a diagnostic, if there is none.
  func contents(of element: MarkupElement) -> Any? {
    guard !isRepeating else { return loaded[element.index] }
    let contents = filmOrImage(of: element)
    loaded[element.index] = contents
    return contents
  }

  private func filmOrImage(of element: MarkupElement) -> Any? {
    let reference = element["src"] ?? element["value"] ?? ""
    guard let openFilm = options.openFilm,
      Self.filmSuffixes.contains((reference as NSString).pathExtension.lowercased())
    else { return image(of: element) }
    switch resolve(reference) {
    case .refused(let reason): fail(element, "the film \"\(reference)\" is not loaded: \(reason)")
    case .data: return image(of: element)
    case .file(let file):
      do {
        return try film(of: file, by: openFilm).get()
      } catch {
        fail(element, "the film \"\(reference)\" is not loaded: \(error)")
      }
    }
    return nil
  }

  /// The film of a file, which is opened once, whatever references call it.
  private func film(of file: PackageFile, by openFilm: (URL) throws -> Any) -> Result<Any, any Error> {
    if let known = films[file.path] { return known }
    files.append(file)
    let film = Result { try open(file, by: openFilm) }
    films[file.path] = film
    return film
  }

  /// The file or the bytes that a reference of the document leads to.
  func resolve(_ reference: String) -> AssetLocator.Resource {
    AssetLocator.resolve(reference, in: folder, assetFolders: options.assetFolders)
  }

  /// The film of a file; one of an archive is unpacked for as long as the film is there.
  private func open(_ file: PackageFile, by openFilm: (URL) throws -> Any) throws -> Any {
    if case .disk(let url) = file { return try openFilm(url) }
    let copy = try UnpackedFile(file, limits: options.limits)
    let film = try openFilm(copy.url)
    UnpackedFile.keep(copy, for: film)
    return film
  }

  /// Why there is no image.
  private struct Failure: Error {
    let message: String
  }

  /// The image that `element` refers to; nil, with a diagnostic, if there is none.
  private func image(of element: MarkupElement) -> CGImage? {
    guard let reference = element["src"] ?? element["value"] else {
      fail(element, "the image has no src")
      return nil
    }
    let isMask = element["A8asL8"].flatMap { NumberText.bool($0) } ?? false
    let result = result(of: reference, isMask: isMask)
    if case .failure(let failure) = result { fail(element, failure.message) }
    return try? result.get()
  }

  /// The image of a reference, which all elements share that refer to its file, however they spell it.
  private func result(of reference: String, isMask: Bool) -> Result<CGImage, Failure> {
    let resource = resolve(reference)
    func load() -> Result<CGImage, Failure> {
      Result { () throws(Failure) in try self.load(resource, reference, isMask: isMask) }
    }
    var name = reference
    if case .file(let file) = resource { name = file.path }
    // Long data URLs are not cached: they are too large for keys.
    guard reference.utf8.count < 4096 else { return load() }
    let key = "\(isMask)\(name)"
    if let known = cache[key] { return known }
    let result = load()
    cache[key] = result
    if case .success(let image) = result {
      references[ObjectIdentifier(image)] = Reference(text: reference, isMask: isMask)
    }
    return result
  }

  private func load(
    _ resource: AssetLocator.Resource,
    _ reference: String,
    isMask: Bool
  ) throws(Failure) -> CGImage {
    let name = reference.count > 120 ? "\(reference.prefix(60))..." : reference
    let data: Data
    switch resource {
    case .refused(let reason): throw Failure(message: "the image \"\(name)\" is not loaded: \(reason)")
    case .data(let bytes): data = bytes
    case .file(let file):
      files.append(file)
      do throws(DocumentError) {
        data = try file.contents(limits: options.limits)
      } catch {
        unreadable.insert(file.path)
        throw Failure(
          message: error.kind == .missing
            ? "the image \"\(name)\" is missing (\(file.path))"
            : "the image \"\(name)\" is not loaded: \(error.reason)"
        )
      }
    }
    budget -= data.count
    guard budget >= 0 else {
      let most = options.limits.totalBytes
      throw Failure(message: "the image \"\(name)\" exceeds the \(most) bytes allowed in total")
    }
    return try decode(data, isMask: isMask, name: name)
  }

  /// Decodes the first images at once, which finds broken files; the others are decoded when they are drawn.
  ///
  /// A reading that checks all images decodes these, too, and drops the pixels.
  private func decode(_ data: Data, isMask: Bool, name: String) throws(Failure) -> CGImage {
    let limit = options.limits.imagePixels
    func make() throws(ImageError) -> CGImage {
      try isMask
        ? CGImage(grayFileAsAlpha: data, pixelLimit: limit) : CGImage(file: data, pixelLimit: limit)
    }
    func isTooLarge(_ width: Int, _ height: Int, _ reason: String) -> Failure {
      Failure(message: "the image \"\(name)\" of \(width) by \(height) pixels is not loaded: \(reason)")
    }
    let failure: Failure
    do throws(ImageError) {
      let image = try make()
      let count = image.pixelsInMemory
      if count <= pixels {
        pixels -= count
        if count <= pixelsDecodedAtOnce {
          pixelsDecodedAtOnce -= count
          try image.decodeNow()
        } else if options.isStrict || options.checksAllImages {
          try make().decodeNow()
        }
        return image
      }
      let most = options.limits.documentPixels
      let reason =
        "the document's images have more than \(most) pixels; raise ReadingLimits.documentPixels or"
        + " --max-document-pixels"
      failure = isTooLarge(image.width, image.height, reason)
    } catch .tooManyPixels(let width, let height, let limit) {
      failure = isTooLarge(
        width,
        height,
        "it has more than \(limit) pixels; raise ReadingLimits.imagePixels or --max-image-pixels"
      )
    } catch {
      failure = Failure(message: "the image \"\(name)\" cannot be decoded: \(error)")
    }
    throw failure
  }

  private func fail(_ element: MarkupElement, _ message: String) {
    log.warn(.resource, at: element, message)
    if options.isStrict, failure == nil {
      failure = DocumentError(
        .resource,
        log.file,
        line: element.line,
        column: element.column,
        message,
        advice: "add the file to the package, or read without ReadingOptions.isStrict"
      )
    }
  }
}
