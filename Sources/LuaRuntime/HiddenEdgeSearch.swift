internal import CLuaShim

/// Finds objects without a proxy through which an object with one owns another with one.
struct HiddenEdgeSearch {
  private struct Node {
    var object: AnyObject
    /// Those that own it and have no proxy either, as places in the list.
    var owners: [Int] = []
    var leadsToProxy = false
  }

  private let bridge: any LuaBridge
  private let answers: LuaObjectAnswers
  private let state: OpaquePointer?
  private var nodes: [Node] = []
  private var places: [ObjectIdentifier: Int] = [:]
  private var open: [Int] = []
  /// Places that are known to lead to a proxy.
  private var leading: [Int] = []
  /// How many references it has followed.
  private(set) var visitCount = 0

  init(bridge: any LuaBridge, state: OpaquePointer?) {
    self.bridge = bridge
    answers = bridge.objectAnswers
    self.state = state
  }

  /// Walks on from an object with a proxy.
  mutating func visit(ownedBy object: AnyObject) {
    note(ownedBy: object, at: nil)
    while let place = open.popLast() { note(ownedBy: nodes[place].object, at: place) }
  }

  private mutating func note(ownedBy object: AnyObject, at place: Int?) {
    // An object must not be changed by the closure that it calls.
    var owned: [AnyObject] = []
    bridge.visitOwned(by: object) { owned.append($0) }
    visitCount += 1 + owned.count
    for next in owned {
      let proxy = answers.proxy(of: next)
      if proxy != 0 {
        if let place, hh_is_proxy_of(state, proxy) { mark(place) }
        continue
      }
      let known = places[ObjectIdentifier(next)]
      let at = known ?? nodes.count
      if known == nil {
        nodes.append(Node(object: next))
        places[ObjectIdentifier(next)] = at
        open.append(at)
      }
      if let place { nodes[at].owners.append(place) }
    }
  }

  private mutating func mark(_ place: Int) {
    guard !nodes[place].leadsToProxy else { return }
    nodes[place].leadsToProxy = true
    leading.append(place)
  }

  /// The objects that lead to a proxy, each once.
  mutating func found() -> [AnyObject] {
    while let place = leading.popLast() {
      for owner in nodes[place].owners { mark(owner) }
    }
    return nodes.filter(\.leadsToProxy).map(\.object)
  }
}
