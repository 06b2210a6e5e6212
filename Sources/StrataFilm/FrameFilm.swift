package import Foundation

/// A film whose frames a program draws one by one.
package struct FrameFilm {
  private let writer: FilmWriter

  /// Describes a film.
  ///
  /// - Parameters:
  ///   - settings: The format, times and quality; the format must be a film.
  ///   - width: The width of a frame, in pixels.
  ///   - height: The height of a frame, in pixels.
  ///   - draw: Fills memory with a frame, by its number, in premultiplied RGBA.
  /// - Throws: ``ExportError`` for settings out of range, and for frames that are empty or too large.
  package init(
    _ settings: ExportSettings,
    width: Int,
    height: Int,
    draw: @escaping (Int, UnsafeMutableRawBufferPointer) throws(ExportError) -> Void
  ) throws(ExportError) {
    try settings.validate()
    try settings.validateTimes()
    writer = try FilmWriter(
      settings,
      size: (width, height),
      matte: settings.effectiveMatte,
      source: FrameSource(draw)
    )
  }

  /// Draws and encodes the film; the file is there when it is complete, or not at all.
  ///
  /// - Throws: ``ExportError``.
  package func write(
    to url: URL,
    cancellation: ExportCancellation,
    progress: (ExportProgress) -> Void
  ) throws(ExportError) {
    try cancellation.check()
    let file = try OutputFile(url)
    try writer.encode(to: .file(file.temporary.path, name: url.path), cancellation, progress)
    try file.synchronize()
    try cancellation.check()
    try file.finish(cancellation)
  }
}
