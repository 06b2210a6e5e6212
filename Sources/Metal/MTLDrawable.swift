public import Foundation

/// A function that is called after a drawable was shown or dropped.
public typealias MTLDrawablePresentedHandler = @Sendable (any MTLDrawable) -> Void

/// A picture that a program draws and then shows once.
///
/// - Thread: Any.
public protocol MTLDrawable: NSObjectProtocol, Sendable {
  /// Shows the drawable as soon as possible; a second call is logged and has no effect.
  func present()

  /// Shows the drawable at a media time, in seconds, or as soon as possible after it.
  func present(at presentationTime: Double)

  /// Shows the drawable after the drawable before it was shown for a time, in seconds.
  func present(afterMinimumDuration duration: Double)

  /// Adds a handler that is called once, after the drawable was shown or dropped; ``presentedTime`` is valid by then.
  func addPresentedHandler(_ block: @escaping MTLDrawablePresentedHandler)

  /// The media time at which the drawable was shown, in seconds; 0 if it was not shown yet, or was dropped.
  var presentedTime: Double { get }

  /// The number of the drawable among those of its layer, from 1 on.
  var drawableID: Int { get }
}

/// A drawable that must know when a command buffer that shows it is submitted.
///
/// Recorded time lines need it: the picture belongs to the moment of the submission, not to that of the queue.
package protocol SubmittedDrawable: MTLDrawable {
  /// Called on the thread that commits the buffer; the queue presents the drawable later.
  func noteSubmission()
}

/// A request to show a drawable after the commands of a buffer.
struct Presentation {
  enum Moment {
    case soon
    case at(Double)
    case after(Double)
  }

  let drawable: any MTLDrawable
  let moment: Moment

  func noteSubmission() { (drawable as? any SubmittedDrawable)?.noteSubmission() }

  func perform() {
    switch moment {
    case .soon: drawable.present()
    case .at(let time): drawable.present(at: time)
    case .after(let duration): drawable.present(afterMinimumDuration: duration)
    }
  }
}
