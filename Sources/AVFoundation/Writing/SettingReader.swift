#if Media
  import Foundation

  /// Settings that cannot be used, in words.
  struct SettingProblem: Error {
    let reason: String
  }

  /// Reads a dictionary of settings, key by key; what no one asked for is not known.
  struct SettingReader {
    private let values: [String: Any]
    private let name: String
    private var asked: Set<String> = []

    /// - Parameters:
    ///   - values: The settings.
    ///   - name: What they are settings of, in errors.
    init(_ values: [String: Any], _ name: String) { (self.values, self.name) = (values, name) }

    private mutating func value(_ key: String) -> Any? {
      asked.insert(key)
      return values[key]
    }

    /// Takes a key without a look at its value.
    mutating func accept(_ key: String) { asked.insert(key) }

    /// A number within a range; nil without the key.
    mutating func number(_ key: String, _ range: ClosedRange<Double>) throws(SettingProblem) -> Double? {
      guard let value = value(key) else { return nil }
      guard let number = (value as? NSNumber)?.doubleValue, range.contains(number) else {
        throw problem(
          key,
          "is \(value), and must be a number from \(range.lowerBound) to \(range.upperBound)"
        )
      }
      return number
    }

    /// A whole number within a range; nil without the key.
    mutating func integer(_ key: String, _ range: ClosedRange<Int>) throws(SettingProblem) -> Int? {
      let bounds = Double(range.lowerBound)...Double(range.upperBound)
      return try number(key, bounds).map { Int($0) }
    }

    mutating func flag(_ key: String) throws(SettingProblem) -> Bool? {
      try number(key, 0...1).map { $0 != 0 }
    }

    /// A word, or a constant that has one; nil without the key.
    mutating func word(_ key: String) throws(SettingProblem) -> String? {
      guard let value = value(key) else { return nil }
      if let codec = value as? AVVideoCodecType { return codec.rawValue }
      guard let word = value as? String ?? (value as? NSString).map({ $0 as String }) else {
        throw problem(key, "is \(value), and must be a word")
      }
      return word
    }

    /// One of several words; nil without the key.
    mutating func choice<Choice>(_ key: String, _ choices: [String: Choice]) throws(SettingProblem) -> Choice?
    {
      guard let word = try word(key) else { return nil }
      guard let choice = choices[word] else {
        throw problem(key, "is \(word), and must be one of \(choices.keys.sorted().joined(separator: ", "))")
      }
      return choice
    }

    /// Settings within the settings; nil without the key.
    mutating func settings(_ key: String) throws(SettingProblem) -> [String: Any]? {
      guard let value = value(key) else { return nil }
      guard let settings = value as? [String: Any] else { throw problem(key, "must be a dictionary") }
      return settings
    }

    /// Throws if there is a key that no one asked for.
    func checkAllAsked() throws(SettingProblem) {
      guard let key = values.keys.sorted().first(where: { !asked.contains($0) }) else { return }
      throw problem(key, "is not known here")
    }

    func problem(_ key: String, _ reason: String) -> SettingProblem {
      SettingProblem(reason: "\(name): \(key) \(reason)")
    }
  }
#endif
