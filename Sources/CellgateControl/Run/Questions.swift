internal import CellgateBusInterface
internal import CellgateCore
internal import Systemd

/// The verbs that ask once.
extension Question {
    /// `status`, `statistics`.
    static func device(
        json: @escaping (ManagerProperties) -> String,
        lines: @escaping (ManagerProperties, Screen) -> [String]
    ) -> Question {
        Question { session in
            session.readDevice { result in
                switch result {
                case .success(let device):
                    session.answer(json: json(device)) { lines(device, $0) }
                case .failure(let error): session.fail(error)
                }
            }
        }
    }

    /// `list`.
    static func list(hasLegend: Bool) -> Question {
        Question { session in
            session.demand(.request(.apps), \.apps) { apps in
                session.answer(json: JSONView.text(apps)) {
                    ListView.lines(apps, on: $0, hasLegend: hasLegend)
                }
            }
        }
    }

    /// `show`.
    static func show(_ reference: AppReference) -> Question {
        Question { session in
            session.findOrFail(reference) { app in
                session.answer(json: JSONView.text(app)) { AppView.lines(app, on: $0) }
            }
        }
    }

    /// `probe`: done where the permission is granted.
    static func probe(isDecision: Bool) -> Question {
        Question { session in
            session.demand(.request(isDecision ? .requestDecision : .probe), \.probe) { probe in
                session.write(json: JSONView.probe(probe)) { _ in [probe.result.rawValue] }
                session.finish(probe.result == .granted ? 0 : 1)
            }
        }
    }

    /// `why`.
    static func why(_ reference: AppReference) -> Question {
        Question { session in
            session.findOrFail(reference) { app in
                session.demand(.request(.explain(AppID(app.id))), \.explanation) { explanation in
                    session.answer(json: JSONView.text(explanation)) {
                        WhyView.lines(explanation, on: $0)
                    }
                }
            }
        }
    }

    /// - Parameter allowsNewApp: Whether a record may be made for an app that is not known.
    static func set(_ reference: AppReference, _ choice: Choice, allowsNewApp: Bool) -> Question {
        Question { session in
            session.find(reference, isKnown: !allowsNewApp) { result in
                let app: AppID
                switch result {
                case .success(let found): app = AppID(found.id)
                case .failure(let error) where allowsNewApp && error.name == ErrorName.unknownApp:
                    app = reference.id
                case .failure(let error):
                    session.fail(error)
                    return
                }
                session.demand(.request(.setChoice(app, choice)), \.done) {
                    session.answer(
                        json: JSONView.choice(choice, of: app), deed: "the choice is stored"
                    ) { _ in
                        ["\(ShownText.safe(app.rawValue)): \(choice.fileValue)"]
                    }
                }
            }
        }
    }

    /// `clear`: only of an app that is known.
    static func clear(_ reference: AppReference) -> Question {
        Question { session in
            session.findOrFail(reference, isKnown: true) { app in
                let id = AppID(app.id)
                session.demand(.request(.clearRecord(id)), \.done) {
                    session.answer(json: JSONView.cleared(id), deed: "the choice is forgotten") {
                        _ in
                        ["\(ShownText.safe(id.rawValue)): the user's choice is forgotten"]
                    }
                }
            }
        }
    }

    /// `refresh`.
    static func refresh() -> Question {
        Question { session in
            session.demand(.request(.refresh), \.done) {
                session.answer(json: JSONView.object([])) { _ in [] }
            }
        }
    }

    /// `classify-error`.
    static func classify(_ reference: AppReference, _ code: FailureCode) -> Question {
        Question { session in
            session.findOrFail(reference) { app in
                let id = AppID(app.id)
                session.demand(.request(.classify(id, code)), \.failure) { failure in
                    session.answer(json: JSONView.failureClass(failure, code, of: id)) { _ in
                        ["\(failure.rawValue): \(failure.sentence)"]
                    }
                }
            }
        }
    }

    /// `simulate`: an app may be named by its unit or a process, too.
    static func simulate(_ step: SimulationStep) -> Question {
        Question { session in
            guard let app = step.app else {
                session.simulate(step)
                return
            }
            session.find(AppReference(app)) { result in
                switch result {
                case .success(let found): session.simulate(step.about(AppID(found.id)))
                // Whether it has to be known is the daemon's to say.
                case .failure(let error) where error.name == ErrorName.unknownApp:
                    session.simulate(step)
                case .failure(let error): session.fail(error)
                }
            }
        }
    }
}

extension Session {
    fileprivate func simulate(_ step: SimulationStep) {
        demand(.request(.simulate(step)), \.done) { [unowned self] in
            answer(json: JSONView.step(step), deed: "the step is taken") { _ in
                let isEnd = step == .stop
                return [
                    isEnd ? "nothing is simulated" : "simulated: \(ShownText.safe(step.text))"
                ]
            }
        }
    }
}
