import QuartzCore

/// Two pages in a container; turning the page pushes the first one out.
struct Scene {
  let root = CALayer()
  private let container = CALayer()
  private let first = CAGradientLayer()
  private let second = CAGradientLayer()

  init() {
    root.bounds = CGRect(x: 0, y: 0, width: 240, height: 160)
    root.backgroundColor = CGColor(gray: 0.12, alpha: 1)
    container.frame = CGRect(x: 30, y: 20, width: 180, height: 120)
    container.cornerRadius = 16
    container.masksToBounds = true
    root.addSublayer(container)
    for (page, top, bottom) in [(first, 0.62, 0.78), (second, 0.02, 0.1)] {
      page.frame = container.bounds
      page.colors = [color(hue: top), color(hue: bottom)]
    }
    container.addSublayer(first)
  }

  func turnPage() {
    let push = CATransition()
    push.type = .push
    push.subtype = .fromRight
    push.duration = 0.8
    push.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
    container.add(push, forKey: nil)
    container.replaceSublayer(first, with: second)
  }

  /// A strong colour of the colour wheel.
  private func color(hue: CGFloat) -> CGColor {
    func channel(_ offset: CGFloat) -> CGFloat {
      let place = (hue + offset).truncatingRemainder(dividingBy: 1) * 6
      return 0.2 + 0.75 * min(max(abs(place - 3) - 1, 0), 1)
    }
    return CGColor(srgbRed: channel(0), green: channel(2.0 / 3), blue: channel(1.0 / 3), alpha: 1)
  }
}
