public import Foundation

/// The reason why a moment was not drawn.
public enum RenderError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The picture has no pixels: the root's bounds or the requested size are empty.
  case emptyPicture
  /// The picture has more pixels than the renderer can hold.
  case pictureTooLarge(width: Int, height: Int)
  /// The caller's memory is too small.
  case bufferTooSmall(needed: Int)
  /// The frame cannot be drawn.
  case notDrawable(String)

  /// The reason in one line.
  public var description: String {
    switch self {
    case .emptyPicture: "the picture has no pixels: its size is empty"
    case .pictureTooLarge(let width, let height): "a picture of \(width) x \(height) pixels is too large"
    case .bufferTooSmall(let needed): "the picture needs \(needed) bytes"
    case .notDrawable(let reason): reason
    }
  }
}

extension RenderError: LocalizedError {
  /// The same line that ``description`` gives.
  public var errorDescription: String? { description }
}
