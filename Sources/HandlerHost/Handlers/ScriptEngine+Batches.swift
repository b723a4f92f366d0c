internal import ControlKit
internal import LuaRuntime

extension ScriptEngine: HandlerBatcher {
  func run(_ batch: inout HandlerBatch, in send: inout EventSend) throws {
    let owner = LuaObject(send.sender)
    let isDone = unsafe withUnsafeMutablePointer(to: &batch) { batch in
      let slot = LuaSlot(number: unsafe batch.pointee.slot)
      return unsafe state.runPlainly(owner, slot, batch) { context in
        // The batch of this call: nothing else is given to it.
        guard let batch = unsafe context?.assumingMemoryBound(to: HandlerBatch.self) else {
          return -1
        }
        let engine = unsafe unsafeDowncast(batch.pointee.batcher, to: ScriptEngine.self)
        return engine.state.isInert ? -1 : unsafe batch.pointee.next()
      }
    }
    if isDone { return }
    let outcome = state.plainOutcome()
    batch.note(in: &send)
    try (batch.token.handler as? LuaHandler)?.finish(outcome, batch.fired, send)
  }
}
