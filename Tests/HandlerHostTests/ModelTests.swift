import ControlKit
import Foundation
import HandlerHost
import TestSupport
import Testing

/// Random programs over both heaps against a mark-and-sweep oracle (lua-boundary §2).
///
/// After every step all that the oracle can reach must live, with its handlers; when the program is
/// at rest and was collected, nothing else may.
///
/// A run makes 512 programs. `HANDLERHOST_MODEL_PROGRAMS=1250 swift test --filter ModelTests` makes
/// that many in each of the eight blocks: 10 000. A program that fails is made as short as it can be
/// and printed with the command that runs it alone.
@Suite(
  .disabled(
    if: isThreadSanitized,
    "it takes hours under the thread sanitizer, and nothing in it runs on two threads"))
struct ModelTests {
  @Test(arguments: 0..<8) func bothLawsHold(block: Int) throws {
    for number in 0..<RandomProgram.perBlock {
      let steps = RandomProgram.steps(seed: UInt64(block * 1_000_000 + number), count: 120)
      guard try RandomProgram(steps).run() != nil else { continue }
      try report(shrunk(steps) { steps in (try? RandomProgram(steps).run()) != .some(nil) })
      return
    }
  }

  /// Runs the one program that an earlier failure printed.
  @Test(.enabled(if: RandomProgram.replayed != nil)) func replay() throws {
    try report(RandomProgram.replayed ?? [])
  }

  private func report(_ steps: [UInt64]) throws {
    let program = try RandomProgram(steps)
    guard let problem = try program.run() else { return }
    let list = steps.map { String($0) }.joined(separator: ",")
    Issue.record(
      """
      \(problem)
      \(program.trace.joined(separator: "\n"))
      run it by: HANDLERHOST_MODEL_REPLAY=\(list) swift test --filter ModelTests
      """)
  }

  /// Of a failing program only the steps are left without which it does not fail.
  @Test func failuresAreMadeShort() {
    let failing: ([UInt64]) -> Bool = { steps in
      guard let first = steps.firstIndex(of: 17) else { return false }
      return steps[first...].contains(80)
    }

    #expect(shrunk(Array(0..<120), failing) == [17, 80])
    #expect(shrunk([80, 17, 80], failing) == [17, 80])
  }

  /// Takes out ever smaller parts as long as what is left still fails.
  private func shrunk(_ steps: [UInt64], _ fails: ([UInt64]) -> Bool) -> [UInt64] {
    var steps = steps
    var length = max(1, steps.count / 2)
    while true {
      var start = 0
      var hasShrunk = false
      while start < steps.count {
        var shorter = steps
        shorter.removeSubrange(start..<min(start + length, steps.count))
        if fails(shorter) {
          steps = shorter
          hasShrunk = true
        } else {
          start += length
        }
      }
      if length == 1, !hasShrunk { return steps }
      if !hasShrunk { length = max(1, length / 2) }
    }
  }
}

/// One program, with the oracle's idea of who owns whom.
///
/// Each step draws what it does from a number of its own, so that a program is a list of numbers, and
/// stays one when some are taken out.
private final class RandomProgram {
  /// An object as the oracle sees it.
  private struct Node {
    weak var object: View?
    var isWindow = false
    var isDead = false
    /// The script has destroyed it: Swift alone may still hold it.
    var isDestroyed = false
    var isShown = false
    var subviews: [Int] = []
    var superview: Int?
    /// What handlers, tables and waiting coroutines refer to, by a label.
    var captures: [String: Int] = [:]
    var associated: Int?
    /// What wakes the coroutines that wait for it, by their labels among the captures.
    var waits: [String: Wait] = [:]
    /// An object that nothing could reach for a while may have lost the handlers that waited.
    var wasUnreachable = false

    mutating func endWait(_ label: String) {
      waits[label] = nil
      captures[label] = nil
      captures["\(label) owner"] = nil
    }
  }

  private struct Wait {
    weak var token: RemovableTarget?
    var hasEnded: Bool { token?.isAlive != true }
  }

  static var perBlock: Int {
    ProcessInfo.processInfo.environment["HANDLERHOST_MODEL_PROGRAMS"].flatMap { Int($0) } ?? 64
  }

  /// The program that the environment asks for.
  static var replayed: [UInt64]? {
    ProcessInfo.processInfo.environment["HANDLERHOST_MODEL_REPLAY"].map { list in
      list.split(separator: ",").compactMap { UInt64($0) }
    }
  }

  static func steps(seed: UInt64, count: Int) -> [UInt64] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { _ in random.next() >> 40 }
  }

  private static let associatedKey = AssociatedKey<View>("model")
  private static let library = """
    globals = {}
    function prepare(object)
      object:on("touchDown", function(sender) A = sender end)
      object:on("touchCancel", function(sender, event) B = event.sender end)
      object:on("editingDidBegin", function(sender)
        local captured, label = C, D
        sender:wait("editingDidEnd")
        return captured, label
      end)
      object:on("editingChanged", function(sender)
        local captured = C
        ui.waitAny { { sender, "editingDidEnd" }, { take(), "editingDidEnd" } }
        return captured
      end)
    end
    function take()
      local other = E
      E = nil
      return other
    end
    function make(id)
      A = ui.Control { id = id }
      prepare(A)
      nursery:addSubview(A)
    end
    function adopt() A = nursery.subviews[1] prepare(A) end
    function makeWindow(id) A = ui.Window { id = id } nursery.data.window = A end
    function capture(label)
      local captured = B
      A:on("valueChanged", function() return captured end, { label = label })
    end
    function captureAll(label)
      local captured = B
      for i = 1, 5 do
        A:on("valueChanged", function(s, e) return captured end, { label = label })
      end
    end
    function target(label) A:addTarget({ B }, label, "valueChanged") end
    function onClose() local captured = B A.onClose = function() return captured end end
    nursery = ui.Window { id = "nursery" }
    nursery:show()
    """

  private let application = Application()
  private let host: ScriptHost
  private let nursery: Window
  private let steps: [UInt64]
  private var random = SplitMix64(seed: 0)
  private var nodes: [Node] = []
  private var globals: [Int: Int] = [:]
  private var strong: [Int: (View, Int)] = [:]
  private var arrays: [Int: ([View], [Int])] = [:]
  private var problems: [String] = []
  private(set) var trace: [String] = []

  init(_ steps: [UInt64]) throws {
    self.steps = steps
    host = try ScriptHost(application: application)
    try host.run(source: RandomProgram.library, name: "library")
    nursery = application.windows[0]
    application.onDiagnostic = { [unowned self] in problems.append("\($0)") }
  }

  private func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  // MARK: - The oracle

  private func reachable() -> Set<Int> {
    var found: Set<Int> = []
    var open =
      Array(globals.values) + strong.values.map(\.1) + arrays.values.flatMap(\.1)
      + nodes.indices.filter { nodes[$0].isShown }
    while let next = open.popLast() {
      guard found.insert(next).inserted else { continue }
      open += nodes[next].subviews + Array(nodes[next].captures.values)
      if let associated = nodes[next].associated { open.append(associated) }
    }
    return found
  }

  /// Strikes out what has died; it may not be reachable.
  private func check(_ wanted: Set<Int>) -> String? {
    for index in nodes.indices where !nodes[index].isDead && nodes[index].object == nil {
      if wanted.contains(index) { return "node \(index) died too early" }
      nodes[index].isDead = true
    }
    for index in nodes.indices where !nodes[index].isDead {
      if !wanted.contains(index) { nodes[index].wasUnreachable = true }
      for (label, wait) in nodes[index].waits where wait.hasEnded {
        if !nodes[index].wasUnreachable { return "\(label) of \(index) was cancelled" }
        nodes[index].endWait(label)
      }
    }
    for index in nodes.indices where nodes[index].isDead {
      for child in nodes[index].subviews where nodes[child].superview == index {
        nodes[child].superview = nil
      }
      nodes[index].subviews = []
      nodes[index].captures = [:]
      nodes[index].waits = [:]
      nodes[index].associated = nil
    }
    return problems.first
  }

  // MARK: - Handing objects to Lua

  private func lua(_ source: String) throws { try host.run(source: source, name: "step") }

  /// Makes an object the script's `A` or `B`, by its own handler: so that is proven to live.
  private func give(_ index: Int, as name: String) throws -> Bool {
    guard let object = nodes[index].object else { return false }
    if let control = object as? Control {
      control.sendActions(for: name == "A" ? .touchDown : .touchCancel)
    } else {
      try lua("\(name) = ui.find('\(index)')")
    }
    try lua("if not \(name) or \(name).id ~= '\(index)' then error('no handler on \(index)') end")
    return true
  }

  private func forget() throws { try lua("A, B, C, D, E = nil") }

  private func note(_ text: String) { trace.append(text) }

  private func alive() -> Int? {
    let candidates = nodes.indices.filter { nodes[$0].object != nil && !nodes[$0].isDestroyed }
    return candidates.isEmpty ? nil : candidates[below(candidates.count)]
  }

  // MARK: - Steps

  func run() throws -> String? {
    do {
      for (step, number) in steps.enumerated() {
        random = SplitMix64(seed: number)
        try self.step(step)
        try forget()
        if let problem = check(reachable()) { return "step \(step): \(problem)" }
      }
      note("rest")
      collectUntilQuiet()
      let wanted = reachable()
      if let problem = check(wanted) { return "at rest: \(problem)" }
      for index in nodes.indices where nodes[index].object != nil && !wanted.contains(index) {
        return "at rest: node \(index) lives too long"
      }
      if let problem = unreported() { return problem }
      return try end()
    } catch {
      return "\(error)"
    }
  }

  /// What lives outside of windows is in the leak report, as something holds it.
  private func unreported() -> String? {
    let reported = Set(host.leakReport().compactMap(\.id))
    for (index, node) in nodes.enumerated() where !node.isDestroyed {
      guard let object = node.object, object.window?.isShown != true else { continue }
      if !reported.contains("\(index)") { return "at rest: node \(index) is not reported" }
    }
    return nil
  }

  /// Handlers that wait for each other's objects are cancelled one cycle after the other.
  private func collectUntilQuiet() {
    for _ in 0..<8 + host.waitingHandlerCount { host.collectGarbage() }
  }

  /// Without roots nothing is left but the nursery.
  private func end() throws -> String? {
    strong = [:]
    arrays = [:]
    globals = [:]
    try lua("globals = {}")
    for window in application.windows where window !== nursery { application.close(window) }
    for index in nodes.indices { nodes[index].isShown = false }
    collectUntilQuiet()
    if let problem = check([]) { return "at the end: \(problem)" }
    let left = nodes.indices.filter { nodes[$0].object != nil }
    if !left.isEmpty { return "at the end: \(left) are left" }
    if host.waitingHandlerCount > 0 { return "at the end: waiters are left" }
    return host.scriptedObjectCount == 1
      ? nil : "at the end: \(host.scriptedObjectCount) proxies are left"
  }

  private func step(_ step: Int) throws {
    switch below(24) {
    case 0, 1: try makeControl(byScript: true)
    case 2: try makeControl(byScript: false)
    case 3: try makeWindow()
    case 4, 5: try addSubview()
    case 6: removeFromSuperview()
    case 7, 8, 9: try capture(step)
    case 10: try below(2) == 0 ? wait(step) : waitForAny(step)
    case 11: try uncapture()
    case 12: setGlobal()
    case 13: try clearGlobal()
    case 14: takeStrong()
    case 15: dropStrong()
    case 16: takeArray()
    case 17: dropArray()
    case 18: showOrClose()
    case 19: associate()
    case 20: try destroy()
    case 21 where below(3) == 0:
      note("report")
      _ = host.leakReport()
    default: try collect()
    }
  }

  private func makeControl(byScript: Bool) throws {
    let index = nodes.count
    note("make \(index) by \(byScript ? "script" : "host")")
    if byScript {
      try lua("make('\(index)')")
      nodes.append(Node(object: nursery.subviews.last))
    } else {
      let control = Control()
      control.id = "\(index)"
      nodes.append(Node(object: control))
      nursery.addSubview(control)
      try lua("adopt()")
    }
    nodes[index].object?.removeFromSuperview()
    globals[index] = index
    try lua("globals[\(index)] = A")
    try forget()
  }

  private func makeWindow() throws {
    let index = nodes.count
    note("make window \(index)")
    try lua("makeWindow('\(index)') A:show()")
    nodes.append(Node(object: application.keyWindow, isWindow: true, isShown: true))
    try lua("nursery.data.window = nil")
    try forget()
  }

  private func contains(_ outer: Int, _ inner: Int) -> Bool {
    var candidate: Int? = inner
    while let index = candidate {
      if index == outer { return true }
      candidate = nodes[index].superview
    }
    return false
  }

  /// Whether an object owns another in Swift alone: a cycle of such edges would be the host's own.
  private func owns(_ outer: Int, _ inner: Int) -> Bool {
    var seen: Set<Int> = []
    var open = [outer]
    while let next = open.popLast() {
      if next == inner { return true }
      guard seen.insert(next).inserted else { continue }
      open += nodes[next].subviews
      if let associated = nodes[next].associated { open.append(associated) }
    }
    return false
  }

  private func addSubview() throws {
    guard let parent = alive(), let child = alive(), !nodes[child].isWindow,
      !contains(child, parent), !owns(child, parent)
    else { return }
    note("add \(child) to \(parent)")
    if below(2) == 0 {
      if let view = nodes[child].object { nodes[parent].object?.addSubview(view) }
    } else {
      guard try give(parent, as: "A"), try give(child, as: "B") else { return }
      try lua("A:addSubview(B)")
      try forget()
    }
    detach(child)
    nodes[parent].subviews.append(child)
    nodes[child].superview = parent
  }

  private func detach(_ child: Int) {
    if let old = nodes[child].superview { nodes[old].subviews.removeAll { $0 == child } }
    nodes[child].superview = nil
  }

  private func removeFromSuperview() {
    guard let child = alive() else { return }
    note("remove \(child)")
    nodes[child].object?.removeFromSuperview()
    detach(child)
  }

  private func capture(_ step: Int) throws {
    guard let owner = alive(), let captured = alive() else { return }
    guard try give(owner, as: "A"), try give(captured, as: "B") else { return }
    let kind = below(4)
    let label = "l\(step)"
    note("capture \(captured) in \(owner), kind \(kind)")
    switch kind {
    case 0 where !nodes[owner].isWindow: try lua("capture('\(label)')")
    case 1 where !nodes[owner].isWindow: try lua("captureAll('\(label)')")
    case 2 where !nodes[owner].isWindow: try lua("target('\(label)')")
    default: try lua("A.data['\(label)'] = B")
    }
    nodes[owner].captures[label] = captured
    try forget()
  }

  private func wait(_ step: Int) throws {
    guard let owner = alive(), let captured = alive(), !nodes[owner].isWindow else { return }
    guard try give(captured, as: "B") else { return }
    note("wait on \(owner) with \(captured)")
    try lua("C, B = B, nil")
    (nodes[owner].object as? Control)?.sendActions(for: .editingDidBegin)
    nodes[owner].captures["wait\(step)"] = captured
    noteWait("wait\(step)", on: owner)
    try forget()
  }

  /// The newest handler that waits is the one of this step.
  private func noteWait(_ label: String, on index: Int) {
    let control = nodes[index].object as? Control
    nodes[index].waits[label] = Wait(token: control?.handlers.last { $0.label == "wait" })
  }

  /// A coroutine that two objects may wake, and that refers to the first of them.
  private func waitForAny(_ step: Int) throws {
    guard let owner = alive(), let other = alive(), let captured = alive(),
      !nodes[owner].isWindow, !nodes[other].isWindow
    else { return }
    guard try give(captured, as: "B"), try give(other, as: "A") else { return }
    try lua("C, E, A, B = B, A, nil, nil")
    // One that nothing reaches may have died by now.
    guard let control = nodes[owner].object as? Control else { return try forget() }
    note("wait on \(owner) or \(other) with \(captured)")
    control.sendActions(for: .editingChanged)
    for source in [owner, other] {
      nodes[source].captures["wait\(step)"] = captured
      nodes[source].captures["wait\(step) owner"] = owner
      noteWait("wait\(step)", on: source)
    }
    try forget()
  }

  private func uncapture() throws {
    guard let owner = alive(), let view = nodes[owner].object else { return }
    if below(3) == 0, let control = view as? Control {
      note("wake all on \(owner)")
      control.sendActions(for: .editingDidEnd)
      for label in nodes[owner].waits.keys {
        for index in nodes.indices { nodes[index].endWait(label) }
      }
      return
    }
    let labels = nodes[owner].captures.keys.filter { !$0.hasPrefix("wait") }.sorted()
    guard !labels.isEmpty else { return }
    let label = labels[below(labels.count)]
    note("uncapture \(label) of \(owner)")
    if let control = view as? Control {
      for token in control.handlers where token.label == label { token.remove() }
    }
    guard try give(owner, as: "A") else { return }
    try lua("A.data['\(label)'] = nil")
    nodes[owner].captures[label] = nil
    try forget()
  }

  private func setGlobal() {
    guard let index = alive() else { return }
    note("global \(index)")
    let name = below(6) + 1_000
    guard (try? give(index, as: "A")) == true else { return }
    globals[name] = index
    try? lua("globals[\(name)] = A")
    try? forget()
  }

  private func clearGlobal() throws {
    let names = globals.keys.sorted()
    guard !names.isEmpty else { return }
    for _ in 0..<3 {
      let name = names[below(names.count)]
      note("no global \(globals[name] ?? -1)")
      globals[name] = nil
      try lua("globals[\(name)] = nil")
    }
  }

  private func takeStrong() {
    guard let index = alive(), let view = nodes[index].object else { return }
    note("host takes \(index)")
    strong[below(4)] = (view, index)
  }

  private func dropStrong() {
    let name = below(4)
    note("host drops \(strong[name]?.1 ?? -1)")
    strong[name] = nil
  }

  private func takeArray() {
    guard let index = alive(), let view = nodes[index].object else { return }
    note("host takes the subviews of \(index): \(nodes[index].subviews)")
    arrays[below(3)] = (view.subviews, nodes[index].subviews)
  }

  private func dropArray() {
    note("host drops an array")
    arrays[below(3)] = nil
  }

  private func showOrClose() {
    let windows = nodes.indices.filter { nodes[$0].isWindow && !nodes[$0].isDestroyed }
    guard let index = windows.randomElement(using: &random),
      let window = nodes[index].object as? Window
    else { return }
    note("\(nodes[index].isShown ? "close" : "show") \(index)")
    if nodes[index].isShown { application.close(window) } else { application.show(window) }
    nodes[index].isShown.toggle()
  }

  private func associate() {
    guard let owner = alive(), let value = alive(), let view = nodes[owner].object else { return }
    let isSet = below(3) > 0
    if isSet, owns(value, owner) { return }
    note("associate \(isSet ? value : -1) with \(owner)")
    view.setAssociated(isSet ? nodes[value].object : nil, for: RandomProgram.associatedKey)
    nodes[owner].associated = isSet ? value : nil
  }

  /// A destroyed object is held by Swift alone, whatever in Lua still refers to it.
  private func destroy() throws {
    guard let index = alive(), try give(index, as: "A") else { return }
    note("destroy \(index)")
    try lua("A:destroy() assert(not A.isAlive)")
    try forget()
    detach(index)
    for child in nodes[index].subviews { nodes[child].superview = nil }
    nodes[index].subviews = []
    nodes[index].captures = [:]
    nodes[index].waits = [:]
    nodes[index].isDestroyed = true
    nodes[index].isShown = false
    globals = globals.filter { $0.value != index }
    // A handler that waited for several objects was registered on the first, and ended with it.
    for other in nodes.indices {
      for (label, owner) in nodes[other].captures where label.hasSuffix(" owner") && owner == index
      {
        nodes[other].endWait(String(label.dropLast(" owner".count)))
      }
    }
    for other in nodes.indices {
      nodes[other].captures = nodes[other].captures.filter { $0.value != index }
    }
  }

  private func collect() throws {
    switch below(8) {
    case 0: try lua("collectgarbage()")
    case 1: host.collectGarbage()
    case 2: try lua("collectgarbage('generational')")
    case 3: try lua("collectgarbage('incremental')")
    case 4: try lua("for i = 1, 200 do local t = { {}, {} } end")
    default: try lua("for i = 1, \(below(6)) do collectgarbage('step', \(below(3))) end")
    }
    note("collect")
  }
}
