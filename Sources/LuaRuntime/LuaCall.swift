internal import CLuaShim

/// One call from Lua into Swift. It is valid until the callback that got it returns.
@safe
package struct LuaCall {
  let raw: OpaquePointer

  /// The kinds of values.
  package enum Kind {
    case none
    case null
    case boolean
    case number
    case string
    case table
    case function
    case object
    case other
  }

  // MARK: - Arguments

  /// How many arguments there are, self not counted.
  package var count: Int { Int(hh_arg_count(raw)) }

  /// What argument `index`, counted from 1, is.
  package func kind(_ index: Int) -> Kind {
    switch UInt32(bitPattern: hh_arg_type(raw, Int32(index))) {
    case HH_NONE.rawValue: .none
    case HH_NIL.rawValue: .null
    case HH_BOOLEAN.rawValue: .boolean
    case HH_NUMBER.rawValue: .number
    case HH_STRING.rawValue: .string
    case HH_TABLE.rawValue: .table
    case HH_FUNCTION.rawValue: .function
    case HH_OBJECT.rawValue: .object
    default: .other
    }
  }

  /// What a person calls the kind of an argument: a class name for an object.
  package func kindName(_ index: Int) -> String {
    String(cString: hh_arg_type_name(raw, Int32(index)))
  }

  /// What messages call an argument that is an object which was destroyed.
  package func destroyedName(_ index: Int) -> String? {
    hh_arg_destroyed(raw, Int32(index)).map { String(cString: $0) }
  }

  /// Whether an argument is left out or nil.
  package func isMissing(_ index: Int) -> Bool {
    let kind = kind(index)
    return kind == .none || kind == .null
  }

  package func boolean(_ index: Int) -> Bool { hh_arg_boolean(raw, Int32(index)) }
  package func number(_ index: Int) -> Double { hh_arg_number(raw, Int32(index)) }

  /// An integer, or a float equal to one.
  package func integer(_ index: Int) -> Int? {
    var value: Int64 = 0
    return hh_arg_integer(raw, Int32(index), &value) ? Int(value) : nil
  }

  /// The text of a string or number; `nil` when it is neither, or no valid UTF-8.
  package func string(_ index: Int) -> String? {
    var length = 0
    guard let bytes = hh_arg_string(raw, Int32(index), &length) else { return nil }
    return bytes.withMemoryRebound(to: UInt8.self, capacity: length) {
      String(validating: UnsafeBufferPointer(start: $0, count: length), as: UTF8.self)
    }
  }

  /// The object behind an argument.
  package func object(_ index: Int) -> AnyObject? {
    hh_arg_object(raw, Int32(index)).map {
      Unmanaged<AnyObject>.fromOpaque($0).takeUnretainedValue()
    }
  }

  /// How many items a table has.
  package func length(_ index: Int) -> Int { Int(hh_arg_length(raw, Int32(index))) }

  /// Reads a field of a table as a further argument.
  ///
  /// - Parameters:
  ///   - key: The number of the field's name, as given when the world was opened.
  ///   - index: The table.
  ///   - body: Gets the further argument's index, which ends with it.
  /// - Returns: What the body returns.
  /// - Throws: What the body throws.
  package func field<Result, Failure>(
    _ key: Int, of index: Int, _ body: (Int) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let pushed = Int(hh_push_field(raw, Int32(index), Int32(key)))
    defer { if pushed > 0 { hh_pop_pushed(raw, Int32(pushed)) } }
    return try body(pushed)
  }

  /// The number of the key, given when the world was opened, whose name a string argument is.
  @inline(__always)
  package func key(_ index: Int) -> Int? {
    let key = hh_arg_key(raw, Int32(index))
    return key < 0 ? nil : Int(key)
  }

  /// Reads an item of a table as a further argument.
  package func item<Result, Failure>(
    _ number: Int, of index: Int, _ body: (Int) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let pushed = Int(hh_push_item(raw, Int32(index), Int64(number)))
    defer { if pushed > 0 { hh_pop_pushed(raw, Int32(pushed)) } }
    return try body(pushed)
  }

  /// Visits a table's entries as further arguments: the key, and after it the value.
  package func entries<Failure>(
    of index: Int, _ body: (_ key: Int, _ value: Int) throws(Failure) -> Void
  ) throws(Failure) {
    var key: Int32 = 0
    var first: Int32 = 0
    while hh_next(raw, Int32(index), &key) {
      if first == 0 { first = key }
      try body(Int(key), Int(key) + 1)
    }
  }

  /// Where the runtime keeps the argument or coroutine of this call.
  package var slot: LuaSlot? {
    let slot = hh_call_slot(raw)
    return slot >= 0 ? LuaSlot(raw: slot) : nil
  }

  /// The calling handler, for a method that waits.
  package var task: LuaTask? { hh_call_task(raw).map { LuaTask(raw: $0) } }

  /// Keeps the calling handler on a further object that may wake it.
  ///
  /// - Returns: Where, or `nil` when memory runs out. Finalizers of the script may have run.
  package func keepTask(on object: AnyObject) -> LuaSlot? {
    let slot = hh_call_keep_task(raw, Unmanaged.passUnretained(object).toOpaque())
    return slot >= 0 ? LuaSlot(raw: slot) : nil
  }

  /// Makes the table in which the calling handler collects events.
  ///
  /// - Returns: `false` when memory runs out.
  package func collect(count: Int) -> Bool { hh_call_collect(raw, Int32(count)) }

  /// Whether an argument is the value in a slot of an object.
  package func isSame(_ index: Int, as slot: LuaSlot, of object: LuaObject) -> Bool {
    hh_call_is_same(raw, Int32(index), object.raw, slot.raw)
  }

  /// How many parameters a function takes, or `nil` for any number.
  package func parameterCount(_ index: Int) -> Int? {
    let count = Int(hh_arg_parameters(raw, Int32(index)))
    return count < 0 ? nil : count
  }

  /// The script's file and line that made this call.
  package var location: (file: String, line: Int)? {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
      guard let start = buffer.baseAddress else { return nil }
      let line = hh_call_line(raw, start, buffer.count)
      return line > 0 ? (String(cString: start), Int(line)) : nil
    }
  }

  // MARK: - Results

  package func giveNil() { hh_give_nil(raw) }
  package func give(_ value: Bool) { hh_give_boolean(raw, value) }
  package func give(_ value: Int) { hh_give_integer(raw, Int64(value)) }
  package func give(_ value: Double) { hh_give_number(raw, value) }

  package func give(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { hh_give_string(raw, $0.baseAddress, $0.count) }
    }
  }

  package func give(_ object: AnyObject) {
    hh_give_object(raw, Unmanaged.passRetained(object).toOpaque())
  }

  /// Gives the token of a registration, which must not have been given before. Nothing that it refers to
  /// may be known to scripts: a token takes no part in the collection of cycles.
  package func give(token registration: AnyObject) {
    hh_give_token(raw, Unmanaged.passRetained(registration).toOpaque())
  }

  /// Gives the value in a slot of self.
  package func give(_ slot: LuaSlot) { hh_give_slot(raw, slot.raw) }

  /// Gives a table. Values without a key are its items.
  package func giveTable(_ body: () -> Void) {
    hh_begin_table(raw)
    body()
    hh_end_table(raw)
  }

  /// Names the next value inside a table.
  package func key(_ name: StaticString) {
    hh_give_key(raw, UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self))
  }
}

@available(*, unavailable)
extension LuaCall: Sendable {}
