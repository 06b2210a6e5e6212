/// The graphics processors that EGL lists, for displays without a screen.
///
/// A display in memory may come from any of the installed drivers. Where Mesa is installed beside the driver of a card, it is
/// Mesa's, which then computes on the processor: a card must be asked for by its device.
package struct EGLDevices {
  package typealias Pointer = EGLLibrary.Pointer
  /// `eglQueryDevicesEXT`.
  package typealias Query =
    @convention(c) (Int32, UnsafeMutablePointer<Pointer?>?, UnsafeMutablePointer<Int32>) -> UInt32
  /// `eglQueryDeviceStringEXT`.
  package typealias Text = @convention(c) (Pointer, Int32) -> UnsafePointer<CChar>?

  private let query: Query
  private let text: Text

  package init(query: @escaping Query, text: @escaping Text) { (self.query, self.text) = (query, text) }

  /// The functions of a library; nil if it does not list devices or opens no displays on them.
  init?(_ extensions: Set<Substring>, _ address: (String) -> Pointer?) {
    guard extensions.contains("EGL_EXT_platform_device"),
      extensions.contains("EGL_EXT_device_base") || extensions.contains("EGL_EXT_device_enumeration"),
      let query = address("eglQueryDevicesEXT"), let text = address("eglQueryDeviceStringEXT")
    else { return nil }
    self.init(query: unsafeBitCast(query, to: Query.self), text: unsafeBitCast(text, to: Text.self))
  }

  /// The devices that are not computed by the processor, in the order in which EGL lists them.
  package var cards: [Pointer] {
    var count: Int32 = 0
    guard query(0, nil, &count) != 0, count > 0 else { return [] }
    var devices = [Pointer?](repeating: nil, count: Int(count))
    guard query(count, &devices, &count) != 0 else { return [] }
    return devices.prefix(Int(max(count, 0))).compactMap(\.self).filter { device in
      let names = text(device, EGL.extensions).map { String(cString: $0).split(separator: " ") } ?? []
      return !names.contains("EGL_MESA_device_software")
    }
  }
}
