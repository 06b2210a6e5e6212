#if Media
  import CoreMedia
  import Foundation
  import StrataMedia
  import Synchronization

  /// The file of an asset, whose streams are listed once.
  final class AssetFile: Sendable {
    let url: URL
    private let tools: MediaTools
    /// Held while the streams are listed.
    private let listing = Mutex(())
    private let listed = Mutex<Result<MediaFile, AVError>?>(nil)

    init(_ url: URL, tools: MediaTools = MediaTools()) { (self.url, self.tools) = (url, tools) }

    /// What the file holds; lists the streams at the first call, which takes a child process.
    func list() throws(AVError) -> MediaFile {
      let result = listing.withLock { _ -> Result<MediaFile, AVError> in
        if let known { return known }
        let made = make()
        listed.withLock { $0 = made }
        return made
      }
      return try result.get()
    }

    /// The result of the listing; nil while it was not made.
    var known: Result<MediaFile, AVError>? { listed.withLock { $0 } }

    private func make() -> Result<MediaFile, AVError> {
      guard url.isFileURL else {
        return .failure(AVError(.invalidSourceMedia, "\(url.absoluteString): only local files are read"))
      }
      do throws(MediaError) {
        let file = try MediaFile(contentsOf: url, tools: tools)
        if file.tracks.contains(where: \.isProtected) {
          return .failure(AVError(.contentIsProtected, "\(file.path): the content is encrypted"))
        }
        return .success(file)
      } catch {
        return .failure(AVError(error))
      }
    }

    /// Opens the pictures of the file: its first video stream, upright, with square pixels.
    func makeClip() throws(AVError) -> VideoClip {
      _ = try list()
      do throws(MediaError) {
        return try VideoClip(contentsOf: url, tools: tools, squarePixels: true)
      } catch {
        throw AVError(error)
      }
    }
  }
#endif
