import Foundation

extension CIFilter {
  /// Returns the names of the filters in a category, in alphabetical order; all names for nil.
  public class func filterNames(inCategory category: String?) -> [String] {
    filterNames(inCategories: category.map { [$0] })
  }

  /// Returns the names of the filters that are in all of the categories, in alphabetical order; all names for nil.
  public class func filterNames(inCategories categories: [String]?) -> [String] {
    let wanted = Set(categories ?? [])
    return FilterRegistry.rows.filter { wanted.isSubset(of: $0.group.categories) }.map(\.name).sorted()
  }

  /// Returns the name of a filter for people; nil if there is none.
  public class func localizedName(forFilterName filterName: String) -> String? {
    FilterRegistry.byName[filterName]?.displayName
  }

  /// Returns the name of a category for people.
  public class func localizedName(forCategory category: String) -> String {
    let word = category.hasPrefix("CICategory") ? String(category.dropFirst("CICategory".count)) : category
    return FilterInput(key: "input" + word, value: .image).displayName
  }
}
