#if GTK
  import Foundation
  import Testing

  extension RealWindowTests {
    /// What a screen reader sees and does, through a real client of AT-SPI on buses of its own.
    @Suite struct WindowAccessibilityTests {
      private static let scene = """
        local window = ui.Window { title = "Scene", width = 320, height = 200 }
        local function place(y) return { x = 16, y = y, width = 160, height = 16 } end
        local function say(...) print(...) io.stdout:flush() end
        local button = ui.Button { id = "ok", title = "Press me", frame = place(8) }
        local slider = ui.Slider { id = "level", accessibilityLabel = "Volume", frame = place(32) }
        local switch = ui.Switch { id = "lamp", accessibilityLabel = "Lamp", frame = place(56) }
        local field = ui.TextField { id = "name", accessibilityLabel = "Name", frame = place(80) }
        local stepper = ui.Stepper { id = "people", accessibilityLabel = "People", frame = place(104) }
        local pages = ui.PageControl { id = "pages", accessibilityLabel = "Pages", numberOfPages = 5, frame = place(128) }
        local plan = ui.SegmentedControl { id = "plan", items = { "Free", "Team" }, frame = place(152) }
        for _, view in ipairs { button, slider, switch, field, stepper, pages, plan } do window:addSubview(view) end
        button:on({ "touchDown", "touchUpInside" }, function(_, event) say(event.type) end)
        slider:on("valueChanged", function() say("level " .. slider.value) end)
        switch:on("valueChanged", function() say("lamp " .. tostring(switch.isOn)) end)
        field:on("editingChanged", function() say("text " .. field.text) end)
        stepper:on("valueChanged", function() say("people " .. stepper.value) end)
        pages:on("valueChanged", function() say("page " .. pages.currentPage) end)
        plan:on("valueChanged", function() say("plan " .. plan.selectedSegmentIndex) end)
        window:show()
        """

      /// Uses each control as assistive technology does, and prints what it is.
      private static let client = """
        gi, subprocess, sys, time = map(__import__, ["gi", "subprocess", "sys", "time"])
        gi.require_version("Atspi", "2.0")
        from gi.repository import Atspi
        launcher = subprocess.Popen(["/usr/libexec/at-spi-bus-launcher", "--launch-immediately"])
        program = None
        try:
            time.sleep(0.5)
            program = subprocess.Popen(sys.argv[1:])
            Atspi.init()
            def named(node, name):
                if node is None: return None
                if node.get_name() == name: return node
                for index in range(node.get_child_count()):
                    found = named(node.get_child_at_index(index), name)
                    if found: return found
            def find(name):
                for _ in range(200):
                    desktop = Atspi.get_desktop(0)
                    for index in range(desktop.get_child_count()):
                        try:
                            found = named(desktop.get_child_at_index(index), name)
                            if found: return found
                        except Exception: pass
                    time.sleep(0.05)
                raise SystemExit("no " + name)
            for name in ["Press me", "Volume", "Lamp", "Name", "People", "Pages", "Team"]:
                node = find(name)
                print(name + ":", node.get_role_name(), flush=True)
            def act(name): find(name).get_action_iface().do_action(0)
            act("Press me"); time.sleep(0.3)
            find("Volume").get_value_iface().set_current_value(0.25); time.sleep(0.3)
            act("Lamp"); time.sleep(0.3)
            find("Name").get_editable_text_iface().set_text_contents("한글"); time.sleep(0.3)
            find("People").get_value_iface().set_current_value(3); time.sleep(0.3)
            find("Pages").get_value_iface().set_current_value(4); time.sleep(0.3)
            act("Team"); time.sleep(0.3)
        finally:
            if program: program.terminate(); program.wait()
            launcher.terminate(); launcher.wait()
        """

      @Test func everyControlHasARoleAndCanBeUsed() async throws {
        let display = try TestDisplay.shared.get()
        let folder = FileManager.default.temporaryDirectory
          .appending(path: "handlerhost-access-\(UUID().uuidString)", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        func path(_ name: String) -> String {
          folder.appending(path: name).path(percentEncoded: false)
        }
        try Data(Self.scene.utf8).write(to: folder.appending(path: "app.lua"))
        try Data(Self.client.utf8).write(to: folder.appending(path: "client.py"))
        let binary = WindowProgram.binary.path(percentEncoded: false)
        let session = Process()
        Processes.prepare(
          session, "/usr/bin/env",
          [
            "timeout", "60", "dbus-run-session", "--", "/bin/sh", "-c",
            "/usr/bin/python3 '\(path("client.py"))' '\(binary)' --ui window '\(path("app.lua"))' "
              + ">'\(path("out"))' 2>'\(path("err"))'",
          ])
        session.environment = display.environment.merging([
          "GTK_A11Y": "atspi", "XDG_RUNTIME_DIR": folder.path(percentEncoded: false),
        ]) { $1 }
        session.standardOutput = FileHandle.nullDevice
        session.standardError = FileHandle.nullDevice
        Processes.keep(session)
        try session.run()
        while session.isRunning { try await Task.sleep(for: .milliseconds(10)) }

        let output = try String(contentsOfFile: path("out"), encoding: .utf8)
        let errors = try String(contentsOfFile: path("err"), encoding: .utf8)
        let lines = output.split(separator: "\n").map(String.init)
        for expected in [
          "Press me: push button", "Volume: slider", "Lamp: check box", "Name: text",
          "People: spin button", "Pages: slider", "Team: push button",
        ] {
          #expect(lines.contains(expected), "\(output)\(errors)")
        }
        let sent = lines.filter { !$0.contains(":") && !$0.hasPrefix("SpiRegistry") }
        #expect(
          sent == [
            "touchUpInside", "level 0.25", "lamp true", "text 한글", "people 3.0", "page 3", "plan 1",
          ], "\(output)\(errors)")
      }
    }
  }
#endif
