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

  func finish(_ token: RemovableTarget, _ fired: UInt32, in send: inout EventSend) throws {
    try (token.handler as? LuaHandler)?.finish(state.plainOutcome(), fired, send)
  }
}
