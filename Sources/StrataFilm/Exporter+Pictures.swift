import CoreGraphics
import Foundation
import StrataRaster
import StrataRenderServer

/// Single pictures, numbered ones, contact sheets and pages.
extension Exporter {
  /// The bytes of the picture at the settings' start, or of the contact sheet.
  func picture(name: String, _ cancellation: ExportCancellation) throws(ExportError) -> Data {
    let data: Data
    if settings.format.isVector {
      data = try page(at: settings.start)
    } else {
      let encoder = PictureEncoder(settings, of: renderer)
      data = try encoder.data(of: try shownImage(cancellation), name: name)
    }
    try cancellation.check()
    return data
  }

  private func shownImage(_ cancellation: ExportCancellation) throws(ExportError) -> CGImage {
    if let sheet = settings.contactSheet {
      return try contactSheet(columns: sheet.columns, rows: sheet.rows, cancellation)
    }
    return try ExportError.rendering { () throws(RenderError) in try renderer.image(at: settings.start) }
  }

  /// Renders on this thread while other threads encode and write.
  ///
  /// Files get their names when all are complete.
  func writeNumbered(
    _ pattern: FramePattern,
    _ cancellation: ExportCancellation,
    _ progress: (ExportProgress) -> Void
  ) throws(ExportError) {
    try settings.validateTimes()
    var files: [OutputFile] = []
    let writers = PictureWriters(PictureEncoder(settings, of: renderer))
    var meter = ProgressMeter(totalFrames: settings.writtenFrames.count)
    do throws(ExportError) {
      for index in settings.writtenFrames {
        try cancellation.check()
        let file = try OutputFile(pattern.url(ofFrame: index), isLocked: false)
        files.append(file)
        try write(frame: index, into: file, writers, &meter)
        progress(meter.progress)
      }
      try writers.finish()
      try cancellation.check()
    } catch {
      writers.wait()
      throw error
    }
    for file in files { try file.finish() }
  }

  /// Draws the picture of a frame on this thread; other threads encode and write it, unless it is a page.
  ///
  /// - Parameters:
  ///   - index: The number of the frame.
  ///   - file: The file of the picture, without its name.
  ///   - writers: The threads that encode.
  ///   - meter: Counts the frame and its time.
  ///   - completion: Called with the file and its bytes when they are written, on the thread that wrote them.
  /// - Throws: ``ExportError`` of this frame or of an earlier one.
  func write(
    frame index: Int,
    into file: OutputFile,
    _ writers: PictureWriters,
    _ meter: inout ProgressMeter,
    completion: @escaping PictureWriters.Completion = { _, _ in }
  ) throws(ExportError) {
    let time = settings.time(ofFrame: index)
    guard settings.format.isVector else {
      let image = try meter.measure { () throws(ExportError) in
        try ExportError.rendering { () throws(RenderError) in try renderer.image(at: time) }
      }
      return try writers.encode(image, into: file, completion)
    }
    let data = try meter.measure { () throws(ExportError) in try page(at: time) }
    try file.write(data)
    try completion(file, data)
  }

  /// A PDF of one page or an SVG picture, as large in points as the picture is in pixels.
  private func page(at time: Double) throws(ExportError) -> Data {
    if settings.format == .svg {
      return try ExportError.rendering { () throws(RenderError) in try renderer.svg(at: time) }
    }
    let data = NSMutableData()
    var box = CGRect(x: 0, y: 0, width: renderer.pixelWidth, height: renderer.pixelHeight)
    guard let consumer = CGDataConsumer(data: data),
      let context = CGContext(consumer: consumer, mediaBox: &box, nil)
    else { throw .cannotRender(reason: RenderError.emptyPicture.description) }
    context.beginPDFPage(nil)
    try ExportError.rendering { () throws(RenderError) in try renderer.draw(at: time, in: box, of: context) }
    context.endPDFPage()
    context.closePDF()
    return data.copiedBytes
  }

  /// The pictures of moments at even distances, row by row.
  private func contactSheet(
    columns: Int,
    rows: Int,
    _ cancellation: ExportCancellation
  ) throws(ExportError) -> CGImage {
    let (width, height) = (renderer.pixelWidth, renderer.pixelHeight)
    try ExportError.rendering { () throws(RenderError) in
      try DefaultBackend.checkSize(width: width, height: height)
    }
    let (fullWidth, fullHeight) = (width * columns, height * rows)
    let longest = ExportSettings.longestSheetSide
    guard max(fullWidth, fullHeight) <= longest else {
      throw .invalidSetting(
        name: "contact sheet",
        reason: "\(fullWidth) x \(fullHeight) pixels are more than \(longest) along a side"
      )
    }
    let sheet = PixelBuffer(width: fullWidth, height: fullHeight, format: .rgba8)
    let cell = FrameBuffer(byteCount: width * height * 4)
    for index in 0..<columns * rows {
      try cancellation.check()
      let time = settings.start + settings.duration * Double(index) / Double(columns * rows)
      try ExportError.rendering { () throws(RenderError) in try renderer.render(at: time, into: cell.bytes) }
      for y in 0..<height {
        let target = sheet.row(index / columns * height + y) + index % columns * width * 4
        let source = UnsafeRawBufferPointer(rebasing: cell.bytes[y * width * 4..<(y + 1) * width * 4])
        if let base = source.baseAddress { target.copyMemory(from: base, byteCount: source.count) }
      }
    }
    return CGImage(pixels: sheet)
  }
}
