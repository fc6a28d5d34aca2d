/// The keys of the files, each with the section that it stands in.
extension PolicyFile {
    /// A key and its section; no key is in two sections of one kind of file.
    package struct Key: Equatable, Sendable {
        package let name: String
        package let section: String
    }

    /// Those of `cellgated.conf`, in the order of the documentation.
    package static let settingsKeys = keys(of: ConfigurationDraft.schema)
    /// Those of an app's file, in the order of the documentation.
    package static let appKeys = keys(of: AppDraft.schema)

    private static func keys<Draft>(of schema: FileSchema<Draft>) -> [Key] {
        schema.sections.flatMap { section in
            section.keys.map { Key(name: $0.name, section: section.name) }
        }
    }
}
