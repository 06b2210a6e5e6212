/// The mouse pointer; whoever has displays sets ``show``.
@MainActor package enum PointerDisplay {
  /// The shapes that desktops have.
  package enum Shape: Sendable {
    case arrow, text, crosshair, pointingHand, resizeLeftRight, resizeUpDown, notAllowed
  }

  /// Shows a shape; nil hides the pointer.
  package static var show: (Shape?) -> Void = { _ in }
}
