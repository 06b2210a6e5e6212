import Foundation

/// One attribute of an element.
package struct MarkupAttribute: Hashable, Sendable {
  package var name: String
  package var value: String

  package init(_ name: String, _ value: String) {
    (self.name, self.value) = (name, value)
  }
}

/// The elements of a document in one array, in document order.
///
/// Elements know their children by index, so that a tree of any depth is built, walked and freed without
/// recursion. A built tree never changes; an edit builds another tree.
package final class MarkupTree: Sendable {
  package struct Node: Sendable {
    var name: String
    var attributes: [MarkupAttribute] = []
    var children: [Int32] = []
    /// Text between the children, joined; nil if it is only white space.
    var text: String?
    var line: Int32
    var column: Int32
    /// Comments and processing instructions as written: those between the element and the one before it, and those after
    /// its last child.
    var notesBefore: [String] = []
    var notesAtEnd: [String] = []
  }

  package let nodes: [Node]
  /// The XML declaration as written, with the white space after it; nil for a tree whose text has none.
  package let declaration: String?
  /// Comments and processing instructions after the outermost element.
  package let notesAtEnd: [String]

  package init(nodes: [Node], declaration: String? = nil, notesAtEnd: [String] = []) {
    (self.nodes, self.declaration, self.notesAtEnd) = (nodes, declaration, notesAtEnd)
  }

  /// The tree with other values of some attributes, by the index of their element.
  package func replacingAttributes(_ changes: [Int: MarkupAttribute]) -> MarkupTree {
    var nodes = nodes
    for (index, change) in changes {
      guard let place = nodes[index].attributes.firstIndex(where: { $0.name == change.name }) else {
        continue
      }
      nodes[index].attributes[place] = change
    }
    return MarkupTree(nodes: nodes, declaration: declaration, notesAtEnd: notesAtEnd)
  }

  /// The outermost element; nil if the tree is empty.
  package var root: MarkupElement? { nodes.isEmpty ? nil : MarkupElement(tree: self, index: 0) }
  /// The elements in document order.
  package var elements: some Sequence<MarkupElement> {
    nodes.indices.lazy.map { MarkupElement(tree: self, index: $0) }
  }
}

/// One element of a markup tree: a cheap handle, equal to itself only.
package struct MarkupElement: Hashable, Sendable {
  package let tree: MarkupTree
  package let index: Int

  private var node: MarkupTree.Node { tree.nodes[index] }

  /// The tag without a namespace prefix.
  package var name: String {
    let name = node.name
    guard let colon = name.firstIndex(of: ":") else { return name }
    return String(name[name.index(after: colon)...])
  }

  /// The tag as written.
  package var qualifiedName: String { node.name }
  /// The attributes in document order.
  package var attributes: [MarkupAttribute] { node.attributes }
  /// The text between the children; nil if it is only white space.
  package var text: String? { node.text }
  /// The line of the opening tag, counted from 1; 0 for an element that was not read from a file.
  package var line: Int { Int(node.line) }
  /// The column of the opening tag in characters, counted from 1.
  package var column: Int { Int(node.column) }
  /// The children in document order.
  package var children: [MarkupElement] {
    node.children.map { MarkupElement(tree: tree, index: Int($0)) }
  }
  package var hasChildren: Bool { !node.children.isEmpty }
  /// Comments and processing instructions before the opening tag, as written.
  package var notesBefore: [String] { node.notesBefore }
  /// Comments and processing instructions after the last child, as written.
  package var notesAtEnd: [String] { node.notesAtEnd }

  /// The value of the attribute called `name`; nil without one.
  package subscript(name: String) -> String? {
    node.attributes.first { $0.name == name }?.value
  }

  package static func == (a: MarkupElement, b: MarkupElement) -> Bool {
    a.tree === b.tree && a.index == b.index
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(tree))
    hasher.combine(index)
  }
}

/// Builds a markup tree from opening and closing tags.
package struct MarkupBuilder {
  private var nodes: [MarkupTree.Node] = []
  private var open: [Int] = []
  /// Comments and processing instructions that belong to the next tag.
  private var notes: [String] = []
  /// The XML declaration as written, with the white space after it.
  package var declaration: String?

  package init() {}

  /// The number of elements that are open.
  package var depth: Int { open.count }
  package var count: Int { nodes.count }

  /// The tag and line of the innermost open element.
  package var innermost: (name: String, line: Int)? {
    open.last.map { (nodes[$0].name, Int(nodes[$0].line)) }
  }

  /// Opens an element, which takes the notes of the element that it stands for.
  package mutating func begin(
    _ name: String,
    _ attributes: [MarkupAttribute] = [],
    line: Int = 0,
    column: Int = 0,
    origin: MarkupElement? = nil
  ) {
    let index = nodes.count
    if let parent = open.last { nodes[parent].children.append(Int32(index)) }
    nodes.append(
      MarkupTree.Node(
        name: name,
        attributes: attributes,
        line: Int32(clamping: line),
        column: Int32(clamping: column),
        notesBefore: notes + (origin?.notesBefore ?? []),
        notesAtEnd: origin?.notesAtEnd ?? []
      )
    )
    notes = []
    open.append(index)
  }

  package mutating func end() {
    guard let index = open.popLast() else { return }
    nodes[index].notesAtEnd += notes
    notes = []
  }

  /// Adds a comment or a processing instruction, as it is written.
  package mutating func note(_ text: String) { notes.append(text) }

  package mutating func attribute(_ name: String, _ value: String) {
    guard let index = open.last else { return }
    nodes[index].attributes.append(MarkupAttribute(name, value))
  }

  package mutating func text(_ text: String) {
    guard let index = open.last else { return }
    nodes[index].text = (nodes[index].text ?? "") + text
  }

  package mutating func leaf(_ name: String, _ attributes: [MarkupAttribute]) {
    begin(name, attributes)
    end()
  }

  /// Appends a copy of an element of any tree, with all that it contains.
  package mutating func copy(_ element: MarkupElement) {
    var pending: [MarkupElement?] = [element]
    while let next = pending.popLast() {
      guard let next else {
        end()
        continue
      }
      begin(next.qualifiedName, next.attributes, line: next.line, column: next.column, origin: next)
      if let text = next.text { self.text(text) }
      pending.append(nil)
      pending.append(contentsOf: next.children.reversed())
    }
  }

  package func tree() -> MarkupTree {
    MarkupTree(nodes: nodes, declaration: declaration, notesAtEnd: notes)
  }
}
