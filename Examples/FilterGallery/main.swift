import CoreGraphics
import CoreImage
import Foundation
import ImageIO
import QuartzCore
import StrataRenderServer

// Draws every filter of Core Image at several values, and writes a page of sheets: `FilterGallery <folder>`.
let folder = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "."
let pictures = folder + "/pictures/filters"
try FileManager.default.createDirectory(atPath: pictures, withIntermediateDirectories: true)

var page = """
  # Filters of Core Image

  Each filter at three values of its main input, and each transition at the times 0.1, 0.3, 0.5, 0.7 and 0.9. Composites have a
  picture with a hole over another one. The program in `Examples/FilterGallery` writes this page and its pictures:
  `.build/release/FilterGallery Documentation`. [Core Image](CoreImage.md) lists inputs and formulas.

  """
let context = CIContext()
for (category, title) in categories {
  let plates = CIFilter.filterNames(inCategory: category).compactMap { Plate($0) }
  let file = title.lowercased().replacingOccurrences(of: " ", with: "-") + ".png"
  try Sheet(plates, context).write(to: "\(pictures)/\(file)")
  page += "\n## \(title)\n\n<img src=\"pictures/filters/\(file)\" alt=\"\(title)\">\n"
}
try page.write(toFile: folder + "/Filters.md", atomically: true, encoding: .utf8)
