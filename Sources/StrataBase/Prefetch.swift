public import StrataKernels

/// Begins to fetch the 64 bytes around an address into the caches, and does not wait for them.
///
/// For loops over many small objects that lie all over the memory, where each would be waited for: a loop asks for the object that
/// is ``prefetchDistance`` rounds ahead. The address need not be valid.
///
/// - Complexity: An instruction.
@inlinable
@inline(__always)
package func prefetch(_ address: UnsafeRawPointer) { strata_prefetch(address) }

/// How many rounds ahead a loop of few instructions asks for memory: about the time that main memory takes.
@inlinable
package var prefetchDistance: Int { 12 }
