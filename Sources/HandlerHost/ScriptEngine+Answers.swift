internal import ControlKit
internal import LuaRuntime

extension ScriptEngine {
  var objectAnswers: LuaObjectAnswers {
    unsafe LuaObjectAnswers(
      proxy: { unsafe ask($1, or: 0) { $0.proxyAddress } },
      setProxy: { _, object, address in
        unsafe ask(object, or: ()) { $0.proxyAddress = address }
      },
      ownedObjectsChanged: {
        unsafe ask($1, or: false) { object in
          guard object.ownedObjectsChanged else { return false }
          object.ownedObjectsChanged = false
          return true
        }
      },
      owner: {
        unsafe ask($1, or: nil) { object in
          unsafe object.owningObject.map { unsafe Unmanaged.passUnretained($0).toOpaque() }
        }
      },
      isRegistered: {
        unsafe ask($1, or: false) { unsafe unsafeDowncast($0, to: RemovableTarget.self).isAlive }
      },
      send: { _, object, key in
        guard let events = EventNames.mask(Int(key)) else { return false }
        return unsafe ask(object, or: false) { $0.sendNamed(events) }
      })
  }
}

/// Asks an object that Lua knows; without one the answer is given.
@inline(__always)
private func ask<Answer>(
  _ object: UnsafeMutableRawPointer?, or none: Answer, _ question: (KitObject) -> Answer
) -> Answer {
  guard let object = unsafe object else { return none }
  return unsafe Unmanaged<KitObject>.fromOpaque(object)._withUnsafeGuaranteedRef(question)
}
