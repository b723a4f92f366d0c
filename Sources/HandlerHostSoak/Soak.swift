import ControlKit
import Glibc
import HandlerHost

/// Long runs that show whether anything piles up.
@main
enum Soak {
  static func main() {
    var arguments = CommandLine.arguments.dropFirst()
    var events = 100_000_000
    var controls = 1_000_000
    while let name = arguments.popFirst() {
      guard let value = arguments.popFirst().flatMap({ Int($0) }), value > 0 else {
        fail("usage: HandlerHostSoak [--events N] [--controls N]", code: 64)
      }
      switch name {
      case "--events": events = value
      case "--controls": controls = value
      default: fail("unknown option \(name)", code: 64)
      }
    }
    let passed = [soakEvents(events), soakControls(controls)]
    exit(passed.allSatisfy { $0 } ? 0 : 1)
  }

  static func fail(_ message: String, code: Int32) -> Never {
    let line = Array("soak: \(message)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    exit(code)
  }

  /// Bytes of memory that are in use and resident.
  static var residentMemory: Int {
    guard let file = fopen("/proc/self/statm", "r") else { fail("no /proc here", code: 69) }
    defer { fclose(file) }
    var buffer = [CChar](repeating: 0, count: 256)
    guard fgets(&buffer, Int32(buffer.count), file) != nil else { fail("no /proc here", code: 69) }
    let fields = buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }.split(
      separator: UInt8(ascii: " "))
    guard fields.count > 1, let pages = Int(String(decoding: fields[1], as: UTF8.self)) else {
      fail("no /proc here", code: 69)
    }
    return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
  }

  private static func megabytes(_ bytes: Int) -> String {
    let hundredths = bytes * 100 / (1 << 20)
    let rest = hundredths % 100
    return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) MiB"
  }

  // MARK: - Events

  /// Handlers that are added, removed, fail, wait, are cancelled, and send again.
  private static let script = """
    local window = ui.Window {}
    local buttons = {}
    for i = 1, 16 do
      buttons[i] = ui.Button { title = "button " .. i, id = "b" .. i }
      window:addSubview(buttons[i])
    end
    window:show()
    count = 0
    for i, b in ipairs(buttons) do
      b:on("touchUpInside", function(sender) count = count + 1 end)
      b:on("touchUpInside", function(sender, event) sender.data.last = event.type end)
    end
    local b1, b2, b3, b4 = table.unpack(buttons)
    -- Added and removed in the send.
    b1:on("touchDown", function(sender)
      local token = sender:on("touchDown", function() end)
      sender:once("touchDown", function() end)
      token:remove()
    end)
    b2:on("touchDown", function() error("meant to fail") end)
    -- Waits for an event, or is cancelled by the next one.
    b3:on("touchDown", function(sender)
      local guard <close> = setmetatable({}, { __close = function() closed = (closed or 0) + 1 end })
      sender:wait("touchUpInside", 5)
    end, { whileWaiting = "restart" })
    b4:on("touchDown", function(sender) ui.sleep(0.5) sender:sendActions("valueChanged") end,
      { whileWaiting = "drop" })
    b4:on("valueChanged", function(sender)
      local view = ui.View { ui.Label { text = "fresh" } }
      view:onTap(function() return view end)
      local group = ui.group()
      sender:on("touchCancel", function() return view end, { group = group })
      group:remove()
    end)
    """

  /// Sends events for a long time; memory may not grow after the first twentieth, in
  /// which the heap takes its size.
  static func soakEvents(_ total: Int) -> Bool {
    let application = Application()
    var failures = 0
    application.onDiagnostic = { _ in failures += 1 }
    let host: ScriptHost
    do {
      host = try ScriptHost(application: application)
      try host.run(source: script, name: "soak")
    } catch {
      fail("\(error)", code: 70)
    }
    let buttons = (1...16).compactMap { application.view(withID: "b\($0)") as? Button }
    var sent = 0
    var early = 0
    var time = 0.0
    while sent < total {
      let batch = 1000
      for index in 0..<batch {
        // Rare kinds among many plain ones, as in an application.
        switch index {
        case 0: buttons[0].sendActions(for: .touchDown)
        case 1: buttons[1].sendActions(for: .touchDown)
        case 2, 3: buttons[2].sendActions(for: .touchDown)
        case 4: buttons[3].sendActions(for: .touchDown)
        default: buttons[index & 15].sendActions(for: .touchUpInside)
        }
      }
      sent += batch
      time += 0.25
      application.scheduler.advance(to: time)
      if sent == max(batch, total / 20) / batch * batch {
        settle(host)
        early = residentMemory
        print("after \(sent) events: \(megabytes(early))")
      }
    }
    settle(host)
    let late = residentMemory
    print(
      "after \(sent) events: \(megabytes(late)), \(failures) errors reported, "
        + "\(host.waitingHandlerCount) waiting")
    let isFlat = late <= early + early / 100
    if !isFlat { print("FAILED: resident memory grew by more than 1 %") }
    if failures != sent / 1000 { print("FAILED: \(failures) errors were reported, not each once") }
    return isFlat && failures == sent / 1000
  }

  private static func settle(_ host: ScriptHost) {
    for _ in 0..<4 { host.collectGarbage() }
  }

  // MARK: - Controls

  /// Makes many controls that their own handlers capture, and drops them, ten times.
  static func soakControls(_ count: Int) -> Bool {
    let application = Application()
    let host: ScriptHost
    do {
      host = try ScriptHost(application: application)
      try host.run(
        source: """
          function round(n)
            for i = 1, n do
              local b = ui.Button {}
              b:on("touchUpInside", function() return b end)
            end
          end
          """, name: "soak")
    } catch {
      fail("\(error)", code: 70)
    }
    var first = 0
    var passed = true
    for round in 1...10 {
      let deinits = Counter()
      do {
        try host.run(source: "round(\(count))", name: "soak")
        // A known number of objects with a witness of their own: Swift counts their ends.
        for _ in 0..<1000 {
          let button = Button(title: "")
          button.id = "witness"
          let window = Window(title: "")
          window.addSubview(button)
          application.show(window)
          button.setAssociated(Witness(deinits), for: witnessKey)
          try host.run(
            source: "local b = ui.find('witness') b:on('touchDown', function() return b end)",
            name: "soak")
          button.removeFromSuperview()
          application.close(window)
        }
      } catch {
        fail("\(error)", code: 70)
      }
      settle(host)
      let memory = residentMemory
      if round == 2 { first = memory }
      print(
        "round \(round): \(megabytes(memory)), \(host.scriptedObjectCount) objects left, "
          + "\(deinits.value) of 1000 ends seen")
      if host.scriptedObjectCount != 0 || deinits.value != 1000 { passed = false }
      if round > 2, memory > first + first / 100 + (1 << 20) { passed = false }
    }
    if !passed { print("FAILED: objects or memory were left") }
    return passed
  }

  private static let witnessKey = AssociatedKey<Witness>("witness")

  private final class Counter {
    var value = 0
  }

  private final class Witness {
    private let counter: Counter

    init(_ counter: Counter) {
      self.counter = counter
    }

    deinit { counter.value += 1 }
  }
}
