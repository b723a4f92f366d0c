import ControlKit
import TestSupport
import Testing

private final class Note: KitObject, AssociationCopying {
  var text: String
  init(_ text: String) { self.text = text }
  func copy() -> Note { Note(text) }
}

/// Looks at its owner's table as it ends.
private final class Curious {
  weak var owner: View?
  let log: EventLog
  init(_ owner: View, _ log: EventLog) {
    self.owner = owner
    self.log = log
  }
  deinit {
    let value: Curious? = owner?.associated(curiousKey)
    log.note(value == nil ? "sees nothing" : "sees another")
    owner?.setAssociated(1, for: AssociatedKey("count"))
  }
}

private let noteKey = AssociatedKey<Note>("test.note")
private let curiousKey = AssociatedKey<Curious>("test.curious")

/// Associated storage: a value with a policy, freed with its owner.
@Suite struct AssociatedStorageTests {
  /// Values come back by key; another name or another type is another key; nil removes.
  @Test func keys() {
    let view = View()
    view.setAssociated(1, for: AssociatedKey<Int>("a"))
    view.setAssociated("x", for: AssociatedKey<String>("a"))

    #expect(view.associated(AssociatedKey<Int>("a")) == 1)
    #expect(view.associated(AssociatedKey<String>("a")) == "x")
    #expect(view.associated(AssociatedKey<Int>("b")) == nil)

    view.setAssociated(2, for: AssociatedKey<Int>("a"))
    #expect(view.associated(AssociatedKey<Int>("a")) == 2)
    view.setAssociated(nil, for: AssociatedKey<Int>("a"))
    #expect(view.associated(AssociatedKey<Int>("a")) == nil)
    #expect(view.associated(AssociatedKey<String>("a")) == "x")
  }

  /// retain: kept as long as the owner, not longer.
  @Test func retain() {
    let check = LeakCheck()
    var view: View? = check.watch(View())
    view?.setAssociated(check.watch(Note("a")), for: noteKey)
    #expect(view?.associated(noteKey)?.text == "a")

    view = nil

    #expect(check.survivors == [])
  }

  /// assign: not kept; reading it after its end gives nil.
  @Test func assign() {
    let view = View()
    var note: Note? = Note("a")
    view.setAssociated(note, for: noteKey, policy: .assign)
    #expect(view.associated(noteKey) === note)

    note = nil

    #expect(view.associated(noteKey) == nil)
  }

  /// assign: a structure is stored.
  @Test func assignStructure() {
    let view = View()
    view.setAssociated([1, 2], for: AssociatedKey<[Int]>("list"), policy: .assign)

    #expect(view.associated(AssociatedKey<[Int]>("list")) == [1, 2])
  }

  /// copy: independent of the original from then on.
  @Test func copy() {
    let view = View()
    let note = Note("before")
    view.setAssociated(note, for: noteKey, policy: .copy)

    note.text = "after"

    #expect(view.associated(noteKey)?.text == "before")
    #expect(view.associated(noteKey) !== note)
  }

  /// copy of a class without `copy()` is a programmer error.
  @Test func copyWithoutCopy() async {
    await #expect(processExitsWith: .failure) {
      View().setAssociated(View(), for: AssociatedKey("view"), policy: .copy)
    }
  }

  /// A value may look at the table, and change it, while it ends: replaced, removed or with the owner.
  @Test func valueLooksAtTheTableAsItEnds() {
    let log = EventLog()
    let view = View()

    view.setAssociated(Curious(view, log), for: curiousKey)
    view.setAssociated(Curious(view, log), for: curiousKey)
    #expect(log.take() == ["sees another"])

    view.setAssociated(nil, for: curiousKey)
    #expect(log.take() == ["sees nothing"])
    #expect(view.associated(AssociatedKey<Int>("count")) == 1)
  }

  /// The script bridge is told what is owned, and that it changed.
  @Test func ownedObjectsAreReported() {
    let view = View()
    let note = Note("a")
    let child = View()
    view.ownedObjectsChanged = false
    view.setAssociated(note, for: noteKey)
    #expect(view.ownedObjectsChanged)
    view.addSubview(child)
    let recognizer = TapGestureRecognizer()
    view.addGestureRecognizer(recognizer)

    var owned: Set<KitObject> = []
    view.visitOwned { owned.insert($0) }

    #expect(owned == [note, child, recognizer])
  }
}
