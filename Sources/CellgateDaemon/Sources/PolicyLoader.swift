package import CellgateCore
internal import CellgatePolicyFile
internal import Posix

/// Reads the configuration files from where they live.
package struct PolicyLoader {
    private let roots: [(root: ConfigurationRoot, directory: String)]
    /// A directory that was named and so has to be there; nil where the usual ones are read.
    private let required: String?

    /// - Parameter directory: Stands for all roots, as an administrator's; nil for the usual ones.
    package init(directory: String?) {
        // Without slashes at the end, which no path below it needs.
        let directory = directory.map { path in
            let stem = path.trimmingSlashes
            return stem.isEmpty ? "/" : stem
        }
        required = directory
        roots =
            if let directory {
                [(.administrator, directory)]
            } else {
                ConfigurationRoot.allCases.map { ($0, $0.standardDirectory) }
            }
    }

    /// Reads all files, whatever is wrong with one; what is wrong is among the diagnostics.
    package func read() -> PolicyReading {
        if let required, !Directory.exists(path: required) {
            return PolicyReading(
                configuration: nil, table: PolicyTable(),
                diagnostics: [
                    Diagnostic(
                        severity: .error, file: required, line: nil,
                        message: "there is no such directory")
                ])
        }
        return PolicyFile.read(roots.flatMap { files(of: $0.root, in: $0.directory) })
    }

    /// The folders that hold the files or may come to hold them, and of each the names that count,
    /// as they are now.
    ///
    /// A folder that is there tells itself when it goes; the one above, where others are at home, is
    /// watched only for a link that may lead elsewhere.
    var folders: [String: FolderWatches.Names] {
        var folders: [String: FolderWatches.Names] = [:]
        for (_, directory) in roots {
            if SymbolicLink.isLink(directory) {
                let (parent, name) = directory.splitAtLastSlash
                folders[parent] = (folders[parent] ?? .some([])).with(name)
            }
            folders[directory] = .some([
                SourceFile.configurationName, SourceFile.dropInFolderName, SourceFile.appFolderName,
            ])
            folders[directory + "/" + SourceFile.dropInFolderName] = .all
            folders[directory + "/" + SourceFile.appFolderName] = .all
        }
        return folders
    }

    private func files(of root: ConfigurationRoot, in directory: String) -> [SourceFile] {
        var files: [SourceFile] = []
        func add(_ relativeName: String, _ contents: SourceFile.Contents) {
            let file = SourceFile(
                root: root, directory: directory, relativeName: Array(relativeName.utf8),
                contents: contents)
            if let file { files.append(file) }
        }
        func read(_ relativeName: String) {
            do throws(SystemError) {
                add(relativeName, .bytes(try TextFile.read(path: directory + "/" + relativeName)))
            } catch {
                add(relativeName, .unreadable(error.reason))
            }
        }
        // One that cannot be looked at cannot be read either, which is then told.
        let configuration = directory + "/" + SourceFile.configurationName
        if (try? Directory.entryExists(path: configuration)) ?? true {
            read(SourceFile.configurationName)
        }
        for folder in [SourceFile.dropInFolderName, SourceFile.appFolderName] {
            do throws(SystemError) {
                for name in try Directory.names(path: directory + "/" + folder)
                where Self.mayBeConfiguration(name) {
                    read(folder + "/" + name)
                }
            } catch {
                add(folder, .unreadable(error.reason))
            }
        }
        return files
    }

    /// Whether a name ends in `.conf` and is not hidden; bytewise, as the reader has it.
    private static func mayBeConfiguration(_ name: String) -> Bool {
        name.utf8.suffix(5).elementsEqual(".conf".utf8) && name.utf8.first != UInt8(ascii: ".")
    }
}

extension String {
    /// Without the slashes at its end.
    fileprivate var trimmingSlashes: String {
        String(decoding: utf8.reversed().drop { $0 == UInt8(ascii: "/") }.reversed(), as: UTF8.self)
    }
}
