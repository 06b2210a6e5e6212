/// A picture in the memory of a device, whose pixels come into main memory only when they are asked for.
///
/// - Thread: Any. The pixels do not change while the object is held.
package protocol DevicePixels: AnyObject, Sendable {
  /// In pixels.
  var width: Int { get }
  var height: Int { get }

  /// Copies a rectangle into rows from the top, premultiplied red, green, blue and alpha.
  ///
  /// - Parameters:
  ///   - rect: The part, inside the picture.
  ///   - rows: Receives the pixels; the first one is that of the rectangle.
  ///   - rowBytes: The bytes from one row to the next.
  /// - Returns: False if the device lost the pixels.
  func read(_ rect: PixelRect, into rows: UnsafeMutableRawPointer, rowBytes: Int) -> Bool
}
