internal import CLuaShim

/// One thing that keeps an object alive.
package struct LuaHolder {
  package enum Source {
    /// References beside the runtime's own.
    case swift(Int)
    /// An object that owns it, as a view does its subviews.
    case owner(AnyObject)
    /// What is in a slot of an object, or at the root.
    case slot(LuaSlot, AnyObject?)
    /// A waiting handler in a slot.
    case waiter(LuaSlot, AnyObject?)
    /// The script's own table on an object.
    case data(AnyObject)
    /// A global or module by its name.
    case global(String)
    /// Code that is running.
    case code
  }

  package var object: AnyObject
  package var source: Source

  init?(_ raw: hh_holder) {
    guard let object = raw.object else { return nil }
    self.object = Unmanaged.fromOpaque(object).takeUnretainedValue()
    let owner = raw.owner.map { Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue() }
    let slot = LuaSlot(raw: raw.slot)
    var name = raw.name
    let text = withUnsafeBytes(of: &name) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    switch (UInt32(bitPattern: raw.kind), owner) {
    case (HH_HELD_BY_SWIFT.rawValue, _): source = .swift(Int(raw.slot))
    case (HH_HELD_BY_OWNER.rawValue, let owner?): source = .owner(owner)
    case (HH_HELD_BY_SLOT.rawValue, _): source = .slot(slot, owner)
    case (HH_HELD_BY_WAITER.rawValue, _): source = .waiter(slot, owner)
    case (HH_HELD_BY_DATA.rawValue, let owner?): source = .data(owner)
    case (HH_HELD_BY_GLOBAL.rawValue, _): source = .global(text)
    default: source = .code
    }
  }
}

@available(*, unavailable)
extension LuaHolder: Sendable {}
