internal import ControlKit
internal import LuaRuntime

extension ScriptEngine: HandlerBatcher {
  func run(_ batch: inout HandlerBatch, in send: inout EventSend) throws {
    let owner = LuaObject(send.sender)
    let isDone = unsafe withUnsafeMutablePointer(to: &batch) { batch in
      let slot = LuaSlot(number: unsafe batch.pointee.slot)
      return unsafe state.runPlainly(owner, slot, batch) { context in
        // The batch of this call: nothing else is given to it.
        unsafe context?.assumingMemoryBound(to: HandlerBatch.self).pointee.next() ?? -1
      }
    }
    if isDone { return }
    batch.note(in: &send)
    try finish(batch.token, batch.fired, in: &send)
  }

  var plainRunner: PlainRunner {
    unsafe PlainRunner(
      context: Unmanaged.passUnretained(state).toOpaque(), run: LuaState.plainRunner)
  }

  var eventRunner: PlainRunner {
    unsafe PlainRunner(
      context: Unmanaged.passUnretained(self).toOpaque(),
      run: { engine, sender, slot, fired, send in
        unsafe Unmanaged<ScriptEngine>.fromOpaque(engine)._withUnsafeGuaranteedRef {
          unsafe $0.run(
            slot, of: sender, fired, in: &send.assumingMemoryBound(to: EventSend.self).pointee)
        }
      })
  }

  @inline(__always)
  private func run(
    _ slot: Int32, of sender: UnsafeRawPointer, _ fired: UInt32, in send: inout EventSend
  ) -> Bool {
    var event = event(fired, in: &send, isGesture: false)
    let isDone = unsafe state.runPlainly(sender, slot, &event)
    if event.isStopped { send.stopImmediatePropagation() }
    return isDone
  }

  func finish(_ token: RemovableTarget, _ fired: UInt32, in send: inout EventSend) throws {
    try (token.handler as? LuaHandler)?.finish(state.plainOutcome(), fired, send)
  }
}
