/// What the user did to a text, so that it can be undone and done again.
///
/// Characters typed one after the other are one step up to the end of a word, and so are those
/// deleted one after the other. Places are counted in bytes: unlike characters they stay when what
/// is put in joins its neighbours, as an accent does.
struct EditHistory {
  /// One step.
  struct Edit {
    /// Where it begins, in bytes of UTF-8.
    var offset: Int
    /// What was there before.
    var removed: String
    /// What is there now.
    var inserted: String
    /// The selection before it, from anchor to head.
    var selection: (anchor: Int, head: Int)

    /// The same backwards.
    var inverse: Edit {
      Edit(offset: offset, removed: inserted, inserted: removed, selection: selection)
    }
  }

  /// How an edit came about: edits of one kind in a row may be one step.
  enum Kind {
    case typing, deleting, other
  }

  /// How many steps are kept.
  static let limit = 200

  private(set) var undoable: [Edit] = []
  private(set) var redoable: [Edit] = []
  /// What the last step goes on with; `nil` when the next edit is a step of its own.
  private var open: Kind?
  /// Counts the changes, so that whoever asks somebody notices what happened meanwhile.
  private(set) var changes = 0

  /// Forgets everything.
  mutating func clear() {
    self = EditHistory(changes: changes + 1)
  }

  private init(changes: Int) {
    self.changes = changes
  }

  init() {}

  /// Ends a step, as when the caret was moved.
  mutating func endStep() {
    open = nil
  }

  /// Adds what the user did.
  mutating func add(_ edit: Edit, _ kind: Kind) {
    changes += 1
    redoable = []
    if let open, open == kind, let last = undoable.last, let joined = last.joined(edit, kind) {
      undoable[undoable.count - 1] = joined
      return
    }
    undoable.append(edit)
    if undoable.count > EditHistory.limit { undoable.removeFirst() }
    open = kind == .other ? nil : kind
  }

  /// Moves the last step over to those that can be done again.
  mutating func didUndo() {
    changes += 1
    open = nil
    redoable += undoable.popLast().map { [$0] } ?? []
  }

  /// Moves a step that was done again back.
  mutating func didRedo() {
    changes += 1
    open = nil
    undoable += redoable.popLast().map { [$0] } ?? []
  }
}

extension EditHistory.Edit {
  /// This step and one that goes on with it; `nil` when that one is a step of its own.
  fileprivate func joined(_ next: Self, _ kind: EditHistory.Kind) -> Self? {
    var joined = self
    switch kind {
    case .typing:
      guard next.removed.isEmpty, next.offset == offset + inserted.utf8.count,
        let last = inserted.last, let first = next.inserted.first,
        !first.isNewline, first.isWhitespace || !last.isWhitespace
      else { return nil }
      joined.inserted += next.inserted
    case .deleting:
      guard inserted.isEmpty, next.inserted.isEmpty else { return nil }
      if next.offset + next.removed.utf8.count == offset {
        joined.offset = next.offset
        joined.removed = next.removed + removed
      } else if next.offset == offset {
        joined.removed += next.removed
      } else {
        return nil
      }
    case .other: return nil
    }
    return joined
  }
}
