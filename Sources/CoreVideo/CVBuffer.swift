public import CoreGraphics
import Foundation
import StrataRaster
import Synchronization

/// A buffer of pixels with attachments.
public typealias CVImageBuffer = CVBuffer

/// A buffer of pixels in main memory.
///
/// Layers show it as their ``contents``: what it holds when it is set. After a program has written to it, it sets it again.
/// Setting it copies nothing: the layer keeps the memory, and the next lock for writing gets a copy. A buffer of
/// `32RGBA` pixels is drawn as it is; other formats are converted once.
///
/// - Thread: Any. Memory is written between lock and unlock, by one thread.
public typealias CVPixelBuffer = CVBuffer

/// An object with attachments, and here always one of pixels.
public final class CVBuffer: @unchecked Sendable {  // The lock guards all state but the pixels.
  let format: PixelFormatRow
  let width: Int
  let height: Int
  let planes: [PlaneLayout]
  private let lock = NSLock()
  private var memory: BufferMemory
  private var attachments: [String: Attachment] = [:]
  /// The image of the present pixels and attachments, if it was asked for.
  private var image: CGImage?
  private var locks = (reading: 0, writing: 0)
  /// Memory that was replaced while it was locked for reading; kept until all readers have unlocked it.
  private var former: [BufferMemory] = []
  /// True if a reader may have the address of the present memory.
  private var isReadable = false
  private let pool: CVPixelBufferPool?

  /// A value that a buffer carries.
  struct Attachment {
    var value: CFTypeRef
    var mode: CVAttachmentMode
  }

  init(
    _ format: PixelFormatRow,
    size: (width: Int, height: Int),
    planes: [PlaneLayout],
    memory: BufferMemory,
    pool: CVPixelBufferPool? = nil
  ) {
    (self.format, self.planes, self.memory, self.pool) = (format, planes, memory, pool)
    (width, height) = size
  }

  deinit {
    image = nil
    pool?.takeBack(&memory)
  }

  /// The address of the first byte of all planes.
  var base: UnsafeMutableRawPointer? {
    lock.withLock {
      if locks.reading > 0, locks.writing == 0 { isReadable = true }
      return memory.base
    }
  }

  // MARK: Locks

  /// Counts a lock; the first one for writing makes the memory the buffer's own.
  func lockPixels(isReadOnly: Bool) -> CVReturn {
    lock.withLock {
      if !isReadOnly, locks.writing == 0 {
        image = nil
        if memory.isShared() {
          guard let copy = memory.copy() else { return kCVReturnAllocationFailed }
          // Without readers' addresses, nothing piles up in a program that never ends its lock for reading.
          if locks.reading > 0, isReadable { former.append(memory) }
          (memory, isReadable) = (copy, false)
        }
      }
      if isReadOnly { (locks.reading, isReadable) = (locks.reading + 1, true) } else { locks.writing += 1 }
      return kCVReturnSuccess
    }
  }

  /// Ends a lock of the same kind.
  func unlockPixels(isReadOnly: Bool) -> CVReturn {
    lock.withLock {
      guard (isReadOnly ? locks.reading : locks.writing) > 0 else { return kCVReturnInvalidArgument }
      if isReadOnly { locks.reading -= 1 } else { locks.writing -= 1 }
      if locks.reading == 0 { former = [] }
      return kCVReturnSuccess
    }
  }

  // MARK: Attachments

  func attachment(_ key: String) -> Attachment? { lock.withLock { attachments[key] } }

  func setAttachment(_ attachment: Attachment?, _ key: String) {
    lock.withLock {
      attachments[key] = attachment
      image = nil
    }
  }

  func removeAttachments() {
    lock.withLock {
      attachments = [:]
      image = nil
    }
  }

  /// The values of all attachments.
  var currentAttachments: [String: CFTypeRef] { lock.withLock { attachments.mapValues(\.value) } }

  func values(of mode: CVAttachmentMode) -> [String: CFTypeRef] {
    lock.withLock { attachments.filter { $0.value.mode == mode }.mapValues(\.value) }
  }

  // MARK: Image

  /// The image of the pixels as they are now; nil without memory for it.
  package func makeImage() -> CGImage? {
    lock.withLock {
      if let image, locks.writing == 0 { return image }
      let conversion = ImageConversion(format, width: width, height: height, planes: planes)
      let made = conversion.image(of: memory, attachments.mapValues(\.value), isWritten: locks.writing > 0)
      if locks.writing == 0 { image = made }
      return made
    }
  }
}

extension CVBuffer: Hashable {
  /// Returns whether both are the same object.
  public static func == (a: CVBuffer, b: CVBuffer) -> Bool { a === b }

  /// Feeds the identity into a hasher.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CVBuffer: CoreFoundationObject {
  /// The type identifier that `CFGetTypeID(_:)` returns for the class.
  public static var typeID: CFTypeID { typeNumber(of: CVBuffer.self) }
}
