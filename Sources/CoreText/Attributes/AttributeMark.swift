/// The first stored property of classes whose objects are values of attributed strings.
///
/// Core Foundation on Linux compares such values when it joins runs, and reads the word behind an object's header as its type: bits 8
/// to 17 that are zero, as in a small number, are taken for no type, and the program ends. These bits are those of no type that it knows,
/// so that it asks the object.
package struct AttributeMark: Sendable {
  private let bits: UInt64 = 0x3_FF00

  package init() {}
}
