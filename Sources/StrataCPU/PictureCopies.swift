import CoreGraphics
import StrataBase
import StrataFrame
import StrataRaster
import Synchronization

/// What a backend knows of the copies of pictures (``ImageCopyCache``) that its frames made and used.
///
/// The copies are those of the whole process. A backend at rest wakes only for those that it made, and leaves those
/// that others have used since its last frame.
///
/// - Thread: Any.
final class PictureCopies: Sendable {
  private let madeBytes = Atomic<Int>(0)
  /// The number of the last frame of the process at which this backend may have used copies.
  private let lastUse = Atomic<UInt64>(0)
  /// No picture has more bytes of copies for each of its pixels: some formats and borders of four bytes each, and
  /// halved ones.
  private static let mostBytesPerPixel = 32

  /// Keeps all copies until the frame ends.
  ///
  /// - Returns: The size of all copies in bytes, for ``endFrame(_:since:)``.
  func beginFrame() -> Int {
    ImageCopyCache.shared.beginFrame()
    return ImageCopyCache.shared.byteCount
  }

  /// Ends a frame that began with `before` bytes of copies.
  func endFrame(_ plan: DrawPlan, since before: Int) {
    let made = ImageCopyCache.shared.byteCount - before
    if made > 0 {
      // Others may have made copies meanwhile.
      let bytes = min(made, Self.mostBytes(of: plan))
      madeBytes.wrappingAdd(bytes, ordering: .relaxed)
    }
    noteUse(ImageCopyCache.shared.endFrame())
  }

  /// Notes that copies were used up to a frame of the process.
  func noteUse(_ frame: UInt64) { lastUse.store(frame, ordering: .relaxed) }

  /// An upper bound for the copies that the pictures of a plan may have, in bytes.
  private static func mostBytes(of plan: DrawPlan) -> Int {
    plan.fragments.reduce(0) { sum, fragment in
      fragment.shared.value.images.reduce(sum) {
        $0 + ($1.image.width + 2) * ($1.image.height + 2) * mostBytesPerPixel
      }
    }
  }

  /// The size of the copies that this backend made and that may still be there, in bytes.
  var byteCount: Int { min(madeBytes.load(ordering: .relaxed), ImageCopyCache.shared.byteCount) }

  /// Drops the copies that were not used since this backend's last frame.
  func drop() {
    madeBytes.store(0, ordering: .relaxed)
    ImageCopyCache.shared.removeAll(usedUpTo: lastUse.load(ordering: .relaxed))
  }
}
