import Foundation
import QuartzCore

/// The XML text of a layer's keyed archive, by objects, to damage it.
struct ArchiveText {
  private let head: String
  private let tail: String
  /// The texts of all objects; object 0 is nil and object 1 the layer.
  var objects: [String]

  init(_ layer: CALayer) {
    let archiver = NSKeyedArchiver(requiringSecureCoding: true)
    archiver.outputFormat = .xml
    archiver.encode(layer, forKey: NSKeyedArchiveRootObjectKey)
    let text = String(decoding: archiver.encodedData, as: UTF8.self)
    let parts = text.split(separator: /<key>\$objects<\/key>\s*<array>\n/)
    let ends = parts[1].split(separator: "\n\t</array>")
    (head, tail) = (
      parts[0] + "<key>$objects</key><array>\n",
      "\n\t</array>" + ends.dropFirst().joined(separator: "\n\t</array>")
    )
    objects = []
    // Lines of more than two tabs belong to the object before.
    for line in ends[0].split(separator: "\n") {
      if line.hasPrefix("\t\t\t") || line == "\t\t</dict>" {
        objects[objects.count - 1] += "\n" + line
      } else {
        objects.append(String(line))
      }
    }
  }

  var data: Data { Data((head + objects.joined(separator: "\n") + tail).utf8) }

  /// The layer that the archive holds; nil if it cannot be read.
  var layer: CALayer? { try? NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: data) }

  /// The number of the object that a key of another one holds.
  func reference(_ key: String, of object: Int) -> Int? {
    let text = objects[object].split(separator: "<key>\(key)</key>")
    guard text.count == 2 else { return nil }
    return text[1].firstMatch(of: /<integer>(\d+)<\/integer>/).flatMap { Int($0.output.1) }
  }

  /// Adds references to an object, or changes those that are there.
  mutating func set(_ references: [String: Int], of object: Int) {
    for key in references.keys { remove(key, of: object) }
    let text = references.map {
      "<key>\($0.key)</key><dict><key>CF$UID</key><integer>\($0.value)</integer></dict>"
    }
    objects[object] = objects[object].replacing(/\n\t\t<\/dict>$/, with: text.joined() + "\n\t\t</dict>")
  }

  mutating func remove(_ key: String, of object: Int) {
    guard let start = objects[object].firstRange(of: "<key>\(key)</key>"),
      let end = objects[object][start.upperBound...].firstRange(of: "</dict>")
    else { return }
    objects[object].removeSubrange(start.lowerBound..<end.upperBound)
  }
}
