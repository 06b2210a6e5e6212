import Foundation
import StrataCAML

/// A document's elements, open to changes.
///
/// Elements are held by number, and several parents may hold the same one: it is then written in each place.
struct MarkupDraft {
  struct Node {
    var name: String
    var attributes: [MarkupAttribute]
    var children: [Int]
    var text: String?
  }

  /// The outermost element comes first.
  var nodes: [Node]

  /// Reads XML text; nil if it is not well-formed.
  init?(_ data: Data) {
    guard let tree = try? MarkupReader.read(data, file: "seed") else { return nil }
    nodes = tree.elements.map { element in
      Node(
        name: element.qualifiedName,
        attributes: element.attributes,
        children: element.children.map(\.index),
        text: element.text
      )
    }
  }

  /// Adds copies of an element of any draft and of all below it; returns the number of the copy.
  mutating func adopt(_ index: Int, of other: MarkupDraft) -> Int {
    let start = nodes.count
    var order = [index]
    var at = 0
    var places: [Int: Int] = [index: start]
    while at < order.count {
      for child in other.nodes[order[at]].children where places[child] == nil {
        places[child] = start + order.count
        order.append(child)
      }
      at += 1
    }
    for number in order {
      var node = other.nodes[number]
      node.children = node.children.compactMap { places[$0] }
      nodes.append(node)
    }
    return start
  }

  /// The XML text, with at most `limit` elements; those beyond are left out.
  func bytes(limit: Int) -> [UInt8] {
    var output: [UInt8] = []
    var (written, pending) = (0, [(index: 0, isEnd: false)])
    while let (index, isEnd) = pending.popLast() {
      let node = nodes[index]
      if isEnd {
        output += "</\(node.name)>\n".utf8
        continue
      }
      guard written < limit else { continue }
      written += 1
      output += "<\(node.name)".utf8
      for attribute in node.attributes {
        output += " \(attribute.name)=\"".utf8
        Self.escape(attribute.value, into: &output)
        output.append(UInt8(ascii: "\""))
      }
      guard !node.children.isEmpty || node.text != nil else {
        output += "/>\n".utf8
        continue
      }
      output.append(UInt8(ascii: ">"))
      if let text = node.text { Self.escape(text, into: &output) }
      pending.append((index, true))
      for child in node.children.reversed() { pending.append((child, false)) }
    }
    return output
  }

  private static func escape(_ text: String, into output: inout [UInt8]) {
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""), 0x09, 0x0A, 0x0D:
        output += "&#\(byte);".utf8
      default: output.append(byte)
      }
    }
  }
}
