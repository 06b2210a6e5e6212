import StrataEGL

/// The functions of OpenGL, for programs that link no library of it.
public enum OpenGLFunctions {
  /// Returns the address of a function such as `glClear`, which suits every context; nil without OpenGL.
  ///
  /// Some drivers return an address for any name, and the function then does nothing.
  ///
  /// - Thread: Any.
  public static func address(of name: String) -> UnsafeMutableRawPointer? {
    (try? EGLLibrary.shared.get())?.function(name)
  }
}
