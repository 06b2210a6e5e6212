import StrataRaster

/// Three box blurs of an alpha mask.
enum Blur {
  static func gaussian(_ mask: PixelBuffer, sigmaX: Double, sigmaY: Double) {
    let d = Int((sigmaX * 3 * (2 * Double.pi).squareRoot() / 4 + 0.5).rounded(.down))
    guard d > 1, mask.format == .alpha8 else { return }
    for pass in 0..<3 {
      let left = d % 2 == 1 ? d / 2 : (pass == 0 ? d / 2 : pass == 1 ? d / 2 - 1 : d / 2)
      let size = d % 2 == 0 && pass == 2 ? d + 1 : d
      for y in 0..<mask.height {
        box(mask.row(y).assumingMemoryBound(to: UInt8.self), 1, mask.width, left, size)
      }
      for x in 0..<mask.width {
        box(mask.base.assumingMemoryBound(to: UInt8.self) + x, mask.rowBytes, mask.height, left, size)
      }
    }
  }

  private static func box(_ p: UnsafeMutablePointer<UInt8>, _ step: Int, _ n: Int, _ left: Int, _ size: Int) {
    let copy = (0..<n).map { Int(p[$0 * step]) }
    var sum = 0
    for i in 0..<min(n, size - left) { sum += copy[i] }
    for i in 0..<n {
      p[i * step] = UInt8((sum + size / 2) / size)
      let (add, drop) = (i + size - left, i - left)
      if add < n { sum += copy[add] }
      if drop >= 0 { sum -= copy[drop] }
    }
  }
}
