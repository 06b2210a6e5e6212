import Foundation
import StrataBase
import StrataCAML

/// Changes documents as documents: elements, attributes and values are spliced, nested, repeated and exchanged.
struct MarkupMutator: Sendable {
  private let drafts: [MarkupDraft]
  /// The tags and the names of attributes of all seeds, and further names.
  private let names: [String]
  /// The values that the seeds give an attribute.
  private let values: [String: [String]]

  /// Takes the seeds that are well-formed.
  ///
  /// - Parameters:
  ///   - seeds: Documents.
  ///   - names: Further names of attributes and elements, which the seeds may lack.
  init(seeds: [Data], names: [String] = []) {
    drafts = seeds.compactMap(MarkupDraft.init)
    var (known, values) = (Set(names), [String: Set<String>]())
    for node in drafts.flatMap(\.nodes) {
      known.insert(node.name)
      for attribute in node.attributes {
        known.insert(attribute.name)
        values[attribute.name, default: []].insert(attribute.value)
      }
    }
    self.names = known.sorted()
    self.values = values.mapValues { $0.sorted() }
  }

  /// A changed document of one of the seeds; empty without a seed.
  func mutant(_ random: inout SplitMix64) -> [UInt8] {
    random.element(of: drafts).map { changed($0, &random) } ?? []
  }

  /// A changed document; what is not well-formed is changed as bytes.
  func changed(_ input: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    MarkupDraft(Data(input)).map { changed($0, &random) } ?? ByteMutator.mutant(of: input, &random)
  }

  private func changed(_ seed: MarkupDraft, _ random: inout SplitMix64) -> [UInt8] {
    var draft = seed
    let changes = random.once(in: 12) ? 10 + random.index(40) : random.smallCount(limit: 12)
    for _ in 0..<changes { change(&draft, &random) }
    let limit = random.once(in: 200) ? 40_000 : 2_000
    let bytes = draft.bytes(limit: limit)
    return random.once(in: 10) ? ByteMutator.mutant(of: bytes, &random) : bytes
  }

  private func change(_ draft: inout MarkupDraft, _ random: inout SplitMix64) {
    let node = random.index(draft.nodes.count)
    switch random.index(16) {
    case 0..<5: changeValue(of: node, &draft, &random)
    case 5, 6: addAttribute(to: node, &draft, &random)
    case 7: removeSomething(of: node, &draft, &random)
    case 8: repeatChild(of: node, &draft, &random)
    case 9, 10: splice(into: node, &draft, &random)
    case 11: nest(node, &draft, &random)
    case 12: rename(node, &draft, &random)
    case 13: exchangeForms(of: node, &draft, &random)
    case 14: refer(from: node, &draft, &random)
    default: repeatValue(of: node, &draft, &random)
    }
  }

  // MARK: Values

  private func changeValue(of node: Int, _ draft: inout MarkupDraft, _ random: inout SplitMix64) {
    guard !draft.nodes[node].attributes.isEmpty else {
      draft.nodes[node].text = HostileValues.any(&random)
      return
    }
    let place = random.index(draft.nodes[node].attributes.count)
    let old = draft.nodes[node].attributes[place]
    draft.nodes[node].attributes[place].value =
      switch random.index(8) {
      case 0: HostileValues.any(&random)
      case 1: random.element(of: values[old.name] ?? []) ?? old.value
      case 2: random.element(of: values[random.element(of: names) ?? ""] ?? []) ?? old.value
      default: HostileValues.changed(old.value, &random)
      }
  }

  private func repeatValue(of node: Int, _ draft: inout MarkupDraft, _ random: inout SplitMix64) {
    guard !draft.nodes[node].attributes.isEmpty else { return }
    let place = random.index(draft.nodes[node].attributes.count)
    let count = random.once(in: 50) ? 2_000 : 2 + random.index(30)
    let value = draft.nodes[node].attributes[place].value.prefix(200)
    draft.nodes[node].attributes[place].value = Array(repeating: value, count: count).joined(separator: " ")
  }

  // MARK: Attributes

  private func addAttribute(to node: Int, _ draft: inout MarkupDraft, _ random: inout SplitMix64) {
    let name = random.element(of: names) ?? "x"
    let known = random.element(of: values[name] ?? [])
    let value =
      random.once(in: 2)
      ? HostileValues.any(&random) : known.map { HostileValues.changed($0, &random) } ?? "1"
    set(name, value, of: node, &draft)
  }

  /// An attribute that stands twice makes the text malformed, which is of little use.
  private func set(_ name: String, _ value: String, of node: Int, _ draft: inout MarkupDraft) {
    draft.nodes[node].attributes.removeAll { $0.name == name }
    draft.nodes[node].attributes.append(MarkupAttribute(name, value))
  }

  private func removeSomething(of node: Int, _ draft: inout MarkupDraft, _ random: inout SplitMix64) {
    let (attributes, children) = (draft.nodes[node].attributes.count, draft.nodes[node].children.count)
    guard attributes + children > 0 else { return }
    let place = random.index(attributes + children)
    if place < attributes {
      draft.nodes[node].attributes.remove(at: place)
    } else {
      draft.nodes[node].children.remove(at: place - attributes)
    }
  }

  /// Makes an element of an attribute, or an attribute of an element, as documents write the same value both ways.
  private func exchangeForms(of node: Int, _ draft: inout MarkupDraft, _ random: inout SplitMix64) {
    let (attributes, children) = (draft.nodes[node].attributes, draft.nodes[node].children)
    if random.once(in: 2), let attribute = random.element(of: attributes) {
      draft.nodes[node].attributes.removeAll { $0.name == attribute.name }
      let value = [MarkupAttribute("value", attribute.value)]
      draft.nodes.append(
        MarkupDraft.Node(name: attribute.name, attributes: value, children: [], text: nil)
      )
      draft.nodes[node].children.append(draft.nodes.count - 1)
    } else if let child = random.element(of: children) {
      let value = draft.nodes[child].attributes.first { $0.name == "value" }?.value ?? ""
      draft.nodes[node].children.removeAll { $0 == child }
      set(draft.nodes[child].name, value, of: node, &draft)
    }
  }

  /// Gives an element an id that is taken, or makes it stand for the element with an id, itself or its parents among them.
  private func refer(from node: Int, _ draft: inout MarkupDraft, _ random: inout SplitMix64) {
    let ids = draft.nodes.flatMap { $0.attributes.filter { $0.name == "id" }.map(\.value) }
    let name = random.element(of: ["object", "object", "id", "targetId"]) ?? "object"
    set(name, random.element(of: ids) ?? "#1", of: node, &draft)
  }

  // MARK: Elements

  private func rename(_ node: Int, _ draft: inout MarkupDraft, _ random: inout SplitMix64) {
    let other = random.element(of: random.element(of: drafts)?.nodes ?? [])
    let types = values["type"] ?? []
    if random.once(in: 2), draft.nodes[node].attributes.contains(where: { $0.name == "type" }) {
      set("type", random.element(of: types) ?? "CALayer", of: node, &draft)
    } else {
      draft.nodes[node].name = random.once(in: 4) ? random.element(of: names) ?? "p" : other?.name ?? "p"
    }
  }

  private func repeatChild(of node: Int, _ draft: inout MarkupDraft, _ random: inout SplitMix64) {
    guard let child = random.element(of: draft.nodes[node].children) else { return }
    let count = random.once(in: 20) ? 300 : random.smallCount(limit: 8)
    draft.nodes[node].children += Array(repeating: child, count: count)
  }

  private func splice(into node: Int, _ draft: inout MarkupDraft, _ random: inout SplitMix64) {
    guard let other = random.element(of: drafts) else { return }
    let copy = draft.adopt(random.index(other.nodes.count), of: other)
    let place = random.index(draft.nodes[node].children.count + 1)
    draft.nodes[node].children.insert(copy, at: place)
  }

  /// Puts copies of an element without its children into each other, the children into the innermost.
  private func nest(_ node: Int, _ draft: inout MarkupDraft, _ random: inout SplitMix64) {
    let depth = random.once(in: 30) ? 1_000 : random.smallCount(limit: 12)
    let children = draft.nodes[node].children
    // Layers hold layers in this element.
    let between = random.once(in: 2) ? nil : "sublayers"
    var innermost = node
    for _ in 0..<depth {
      var copy = draft.nodes[node]
      copy.children = []
      draft.nodes.append(copy)
      var added = draft.nodes.count - 1
      if let between {
        draft.nodes.append(MarkupDraft.Node(name: between, attributes: [], children: [added], text: nil))
        added += 1
      }
      draft.nodes[innermost].children = [added]
      innermost = between == nil ? added : added - 1
    }
    draft.nodes[innermost].children = children
  }
}
