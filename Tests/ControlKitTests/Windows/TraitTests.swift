import ControlKit
import TestSupport
import Testing

/// The surroundings of an application, and who is told when they change.
@Suite struct TraitTests {
  private final class Listener: View {
    var log: EventLog?
    override func traitCollectionDidChange(_ previous: TraitCollection?) {
      log?.note("\(id ?? "?") \(traitCollection.userInterfaceStyle)")
    }
  }

  let log = EventLog()

  private func listener(_ id: String) -> Listener {
    let view = Listener().at(0, 0, 40, 16)
    view.id = id
    view.log = log
    return view
  }

  /// All views of shown windows are told, from the outside inward, then the registered closures; a
  /// value that is there already changes nothing.
  @Test func changesAreTold() {
    let outer = listener("outer")
    outer.addSubview(listener("inner"))
    let pilot = Pilot(outer)
    let application = pilot.application
    #expect(outer.traitCollection.userInterfaceStyle == .light)
    let registration = application.registerForTraitChanges { [log] application, previous in
      log.note("\(previous.userInterfaceStyle) to \(application.userInterfaceStyle)")
    }
    _ = application.takeChanges()

    application.send(InputEvent(.userInterfaceStyle(.dark), at: 0))
    application.userInterfaceStyle = .dark
    #expect(log.take() == ["outer dark", "inner dark", "light to dark"])
    #expect(application.needsDisplay)

    application.unregisterForTraitChanges(registration)
    application.unregisterForTraitChanges(registration)
    application.userInterfaceStyle = .light
    #expect(log.take() == ["outer light", "inner light"])
  }

  /// A closure that ends another one keeps it from running, also in the same change.
  @Test func registrationsEndAtOnce() {
    let application = Application()
    var second: TraitChangeRegistration?
    application.registerForTraitChanges { application, _ in
      if let second { application.unregisterForTraitChanges(second) }
      application.registerForTraitChanges { [log] _, _ in log.note("added") }
    }
    second = application.registerForTraitChanges { [log] _, _ in log.note("second") }

    application.userInterfaceStyle = .dark
    #expect(log.entries == [])
    application.userInterfaceStyle = .light
    #expect(log.entries == ["added"])
  }
}
