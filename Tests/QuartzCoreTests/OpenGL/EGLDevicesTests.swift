import StrataEGL
import Testing

/// Which of the devices that EGL lists are cards.
@Suite struct EGLDevicesTests {
  typealias Pointer = UnsafeMutableRawPointer

  /// What a driver says of its devices, which are numbered from one.
  private static let names: [StaticString] = [
    "EGL_MESA_device_software EGL_EXT_device_drm_render_node",
    "EGL_NV_device_cuda EGL_EXT_device_drm",
    "",
  ]

  private static let query: EGLDevices.Query = { room, list, count in
    let found = room == 0 ? names.count : min(Int(room), names.count)
    for place in 0..<found where room > 0 { list?[place] = Pointer(bitPattern: place + 1) }
    count.pointee = Int32(found)
    return 1
  }

  private static let text: EGLDevices.Text = { device, name in
    guard name == 0x3055 else { return nil }  // EGL_EXTENSIONS
    return UnsafeRawPointer(names[Int(bitPattern: device) - 1].utf8Start).assumingMemoryBound(to: CChar.self)
  }

  @Test func devicesOfTheProcessorAreLeftOut() {
    let devices = EGLDevices(query: Self.query, text: Self.text)
    #expect(devices.cards == [Pointer(bitPattern: 2), Pointer(bitPattern: 3)])
  }

  @Test func aDriverWithoutNamesHasCards() {
    let devices = EGLDevices(query: Self.query, text: { _, _ in nil })
    #expect(devices.cards.count == 3)
  }

  @Test func noDevicesAreNoCards() {
    let none: EGLDevices.Query = { _, _, count in
      count.pointee = 0
      return 1
    }
    #expect(EGLDevices(query: none, text: Self.text).cards.isEmpty)
    // As drivers do that cannot list them.
    #expect(EGLDevices(query: { _, _, _ in 0 }, text: Self.text).cards.isEmpty)
  }
}
