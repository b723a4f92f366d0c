import HandlerHost

let application = Application()
let host = try ScriptHost(application: application)
application.onDiagnostic = { print($0) }

let button = Button(title: "OK")
button.id = "ok"
button.addAction(for: .touchUpInside) { print("Swift saw a tap") }
let window = Window(title: "Embedded", size: Size(width: 160, height: 48))
window.addSubview(button)
application.show(window)

try host.run(
  source: """
    ui.find("ok"):on("touchUpInside", function(sender) print("so did Lua", sender.title) end)
    """, name: "attach")
button.sendActions(for: .touchUpInside)
application.scheduler.advance(to: 60)  // a minute passes at once
host.close()
