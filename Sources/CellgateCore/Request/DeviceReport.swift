/// Everything that is told of the device as a whole.
package struct DeviceReport: Equatable, Sendable {
    package let path: NetworkPath
    package let profile: Profile
    package let radio: CellularRadio
    /// The evaluation that this tells of.
    package let generation: UInt64
    /// How many apps stand in each way; those that none stands in are left out.
    package let apps: [Availability: Int]
    /// Since when the path is as it is, and what caused that.
    package let standing: AppReport.Standing
    package let statistics: Statistics
    /// Whether the configuration files had errors when they were last read.
    package let hasErrorsInFiles: Bool
    /// What apps ask for when they probe the network.
    package var networkProbeURL = FirstUseConfiguration().networkProbeURL
    /// What is simulated, as the words of steps; none where nothing is.
    package var simulation: [String] = []
    /// The program that opens the settings, and its arguments; empty for none.
    package let settingsCommand: [String]

    package init(
        path: NetworkPath, profile: Profile, radio: CellularRadio, generation: UInt64,
        apps: [Availability: Int], standing: AppReport.Standing, statistics: Statistics,
        hasErrorsInFiles: Bool, settingsCommand: [String]
    ) {
        self.path = path
        self.profile = profile
        self.radio = radio
        self.generation = generation
        self.apps = apps
        self.standing = standing
        self.statistics = statistics
        self.hasErrorsInFiles = hasErrorsInFiles
        self.settingsCommand = settingsCommand
    }
}

/// What the engine counts from its start on, and how many there are now.
package struct Statistics: Equatable, Sendable {
    private var counts: [Counter: UInt64] = [:]

    package init() {}

    package subscript(_ counter: Counter) -> UInt64 { counts[counter] ?? 0 }

    mutating func count(_ counter: Counter, _ more: Int = 1) {
        counts[counter, default: 0] &+= UInt64(clamping: more)
    }

    /// Notes how many there are now.
    mutating func set(_ counter: Counter, to count: Int) {
        counts[counter] = UInt64(clamping: count)
    }

    /// Everything that is counted; the raw values are the keys on D-Bus.
    package enum Counter: String, CaseIterable, Sendable {
        /// Evaluations of the path and all apps.
        case evaluations
        /// Entries handed to the readers.
        case entries
        /// Entries that a reader did not take.
        case entriesLost
        /// Changes that were undone before they were published.
        case changesMerged
        /// Times that the kernel's queue overflowed.
        case overruns
        /// Dumps of links and addresses.
        case dumps
        /// Messages of the kernel that could not be decoded.
        case undecodableMessages
        /// Requests that were answered, refusals included.
        case requests
        /// Requests that were refused.
        case refusals
        /// Changes told to subscribers.
        case signals
        /// Times that records were stored.
        case recordWrites
        /// Times that records could not be stored.
        case recordWriteFailures
        /// Questions to the user about an app.
        case prompts
        /// Probes that found the permission granted.
        case probesGranted
        /// Probes that found it denied.
        case probesDenied
        /// Probes that came to no result.
        case probesUndetermined
        /// Times that advice was shown.
        case guidanceShown
        /// Shown advice that led to the settings.
        case guidanceClicked
        /// Advice that led to the settings, and there to mobile data being allowed.
        case guidanceResolved
        /// Agents that there are now.
        case agents
        /// Questions to the user that wait for an answer now.
        case openPrompts

        /// Whether it is how many there are now, which may fall, and no count since the start.
        package var isGauge: Bool { self == .agents || self == .openPrompts }

        /// What it counts, in a sentence.
        package var summary: String {
            switch self {
            case .evaluations: "Evaluations of the path and all apps."
            case .entries: "Entries handed to the readers."
            case .entriesLost: "Entries that a reader did not take."
            case .changesMerged: "Changes that were undone before they were published."
            case .overruns: "Times that the kernel's queue overflowed."
            case .dumps: "Dumps of links and addresses."
            case .undecodableMessages: "Messages of the kernel that could not be decoded."
            case .requests: "Requests that were answered, refusals included."
            case .refusals: "Requests that were refused."
            case .signals: "Changes told to subscribers."
            case .recordWrites: "Times that records were stored."
            case .recordWriteFailures: "Times that records could not be stored."
            case .prompts: "Questions to the user about an app."
            case .probesGranted: "Probes that found the permission granted."
            case .probesDenied: "Probes that found the permission denied."
            case .probesUndetermined: "Probes that came to no result."
            case .guidanceShown: "Times that advice was shown."
            case .guidanceClicked: "Shown advice that led to the settings."
            case .guidanceResolved: "Advice after which mobile data was allowed in the settings."
            case .agents: "Agents that are registered now."
            case .openPrompts: "Questions to the user that wait for an answer now."
            }
        }
    }
}
