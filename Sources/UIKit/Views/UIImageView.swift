import CoreGraphics
public import Foundation
import QuartzCore

/// A view that shows a picture, or several in turn.
open class UIImageView: UIView {
  /// The key of the animation that ``startAnimating()`` adds.
  private static let animationKey = "images"
  /// The key of the animation of an animated picture.
  private static let pictureKey = "picture"

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

  /// Creates a view from an archive.
  public required init?(coder: NSCoder) {
    image = coder.decodeObject(of: UIImage.self, under: Key.image)
    highlightedImage = coder.decodeObject(of: UIImage.self, under: Key.highlightedImage)
    isHighlighted = coder.decodeBool(forKey: Key.isHighlighted)
    animationImages = Self.pictures(in: coder, under: Key.animationImages)
    highlightedAnimationImages = Self.pictures(in: coder, under: Key.highlightedAnimationImages)
    let time = coder.decodeDouble(forKey: Key.duration)
    animationDuration = time.isFinite ? time : 0
    animationRepeatCount = coder.decodeInteger(forKey: Key.repeatCount)
    super.init(coder: coder)
    if !hasProperties(in: coder) { prepare() }
    if shownImage != nil { update() }
  }

  private static func pictures(in coder: NSCoder, under key: String) -> [UIImage]? {
    let images = coder.decodeObjects(of: UIImage.self, forKey: key)
    return images.isEmpty ? nil : images
  }

  private enum Key {
    static let image = "UIImage"
    static let highlightedImage = "UIHighlightedImage"
    static let isHighlighted = "UIHighlighted"
    static let animationImages = "UIAnimationImages"
    static let highlightedAnimationImages = "UIHighlightedAnimationImages"
    static let duration = "UIAnimationDuration"
    static let repeatCount = "UIAnimationRepeatCount"
  }

  /// Writes the view and its pictures into a keyed archive.
  open override func encode(with coder: NSCoder) {
    super.encode(with: coder)
    if let image { coder.encode(image, forKey: Key.image) }
    if let highlightedImage { coder.encode(highlightedImage, forKey: Key.highlightedImage) }
    coder.encode(isHighlighted, forKey: Key.isHighlighted)
    coder.encodeObjects(animationImages ?? [], forKey: Key.animationImages)
    coder.encodeObjects(highlightedAnimationImages ?? [], forKey: Key.highlightedAnimationImages)
    coder.encode(animationDuration, forKey: Key.duration)
    coder.encode(animationRepeatCount, forKey: Key.repeatCount)
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

  /// Shows ``highlightedImage``, and ``highlightedAnimationImages`` while pictures change, if there are any.
  open var isHighlighted = false {
    didSet {
      guard isHighlighted != oldValue else { return }
      update()
      if runsAnimationImages, highlightedAnimationImages != nil { startAnimating() }
    }
  }

  /// The pictures of ``startAnimating()``, in order; while they change, they hide ``image``.
  open var animationImages: [UIImage]?
  /// The pictures of ``startAnimating()`` while ``isHighlighted`` is true; nil leaves ``animationImages``.
  open var highlightedAnimationImages: [UIImage]?

  /// The time that all pictures take, in seconds; 0 gives each a thirtieth of a second.
  open var animationDuration: TimeInterval = 0
  /// How many times the pictures are shown; 0 repeats them for ever.
  open var animationRepeatCount = 0

  /// The size of the picture that is shown, in points.
  private var shownSize: CGSize?
  private var shownImage: UIImage? { isHighlighted ? highlightedImage ?? image : image }

  private var shownAnimationImages: [UIImage]? {
    isHighlighted ? highlightedAnimationImages ?? animationImages : animationImages
  }

  private var runsAnimationImages: Bool { layer.animation(forKey: Self.animationKey) != nil }

  /// True while the pictures change.
  open var isAnimating: Bool { runsAnimationImages || layer.animation(forKey: Self.pictureKey) != nil }

  /// Shows the pictures of ``animationImages`` in turn.
  open func startAnimating() {
    guard let images = shownAnimationImages, !images.isEmpty else { return }
    run(images, duration: animationDuration, times: animationRepeatCount, key: Self.animationKey)
  }

  /// Shows ``image`` again.
  open func stopAnimating() {
    for key in [Self.animationKey, Self.pictureKey] { layer.removeAnimation(forKey: key) }
  }

  private func run(_ images: [UIImage], duration: TimeInterval, times: Int, key: String) {
    let pictures = images.compactMap(contents)
    guard !pictures.isEmpty else { return }
    let frames = CAKeyframeAnimation(keyPath: "contents")
    // A discrete animation needs two values.
    frames.values = pictures.count > 1 ? pictures : pictures + pictures
    frames.calculationMode = .discrete
    frames.duration = duration > 0 ? duration : Double(images.count) / 30
    frames.repeatCount = times > 0 ? Float(times) : .infinity
    layer.add(frames, forKey: key)
  }

  /// The pixels of a picture as shown; templates take the tint colour.
  private func contents(_ image: UIImage) -> CGImage? {
    guard image.renderingMode == .alwaysTemplate else { return image.uprightImage }
    return image.withTintColor(tintColor.resolvedColor(with: traitCollection)).cgImage
  }

  /// Shows the picture, which pictures that change go on to hide.
  private func update() {
    let shown = shownImage
    if shownSize != shown?.size { invalidateIntrinsicContentSize() }
    shownSize = shown?.size
    layer.removeAnimation(forKey: Self.pictureKey)
    layer.contents = shown.flatMap(contents)
    layer.contentsCenter = shown?.stretchedPart ?? CGRect(x: 0, y: 0, width: 1, height: 1)
    layer.contentsScale = shown?.scale ?? window?.screen.scale ?? UIScreen.main.scale
    if !runsAnimationImages, let shown, let images = shown.images {
      run(images, duration: shown.duration, times: 0, key: Self.pictureKey)
    }
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

  override func colorsDidChange() {
    super.colorsDidChange()
    tintColorDidChange()
  }

  /// The picture's size.
  open override var intrinsicContentSize: CGSize { shownImage?.size ?? super.intrinsicContentSize }

  /// Returns the picture's size.
  open override func sizeThatFits(_ size: CGSize) -> CGSize { shownImage?.size ?? super.sizeThatFits(size) }
}
