import CoreGraphics
import Foundation
import QuartzCore
import StrataRenderServer
import Synchronization
import Testing

/// Adds an amount to red; inputs make it fail or reach further.
struct Redder: PixelFilter {
  struct Refusal: Error {}

  func reach(_ inputs: FilterInputs) -> CGFloat { CGFloat(inputs.number("inputReach")) }

  func filter(_ source: FilterPicture, into result: inout FilterPicture, _ inputs: FilterInputs) throws {
    if inputs.number("inputFails") != 0 { throw Refusal() }
    let amount = Float(inputs.number("inputAmount"))
    for y in 0..<result.height {
      for x in 0..<result.width {
        if let target = inputs.target, let progress = inputs.progress {
          result[x, y] = progress < 0.5 ? source[x, y] : target[x, y] * SIMD4(1, 1, 0, 1)
        } else {
          result[x, y] = source[x, y] + SIMD4(amount, 0, 0, inputs.number("inputReach") > 0 ? amount : 0)
        }
      }
    }
  }
}
