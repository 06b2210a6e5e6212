import CoreGraphics
import Foundation
import Metal
import Synchronization

/// How a Metal layer makes drawables, as values that any thread may read.
struct DrawableConfiguration: Sendable {
  var device: (any MTLDevice)?
  var pixelFormat = MTLPixelFormat.bgra8Unorm
  var colorSpace: CGColorSpace?
  /// In pixels.
  var size = CGSize.zero
  var count = Self.counts.upperBound
  var usage: MTLTextureUsage = .renderTarget
  var isOpaque = true
  var timesOut = true
  /// Pictures are shown one by one, each for a refresh at least.
  var isSynchronized = true
  /// The thread whose transactions show pictures; nil shows them as soon as possible.
  var transactionOwner: TransactionOwner?

  static let counts = 2...3
  static let formats: Set<MTLPixelFormat> = [
    .bgra8Unorm, .bgra8Unorm_srgb, .rgba16Float, .rgb10a2Unorm, .bgr10a2Unorm,
  ]

  /// The descriptor of textures; nil for a size that has no pixels.
  var descriptor: MTLTextureDescriptor? {
    let (width, height) = (PixelCount.within(size.width), PixelCount.within(size.height))
    guard width >= 1, height >= 1, width <= 1_000_000, height <= 1_000_000 else { return nil }
    let descriptor = MTLTextureDescriptor.texture2DDescriptor(
      pixelFormat: pixelFormat,
      width: width,
      height: height,
      mipmapped: false
    )
    descriptor.usage = usage
    descriptor.isForDisplay = true
    return descriptor
  }
}

/// A thread that uses layers, as the place where pictures enter transactions.
struct TransactionOwner: @unchecked Sendable {  // The thread state is compared, not used.
  private let thread = ThreadState.current
  private let loop = ThreadRunLoop()

  /// Runs work now on the thread itself, else in a later turn of the thread's run loop.
  func perform(_ work: @escaping @Sendable () -> Void) {
    if ThreadState.current === thread { work() } else { loop.perform(work) }
  }
}

/// The textures of a Metal layer and its pictures.
///
/// - Thread: Any. The lock is never held while code of a program runs, except for its device's making of a texture.
final class DrawablePool: @unchecked Sendable {  // The condition guards the state.
  let queue = PresentationQueue()
  private let condition = NSCondition()
  private var current = DrawableConfiguration()
  private var free: [any MTLTexture] = []
  private var used = 0
  private var lastNumber = 0
  private var submissions = 0
  private var textures: (any MTLResidencySet)?

  /// The longest wait for a free drawable, in seconds.
  static let timeout = 1.0

  private func locked<Result>(_ body: () -> Result) -> Result {
    condition.lock()
    defer { condition.unlock() }
    return body()
  }

  var configuration: DrawableConfiguration { locked { current } }

  /// The textures of the pool; empty without a device that makes such sets.
  var residencySet: (any MTLResidencySet)? {
    locked {
      if textures == nil {
        let device = current.device ?? MTLCreateSystemDefaultDevice()
        textures = try? device?.makeResidencySet(descriptor: MTLResidencySetDescriptor())
        for texture in free { textures?.addAllocation(texture) }
        textures?.commit()
      }
      return textures
    }
  }

  /// Changes the configuration; textures that do not fit any more are dropped.
  func configure(_ change: (inout DrawableConfiguration) -> Void) {
    let isSynchronized = locked {
      let former = current
      change(&current)
      if (former.device.map { ObjectIdentifier($0) }) != (current.device.map { ObjectIdentifier($0) }) {
        (textures, free) = (nil, [])
      }
      drop { !fits($0) }
      if current.count > former.count { condition.broadcast() }
      return current.isSynchronized
    }
    queue.showsEach = isSynchronized
  }

  /// Returns a free place, after a wait if all are in use; nil if the layer cannot make one, or after the timeout.
  ///
  /// `isPatient` false does not wait.
  func place(isPatient: Bool = true) -> DrawablePlace? {
    condition.lock()
    defer { condition.unlock() }
    let end = Date(timeIntervalSinceNow: Self.timeout)
    while true {
      guard let device = current.device else {
        OnceLog.note("a Metal layer without a device has no drawables")
        return nil
      }
      guard let descriptor = current.descriptor else { return nil }
      if used < current.count {
        guard let texture = free.popLast() ?? device.makeTexture(descriptor: descriptor) else {
          OnceLog.note("the device made no texture of \(descriptor.width) × \(descriptor.height) pixels")
          return nil
        }
        used += 1
        lastNumber += 1
        add(texture)
        return DrawablePlace(texture, number: lastNumber, in: self)
      }
      guard isPatient else { return nil }
      if !current.timesOut {
        condition.wait()
      } else if !condition.wait(until: end), Date() >= end {
        OnceLog.note("no drawable became free within a second; a program holds or shows all \(current.count)")
        return nil
      }
    }
  }

  /// Takes the texture of a place that nobody uses any more.
  func take(back texture: any MTLTexture) {
    locked {
      used -= 1
      if fits(texture), free.count < current.count { free.append(texture) } else { remove(texture) }
      condition.broadcast()
    }
  }

  private func drop(_ isOld: (any MTLTexture) -> Bool) {
    for texture in free where isOld(texture) { remove(texture) }
    free.removeAll(where: isOld)
  }

  private func fits(_ texture: any MTLTexture) -> Bool {
    guard let wanted = current.descriptor, let device = current.device else { return false }
    return texture.width == wanted.width && texture.height == wanted.height && texture.usage == wanted.usage
      && texture.pixelFormat == wanted.pixelFormat && texture.device === device
  }

  private func add(_ texture: any MTLTexture) {
    guard let textures, !textures.containsAllocation(texture) else { return }
    textures.addAllocation(texture)
    textures.commit()
  }

  private func remove(_ texture: any MTLTexture) {
    textures?.removeAllocation(texture)
    textures?.commit()
  }

  // MARK: Command buffers

  /// True if a command buffer that was committed has yet to present a drawable.
  var hasSubmissions: Bool { locked { submissions > 0 } }

  func submissionBegan() { locked { submissions += 1 } }

  func submissionEnded() {
    locked {
      submissions -= 1
      condition.broadcast()
    }
  }

  /// Waits until the command buffers that were committed have presented their drawables.
  ///
  /// A buffer that takes more than the timeout is logged and not waited for.
  func waitForSubmissions() {
    condition.lock()
    defer { condition.unlock() }
    let end = Date(timeIntervalSinceNow: 5 * Self.timeout)
    while submissions > 0 {
      guard condition.wait(until: end) || Date() < end else {
        return OnceLog.note("a command buffer took more than five seconds to present a drawable")
      }
    }
  }
}
