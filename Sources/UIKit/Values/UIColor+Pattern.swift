import CoreGraphics
import Foundation
import StrataViews

extension UIColor {
  /// Creates a colour that repeats a picture, from the upper left corner of the view or picture that it is drawn in.
  ///
  /// An empty picture gives a clear colour.
  public convenience init(patternImage image: UIImage) {
    let clear = CGColor(genericGrayGamma2_2Gray: 0, alpha: 0)
    let color = image.uprightImage.flatMap { CGColor.repeating($0, size: image.size, isUpsideDown: true) }
    self.init(cgColor: color ?? clear)
  }
}
