/// An integer without bounds, in digits of base 2¹⁶: slow and obvious, and independent of the library's own arithmetic.
struct BigInteger: Comparable, CustomStringConvertible {
  /// The digits of the magnitude, the least first, without zeros at the end.
  private var digits: [UInt32]
  private var isNegative: Bool

  private static let base: UInt32 = 1 << 16

  private init(digits: [UInt32], isNegative: Bool) {
    var digits = digits
    while digits.last == 0 { digits.removeLast() }
    (self.digits, self.isNegative) = (digits, isNegative && !digits.isEmpty)
  }

  init(_ value: some BinaryInteger) {
    var (rest, digits) = (value.magnitude, [UInt32]())
    while rest != 0 {
      digits.append(UInt32(rest & 0xFFFF))
      rest >>= 16
    }
    self.init(digits: digits, isNegative: value < 0)
  }

  /// 2 to a power.
  init(powerOfTwo power: Int) {
    self.init(
      digits: Array(repeating: 0, count: power / 16) + [1 << UInt32(power % 16)],
      isNegative: false
    )
  }

  var magnitude: BigInteger { BigInteger(digits: digits, isNegative: false) }

  static prefix func - (a: BigInteger) -> BigInteger {
    BigInteger(digits: a.digits, isNegative: !a.isNegative)
  }

  static func + (a: BigInteger, b: BigInteger) -> BigInteger {
    if a.isNegative != b.isNegative {
      let (larger, smaller) = order(a.digits, b.digits) >= 0 ? (a, b) : (b, a)
      var (digits, borrow) = (larger.digits, Int64(0))
      for i in digits.indices {
        var digit = Int64(digits[i]) - borrow - (i < smaller.digits.count ? Int64(smaller.digits[i]) : 0)
        borrow = digit < 0 ? 1 : 0
        if digit < 0 { digit += Int64(base) }
        digits[i] = UInt32(digit)
      }
      return BigInteger(digits: digits, isNegative: larger.isNegative)
    }
    var (digits, carry) = ([UInt32](), UInt32(0))
    for i in 0..<max(a.digits.count, b.digits.count) {
      let sum =
        carry + (i < a.digits.count ? a.digits[i] : 0) + (i < b.digits.count ? b.digits[i] : 0)
      digits.append(sum % base)
      carry = sum / base
    }
    return BigInteger(digits: digits + [carry], isNegative: a.isNegative)
  }

  static func - (a: BigInteger, b: BigInteger) -> BigInteger { a + -b }

  static func * (a: BigInteger, b: BigInteger) -> BigInteger {
    var digits = [UInt32](repeating: 0, count: a.digits.count + b.digits.count + 1)
    for i in a.digits.indices {
      var carry: UInt64 = 0
      for j in b.digits.indices {
        let sum = UInt64(a.digits[i]) * UInt64(b.digits[j]) + UInt64(digits[i + j]) + carry
        digits[i + j] = UInt32(sum % UInt64(base))
        carry = sum / UInt64(base)
      }
      digits[i + b.digits.count] += UInt32(carry)
    }
    return BigInteger(digits: digits, isNegative: a.isNegative != b.isNegative)
  }

  /// The largest integer that is not greater than the quotient, bit by bit; the divisor is positive.
  func dividedRoundingDown(by divisor: BigInteger) -> BigInteger {
    if isNegative {
      // floor(-n / d) = -ceil(n / d)
      return -(magnitude + divisor - BigInteger(1)).dividedRoundingDown(by: divisor)
    }
    var (rest, quotient) = (self, BigInteger(0))
    for power in stride(from: digits.count * 16, through: 0, by: -1) {
      let part = BigInteger(powerOfTwo: power)
      guard part * divisor <= rest else { continue }
      rest = rest - part * divisor
      quotient = quotient + part
    }
    return quotient
  }

  private static func order(_ a: [UInt32], _ b: [UInt32]) -> Int {
    if a.count != b.count { return a.count < b.count ? -1 : 1 }
    for (x, y) in zip(a.reversed(), b.reversed()) where x != y { return x < y ? -1 : 1 }
    return 0
  }

  static func < (a: BigInteger, b: BigInteger) -> Bool {
    if a.isNegative != b.isNegative { return a.isNegative }
    return a.isNegative ? order(a.digits, b.digits) > 0 : order(a.digits, b.digits) < 0
  }

  var description: String {
    (isNegative ? "-" : "") + digits.reversed().map { String($0, radix: 16) }.joined(separator: ".")
  }
}

/// A fraction of integers without bounds; the denominator is positive.
struct BigFraction {
  var numerator: BigInteger
  var denominator: BigInteger

  init(_ numerator: BigInteger, _ denominator: BigInteger) {
    (self.numerator, self.denominator) =
      denominator < BigInteger(0)
      ? (-numerator, -denominator) : (numerator, denominator)
  }

  /// Exactly a finite floating-point number, scaled until it is whole.
  init(_ number: Double) {
    guard number != 0 else {
      self = BigFraction(BigInteger(0), BigInteger(1))
      return
    }
    let exponent = Int(number.exponent) - 60
    let integer = BigInteger(Int64(Double(sign: .plus, exponent: -exponent, significand: number)))
    self =
      exponent < 0
      ? BigFraction(integer, BigInteger(powerOfTwo: -exponent))
      : BigFraction(integer * BigInteger(powerOfTwo: exponent), BigInteger(1))
  }

  static func + (a: BigFraction, b: BigFraction) -> BigFraction {
    BigFraction(a.numerator * b.denominator + b.numerator * a.denominator, a.denominator * b.denominator)
  }

  static func - (a: BigFraction, b: BigFraction) -> BigFraction {
    a + BigFraction(-b.numerator, b.denominator)
  }

  static func * (a: BigFraction, b: BigFraction) -> BigFraction {
    BigFraction(a.numerator * b.numerator, a.denominator * b.denominator)
  }

  static func / (a: BigFraction, b: BigFraction) -> BigFraction {
    BigFraction(a.numerator * b.denominator, a.denominator * b.numerator)
  }

  static func == (a: BigFraction, b: BigFraction) -> Bool {
    a.numerator * b.denominator == b.numerator * a.denominator
  }

  static func < (a: BigFraction, b: BigFraction) -> Bool {
    a.numerator * b.denominator < b.numerator * a.denominator
  }

  var floor: BigInteger { numerator.dividedRoundingDown(by: denominator) }
  var ceiling: BigInteger { -(-numerator).dividedRoundingDown(by: denominator) }

  /// To the nearer integer, from the middle away from 0.
  var nearest: BigInteger {
    let half = BigFraction(BigInteger(1), BigInteger(2))
    return numerator < BigInteger(0) ? (self - half).ceiling : (self + half).floor
  }
}
