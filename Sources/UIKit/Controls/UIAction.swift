public import Foundation

/// What a ``UIAction`` calls, with the action.
public typealias UIActionHandler = (UIAction) -> Void

/// A closure with a name, a title and a picture, which controls call: `addAction(UIAction { _ in … }, for: .touchUpInside)`.
///
/// - Thread: The main actor's.
@preconcurrency @MainActor open class UIAction: NSObject {
  /// What an action is known by.
  public struct Identifier: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Creates an identifier.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// Creates an identifier.
    public init(_ rawValue: String) { self.rawValue = rawValue }
  }

  /// The text that stands for the action.
  public final var title: String
  /// The picture that stands for the action.
  public final var image: UIImage?
  /// What the action is known by; unique if none was given.
  public final let identifier: Identifier
  /// What has called the action; nil outside of its closure.
  public private(set) final var sender: Any?
  private let handler: UIActionHandler

  /// Creates an action that calls a closure, which lives as long as the action.
  public init(
    title: String = "",
    image: UIImage? = nil,
    identifier: Identifier? = nil,
    handler: @escaping UIActionHandler
  ) {
    (self.title, self.image, self.handler) = (title, image, handler)
    self.identifier = identifier ?? Identifier(UUID().uuidString)
    super.init()
  }

  /// Calls the closure for a sender.
  final func perform(for sender: Any) {
    let former = self.sender
    self.sender = sender
    handler(self)
    self.sender = former
  }
}
