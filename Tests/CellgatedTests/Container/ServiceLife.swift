import CellgateCore
import TestSupport
import Testing

/// What Tests/Container/service tells of the service on each system.
enum ServiceLife {
    /// The transcript; the script runs once, when it is first asked for.
    static func on(_ system: InstalledService.System) throws -> Transcript {
        switch system {
        case .debian12: try onDebian12.get()
        case .debian13: try onDebian13.get()
        }
    }

    /// What the README's recipe that holds a text found.
    static func recipe(
        _ text: String, on system: InstalledService.System
    ) throws -> Transcript.Part {
        let number = try #require(
            Readme().journalRecipes.firstIndex { $0.contains(text) }, "no recipe has \(text)")
        return try on(system).part("recipe \(number)")
    }

    /// The fields of an entry that the daemon wrote itself.
    static func own(_ entry: [String: String]) -> [String: String] {
        let names = Set(EntryField.allCases.map(\.rawValue))
        return entry.filter { names.contains($0.key) || $0.key.hasPrefix("CELLGATE_") }
    }

    /// What an entry tells of the state, without what tells of its publication.
    static func state(_ entry: [String: String]) -> [String: String] {
        own(entry).filter {
            !["CELLGATE_SEQ", "CELLGATE_GENERATION", "CELLGATE_CAUSE"].contains($0.key)
        }
    }

    private static let onDebian12 = Result { try run(on: .debian12) }
    private static let onDebian13 = Result { try run(on: .debian13) }

    private static func run(on system: InstalledService.System) throws -> Transcript {
        let recipes = try TemporaryDirectory()
        for (number, recipe) in try Readme().journalRecipes.enumerated() {
            try recipes.write(recipe + "\n", to: "\(number)")
        }
        return try InstalledService.run(
            "service \(recipes.path)", installs: system == .debian13, binds: [recipes.path],
            on: system)
    }
}
