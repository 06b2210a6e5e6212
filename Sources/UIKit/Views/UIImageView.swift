import CoreGraphics
public import Foundation
import QuartzCore

/// A view that shows a picture, or several in turn.
open class UIImageView: UIView {
  private static let animationKey = "images"

  /// Creates a view with a picture, of its size.
  public init(image: UIImage?) {
    self.image = image
    super.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
    prepare()
    update()
  }

  /// Creates a view with two pictures, of the size of the first.
  public init(image: UIImage?, highlightedImage: UIImage?) {
    (self.image, self.highlightedImage) = (image, highlightedImage)
    super.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
    prepare()
    update()
  }

  /// Creates a view without a picture.
  public override init(frame: CGRect) {
    super.init(frame: frame)
    prepare()
  }

  /// Creates a view from an archive, without a picture.
  public required init?(coder: NSCoder) {
    super.init(coder: coder)
    isOpaque = false
  }

  private func prepare() {
    isUserInteractionEnabled = false
    isOpaque = false
  }

  /// The picture; an animated one begins to run.
  open var image: UIImage? {
    didSet { if image !== oldValue { update() } }
  }

  /// The picture while ``isHighlighted`` is true.
  open var highlightedImage: UIImage? {
    didSet { if highlightedImage !== oldValue { update() } }
  }

  /// Shows ``highlightedImage``, if there is one.
  open var isHighlighted = false {
    didSet { if isHighlighted != oldValue { update() } }
  }

  /// The pictures of ``startAnimating()``, in order.
  open var animationImages: [UIImage]?

  /// The time that all pictures take, in seconds; 0 gives each a thirtieth of a second.
  open var animationDuration: TimeInterval = 0
  /// How many times the pictures are shown; 0 repeats them for ever.
  open var animationRepeatCount = 0

  private var shownImage: UIImage? { isHighlighted ? highlightedImage ?? image : image }

  /// True while the pictures change.
  open var isAnimating: Bool { layer.animation(forKey: Self.animationKey) != nil }

  /// Shows the pictures of ``animationImages`` in turn.
  open func startAnimating() {
    guard let images = animationImages, !images.isEmpty else { return }
    run(images, duration: animationDuration, times: animationRepeatCount)
  }

  /// Shows ``image`` again.
  open func stopAnimating() { layer.removeAnimation(forKey: Self.animationKey) }

  private func run(_ images: [UIImage], duration: TimeInterval, times: Int) {
    let pictures = images.compactMap(contents)
    guard !pictures.isEmpty else { return }
    let frames = CAKeyframeAnimation(keyPath: "contents")
    frames.values = pictures
    frames.calculationMode = .discrete
    frames.duration = duration > 0 ? duration : Double(images.count) / 30
    frames.repeatCount = times > 0 ? Float(times) : .infinity
    layer.add(frames, forKey: Self.animationKey)
  }

  /// The pixels of a picture as shown; templates take the tint colour.
  private func contents(_ image: UIImage) -> CGImage? {
    image.renderingMode == .alwaysTemplate ? image.withTintColor(tintColor).cgImage : image.uprightImage
  }

  private func update() {
    let shown = shownImage
    stopAnimating()
    layer.contents = shown.flatMap(contents)
    layer.contentsScale = shown?.scale ?? window?.screen.scale ?? UIScreen.main.scale
    if let shown, let images = shown.images { run(images, duration: shown.duration, times: 0) }
  }

  /// Pixels per point of the picture.
  open override var contentScaleFactor: CGFloat {
    get { super.contentScaleFactor }
    set { if shownImage == nil { super.contentScaleFactor = newValue } }
  }

  /// Shows templates in the new colour.
  open override func tintColorDidChange() {
    if shownImage?.renderingMode == .alwaysTemplate { update() }
  }

  /// The picture's size.
  open override var intrinsicContentSize: CGSize { shownImage?.size ?? super.intrinsicContentSize }

  /// Returns the picture's size.
  open override func sizeThatFits(_ size: CGSize) -> CGSize { shownImage?.size ?? super.sizeThatFits(size) }
}
