import Foundation

// Draws every plate and writes the page that shows them: `Gallery <folder>`.
let folder = CommandLine.arguments.count > 1 ? CommandLine.arguments[1] : "."
let pictures = folder + "/pictures/gallery"
try FileManager.default.createDirectory(atPath: pictures, withIntermediateDirectories: true)

let chapters: [(String, [Plate])] = [
  ("Layer classes", layerPlates), ("Particles", particlePlates), ("Place", placePlates),
  ("Appearance", appearancePlates),
  ("Contents", contentsPlates), ("Effects", effectPlates), ("Depth", depthPlates),
  ("Movement", movementPlates),
]

var page = """
  # Gallery

  A picture for each kind of layer and for the main properties, with the code that drew it. The program in
  `Examples/Gallery` writes this page and its pictures from that code: `.build/release/Gallery Documentation`. Each snippet
  gets `stage`, a layer of \(Int(Plate.size.width)) x \(Int(Plate.size.height)) points whose y runs down; colours and
  images with names of their own are in `Samples.swift` of the example.

  """
for (chapter, plates) in chapters {
  page += "\n## \(chapter)\n"
  for plate in plates {
    try plate.draw(to: "\(pictures)/\(plate.name).png")
    let moments =
      plate.times.count > 1 ? " At " + plate.times.map { "\($0)" }.joined(separator: ", ") + " seconds." : ""
    let width = Int(Plate.size.width) * plate.times.count + 6 * (plate.times.count - 1)
    page += """

      ### \(plate.title)

      \(plate.caption)\(moments)

      <img src="pictures/gallery/\(plate.name).png" width="\(width)" alt="\(plate.title)">

      ```swift
      \(try plate.code())
      ```

      """
  }
}
try page.write(toFile: folder + "/Gallery.md", atomically: true, encoding: .utf8)
